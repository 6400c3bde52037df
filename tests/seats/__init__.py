"""Programs at tables: engines, models, assistants and accounts."""
