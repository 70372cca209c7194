"""The contract that every game signs, and what every game uses."""
