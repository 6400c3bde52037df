"""Games with real cards: what to lay out, the narrator, what a group writes down, and what to print."""
