"""A bench of models: frozen deals, played with the seats swapped, scored without a player that stands in."""
