"""What structured memories ask for on the way: each step by rules and by a chat model."""
