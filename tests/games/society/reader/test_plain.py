"""Plain words in chats: names, titles, shares and wishes as people write them, and the same texts in the study's forms.

`Ann` is carpenter_0 and reads, `Gina` is miner_0; the others are AIs. `?` marks a question.
"""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.contract import Moved, Reading, Said, Seat, Unclear
from games.core.post import Cast, Voice, plain
from games.society import game
from games.society.rules.moves import Join
from games.society.rules.state import State
from games.society.rules.talks import Ballot
from tests.games.readings import misread
from tests.games.society.table import C0, FREE, INVITED, M0, MINE, THEIRS, TWICE, at, close, dealt, outcome

CAST: Final = (
    Cast("carpenter_0", "human", "Ann"),
    Cast("carpenter_1", "ai"),
    Cast("miner_0", "human", "Gina Rossi"),
    Cast("miner_1", "ai"),
)


BALLOT: Final = Ballot(Seat("carpenter_1"), M0, 50, (C0,), ())


def plainly(state: State) -> State:
    return replace(state, terms=replace(state.terms, reading="plain", style="chat"))


def world() -> State:
    state = dealt()
    while state.phase != "physical":
        state = close(state)
    return state


def slots() -> State:
    """Gina in 1, the other miner in 0, Ann alone in 3."""
    sent = {"miner_0": Join(1), "miner_1": Join(0), "carpenter_0": Join(3), "carpenter_1": Join(0)}
    return close(dealt(game="contract", flow="sealed"), **sent)


PLACES: Final[dict[str, State]] = {
    "free": FREE,
    "invited": INVITED,
    "twice": TWICE,
    "mine": MINE,
    "theirs": THEIRS,
    "slots": slots(),
    "world": world(),
}
OPENING: Final = (
    "I will negotiate with miner_0. I will propose that I gain 40% reward and miner_0 will gain 60% reward."
)
MADE: Final = "GATHER 5 WOOD / CRAFT 1 HAMMER / DUMP HAMMER"
TIP: Final = "GATHER 1 WOOD / GATHER 1 STONE / CRAFT 1 HAMMER / GATHER 10 WOOD / EXPLORE MAP"
"""The plans that are suggested to Ann in the world."""
ROWS: Final = {
    "free": [
        ("invite Gina 50 50", "negotiate miner_0 50"),
        ("miner 0 50 50", "negotiate miner_0 50"),
        ("Gina: 60 for you, 40 for me", "negotiate miner_0 40"),
        ("hey miner_0, let's team up, half half?", "negotiate miner_0 50"),
        ("I'll give miner_0 60%", "?negotiate miner_0 40"),
        ("propose miner0 40", "?negotiate miner_0 40"),
        ("50:50 with Gina", "negotiate miner_0 50"),
        # Our own line, copied: "you" is whoever reads it, who types now.
        ("invite miner_0, you 60 %, miner_0 40 %", "negotiate miner_0 60"),
        ("Gina: you 60 %, Gina 40 %", "negotiate miner_0 60"),
        ("Gina (miner) 60 %, you 40 %.", "negotiate miner_0 40"),
        ("you 60, Gina 40", "negotiate miner_0 60"),
        ("Invite Gina (miner): you 60 %, Gina 40 %?", "negotiate miner_0 60"),
        ("Coalition A: you 30 %, Gina (miner) 70 %.", "negotiate miner_0 30"),
        ("Gina (miner) offers you 30 %, and takes 70 %.", "?negotiate miner_0 30"),
        ("You and Gina can make up to 100 credits together; as it stands you get up to 0.", "talk"),
        ("60 for me, Gina", "?negotiate miner_0 60"),
        ("maybe 50/50, gina rossi", "?negotiate miner_0 50"),
        ("join miner_0", "!which_shares"),
        ("join Gina", "!which_shares"),
        ("a third for me, Gina", "!step"),
        ("invite Gina 45/55", "!step"),
        ("Gina: I want -40%", "talk"),
        ("-40/140 with Gina", "!range"),
        (f"End. {OPENING}", "!two"),
        *((text, "!too_early") for text in ("gahter 5 wood then make hammer and drop it", "carft a hamer")),
        *((text, "!too_early") for text in ("gathr wood",)),
        ("invite the miner 50 50", "!name_mix"),
        ("50/50", "!name_mix"),
        ("accept", "!no_offer"),
        ("yes", "talk"),
        ("30% me 70% gina", "negotiate miner_0 30"),
        ("Gina said 50/50", "?negotiate miner_0 50"),
        ("anyone want 50/50?", "talk"),
        ("hello Gina", "talk"),
        ("I won't give Gina 60", "talk"),
        ("Gina took 60 last time", "talk"),
        ("pass", "pass"),
        ("nothing this step", "pass"),
        ("I'll sit this one out", "pass"),
        ("wait", "talk"),
        ("Gina, 70 for you, 30 for me, you can't refuse that", "?negotiate miner_0 30"),
        ("I offered Gina 60", "talk"),
        ("should i ask gina for 50/50", "talk"),
        ("70 no 60 for me and 40 for gina", "negotiate miner_0 60"),
        ("gina 50 50 no wait 60 for me 40 for you", "negotiate miner_0 60"),
        ("gina, no sorry, miner 1: 60 me 40 you", "negotiate miner_1 60"),
    ],
    "invited": [
        ("I guess I accept Gina's proposal", "?accept miner_0"),
        ("accept, I think", "?accept miner_0"),
        ("happy to join you on those terms", "accept miner_0"),
        ("decline, I suppose", "?end miner_0"),
        ("rather not, I think", "?end miner_0"),
        ("nope, 60 is too little", "end miner_0"),
        ("60 isn't enough, how about 70/30", "?counter miner_0 70"),
        ("propose to miner_0: you 70 %, miner_0 30 %", "counter miner_0 70"),
        ("propose to miner_0: you 60 %, miner_0 40 %", "?accept miner_0"),
        ("you 60, me 40", "counter miner_0 40"),
        ("you 70 %, the other side 30 %", "counter miner_0 70"),
        ("Gina 30 %, you 70 %", "counter miner_0 70"),
        ("miner_0 proposes to you: miner_0 40 %, you 60 %.", "?accept miner_0"),
        # Our lines never name their reader: Ann calls Gina you.
        *((text, "counter miner_0 40") for text in ("Ann 40 %, you 60 %", "you 60, Ann 40")),
        ("Ann offers you 60 % and takes 40 %", "?counter miner_0 40"),
        *((text, "?accept miner_0") for text in ("this step 60/40", "I have a hammer 60/40", "60 credits for me")),
        *((text, "?accept miner_0") for text in ("step 2: 60 for me", "Step 2 of 8: 60 for me")),
        ("with this deal you get up to 60 credits, I take it", "accept miner_0"),
        ("no, 60/40 in step 3", "!no_share"),
        ("gather wood 5", "!too_early"),
        ("On the table: Gina offers you 60 % and takes 40 %.", "?accept miner_0"),
        ("Gina (miner) offers you 70 %, and takes 30 %.", "?counter miner_0 70"),
        ("End the bargain with Gina? Neither of you gets a share from it.", "?end miner_0"),
        ("You wait for the answer of Gina (miner) to your 70/30.", "talk"),
        ("Step 2 of 8", "talk"),
        ("With this deal you get up to 30 credits, without it up to 0.", "talk"),
        ("Add the shares, e.g. 40/60.", "talk"),
        ("Shares go in steps of ten.", "talk"),
        ("not Gina. miner 1, 50/50?", "?negotiate miner_1 50"),
        ("switch the shares and we have a deal", "?counter miner_0 40"),
        ("you should accept", "talk"),
        *((text, "talk") for text in ("i have no idea", "i have no hammer", "you have no tools", "i see no coal")),
        *((text, "talk") for text in ("no rush", "no worries", "should i say no", "did you reject", "too funny")),
        ("i turn you down", "end miner_0"),
        ("why not gina, deal", "accept miner_0"),
        ("oh great", "talk"),
        ("sure, and I'm the queen", "talk"),
        ("what happens if I refuse", "talk"),
        ("you always take 40", "talk"),
        *(
            (text, "accept miner_0")
            for text in ("bet", "say less", "alright lets team up", "im down", "gladly, let us team up")
        ),
        *((text, "?accept miner_0") for text in ("i'd have liked 70 but ok, deal", "60 is low but fine, deal")),
        *(
            (text, "talk")
            for text in ("brb 10 min", "im 60 years old", "50% chance of rain today", "i would have taken 70")
        ),
        *((text, "talk") for text in ("60 is nothing", "deal with it", "between 40 and 60", "60??")),
        ("no Gina, miner 1 50/50", "?negotiate miner_1 50"),
        ("yes", "accept miner_0"),
        ("ok", "accept miner_0"),
        ("ok deal with Gina", "accept miner_0"),
        ("sounds good", "accept miner_0"),
        ("👍", "accept miner_0"),
        ("I'm in", "accept miner_0"),
        ("sure, 60 is fine", "accept miner_0"),
        ("accept 60", "accept miner_0"),
        ("great", "?accept miner_0"),
        ("I guess so", "?accept miner_0"),
        ("join Gina", "?accept miner_0"),
        ("not great but ok, deal", "?accept miner_0"),
        ("say yes Gina", "?accept miner_0"),
        ("Gina, accept my offer", "talk"),
        ("let me think", "talk"),
        ("good morning", "talk"),
        ("yesss", "accept miner_0"),
        ("deal?", "talk"),
        ("maybe later", "talk"),
        ("I might accept", "talk"),
        ("you said 60?", "talk"),
        ("too low", "talk"),
        ("no thanks", "end miner_0"),
        ("I can't accept", "end miner_0"),
        ("I couldn't accept that", "talk"),
        ("superb", "?accept miner_0"),
        ("no thanks Gina", "end miner_0"),
        ("yes but 50/50", "?counter miner_0 50"),
        ("deal, 70/30", "?counter miner_0 70"),
        ("how about 50/50?", "counter miner_0 50"),
        ("10 more for me", "?counter miner_0 70"),
        ("I want 70", "?counter miner_0 70"),
        ("ok deal with miner 1", "!wrong_partner"),
    ],
    "twice": [
        ("yes", "!name_mix"),
        ("ok deal with Gina", "accept miner_0"),
        ("I take the one from miner 1", "?accept miner_1"),
        ("no thanks", "!name_mix"),
    ],
    "mine": [
        ("maybe 70?", "?counter miner_0 70"),
        ("perhaps I could go down to 50", "?counter miner_0 50"),
        ("oh wow, half, how kind 🙄", "talk"),
        ("forget it, we're done", "?end miner_0"),
        ("yes", "accept miner_0"),
        ("no deal", "?end miner_0"),
        ("50 50", "counter miner_0 50"),
        ("make it 50", "?counter miner_0 50"),
        ("half? really?", "?counter miner_0 50"),
    ],
    "theirs": [("yes", "talk"), ("hurry up", "talk"), ("pass", "pass")],
    "slots": [
        ("I guess I'll stay", "?join 3"),
        ("I think I'll join 1", "?join 1"),
        ("probably coalition 1", "?join 1"),
        ("alone, I suppose", "?join 3"),
        ("perhaps with Gina?", "?join 1"),
        ("Gina's coalition for me", "join 1"),
        ("I want to be in coalition 2", "join 2"),
        ("join the miners", "!name_mix"),
        ("join coalition -1", "!slot"),
        ("join coalition 1. join coalition 2", "!two_slots"),
        ("Gina, join me in 2", "talk"),
        ("join Gina", "join 1"),
        ("join miner_0", "join 1"),
        ("I'll go with Gina please", "join 1"),
        ("Gina's team", "join 1"),
        ("maybe Gina", "?join 1"),
        ("coalition one", "join 1"),
        ("1", "?join 1"),
        ("alone", "join 3"),
        ("I stay where I am", "join 3"),
        ("join miner 0 and miner 1", "!name_mix"),
        ("should I join Gina?", "talk"),
        ("Gina's team is strong", "talk"),
        ("I won't join Gina", "talk"),
    ],
    "world": [
        ("get me some wood", "GATHER 5 WOOD"),
        ("get me a couple of stones", "GATHER 2 STONE"),
        ("please get -3 wood", "!plan_count"),
        ("gather 3-4 wood", "!plan_format"),
        ("3 to 4 wood", "talk"),
        ("take all the wood", "GATHER 10 WOOD"),
        ("can you fetch 4 stones please?", "GATHER 4 STONE"),
        *((text, "?GATHER 5 WOOD") for text in ("can I gather wood?", "could we get wood?", "can i take 5 wood?")),
        ("wood and stone", "GATHER 5 WOOD / GATHER 5 STONE"),
        ("gather 20 wood", "?GATHER 10 WOOD / GATHER 10 WOOD"),
        ("make a hammer", "?GATHER 1 WOOD / GATHER 1 STONE / CRAFT 1 HAMMER"),
        ("3 wood, 2 stone, make a hammer and drop it", "GATHER 3 WOOD / GATHER 2 STONE / CRAFT 1 HAMMER / DUMP HAMMER"),
        ("give the hammer to Gina", "?GOTO miner_0 / DUMP HAMMER"),
        ("go to Gina", "GOTO miner_0"),
        ("maybe some wood", "?GATHER 5 WOOD"),
        ("keep going", "pass"),
        ("take everything", "?GATHER 10 WOOD / GATHER 10 STONE"),
        ("I gather wood, you make hammers", "talk"),
        ("have a look around", "EXPLORE MAP"),
        ("Gina, drop your hammer please", "talk"),
        ("don't gather wood", "talk"),
        ("where is the wood?", "talk"),
        ("is there wood near me", "talk"),
        ("mine coal", "!plan_role"),
        # Slips are asked about wherever they are.
        *((text, f"?{MADE}") for text in ("gahter 5 wood then make hammer and drop it",)),
        *((text, f"?{MADE}") for text in ("gather 5 wood tehn make hammer and drop it",)),
        *((text, f"?{MADE}") for text in ("get 5 wood then mkae a hammer and drop it",)),
        *((text, f"?{MADE}") for text in ("gathr 5 wood, carft hammer and drop it",)),
        *((text, f"?{MADE}") for text in ("gather 5 wood then craf a hammer and dorp it",)),
        *((text, f"?{MADE}") for text in ("gather 5 wood then make hammer adn drop it",)),
        *((text, f"?{MADE}") for text in ("i will gahter 5 wood then make hammer and drop it",)),
        *((text, f"?{MADE}") for text in ("gather 5 woood then amke a hammer, leave it",)),
        *((text, f"?{MADE}") for text in ("colect 5 wood and make a hammmer then drop the hammer",)),
        *((text, f"?{MADE}") for text in ("chop 5 wod then bild a hamer and drop it",)),
        ("gather 5 woood and 3 stone then craft hammer", "?GATHER 5 WOOD / GATHER 3 STONE / CRAFT 1 HAMMER"),
        ("collct stone than wood", "?GATHER 5 STONE / GATHER 5 WOOD"),
        *((text, "?GATHER 5 WOOD") for text in ("pls gahter wood", "get me soem wood", "could you fetsh 5 woood?")),
        *((text, "?GOTO miner_0") for text in ("goo to miner_0", "folow Gina")),
        ("wiat 3 then exlpore", "?WAIT 3 / EXPLORE MAP"),
        ("gahter 5 gold then make hammer", "!plan_format"),
        *((text, "talk") for text in ("wood you help", "tank you all", "what a mess")),
        *((text, "talk") for text in ("they took my stones", "good mine")),
        # A yes takes the suggested plans; one that says more is asked about.
        *((text, TIP) for text in ("yes", "ok", "yes ok", "ok yes", "yes please ok")),
        *((text, TIP) for text in ("sure ok", "yep", "alright then", "Yes!")),
        *((text, f"?{TIP}") for text in ("yeah do it", "ok, do that", "yes do that please")),
        *((text, f"?{TIP}") for text in ("please do", "ok thanks")),
        *((text, f"?{TIP}") for text in ("sounds good, do that", "ok sure thanks")),
        *((text, "talk") for text in ("great", "nice", "good morning", "ok good luck")),
        *((text, "talk") for text in ("yes no", "ok but", "please", "ok what")),
        *((text, "talk") for text in ("ok?", "deal", "i agree", "what do i do", "do you like it", "yes, later")),
    ],
}


def said(place: str, text: str) -> str:
    return outcome(plainly(PLACES[place]), text, cast=CAST)


@pytest.mark.parametrize("place", ROWS)
def test_plain_words(place: str) -> None:
    assert not misread((text, said(place, text), meant) for text, meant in ROWS[place])


def test_the_forms_of_the_study_mean_the_same_in_plain_words() -> None:
    for place in ("invited", "twice", "mine", "theirs"):
        for text in ("accept", "accept miner_0", "counter 50/50", "end", "propose miner_1 40/60", "pass", "vote yes"):
            exact = outcome(PLACES[place], text)
            assert exact.startswith("!") or said(place, text) == exact, (place, text)


def test_a_question_calls_people_by_their_names() -> None:
    reading = game.read(game.view(plainly(FREE), C0), Said("I'll give Gina 60", cast=CAST))
    assert isinstance(reading, Reading)
    assert reading.question == "Invite Gina Rossi (miner): you 40 %, Gina Rossi 60 %?"
    assert "miner_0" in reading.confirm


def test_talk_stays_as_it_was_typed() -> None:
    reading = game.read(game.view(plainly(FREE), C0), Said("Gina, you there?", cast=CAST))
    assert reading == Reading(None, "Gina, you there?")


def test_a_name_of_two_people_is_asked_about() -> None:
    cast = (*CAST[:3], Cast("miner_1", "human", "Gina (2)"))
    reading = game.read(game.view(plainly(FREE), C0), Said("invite Gina 50/50", cast=cast))
    assert isinstance(reading, Unclear)
    post = game.refuse(reading, game.view(plainly(FREE), C0), Voice(C0, cast))
    assert plain(post) == "Which one: Gina Rossi or Gina (2)?"
    assert game.read(game.view(plainly(FREE), C0), Said("Gina is late", cast=cast)) == Reading(None, "Gina is late")


def test_shares_that_are_missing_or_odd_come_with_buttons() -> None:
    view = game.view(plainly(FREE), C0)
    for text, labels in (
        ("join Gina", ["You 50 %, Gina Rossi 50 %", "You 60 %, Gina Rossi 40 %", "You 40 %, Gina Rossi 60 %"]),
        ("a third for me, Gina", ["You 30 %, Gina Rossi 70 %", "You 40 %, Gina Rossi 60 %"]),
    ):
        reading = game.read(view, Said(text, cast=CAST))
        assert isinstance(reading, Unclear)
        assert [ask.label for ask in game.refuse(reading, view, Voice(C0, CAST)).asks] == labels


def test_a_vote_in_passing_is_asked_about() -> None:
    four = plainly(at(bind="vote"))
    state = replace(four, talks=replace(four.talks, ballots=(BALLOT,)))
    assert outcome(state, "yes", cast=CAST) == "?vote yes"
    assert outcome(state, "no", cast=CAST) == "?vote no"
    assert outcome(state, "vote yes", cast=CAST) == "vote yes"


PARTS: Final = (
    *("i ", "please ", "ok, ", "deal ", "yes ", "no ", "join ", "give ", "gather ", "make ", "drop ", "maybe ", "not "),
    *(
        "Gina ",
        "miner 0 ",
        "the miner ",
        "40",
        "/",
        "60",
        "%",
        " and ",
        "half ",
        "more ",
        "wood ",
        "hammer ",
        "2 ",
        "? ",
    ),
    *("for me ", "for you ", "a third ", "with ", "accept ", "50/50 ", "wait ", "all ", "\n", ", ", "it "),
)


@given(
    st.sampled_from([plainly(state) for state in PLACES.values()]),
    st.lists(st.sampled_from(PARTS), max_size=12).map("".join) | st.text(max_size=60),
)
def test_any_text_is_a_move_words_or_a_refusal_and_a_question_means_what_it_says(state: State, text: str) -> None:
    view = game.view(state, C0)
    reading = game.read(view, Said(text, cast=CAST))
    if isinstance(reading, Unclear):
        assert plain(game.refuse(reading, view, Voice(C0, CAST)))
        return
    assert reading.move is not None or reading.say
    if reading.confirm:
        again = game.read(view, Said(reading.confirm, via="pressed"))
        assert isinstance(again, Reading)
        assert again.move == reading.move
        game.apply(state, Moved(C0, again.move, ""))
