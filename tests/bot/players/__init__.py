"""Who decides for an AI seat."""
