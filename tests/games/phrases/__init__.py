"""Sets of phrases that people would write, and how well the readers understand them.

`first/` and `second/` are by authors who had not seen the readers. `python -m tests.games.phrases [SET]` prints the
figures. `contexts` says what stands on the table for each phrase and how readings are spelt; `measure` compares.
"""
