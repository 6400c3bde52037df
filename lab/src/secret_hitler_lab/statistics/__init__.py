"""Many games counted, as tables, pictures and pages."""
