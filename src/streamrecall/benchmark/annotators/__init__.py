"""Annotators: language models behind the chat port, and three made of rules."""
