"""The same rules, compiled: thousands of games side by side, each a row of numbers."""
