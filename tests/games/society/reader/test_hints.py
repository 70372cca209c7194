"""Free words: said to everybody, and answered by a line that tells how to act."""

import pytest

from games.core.contract import Event, IllegalMove, Moved, Reading, Said, Seat, Unclear
from games.core.post import Cast, Voice, plain
from games.society import game
from games.society.reader import hints
from games.society.rules.moves import Join
from games.society.rules.state import State
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
    close,
    dealt,
)

CONTRACT = dealt(game="contract", flow="sealed")
WORLD = dealt(game="social")
TALK = "it is no move."


def said(state: State, text: str, *, alone: bool = True, seat: Seat = C0) -> tuple[State, str]:
    """The state after words of a seat, and all that it is told then."""
    reading = game.read(game.view(state, seat), Said(text))
    assert isinstance(reading, Reading)
    assert reading.move is None
    event: Event = Moved(seat, None, reading.say)
    after = game.apply(state, event)
    facts = tuple(news.fact for news in game.news(state, event, after) if news.reaches(seat))
    voice = Voice(seat, tuple(Cast(s, "ai" if alone and s != seat else "human") for s in state.terms.seats))
    return after, "\n".join(plain(post) for post in game.tell(facts, game.view(after, seat), voice))


@pytest.mark.parametrize(
    ("state", "text", "line"),
    [
        (FREE, "hello all", "Everyone heard you. To invite somebody: propose miner_0 50/50. Or pass."),
        (FREE, "deal?", "To invite somebody: propose miner_0 50/50."),
        (BUSY, "hello", "To invite somebody: propose miner_0 50/50."),
        (ALLIED, "hello", "To invite somebody: propose miner_1 50/50."),
        (INVITED, "hello", "To answer miner_0: accept, counter 50/50 or end."),
        (MINE, "hm", "To answer miner_0: accept, counter 50/50 or end."),
        (at(bargains=(bargain(C0, M0, C0, 40, 6),)), "hm", "To answer miner_0: accept or end."),
        (TWICE, "hm", "To answer miner_0 or miner_1: accept miner_0, counter miner_0 50/50 or end miner_0."),
        (THEIRS, "come on", "miner_0 is on the move; you can only end."),
        (CONTRACT, "hello", "To choose, name a coalition, such as join 0."),
        (close(CONTRACT, carpenter_1=Join(2)), "hello", "To choose, name a coalition, such as join 0."),
        (WORLD, "hello all", "Everyone heard you. To act, send plans, such as gather 3 wood / explore."),
        (WORLD, "fly", f"Everyone heard that, but {TALK} To act, send plans, such as gather 3 wood / explore."),
        (WORLD, "give miner_0 a hammer", "DUMP lays a tool down, and whoever gathers it there has it."),
        (WORLD, "go north", "Plans find their own way; nobody is steered step by step."),
    ],
)
@pytest.mark.parametrize("alone", [True, False])
def test_the_first_free_words_of_a_phase_are_answered_by_how_to_act(
    state: State, text: str, line: str, alone: bool
) -> None:
    after, told = said(state, text, alone=alone)
    assert line in told
    assert line not in said(after, "thanks everybody", alone=alone)[1], "once in a phase"
    assert line not in said(after, text, alone=False)[1], "where people are, talk is talk"


def test_on_another_turn_of_a_contract_one_is_told_whose_it_is() -> None:
    state = dealt(game="contract")
    waiting = next(seat for seat in state.terms.seats if seat != state.slots.mover)
    assert f"It is {state.slots.mover}'s turn" in said(state, "hello", seat=waiting)[1]


def test_nobody_else_is_told_how_somebody_may_act() -> None:
    event: Event = Moved(C0, None, "hello")
    after = game.apply(FREE, event)
    facts = tuple(news.fact for news in game.news(FREE, event, after) if news.reaches(M0))
    voice = Voice(M0, tuple(Cast(seat, "human") for seat in FREE.terms.seats))
    words = "\n".join(plain(post) for post in game.tell(facts, game.view(after, M0), voice))
    assert "hello" in words
    assert "propose" not in words


def test_a_new_phase_is_a_new_chance_to_be_told() -> None:
    state, _ = said(FREE, "hello")
    while state.phase == "negotiation":
        state = close(state)
    assert "To act, send plans" in said(state, "hello", alone=False)[1]


TRIED = [
    *("fly", "fly to the moon", "attack miner_0", "5", "wood", "wood 5", "help", "what can i do?", "how?", "?"),
    *("how does this work", "what now?", "where is it possible?", "which do i take?"),
    *("go north", "sleep", "use hammer", "give hammer to miner_0", "steal wood", "open chest", "3 🪵", "buld hut"),
]
CHATTED = [
    *("hello", "hi all", "thanks", "ok", "good luck everybody", "I am not sure about this", "nice one", "👍"),
    *("what do you think of 50/50?", "why did you take that?", "how are you?", "what will you do with coal?"),
    *("deal?", "any offers?", "shall we team up?", "who takes the coal?", "anyone for a deal", "team up?"),
]


@pytest.mark.parametrize("text", TRIED)
def test_somebody_alone_among_ais_is_answered_whenever_they_try_to_act(text: str) -> None:
    state, _ = said(WORLD, "hello")
    assert said(state, text)[1]
    assert "To act" not in said(state, text, alone=False)[1]


@pytest.mark.parametrize("text", CHATTED)
def test_small_talk_is_no_attempt(text: str) -> None:
    for table in (WORLD, FREE, CONTRACT):
        state, _ = said(table, "hello")
        assert not said(state, text)[1]


@pytest.mark.parametrize("text", ["yes please", "no", "no thanks", "sure"])
def test_a_vague_answer_to_an_offer_is_told_how_to_answer(text: str) -> None:
    state, _ = said(TWICE, "hello")
    assert "To answer miner_0 or miner_1" in said(state, text)[1]


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        (MINE, "acept miner_0", "format"),
        (MINE, "countr 50/50", "format"),
        (FREE, "propse miner_0 40/60", "format"),
        (FREE, "ofer miner_0 40/60", "format"),
        (FREE, "proposals are welcome", "talk"),
        (CONTRACT, "jion 2", "slots"),
        (CONTRACT, "jon 2", "slots"),
        (CONTRACT, "john is here", "talk"),
        (WORLD, "gathr stuff", "talk"),
        (WORLD, "gathr", "plan_format"),
        (WORLD, "/plan", "plan_format"),
    ],
)
def test_an_order_with_a_slip_of_the_finger_is_no_talk(state: State, text: str, code: str) -> None:
    reading = game.read(game.view(state, C0), Said(text))
    assert (reading.code if isinstance(reading, Unclear) else "talk") == code


@pytest.mark.parametrize("state", [FREE, MINE, THEIRS, TWICE, CONTRACT, WORLD])
def test_what_a_hint_names_can_be_done(state: State) -> None:
    for seat in state.terms.seats:
        view = game.view(state, seat)
        example = hints.act(view).partition(": ")[2] or hints.act(view).partition("such as ")[2]
        text = example.split(". ")[0].split(", ")[0].removesuffix(".")
        if not text or "only" in hints.act(view):
            continue
        reading = game.read(view, Said(text))
        assert isinstance(reading, Reading), text
        assert reading.move is not None, text
        try:
            game.apply(state, Moved(seat, reading.move))
        except IllegalMove as why:  # pragma: no cover
            pytest.fail(f"{text}: {why}")


@pytest.mark.parametrize("text", ["yes!", "no thx", "y", "nope", "deal!!!", "sure", "Sure thing!"])
def test_a_yes_or_no_to_nothing_is_told_so(text: str) -> None:
    for table in (WORLD, FREE):
        state, _ = said(table, "hello")
        assert "There is nothing to say yes or no to." in said(state, text)[1]


@pytest.mark.parametrize("text", ["who am i with?", "what is group A", "can i take coal?", "when does it happen"])
def test_a_question_to_the_game_is_answered_by_where_to_read(text: str) -> None:
    state, _ = said(WORLD, "hello")
    assert "/rules" in said(state, text)[1]
