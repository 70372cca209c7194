"""Everything that talks to the outside: command line, chat adapters, strategies, operators, results."""
