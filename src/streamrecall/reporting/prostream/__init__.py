"""The tables and figures of ProStream beside the paper's values."""
