"""Tables over HTTP and WebSocket: the log, seats and tokens, clocks, chat."""
