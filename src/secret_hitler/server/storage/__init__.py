"""What is written before it is told."""
