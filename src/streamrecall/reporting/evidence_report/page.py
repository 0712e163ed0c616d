"""Assembles self-contained pages: style, script and data inside one file, and nothing fetched."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from streamrecall.reporting.evidence_report.payload import report_payload, script_json
from streamrecall.reporting.evidence_report.view import ReportView

_PACKAGE = "streamrecall.reporting.evidence_report"
_SCRIPTS = (
    "dom.js",
    "model.js",
    "overview.js",
    "window_pane.js",
    "summary_pane.js",
    "history_pane.js",
    "memories.js",
    "app.js",
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def render_evidence_report(view: ReportView) -> str:
    """Return the report as one HTML document that opens from the file system without a network.

    Raises:
        DataError: If a memory, summary or gap names a turn that its dialogue does not have.
    """
    script = "'use strict';\n" + "\n".join(asset(name) for name in _SCRIPTS)
    return render_page(
        "report.html.j2",
        style=asset("look.css") + asset("report.css"),
        script=script,
        data=report_payload(view),
        context={"title": view.title, "provenance": view.provenance, "version": installed_version()},
    )


def render_page(
    template: str,
    *,
    style: str,
    context: Mapping[str, object],
    script: str = "",
    data: object = None,
    environment: Environment | None = None,
) -> str:
    """Fill a template under a content policy that admits this page's own style and script alone.

    Args:
        template: Name of a template; it extends ``page.html.j2``.
        style: The page's style sheet, trusted.
        context: Values for the template; texts are escaped.
        script: The page's script, trusted.
        data: What the script reads, embedded as inert JSON.
        environment: Where the template is looked up; this package by default.
    """
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    html = (
        (environment or page_environment())
        .get_template(template)
        .render(
            **context,
            policy=policy,
            style=Markup(style),
            script=Markup(script),
            data=None if data is None else Markup(script_json(data)),
        )
    )
    return _SURROGATES.sub("\ufffd", html)


def installed_version() -> str:
    """Return the version of streamrecall for the foot of a page."""
    return version("streamrecall")


@cache
def page_environment(package: str = _PACKAGE) -> Environment:
    """Return the template environment of a package, with this one's page to extend; it always escapes."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package, "assets"), PackageLoader(_PACKAGE, "assets")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def asset(name: str, package: str = _PACKAGE) -> str:
    """Return the text of one of a package's assets."""
    return files(package).joinpath("assets", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
