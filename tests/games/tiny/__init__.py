"""Three small complete games that only tests play, and two variants of one. Each module exports `game`.

- `number`: two seats move in turn, with table talk beside the moves and a clock that every message restarts.
- `rounds`: four seats give in secret to a common pot, round after round.
- `sealed`: three seats bid in secret and at the same time.
- `looked`: `number` with a card, a review and hints. `picking`: `number` with a form to tap.
"""
