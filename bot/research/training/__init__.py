"""Training of players for books, hats and balls: a model of dialogues first, then rewards (extra `train`)."""
