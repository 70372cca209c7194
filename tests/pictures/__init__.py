"""Pictures of what people see, drawn from the loopback servers' own screens: `python -m tests.pictures [FOLDER]`."""
