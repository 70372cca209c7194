"""People who talk at a model, and a model that has been talked round: neither changes a rule or lets a secret out."""

import json
import re
from itertools import islice
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from bot.players.base import Brief, briefed
from bot.players.exchange import Done, Exchange, Told, exchange
from bot.players.llm.conversation import heard
from bot.players.llm.personas import load
from bot.players.llm.request import Setup, deciding, wording
from games.balloon.rules import Bargain
from games.bargaining.rules import Offer
from games.core.contract import AnyGame, IllegalMove, Moved, Reading, Said, Seat, typing
from games.core.registry import names
from games.dealornodeal.rules.state import Offer as Keep
from games.society.rules.moves import Counter, Join, Negotiate, Pass
from games.society.view import View as SocietyView
from games.trading.domain import Goods
from games.trading.domain import Offer as Swap
from games.trading.rules import Propose
from tests.bot.players.llm.arguments import ARGUMENTS
from tests.bot.players.llm.hostile import CANARY, injections, outputs
from tests.bot.players.llm.seated import begun, brief, canned, said_in, seats_of
from tests.bot.players.llm.tables import TABLES

SETUP, PERSONA = Setup("a-model"), load("plain")
TALKERS: dict[str, dict[str, Any]] = {
    "bargaining": {"talk": "both", "information": "none", "seller_cost": CANARY},
    "trading": {},
    "balloon": {},
    "dealornodeal": {},
    "society": {},
    "society contract": {"game": "contract"},
    "society world": {"game": "social"},
}
"""Games whose words are passed on, with a secret where one can be set; the society in each of its phases."""


def test_no_game_is_left_out() -> None:
    assert {_game(name) for name in TALKERS} == set(names())


def _game(name: str) -> str:
    return name.partition(" ")[0]


def _seats(name: str) -> tuple[Seat, ...]:
    return seats_of(_game(name), **TALKERS[name])


def test_there_are_enough_of_them() -> None:
    assert len(set(injections())) >= 200
    assert len(set(outputs())) >= 50


@pytest.mark.parametrize("answer", ["schema", "text"])
@pytest.mark.parametrize("name", TALKERS)
async def test_what_people_type_stands_in_the_user_turn_as_data_and_nowhere_else(
    name: str, answer: Literal["schema", "text"]
) -> None:
    """Each text is said by a person, read by the game's reader; what the model would be sent is compared with what it
    would be sent about a harmless remark.
    """
    setup = replace(SETUP, answer=answer)
    expected = await _sent(setup, _after(name, "hm, I see"))
    passed_on = 0
    for text in islice(injections(), 0, None, 1 if answer == "schema" else 3):
        body = await _sent(setup, _after(name, text))
        assert body["system"] == expected["system"]
        assert body.get("output_config") == expected.get("output_config")
        assert said_in(body, "assistant") == said_in(expected, "assistant")
        content = said_in(body, "user")
        passed_on += "Never mind." not in content
        assert content.count("<heard>") == content.count("</heard>") == 1
        inside = content.partition("<heard>")[2].partition("</heard>")[0]
        assert "<" not in inside
        assert json.loads(inside)
        outside = content.replace(inside, "")
        assert "nstructions" not in outside
        assert "evil" not in outside
    assert passed_on >= (200 if answer == "schema" else 66)


async def _sent(setup: Setup, turn: Brief) -> dict[str, Any]:
    """Return what a decision would send."""
    prompt = (
        typing(turn.game, turn.view, turn.seat) if setup.answer == "text" else turn.game.prompt(turn.view, turn.seat)
    )
    return deciding(setup, prompt, PERSONA, turn.game, await turn.recall())


def _after(name: str, text: str) -> Brief:
    """A person has said this; the model has to decide. In the society all others have chosen since."""
    if _game(name) == "society":
        first, answers, *_ = _seats(name)
        return brief("society", (first, None, text), seat=answers, turns=len(_seats(name)), **TALKERS[name])
    answers = Seat("seller") if name == "bargaining" else _seats(name)[1]
    return brief(name, *_before(name, text), seat=answers, **TALKERS[name])


def _before(name: str, text: str) -> tuple[tuple[str, object, str], ...]:
    """Moves up to a person's text, whose move the model has to answer."""
    game, state = begun(name, **TALKERS[name])
    if name == "bargaining":
        return (("seller", Offer(60_00), ""), ("buyer", Offer(44_00), text[:300]))
    seat = seats_of(name)[0]
    reading = game.read(game.view(state, seat), Said(text))
    if isinstance(reading, Reading) and reading.say:
        return ((seat, reading.move, reading.say),)
    # A text that the reader refuses reaches nobody; another remark stands for the sentence that is written then.
    move = Keep((0,) * len(game.view(state, seat).pool)) if name == "dealornodeal" else None
    return ((seat, move, "Never mind."),)


@pytest.mark.parametrize("name", TALKERS)
@pytest.mark.parametrize("mode", ["free", "choose", "word"])
async def test_whatever_a_model_answers_the_move_is_legal_and_says_nothing_private(name: str, mode: str) -> None:
    turns = [brief(_game(name), turns=n, **TALKERS[name]) for n in range(3)]
    # A model that decides freely meets every answer in every game; the other modes share them out among the games.
    first, step = (0, 1) if mode == "free" else (list(TALKERS).index(name) % 3, 3)
    for number, text in islice(enumerate(outputs()), first, None, step):
        turn = turns[number % len(turns)]
        house, _ = canned(text, llm_words=mode)
        decision = await house.player().decide(turn, 45)
        assert turn.legal(decision.move, decision.say) is None, text
        if decision.source.startswith("fallback"):
            continue  # the words of a template, as every analytic player says them
        assert "43" not in decision.say
        assert "orty" not in decision.say
        assert not any(sign in decision.say for sign in ("http", "@", "\x00", "\u202e"))


@pytest.mark.parametrize("name", [name for name in TALKERS if name != "society contract"])
async def test_who_only_words_a_move_is_told_nothing_private(name: str) -> None:
    """It reads what a viewer without a seat reads, whose view has no secret. Who decides is told the seat's numbers.
    (Who joins which coalition knows no more than all others do.)
    """
    turn = brief(_game(name), turns=2 if _game(name) != "society" else 5, **TALKERS[name])
    move = turn.game.players[turn.game.default_player].decide(turn.view, turn.seed).move
    exchange = await turn.recall()
    made = turn.game.described(turn.view, move)
    sent = wording(SETUP, PERSONA, exchange, made)
    alone = wording(SETUP, PERSONA, Exchange((), exchange.public, exchange.status), made)
    assert sent == alone
    prompts = [turn.game.prompt(view, turn.seat) for view in (turn.view, _another(name, turn.view))]
    bodies = [deciding(SETUP, prompt, PERSONA, turn.game, exchange) for prompt in prompts]
    assert bodies[0] != bodies[1]


def _another(name: str, view: object) -> object:
    """The same public course, seen by a seat with other private numbers."""
    match name:
        case "bargaining":
            own = {"seller_cost": 12_34} if getattr(view, "who", "") == "seller" else {"buyer_value": 98_76}
            return replace(view, **own)  # type: ignore[type-var]
        case "balloon":
            return replace(view, importance=tuple(range(901, 901 + len(getattr(view, "items", ())))))  # type: ignore[type-var]
        case "trading":
            return replace(view, values=Goods(31, 32, 33, 34, 35), holdings=Goods(91, 92, 93, 94, 95))  # type: ignore[type-var]
        case "society":
            assert isinstance(view, SocietyView)
            offers = tuple(replace(b, offer=b.offer and replace(b.offer, mine=70)) for b in view.talks.bargains)
            return replace(view, talks=replace(view.talks, bargains=offers))
        case "society world":
            assert isinstance(view, SocietyView)
            assert view.sight is not None
            held = tuple(count + 7 for count in view.sight.held)
            return replace(view, sight=replace(view.sight, held=held, squares=view.sight.squares[:1]))
    return replace(view, values=tuple(7 for _ in getattr(view, "values", ())))  # type: ignore[type-var]


@pytest.mark.parametrize("name", TABLES)
async def test_honest_arguments_with_public_numbers_are_posted(name: str) -> None:
    turn, move = TABLES[name]()
    fields = turn.game.given(turn.view, move, "")
    assert len(ARGUMENTS[name]) == 40
    stopped = []
    for words in ARGUMENTS[name]:
        house, _ = canned(json.dumps({"reason": "So.", **fields, "say": words}))
        decision = await house.player().decide(turn, 45)
        if (decision.move, decision.say) != (move, words):
            stopped.append((words, decision.note))
    assert not stopped


class TestSize:
    @pytest.mark.parametrize("name", TALKERS)
    async def test_a_question_is_as_long_late_in_a_game_as_at_its_beginning(self, name: str) -> None:
        """Only the exchange grows, which is cached: what is sent again with each decision does not."""
        settings: dict[str, dict[str, Any]] = {
            "bargaining": {"rounds": "60"},
            "trading": {"max_turns": "60"},
            "balloon": {"max_messages": "60"},
            "dealornodeal": {"utterances": "60"},
            "society": {"steps": "20", "offers": "20"},
            "society contract": {"game": "contract", "flow": "sequential", "difficulty": "hard"},
            "society world": {"game": "social"},
        }
        asked, constant = [], set[str]()
        for turns in (8, 32):
            body = await _sent(SETUP, _long(_game(name), turns, **settings[name]))
            constant.add(json.dumps([body["system"], body["output_config"]]))
            asked.append(len(body["messages"][-1]["content"][-1]["text"]))
        # In the society, what lies round a seat and who may be answered differ from window to window.
        spare = 400 if _game(name) == "society" else 0
        assert len(constant) == 1
        assert abs(asked[1] - asked[0]) < 60 + spare

    async def test_who_talks_on_and_on_fills_no_prompt(self) -> None:
        """The latest words are sent on, up to a limit; the game's own posts stay."""
        said = (*((f"miner_{n}", f"{n} " + "x" * 5_000) for n in range(9)), ("carpenter_1", "Shall we?"))
        text = heard([Told("Step 2 of 8"), *(Told("", (words,)) for words in said)])
        rows = [row for found in re.findall(r"<heard>(.*)</heard>", text) for row in json.loads(found)]
        assert text.startswith("Step 2 of 8")
        assert rows[-1] == {"from": "carpenter_1", "words": "Shall we?"}
        assert [row["from"] for row in rows[1:-1]] == ["miner_6", "miner_7", "miner_8"]
        assert sum(len(row["words"]) for row in rows) == 4_000


def _choices(seats: tuple[Seat, ...], number: int) -> tuple[object, ...]:
    """Bargains between the first seats that come to nothing; all else that goes on for ever."""
    pairs = tuple(talk(seat, 10 * (number % 9)) for talk in (Counter, Negotiate) for seat in (seats[0], seats[2]))
    return (*pairs, Join((number + number // len(seats)) % len(seats)), Pass())


def _may(game: AnyGame, state: object, seat: Seat, move: object) -> bool:
    try:
        game.apply(state, Moved(seat, move))
    except IllegalMove:
        return False
    return True


def _long(name: str, turns: int, **wrote: Any) -> Brief:
    """A game in which nobody ever agrees."""
    game, dealt = begun(name, **wrote)
    state, past = dealt, list[Done]()
    seats = seats_of(name, **wrote)
    for number in range(turns):
        mover = next(s for s in seats if s in game.turn(state).awaited)
        move: object
        match name:
            case "bargaining":
                move = Offer(50_00 + number)
            case "trading":
                move = Propose(Swap(Goods(1, 0, 0, 0, 0), Goods(0, 1 + number % 3, 0, 0, 0)))
            case "balloon":
                items = [item.name for item in game.view(state, mover).items]
                move = Bargain(((items[number % len(items)],),), ())
            case "society":
                move = next(m for m in _choices(seats, number) if _may(game, state, mover, m))
            case _:
                move = Keep(game.view(state, mover).pool)
        past.append(Done(Moved(Seat(mover), move, "Hm." if name != "bargaining" else ""), {}))
        state = game.apply(state, past[-1].event)
    mine = seats[0] if name == "society" else next(s for s in seats if s in game.turn(state).awaited)

    async def recall() -> Exchange:
        return exchange(game, dealt, past, mine)

    return briefed(game, state, mine, seats, turn=turns, seed=5, recall=recall)
