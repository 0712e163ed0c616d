"""Tokens, sentences, windows and chunks of dialogue text."""
