"""The screens of the terminal: set-up, lobby, table."""
