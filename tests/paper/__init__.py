"""Around a real table."""
