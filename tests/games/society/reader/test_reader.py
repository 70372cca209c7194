"""Meanings of texts in society: the parse tables of the negotiation and the contract, and more of the same kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Reading, Said, Unclear
from games.core.post import Voice, plain
from games.society import game
from games.society.rules.state import State
from tests.games.readings import misread
from tests.games.society.table import (
    ALLIED,
    BUSY,
    C0,
    FREE,
    INVITED,
    M0,
    MINE,
    THEIRS,
    TWICE,
    at,
    bargain,
    dealt,
    outcome,
    reply,
)

FOUR = "I will negotiate with {}. I will propose that I gain {}% reward and {} will gain {}% reward."
THREE = "I will make a new proposal. I will propose that I gain {}% reward and {} will gain {}% reward."
TWO = "Accept {}'s proposal. I will gain {}% reward and {} will gain {}% reward."
ONE = "End. I chose to end this bargain."
VOIDED = at(bargains=(bargain(C0, M0, C0).__class__(C0, M0, C0, None, 0, 0, M0),))


CONTRACT = dealt(game="contract", flow="sealed")


def four(to: str, mine: int, theirs: int | None = None, whose: str = "") -> str:
    return FOUR.format(to, mine, whose or to, 100 - mine if theirs is None else theirs)


ROWS = [
    ("N1", FREE, four("miner_0", 40), "negotiate miner_0 40"),
    ("N2", MINE, THREE.format(50, "miner_0", 50), "counter miner_0 50"),
    ("N3", MINE, TWO.format("miner_0", 60, "miner_0", 40), "accept miner_0"),
    ("N4", MINE, ONE, "end miner_0"),
    ("N5", FREE, four("miner_0", 45), "!step"),
    ("N6", FREE, four("miner_0", 40, 40), "!sum"),
    ("N7", FREE, four("miner_0", 110, -10), "!range"),
    ("N8", FREE, four("miner_0", 0), "?negotiate miner_0 0"),
    ("N8", MINE, THREE.format(100, "miner_0", 0), "?counter miner_0 100"),
    ("N9", FREE, four("miner_1", 40, whose="miner_0"), "!name_mix"),
    ("N9", FREE, "Communication: " + four("miner_1", 40, whose="miner_0"), "negotiate miner_1 40"),
    ("N10", FREE, four("miner_9", 40), "!name"),
    ("N10", FREE, four("miner 0", 40), "negotiate miner_0 40"),
    ("N10", FREE, four("Miner0", 40), "negotiate miner_0 40"),
    ("N10", FREE, four("@miner_0", 40), "negotiate miner_0 40"),
    ("N10", FREE, four("bob", 40), "!name"),
    ("N11", FREE, four("carpenter_0", 40), "!self"),
    ("N12", ALLIED, four("miner_0", 40), "!ally"),
    ("N13", BUSY, four("miner_1", 40), "!busy"),
    ("N14", FREE, TWO.format("miner_0", 60, "miner_0", 40), "!no_offer"),
    ("N14", FREE, "accept", "!no_offer"),
    ("N15", MINE, TWO.format("miner_0", 50, "miner_0", 50), "!mismatch"),
    ("N16", MINE, TWO.format("miner_1", 60, "miner_1", 40), "!wrong_partner"),
    ("N17", MINE, TWO.format("miner_0", 40, "miner_0", 60), "!mismatch"),
    ("N18", FREE, THREE.format(40, "miner_0", 60), "!not_in_bargain"),
    ("N18", FREE, "counter 40/60", "!not_in_bargain"),
    ("N19", MINE, THREE.format(40, "miner_1", 60), "!in_bargain_with"),
    ("N20", MINE, four("miner_0", 50), "negotiate miner_0 50"),
    ("N21", MINE, four("miner_1", 50), "!in_bargain"),
    ("N22", THEIRS, THREE.format(40, "miner_0", 60), "!not_your_move"),
    ("N22", THEIRS, TWO.format("miner_0", 40, "miner_0", 60), "!not_your_move"),
    ("N22", THEIRS, ONE, "end miner_0"),
    ("N23", MINE, ONE + " " + four("miner_1", 40), "!two"),
    ("N24", FREE, "I will negotiate with miner_0.", "!no_share"),
    ("N24", at(match="mutual"), "I will negotiate with miner_0.", "negotiate miner_0 None"),
    ("N25", FREE, four("miner_0", 40).replace("%", " %"), "negotiate miner_0 40"),
    ("N25", FREE, four("miner_0", 40).replace("%", " percent"), "negotiate miner_0 40"),
    ("N25", FREE, four("miner_0", 40).replace("40%", "forty percent"), "!number"),
    ("N25", FREE, four("miner_0", 40).replace("40%", "0.4").replace("60%", "0.6"), "!number"),
    ("N26", FREE, four("miner_0", 40).replace("40%", "４０％"), "negotiate miner_0 40"),
    ("N27", FREE, "deal?", "talk"),
    ("N27", FREE, "Communication: deal?", "!format"),
    ("N28", FREE, "Thoughts: miners have hammers.\n" + four("miner_0", 40), "negotiate miner_0 40"),
    ("N29", MINE, "Thoughts: " + ONE + "\nCommunication: " + TWO.format(M0, 60, M0, 40), "accept miner_0"),
    ("N30", FREE, ONE, "!nothing_to_end"),
    ("N30", FREE, "Communication: " + ONE, "pass"),
    ("N39", VOIDED, "accept", "!lapsed"),
]  # fmt: skip


def test_table_of_the_negotiation() -> None:
    assert not misread(((row, text), outcome(state, text), meant) for row, state, text, meant in ROWS)


FURTHER = [
    (FREE, "propose miner_0 40/60", "negotiate miner_0 40"),
    (FREE, "/deal propose miner_1 70%/30%", "negotiate miner_1 70"),
    (FREE, "Propose Miner 1: 30 / 70", "negotiate miner_1 30"),
    (FREE, "invite miner_0 50/50", "negotiate miner_0 50"),
    (FREE, "propose miner_0", "!no_share"),
    (FREE, "propose miner_0 40/70", "!sum"),
    (FREE, "propose miner_0 33/67", "!step"),
    (FREE, "propose miner_0 130/-30", "!range"),
    (FREE, "propose miner_0 100/0", "?negotiate miner_0 100"),
    (FREE, "propose a toast", "talk"),
    (FREE, "**" + four("miner_0", 40) + "**", "negotiate miner_0 40"),
    (FREE, "`" + four("miner_0", 40) + "`", "negotiate miner_0 40"),
    (FREE, "“" + four("miner_0", 40) + "”", "negotiate miner_0 40"),
    (FREE, four("<miner_0>", 40), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).lower(), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).rstrip("."), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).replace(" ", "  "), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).replace(". I will", ".\nI will"), "negotiate miner_0 40"),
    (FREE, "Hello miner_0! " + four("miner_0", 40) + " What do you say?", "negotiate miner_0 40"),
    (FREE, four("miner_0", 40) + " " + four("miner_1", 40), "!two"),
    (FREE, "I'll negotiate with miner_0. I gain 40% and miner_0 will gain 60%.", "negotiate miner_0 40"),
    (FREE, "I will negotiate with miner_0. miner_0 will gain 60% and I will gain 40%.", "negotiate miner_0 40"),
    (FREE, "I will not negotiate with miner_0.", "talk"),
    (FREE, "If you gain 40% then I gain 60%, no?", "talk"),
    (FREE, "> " + four("miner_0", 40), "!empty"),
    (FREE, "pass", "pass"),
    (FREE, "Pass.", "pass"),
    (FREE, "gather 3 wood", "!too_early"),
    (FREE, four("miner_0", 40) + " x" * 300, "!long"),
    (FREE, "What a day! " * 40, "talk"),
    (FREE, "I will negotiate with miner_0 and miner_1. I propose 40/60.", "!name_mix"),
    (FREE, "I will negotiate with miner_0 for 40/60", "negotiate miner_0 40"),
    (FREE, "yes", "talk"),
    (FREE, "Thoughts: what to do?", "!format"),
    (FREE, "4. " + four("miner_0", 40), "negotiate miner_0 40"),
    (FREE, "Communication: 4. " + four("miner_0", 40), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).upper(), "negotiate miner_0 40"),
    (FREE, "```\n" + four("miner_0", 40) + "\n```", "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).replace(". I will", ", I will"), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).replace(" ", "\u00a0"), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).replace("miner_0", "mi\u200bner_0"), "negotiate miner_0 40"),
    (FREE, four("miner_0", 40).replace("40%", "40,5%"), "!number"),
    (FREE, four("miner_0", 40).replace("40%", "½%"), "!number"),
    (FREE, four("miner_0", 40).replace("40%", "1e1%"), "!number"),
    (MINE, "I want to end the day rich", "talk"),
    (MINE, "End the bargain with miner_0.", "end miner_0"),
    (MINE, "I choose to end our negotiation", "end miner_0"),
    (MINE, "deal", "?accept miner_0"),
    (MINE, "Yes!", "?accept miner_0"),
    (MINE, "yes?", "talk"),
    (TWICE, "ok", "talk"),
    (MINE, "I accept the offer of miner_0", "accept miner_0"),
    (MINE, "accept", "accept miner_0"),
    (MINE, "Accept!", "accept miner_0"),
    (MINE, "I accept miner_0's proposal.", "accept miner_0"),
    (MINE, "accept miner_0", "accept miner_0"),
    (MINE, "accept 60/40", "accept miner_0"),
    (MINE, "accept 50/50", "!mismatch"),
    (MINE, TWO.format(M0, 60, M0, 40).replace("'", "’"), "accept miner_0"),
    (MINE, "accept?", "talk"),
    (MINE, "I do not accept miner_0's proposal.", "talk"),
    (MINE, "Accept miner_0's proposal if you dare", "talk"),
    (MINE, "I accept that you are strong", "talk"),
    (MINE, "end", "end miner_0"),
    (MINE, "/deal end", "end miner_0"),
    (MINE, "end of story", "talk"),
    (MINE, "counter 70/30", "counter miner_0 70"),
    (MINE, "counter 75/25", "!step"),
    (MINE, "counter", "!no_share"),
    (MINE, "50/50?", "?counter miner_0 50"),
    (MINE, "I will propose that I gain 50% reward and miner_0 will gain 50% reward.", "?counter miner_0 50"),
    (MINE, "I will make a new proposal. I gain 50% reward and you will gain 50% reward.", "counter miner_0 50"),
    (MINE, "counter 50/50. accept", "!two"),
    (INVITED, "accept", "accept miner_0"),
    (INVITED, "counter 70/30", "counter miner_0 70"),
    (INVITED, "decline", "end miner_0"),
    (INVITED, "end", "end miner_0"),
    (INVITED, "propose miner_1 40/60", "negotiate miner_1 40"),
    (TWICE, "accept", "!name_mix"),
    (TWICE, "accept miner_1", "accept miner_1"),
    (TWICE, "end", "!name_mix"),
    (TWICE, "decline miner_1", "end miner_1"),
    (TWICE, "counter 40/60", "!not_in_bargain"),
    (TWICE, "counter miner_1 40/60", "counter miner_1 40"),
    (at(strict_range="on"), four("miner_0", 0), "!strict_range"),
    (FREE, "vote no", "!no_vote"),
    (FREE, "Please " + four("miner_1", 70), "negotiate miner_1 70"),
    (FREE, "please propose miner_0 40/60", "negotiate miner_0 40"),
    (FREE, "propose miner_0 40/60, please.", "negotiate miner_0 40"),
    (FREE, "propose 40/60 to miner_0", "negotiate miner_0 40"),
    (FREE, "I'd like to propose miner_0 50/50", "negotiate miner_0 50"),
    (FREE, "I want to invite carpenter_1 50/50", "negotiate carpenter_1 50"),
    (FREE, "I offer miner_0 50/50", "negotiate miner_0 50"),
    (FREE, "I offer miner_0 my help", "talk"),
    (FREE, "negotiate miner_0 40/60", "negotiate miner_0 40"),
    (FREE, "/deal propose player:miner_0 mine:40", "negotiate miner_0 40"),
    (FREE, "/deal propose player:miner_0 mine:45", "!step"),
    (FREE, "the coal is mine: hands off", "talk"),
    (FREE, "propose @carpenter_1, 40/60", "negotiate carpenter_1 40"),
    (FREE, "propose carpenter #1 40:60", "negotiate carpenter_1 40"),
    (FREE, "propose miner_0 ４０／６０", "negotiate miner_0 40"),
    (FREE, "propose miner_0 50/50/0", "!no_share"),
    (FREE, "propose miner_0 40 and 60", "!no_share"),
    (FREE, "propose miner_0 forty/sixty", "!number"),
    (FREE, "propose miner_0 half", "!number"),
    (FREE, "propose miner_0 40/60 and propose miner_1 30/70", "!two"),
    (FREE, "let's do 50/50 miner_0", "?negotiate miner_0 50"),
    (FREE, "miner_0 40/60", "?negotiate miner_0 40"),
    (FREE, "carpenter_1: 40/60?", "?negotiate carpenter_1 40"),
    (FREE, "50/50", "talk"),
    (FREE, "Could you propose miner_0 40/60?", "talk"),
    (FREE, "propse miner_0 40/60", "!format"),
    (FREE, "propose minor_0 40/60", "!name"),
    (FREE, "propose miner 40/60", "!name"),
    (FREE, "propose carpenter 0 40/60", "!self"),
    (FREE, four("miner_0", 60).replace("60%", "60.5%"), "!number"),
    (FREE, four("miner_0", 60).replace("60%", "６０％").replace("40%", "４０ ％"), "negotiate miner_0 60"),
    (FREE, four("Carpenter-1", 20), "negotiate carpenter_1 20"),
    (FREE, four("miner 10", 20), "!name"),
    (FREE, four("carpenter_1", 99), "!step"),
    (FREE, four("carpenter_1", 150, 150), "!range"),
    (FREE, four("carpenter_1", 70, 70), "!sum"),
    (FREE, "Communication : " + four("miner_1", 20), "negotiate miner_1 20"),
    (FREE, "I pass", "pass"),
    (FREE, "i'll pass this step.", "pass"),
    (FREE, "PASS please", "pass"),
    (FREE, "I pass the salt", "talk"),
    (FREE, "join 2", "!bargain_phase"),
    (FREE, "I want to join in Coalition 1.", "!bargain_phase"),
    (FREE, "explore", "!too_early"),
    (FREE, "make a hammer", "!too_early"),
    (FREE, "I will gather wood for you", "talk"),
    (FREE, "wait", "talk"),
    (FREE, "make peace", "talk"),
    (MINE, "I'll accept", "accept miner_0"),
    (MINE, "ok, accept", "accept miner_0"),
    (MINE, "yes, I accept miner_0's offer", "accept miner_0"),
    (MINE, "please accept", "?accept miner_0"),
    (MINE, "I want to accept", "?accept miner_0"),
    (MINE, "accept 60", "!no_share"),
    (MINE, "accept 60%", "!no_share"),
    (MINE, "Accept. I have 5 wood.", "accept miner_0"),
    (MINE, "don't accept", "talk"),
    (MINE, "acept", "?accept miner_0"),
    (MINE, "I decline", "end miner_0"),
    (MINE, "I reject the offer", "end miner_0"),
    (MINE, "end the negotiation please", "end miner_0"),
    (MINE, "please end", "talk"),
    (MINE, "counter with 50/50", "counter miner_0 50"),
    (MINE, "I counter 50/50", "counter miner_0 50"),
    (MINE, "/deal counter mine:50", "counter miner_0 50"),
    (MINE, "counter ５０/５０", "counter miner_0 50"),
    (MINE, "counter fifty", "!number"),
    (MINE, "how about 50/50?", "?counter miner_0 50"),
    (MINE, "propose 50/50", "?counter miner_0 50"),
    (MINE, THREE.format(30, M0, 70).replace("a new", "another"), "counter miner_0 30"),
    (MINE, "end and propose miner_1 50/50", "!two"),
    (MINE, "accept, then negotiate with miner_1 50/50", "!two"),
    (THEIRS, "50/50", "!not_your_move"),
    (THEIRS, "please accept", "talk"),
    (INVITED, "accept 60/40", "accept miner_0"),
    (INVITED, "50/50?", "?counter miner_0 50"),
    (TWICE, "50/50", "talk"),
    (ALLIED, "miner_0 50/50", "!ally"),
    (BUSY, "miner_1 50/50", "!busy"),
    (MINE, "miner_1 50/50", "!in_bargain"),
    (TWICE, "please accept", "talk"),
]  # fmt: skip


def test_more_of_the_same_kinds() -> None:
    assert not misread((text, outcome(state, text), meant) for state, text, meant in FURTHER)


REPLIES = [
    (FREE, four("miner_0", 45), "Shares go in steps of ten. Did you mean 40/60 or 50/50?"),
    (FREE, four("miner_0", 71), "Shares go in steps of ten. Did you mean 70/30 or 80/20?"),
    (FREE, four("miner_0", 40, 40), "Shares must add to 100; you wrote 80."),
    (FREE, four("miner_0", 110, -10), "Each share must be between 0 and 100."),
    (FREE, four("miner_1", 40, whose="miner_0"), "Which one: miner_1 or miner_0?"),
    (FREE, four("miner_9", 40), "You can name carpenter_1, miner_0 or miner_1."),
    (FREE, four("carpenter_0", 40), "You cannot bargain with yourself."),
    (ALLIED, four("miner_0", 40), "miner_0 is already in your coalition."),
    (BUSY, four("miner_1", 40), "miner_1 is bargaining with carpenter_1. Free now: miner_0."),
    (FREE, "accept", "There is no offer to accept. Open offers to you: none."),
    (MINE, "accept 50/50", "The offer on the table is you 60, miner_0 40. Accept that, or counter."),
    (MINE, TWO.format(M0, 40, M0, 60), "You may have swapped the two."),
    (MINE, "accept miner_1", "Your open offer is from miner_0."),
    (FREE, "counter 40/60", "Open one first: 'I will negotiate with ...'."),
    (MINE, THREE.format(40, "miner_1", 60), "You are bargaining with miner_0. End that first."),
    (MINE, four("miner_1", 50), "End your bargain with miner_0 first."),
    (THEIRS, "counter 50/50", "Waiting for miner_0. You may withdraw with End."),
    (MINE, ONE + " " + four("miner_1", 40), "One action per step; I read: End / Negotiate. Send one."),
    (FREE, "propose miner_0", "Add the shares, e.g. 40/60."),
    (FREE, four("miner_0", 40).replace("40%", "forty percent"), "Write whole percentages such as 40%."),
    (FREE, ONE, "Nothing to end."),
    (FREE, four("miner_0", 40) + " x" * 300, "Keep commands short."),
    (FREE, "What a day! " * 90, "Say it in at most 1000 characters."),
    (VOIDED, "accept", "That offer lapsed: miner_0's coalition changed."),
    (dealt(game="social"), four("miner_0", 40), "Shares are fixed now. Submit plans."),
    (dealt(game="social"), "join 2", "Shares are fixed now. Submit plans."),
    (dealt(game="social"), "gather 5 coal", "Carpenters cannot hold coal."),
    (dealt(game="social"), "gather 2 iron", "You need a torch to see iron."),
    (dealt(game="social"), "gather 11 wood", "1 to 10 per plan line."),
    (dealt(game="social"), "gather 5 wood and 5 stone", "One item per line."),
    (dealt(game="social"), "craft 2 hammer", "Craft 1 per line. Add lines, or end with loop to repeat."),
    (dealt(game="social"), "craft 1 hammer", "Missing: 1 wood, 1 stone."),
    (dealt(game="social"), "dump wood", "Only tools can be dumped."),
    (dealt(game="social"), "\n".join(["explore"] * 6), "At most 5 lines."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "text", "words"), REPLIES, ids=lambda value: str(value)[:60])
def test_a_refusal_says_what_is_allowed_and_not_what_was_said(state: State, text: str, words: str) -> None:
    said = reply(state, text)
    assert words in said
    if len(text) > 20:
        assert text not in said


def test_words_beside_an_option_are_said_at_the_table() -> None:
    reading = game.read(game.view(FREE, C0), Said("Hello! " + four("miner_0", 40) + " What do you say?"))
    assert isinstance(reading, Reading)
    assert reading.say == "Hello! What do you say?"


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (FREE, "Thoughts: miner_0 is weak.\n" + four("miner_0", 40)),
        (FREE, "Thoughts: miner_0 is weak.\nCommunication: Hello. " + four("miner_0", 40)),
        (dealt(game="contract", flow="sealed"), "Thoughts: miner_0 is weak.\nI want to join in Coalition 3."),
        (dealt(game="social"), "Thoughts: miner_0 is weak.\nPlan: GATHER 3 WOOD."),
    ],
    ids=["untagged", "tagged", "contract", "plan"],
)
def test_what_a_model_thinks_is_never_said(state: State, text: str) -> None:
    reading = game.read(game.view(state, C0), Said(text))
    assert isinstance(reading, Reading)
    assert reading.move is not None
    assert reading.say == ""


def test_a_confirmed_share_of_nothing_is_not_read_as_end() -> None:
    for mine in (0, 100):
        text = THREE.format(mine, "miner_0", 100 - mine)
        first = game.read(game.view(MINE, C0), Said(text))
        assert isinstance(first, Reading)
        again = game.read(game.view(MINE, C0), Said(first.confirm, via="pressed"))
        assert again == Reading(first.move)
        assert first.question == f"That gives {'you' if mine == 0 else M0} nothing. Confirm?"


@pytest.mark.parametrize(
    ("state", "text", "question"),
    [
        (MINE, "ok", "Accept the offer of miner_0: you 60 %, miner_0 40 %?"),
        (MINE, "50/50", "Propose to miner_0: you 50 %, miner_0 50 %?"),
        (FREE, "miner_1 70/30", "Invite miner_1: you 70 %, miner_1 30 %?"),
        (CONTRACT, "2", "Join coalition 2?"),
        (CONTRACT, "join 2?", "Join coalition 2?"),
    ],
)
def test_what_is_asked_about_is_put_in_numbers(state: State, text: str, question: str) -> None:
    reading = game.read(game.view(state, C0), Said(text))
    assert isinstance(reading, Reading)
    assert reading.question == question


PARTS = (
    *("i ", "please ", "ok, ", "propose ", "accept ", "end ", "counter ", "join ", "stay ", "gather ", "craft "),
    *("miner_0 ", "carpenter 1 ", "40", "/", "60", "%", " and ", "then ", "wood ", "hamer ", "2 ", ". ", "? ", "pass"),
    *("I will ", "negotiate with ", "I gain ", "will gain ", "Thoughts: ", "Communication: ", "Action: ", "Plan: "),
    *("\n", "mine:", "-> "),
)


@given(
    st.sampled_from((FREE, MINE, THEIRS, TWICE, CONTRACT, dealt(game="social"))),
    st.lists(st.sampled_from(PARTS), max_size=12).map("".join) | st.text(max_size=60),
)
def test_any_text_is_a_move_words_or_a_refusal_and_a_question_means_what_it_says(state: State, text: str) -> None:
    view = game.view(state, C0)
    reading = game.read(view, Said(text))
    if isinstance(reading, Unclear):
        assert plain(game.refuse(reading, view, Voice(C0)))
        return
    assert reading.move is not None or reading.say
    if reading.confirm:
        again = game.read(view, Said(reading.confirm, via="pressed"))
        assert isinstance(again, Reading)
        assert again.move == reading.move
        assert not again.confirm
