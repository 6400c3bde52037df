"""A node among others that serve the same tables from one database."""
