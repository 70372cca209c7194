"""The rules: records of a game, and the only transition between its states."""
