"""Words that say nothing but a price, in the plain reading. A number among other words is asked about."""

import re
from collections.abc import Iterator
from typing import Final

_WORDS: Final = """
    mind wish am prepared hoping bring cut knock call decrease buying selling brought i i'd i'll i'm i've id ill im
    ive we we'd we'll we're you you'd you'll u ya me us my your the a an is be been it it's its that that's this
    these at to for of from with on in up down off by as go going goes do does did can could would will shall should
    may how about bout wot what whats what's let let's lets say says make made making give giving gives offer offers
    offered offering offr ofer counter counters counteroffer counter-offer counteroffers price priced prices bid
    bids bidding pay pays paying take takes taking sell buy get meet there best final finally last max maximum most
    tops top limit only just exactly even flat please pls plz thanks thank thx ty cheers then now so well ok okay
    fine sure alright all right hey hi hello ah oh hm hmm hmmm um uh er no nope nah and or yes yeah dollar dollars
    buck bucks usd eur euro euros gbp pound pounds quid cash money bargain like liked want wants rather prefer
    instead more less than back again still stay staying stick sticking firm stand standing number figure amount ask
    asking asks propose proposing proposal suggest suggesting here here's mine ai bot seller buyer mate friend
    friends sir madam buddy pal man bro dude boss guys deal come c'mon cmon able willing ready happy glad settle
    settled settling work works working sounds sound good great fair nice reasonable perfect cool seems seem feels
    feel think thinking guess suppose maybe perhaps might possible possibly around roughly ish closer close near
    middle under below above over between next try trying another extra raise raised raising lower lowered lowering
    drop dropping increase increasing bump set reduce move moving stretch manage afford need too much high low leave
    keep keeping because cause cuz since considering given if also today tonight one whole total upfront range
    higher not can't cannot won't don't didn't couldn't wouldn't isn't never nothing any way where latest new
    current revised halfway accept acceptable accepted agree agreed agreeable when which everything something kindly
    honestly really very actually simply probably walk out else done win side compromise answer response reply sweet
    spot item mug thing lol haha fyi have got has had word words split mean meant start starting begin beginning
    open opening pocket wallet purse tho though anyway bit little highest lowest bottom
    line came come went moved both comfortable
    content satisfied believe ji yaar bhai habibi ser señor senor dear fam lad howdy greetings
"""
ABOUT_PRICES: Final = frozenset(_WORDS.split())
_WORD: Final = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a canonical text in lower case."""
    return (match[0] for match in _WORD.finditer(text))
