"""Everything that talks to the world: command line, chat adapters, strategies, operators, results."""
