"""Tables without a server, in a page's worker."""
