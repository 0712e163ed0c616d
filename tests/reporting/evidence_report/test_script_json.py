"""Data inside a script element: nothing in it can end the element, and it reads back unchanged."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.reporting.evidence_report.payload import script_json


@pytest.mark.parametrize("text", ["</script>", "<!--<script>", "a\u2028b\u2029c", "\ud83d", "&lt;", "😀"])
def test_hostile_texts_are_inert_and_survive(text):
    encoded = script_json({"text": text})
    assert not set("<>&\u2028\u2029") & set(encoded)
    encoded.encode("utf-8")
    assert json.loads(encoded) == {"text": text}


@given(st.text(st.characters(), max_size=40))
def test_any_text_reads_back(text):
    assert json.loads(script_json([text])) == [text]
