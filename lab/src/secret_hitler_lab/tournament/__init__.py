"""Bots against bots: single pairings, cross tables, tournaments and ratings."""
