"""Models behind the ports: embedders, the embedding cache, chat models."""
