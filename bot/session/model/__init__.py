"""The session as values: pure, without a store or an event loop."""
