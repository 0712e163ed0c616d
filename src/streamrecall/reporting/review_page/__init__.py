"""The review page: votes and evidence window by window, to be accepted or rejected by people."""

from streamrecall.reporting.review_page.page import render_review_page
from streamrecall.reporting.review_page.payload import ReviewView, review_payload

__all__ = ["ReviewView", "render_review_page", "review_payload"]
