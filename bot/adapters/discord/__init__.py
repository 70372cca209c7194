"""Discord: a thread for each game, buttons, forms and slash commands; direct messages in plain words."""
