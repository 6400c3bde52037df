"""What is answered over HTTP, by subject."""
