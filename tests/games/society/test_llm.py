"""The text formats for programs and models: what they are shown, and how their answers are read."""

import pytest
from msgspec.structs import replace

from games.core.contract import Moved, Reading, Said, Unclear
from games.society import game, llm
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass
from games.society.rules.state import State
from games.society.world.plans import Explore, Gather, Queue
from tests.games.society.table import C0, C1, FREE, M0, M1, MINE, THEIRS, TWICE, allies, at, bargain, dealt


def test_the_negotiation_as_a_seat_is_shown_it() -> None:
    state = at(step=10, coalitions=allies((C0, M0)), bargains=(bargain(C1, M1, C1, 40),))
    assert llm.observation(game.view(state, C1)) == (
        "Step: 10\n"
        "Current surrounding social environment:\n"
        "[{'carpenter_0', 'miner_0'}, {'carpenter_1'}, {'miner_1'}]\n"
        "payoff: carpenter_0 0.5, miner_0 0.5\n"
        "NegoState:\n"
        "[['carpenter_1', 'miner_1']]\n"
        "Communication log:\n"
        "miner_1 want to gain 40% reward and you will gain 60% reward.\n"
        "Now is the time for you to negotiate."
    )


def test_the_log_names_every_invitation_and_whose_time_it_is() -> None:
    assert llm.observation(game.view(FREE, C0)).endswith("NegoState:\nNone\nCommunication log:\nNone")
    assert llm.observation(game.view(THEIRS, C0)).endswith("log:\nNow is not the time for you to negotiate.")
    twice = llm.observation(game.view(TWICE, C0))
    assert "miner_0 want to gain 40% reward and you will gain 60% reward.\nminer_1 want to gain 30%" in twice


def test_the_contract_as_a_seat_is_shown_it() -> None:
    state = dealt(game="contract")
    assert llm.observation(game.view(state, M0)) == (
        "Step: 0\nRound: 1\nCurrent surrounding social environment:\n"
        "coalition 0:None.\ncoalition 1:None.\ncoalition 2:None.\ncoalition 3:None.\n"
        f"Information: It's {state.slots.mover}'s turn."
    )


def test_the_world_as_a_seat_is_shown_it_prints_the_weights_that_hold() -> None:
    shown = llm.observation(game.view(dealt(3, game="social"), M0))
    assert "payoff: carpenter_0 0.85, carpenter_1 0.05, miner_0 0.05, miner_1 0.05; " in shown
    assert "The resources in your observation are: [" in shown
    assert "Your current inventory:\nYou have NOTHING in your inventory.\nLegal plans now: " in shown


@pytest.mark.parametrize(
    ("state", "message", "move"),
    [
        (FREE, "I will negotiate with miner_1. I will propose that I gain 0% reward and miner_1 will gain 100% reward.",
         Negotiate(M1, 0)),
        (FREE, "I will negotiate with miner_1. I will propose that I gain 40% reward and miner_0 will gain 60% reward.",
         Negotiate(M1, 40)),
        (MINE, "Communication: Accept miner_0's proposal. I will gain 60% reward and miner_0 will gain 40% reward.",
         Accept(M0, 60)),
        (dealt(game="contract"), "I want to join in Coalition 2.", Join(2)),
        (dealt(3, game="social"), "Plan: GATHER 3 WOOD.\nPlan: EXPLORE MAP.",
         Orders(Queue((Gather("wood", 3), Explore()), True))),
        (dealt(3, game="social"), ["GATHER 3 WOOD", "EXPLORE MAP"],
         Orders(Queue((Gather("wood", 3), Explore()), True))),
    ],
)  # fmt: skip
def test_answers(state: object, message: object, move: object) -> None:
    reading = game.answered(game.view(state, C0), {"message": message, "reason": "x", "say": "Well\nthen."})  # type: ignore[arg-type]
    assert isinstance(reading, Reading)
    assert (reading.move, reading.say, reading.confirm) == (move, "Well then.", "")


@pytest.mark.parametrize(
    ("state", "label"),
    [(FREE, "Communication"), (dealt(game="contract"), "Action"), (dealt(3, game="social"), "Plan")],
)
def test_who_thinks_may_pass(state: State, label: str) -> None:
    view = game.view(state, C0)
    assert game.read(view, Said(f"Thoughts: I pass on nobody.\n{label}: pass", via="form")) == Reading(Pass())
    assert isinstance(game.read(view, Said("Thoughts: I pass.\nHm.", via="form")), Unclear)
    assert label in game.prompt(view, C0).protocol


@pytest.mark.parametrize(
    ("move", "say", "agrees"),
    [
        (Accept(M0, None), "Agreed, we have a deal.", True),
        (Accept(M0, None), "No deal.", False),
        (Counter(M0, 60), "How about this?", True),
        (Counter(M0, 60), "Agreed.", False),
        (Finish(M0), "Goodbye, then.", True),
        (Finish(M0), "You have a deal!", False),
        (Pass(), "I accept your offer.", False),
    ],
)
def test_words_that_say_another_move_are_found(move: Move, say: str, agrees: bool) -> None:
    assert game.agrees(game.view(MINE, C0), move, say) is agrees


@pytest.mark.parametrize("message", [None, 5, "", "deal?", {"a": 1}, "I will negotiate with nobody."])
def test_an_answer_that_is_no_option_is_asked_for_again(message: object) -> None:
    assert isinstance(game.answered(game.view(FREE, C0), {"message": message}), Unclear)


@pytest.mark.parametrize("kind", ["negotiation", "contract", "social"])
def test_a_model_is_told_one_way_to_write_each_choice(kind: str) -> None:
    prompt = game.prompt(game.view(dealt(game=kind), C0), C0)
    told = f"{prompt.rules}\n{prompt.now}"
    assert "Your aim is" in prompt.rules
    assert not any(short in told for short in ("counter 50/50", "propose miner_0 40/60", "own words", "join 0"))
    assert told.count("Legal plans") == (kind == "social")


def test_every_sentence_that_is_offered_counts() -> None:
    for state in (FREE, MINE, TWICE):
        view = game.view(state, C0)
        offered = game.prompt(view, C0).now.rpartition("Answer with one of: ")[2].split(" | ")
        for sentence in offered:
            filled = sentence.replace("<NUM>", "40", 1).replace("<NUM>", "60", 1)
            assert isinstance(game.answered(view, {"message": filled}), Reading), filled


@pytest.mark.parametrize("reading", ["seed", "plain"])
@pytest.mark.parametrize("player", ["easy", "normal", "hard"])
def test_what_is_written_is_read_back_as_the_same_choice(player: str, reading: str) -> None:
    game_over, written = False, 0
    state = dealt(7)
    state = replace(state, terms=replace(state.terms, reading=reading))
    while not game_over and written < 100:
        for seat in sorted(game.turn(state).awaited):
            view = game.view(state, seat)
            made = game.players[player].decide(view, 7)
            read = game.read(view, Said(text := game.typed(view, made.move, made.say)))
            assert isinstance(read, Reading), text
            assert (read.move, read.confirm) == (made.move, ""), text
            state, written = game.apply(state, Moved(seat, made.move, made.say)), written + 1
        game_over = game.turn(state).over
    assert written > 20
