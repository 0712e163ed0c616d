"""Remember an endless conversation under a fixed token budget."""

__version__ = "0.1.0"
