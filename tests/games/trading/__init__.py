"""Resource trading."""
