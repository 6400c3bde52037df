"""What a group needs to play on a real table, with paper in place of a screen."""
