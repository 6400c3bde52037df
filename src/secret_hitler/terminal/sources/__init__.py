"""Where the table on the screen comes from: a game in this process, or a server."""
