"""Figures 6 and 7 as pages: questions, what was said, and what each memory handed over."""

from streamrecall.reporting.prostream.case_pages.page import render_case_page

__all__ = ["render_case_page"]
