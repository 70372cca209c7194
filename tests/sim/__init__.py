"""The whole system on virtual time: real manager, worker and poster, many crashes, and a check of what is left."""
