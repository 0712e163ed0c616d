"""STEM-Bench: a benchmark made from a stream, with speech (ProStream, section 3)."""
