"""What STEM-Bench is made of: statistics, losses, the experts' sheet and their agreement."""
