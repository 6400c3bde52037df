"""The lab: many games at once, environments for learners, tournaments, and what bots learn from."""

__version__ = "2.0.0"
