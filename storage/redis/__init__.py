"""The shared store: one Redis, or a cluster."""
