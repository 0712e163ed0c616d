"""Data Docs: what every expectation found, as one page that opens offline."""

from streamrecall.reporting.data_docs.page import render_data_docs

__all__ = ["render_data_docs"]
