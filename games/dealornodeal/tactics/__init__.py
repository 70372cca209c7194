"""The analytic players: a belief about the other side, a plan, and words for it."""
