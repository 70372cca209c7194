"""The shared session manager: one door for people, AI seats and clocks."""
