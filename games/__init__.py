"""The rules of every game. Pure: no I/O, no clock, no global randomness."""
