"""Two small whole games that only tests play.

`sealed` has three seats that bid in secret and at the same time; `number` has two seats, moves in turn, table talk
beside them and a clock that every message restarts. Each module exports `game`.
"""
