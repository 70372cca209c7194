"""Players: who decides for an AI seat."""
