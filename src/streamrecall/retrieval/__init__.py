"""Incremental BM25, dense search, rank fusion and the stream index that joins them."""
