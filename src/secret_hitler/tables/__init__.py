"""A live table and its host, without HTTP: lobby, decisions, dealing, absence, timers, bots at work, updates to connections."""
