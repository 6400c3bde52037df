"""What to print for a real table: cards, boards, placards and envelopes, from the rule set's own numbers."""
