"""The analysis of a bargaining game: the zone and its shares, and the coach."""
