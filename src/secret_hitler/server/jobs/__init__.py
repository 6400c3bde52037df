"""Work for other processes: bots that think, reviews, pictures."""
