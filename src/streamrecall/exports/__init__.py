"""One module per chat export format: file in, turns out."""
