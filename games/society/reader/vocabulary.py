"""Words of bargaining talk: those that belong to an offer, an answer or a pass, and those that add nothing to them."""

from typing import Final

from games.language.lexicon import PRAISE


def _phrases(listed: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in listed.split(";"))


def listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


OF_OFFERS: Final = listed(
    """
    i me my mine myself i'll i'd i'm we we'd we'll us our you your yours u ya you'll you'd he she they her his
    him them hers a an the and or of to for with at as is it it's that that's this these so ok okay hey hi hello
    yo dear please pls thanks thank well then no yes yeah sure fine good great fair nice now just only let let's
    lets do make made go get gets take takes keep keeps give gives gave have has want wants need wish like would
    could can should will may might propose proposes offer invite suggest counter counteroffer bargain negotiate
    partner partners partnership team up together join forces ally allies alliance work split share shares
    shared deal half halves each even evenly equal equally fifty forty sixty seventy thirty twenty ten eighty
    ninety percent per cent pct part third quarter two three one both all how about what say maybe perhaps
    rather instead more less than better if accept agreed agree gain gains reward rest other proposal friend
    mate buddy in on by down quarters thirds thing profit profits earnings credits pot everything between think
    thought got shall wanna still again last morning favour favor way round from off be nope must sense
    """
)
"""Words that people use around shares."""
OF_PASSES: Final = listed(
    """
    ok okay well so i think guess i'd say let me i'll i'm will want to like going just please pass skip nothing
    none no move offer action proposal do doing stay put sit it this one out wait hold on be silent quiet not
    now time step leave the my a for turn round next nobody me from thanks thank you then here and see rather ill im
    skipping passing waiting
    """
)
"""Words of a text that says: I do nothing now."""
FLUFF: Final = listed(
    """
    thanks thank you ty thx for the offer your a an my please pls then too now ok okay well and so as it is
    that's that this it's me us both of i we all right here today always gina partner mate friend buddy team
    nice fair g
    """
)
"""Words that add nothing to an answer."""
IN_PASSING: Final = PRAISE | listed("gladly done")
"""Words of content that people also say in passing."""
JOINS: Final = _phrases(
    """
    i'm in; im in; i am in; i'm game; count me in; let's do it; let's do this; lets do it; lets do this;
    let's do that; let's team up; lets team up; let us team up; team up; i join you; i join; i'll join
    you; i'll join; happy to join you; happy to join; happy to; i am with you; i'm with you; you're on;
    okey dokey; let's work together; lets work together; let's be a team; lets be a team; let's be
    partners; it's a deal; sign me up; partners; partner; we're partners; we are partners; join forces;
    let's join forces; i say yes; take it; i take it; i'll take it; take the deal; take the
    offer; you convinced me; go on then; we have an agreement; you have me; i agree; let's shake on it;
    shake on it; that works; with pleasure; let's shake; lets shake;
    let's do this partner; let's partner up; partner up; let's be friends; let's work; let's go together;
    i would like that; i'd like that; i would love to; i'd love to; i'd love that
    """
)
"""Answers to an invitation that the words of every game lack."""
ALMOST: Final = frozenset(
    ("let's go", "lets go", "go", "go ahead", "why not", "as you say", "so be it", "i'll go with that")
)
"""Answers that are asked about."""
