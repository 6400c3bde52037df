"""Around a real table: the companion for paper, and what to print."""
