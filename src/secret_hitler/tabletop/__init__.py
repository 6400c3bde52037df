"""Around a real table: the companion, the narrator, printable cards."""
