"""The running process: its HTTP server, its metrics, and its patience with the store."""
