"""A language model as a player: the request, the client, its budget, and the guard on its words."""
