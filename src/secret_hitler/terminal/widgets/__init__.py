"""The parts of the table on a terminal's screen."""
