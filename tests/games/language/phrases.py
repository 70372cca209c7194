"""Phrases, and what each game makes of them: one table for every reader.

Every seat faces one offer of the other side. A row holds phrases and a class for each column:

- `accept`: the offer is taken, by the words alone.
- `ask`: a button or a re-prompt asks first; nothing has happened.
- `refuse`: the offer is turned down.
- `talk`: the words are passed on, or count as a message; nothing is taken.

Columns: bargaining (`price`), trading (`trade`), balloon (`load`), dealornodeal facing an offer (`split`) and facing
the deal card (`card`), society (`share`). Where the columns of a row differ, the game's rules are the reason:

- price: an acceptance ends the game, and there is no talk: all else asks. Only `accept`, `yes` and `deal` accept.
- trade: a swap cannot be undone, so only the two words of the buttons answer. Talk uses up the message.
- load, share: an agreement in words ends the game, so a button asks.
- split: an acceptance only shows a card, which both sides confirm. Free words are read; a hedged yes is asked about.
- card: nothing undoes a confirmed card, so only the plainest of yeses confirm; other words leave it open.
"""

COLUMNS = ("price", "trade", "load", "split", "card", "share")

PHRASES: tuple[tuple[str, str], ...] = (
    # --- yes ---
    ("accept", "accept accept ask accept accept accept"),
    ("I accept", "accept ask ask accept accept accept"),
    ("accepted | agreed | I agree", "ask ask ask accept accept ask"),
    ("deal | Deal! | we have a deal | yes | Yes! | yes please", "accept ask ask accept accept ask"),
    (
        "yep | yeah | ok | OK! | okay | sure | good | perfect | works for me | sounds good",
        "ask ask ask accept accept ask",
    ),
    ("👍 | 🤝 | 👌", "ask ask ask accept accept ask"),
    # --- nothing that accepts ---
    ("deal? | yes? | ok?", "ask ask talk talk talk talk"),
    ("should I accept? | is it a deal", "ask talk talk talk talk talk"),
    ("yes, but I need more | ok but what else", "ask talk talk talk talk talk"),
    ("maybe deal", "ask talk talk ask talk talk"),
    ("maybe | let me think | ok let me think | hold on", "ask talk talk talk talk talk"),
    ("not ok | not yet | that's not enough", "ask talk talk talk talk talk"),
    ("yeah right | yes I see | deal with it", "ask talk talk talk talk talk"),
    ("too low", "ask talk talk talk talk talk"),
    ("that's unfair", "ask talk talk refuse refuse talk"),
    ("accept - oops", "ask talk talk talk talk talk"),
    # --- no ---
    ("I don't accept | no deal | no thanks | never | no way | forget it | 👎", "ask talk talk refuse refuse talk"),
    ("no | nope | nah", "ask talk talk refuse refuse talk"),
    ("deny", "ask refuse talk refuse refuse talk"),
    ("I decline | decline | reject", "ask talk refuse refuse refuse refuse"),
)

NEVER = """
    deal? | is it a deal | should I accept? | yes? | yes, but I need more | deal, if you add one | if you add more, deal
    | deal unless you lie | maybe deal | not a deal | no deal | I don't accept | don't accept | yes and no | yeah right
    | deal... just kidding | accept - oops | deal, no wait | you said deal | > deal | > accept | let me think
    | I never said yes | it would be a deal at half | nobody accepts this | deal with the devil
    | please accept | pls accept my offer | you should accept
"""
"""Phrases that no game takes for a final acceptance."""
