"""HTTP routes, by subject."""
