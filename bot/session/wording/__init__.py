"""The session manager's own sentences."""
