"""`parley`: the command line, one module a group of commands."""
