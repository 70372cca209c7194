"""Forms: consent, surveys, checks and tutorials as games of one seat. A study puts them around a game."""
