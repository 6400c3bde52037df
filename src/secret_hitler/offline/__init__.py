"""Tables without a server: what runs in the worker of a page, and answers it with the messages of a server."""
