"""The reader: typed text to tokens, tokens to mentions and acts, and both to a division of the pool."""
