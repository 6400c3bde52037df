"""What is fitted on human games, and what bots learn by playing."""
