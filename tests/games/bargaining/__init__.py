"""Price bargaining."""
