"""Whole games in the chat look: short posts, everybody by name, narrow boxes, and an end in one message."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

import pytest
from msgspec import Struct

from games.core.contract import TABLE, Moved, Reading, Said, Seat, Unclear
from games.core.draw import config_of, recipe_of
from games.core.post import Ask, Board, Cast, Choice, Form, Item, Line, Mono, One, Post, Quote, Voice, plain
from games.society import game
from games.society.rules.moves import Negotiate, Orders, Pass
from games.society.tactics.tips import suggested
from tests.games.society.table import C0, M0

CHAT = {"style": "chat", "reading": "plain"}
SEAT = re.compile(r"(?:carpenter|miner)_\d")
USUAL: Mapping[str, str] = MappingProxyType({})
LINES, COLUMNS, LABEL = 14, 32, 40


class Read(Struct, frozen=True):
    """One reader's posts after one event."""

    posts: tuple[Post, ...]
    asks: tuple[Ask, ...]
    over: bool


def cast(*people: str, seats: tuple[Seat, ...]) -> tuple[Cast, ...]:
    """People on the first seats of both roles, AIs on the others."""
    first = [seat for seat in seats if seat in (C0, M0)]
    named = dict(zip(first, people, strict=False))
    return tuple(Cast(seat, "human" if seat in named else "ai", named.get(seat, "")) for seat in seats)


def played(
    who: Seat,
    wrote: Mapping[str, str] = USUAL,
    *,
    people: str = "Ann,Gina",
    player: str = "fallback",
    plain: bool = False,
) -> Iterator[Read]:
    """A whole game as one reader sees it."""
    config = config_of(game, recipe_of(game, {**wrote, **CHAT}), 1, 0)
    state = game.deal(config, 5)
    voice = Voice(who, cast(*people.split(","), seats=state.terms.seats), plain=plain)
    facts = tuple(news.fact for news in game.opening(state) if news.reaches(who))
    yield Read(game.tell(facts, game.view(state, who), voice), game.asks(game.view(state, who), voice), False)
    while game.result(state) is None:
        seat = next(seat for seat in state.terms.seats if seat in game.turn(state).awaited)
        act = game.players[player].decide(game.view(state, seat), 3)
        event = Moved(seat, act.move, act.say)
        before, state = state, game.apply(state, event)
        view = game.view(state, who)
        facts = tuple(news.fact for news in game.news(before, event, state) if news.reaches(who))
        posts = game.tell(facts, view, voice) if facts else ()
        yield Read((*posts, game.status(view, voice)), game.asks(view, voice), game.result(state) is not None)


GAMES: tuple[dict[str, str], ...] = (
    {},
    {"difficulty": "hard"},
    {"game": "contract"},
    {"game": "contract", "flow": "sealed", "difficulty": "hard"},
    {"game": "social"},
    {"players": "2"},
    {"bind": "vote", "difficulty": "hard"},
    {"match": "mutual", "steps": "6"},
    {"share_inventory": "on", "log": "all"},
)


def lines_of(post: Post) -> int:
    """Lines of a post; a map counts as one, as platforms draw it."""
    return sum(1 if isinstance(block, Board) else plain(Post((block,))).count("\n") + 1 for block in post.blocks)


def texts_of(asks: tuple[Ask, ...]) -> Iterator[str]:
    for ask in asks:
        yield ask.label
        if isinstance(ask, Choice):
            yield ask.question
        elif isinstance(ask, Form):
            yield from (label for field in ask.fields if isinstance(field, One) for _, label in field.options)


@pytest.mark.slow
@pytest.mark.parametrize("wrote", GAMES, ids=str)
@pytest.mark.parametrize("player", ["fallback", "random"])
@pytest.mark.parametrize("who", [C0, TABLE])
def test_every_post_of_a_game_is_short_narrow_and_names_people(wrote: dict[str, str], player: str, who: Seat) -> None:
    for read in played(who, wrote, people="Ann,Gina Rossi", player=player):
        for post in read.posts:
            assert lines_of(post) <= LINES, plain(post)
            for block in post.blocks:
                columns = block.text.splitlines() if isinstance(block, Mono | Board) else []
                assert max(map(len, columns), default=0) <= COLUMNS, plain(post)
                assert not SEAT.search(plain(Post((block,)))), plain(post)
        for text in texts_of(read.asks):
            assert not SEAT.search(text), text
        assert all(len(ask.label) <= LABEL for ask in read.asks), [ask.label for ask in read.asks]


@pytest.mark.parametrize("wrote", GAMES, ids=str)
def test_the_opening_says_who_one_is_and_with_whom(wrote: dict[str, str]) -> None:
    first = next(played(C0, wrote))
    (post,) = first.posts
    words = plain(post).splitlines()
    assert re.fullmatch(r"You are (?:carpenter 0|the carpenter), Ann\.", words[0])
    assert words[1].startswith("With you: Gina (miner)")
    if "game" not in wrote or wrote["game"] != "contract":
        assert any(re.fullmatch(r"(?:Step|Round) 1 of \d+", text) for text in words)


def test_a_channel_is_told_who_everybody_is() -> None:
    (post,) = next(played(TABLE)).posts
    assert plain(post).startswith("At the table: Ann (carpenter) and Gina (miner); AIs: carpenter 1 and miner 1.")


@pytest.mark.parametrize(
    ("players", "people", "said"),
    [("2", "Ann", "The other is an AI: the miner."), ("3", "Ann,Gina", "With you: Gina (miner); AI: carpenter 1.")],
)
def test_one_ai_is_told_in_the_singular(players: str, people: str, said: str) -> None:
    (post,) = next(played(C0, {"players": players}, people=people)).posts
    assert plain(post).splitlines()[1] == said


def test_a_channel_names_its_only_player_somebody_else_to_invite() -> None:
    state = game.deal(config_of(game, recipe_of(game, CHAT), 1, 0), 5)
    voice = Voice(C0, (Cast(C0, "human", "Ann"), Cast(M0, "human", "Gina")))
    said = plain(game.status(game.view(state, TABLE), voice))
    assert "You and Gina (miner) can make up to 100 credits together" in said
    assert "such as “Gina 50/50”" in said


def test_a_seat_beside_a_channel_is_told_who_it_is() -> None:
    state = game.deal(config_of(game, recipe_of(game, CHAT), 1, 0), 5)
    private = [news.fact for news in game.opening(state) if news.to == frozenset((M0,))]
    voice = Voice(M0, cast("Ann", "Gina", seats=state.terms.seats))
    (post,) = game.tell(tuple(private), game.view(state, M0), voice)
    assert plain(post).startswith("You are miner 0, Gina.")


@pytest.mark.slow
@pytest.mark.parametrize("wrote", GAMES, ids=str)
def test_the_end_is_one_message_with_all_earnings(wrote: dict[str, str]) -> None:
    *_, last = played(C0, wrote)
    told = plain(last.posts[0])
    assert last.over
    assert "GAME OVER" in told
    assert "Final Earnings" in told
    assert re.search(r"^you +\d", told, re.MULTILINE)
    assert re.search(r"^Gina +\d", told, re.MULTILINE)
    assert not last.asks


def test_an_offer_says_what_it_means_to_its_reader() -> None:
    state = game.deal(config_of(game, recipe_of(game, CHAT), 1, 0), 5)
    voice = Voice(M0, cast("Ann", "Gina", seats=state.terms.seats))
    told: tuple[Post, ...] = ()
    for seat in state.terms.seats:
        event = Moved(seat, Negotiate(M0, 60) if seat == C0 else Pass(), "hi miner_0" if seat == C0 else "")
        before, state = state, game.apply(state, event)
        facts = tuple(news.fact for news in game.news(before, event, state) if news.reaches(M0))
        told = game.tell(facts, game.view(state, M0), voice) if facts else told
    words = plain(told[-1])
    assert "Ann (carpenter) offers you 40 %, and takes 60 %." in words
    assert "With this deal you get up to 40 credits, without it up to 0." in words
    assert Quote("Ann", "hi Gina", C0) in told[-1].blocks
    labels = [ask.label for ask in game.asks(game.view(state, M0), voice)]
    assert labels == ["Accept: you 40 %", "Counter…", "Invite…", "Pass", "Decline Ann"]


def test_in_plain_text_no_block_needs_columns() -> None:
    for read in played(C0, plain=True):
        for post in read.posts:
            assert all(isinstance(block, Line | Item | Quote) or not plain(Post((block,))) for block in post.blocks)


def test_the_form_opens_with_the_plans_that_stand() -> None:
    forms = [ask for read in played(C0) for ask in read.asks if ask.label == "Plans…"]
    assert isinstance(forms[-1], Form)
    first, *more = (field for field in forms[-1].fields if isinstance(field, One))
    assert first.required
    assert not any(field.required for field in more)
    assert first.chosen in {value for value, _ in first.options}
    assert first.chosen


# --- plans in everyday words, and nothing twice -----------------------------------------------------------------------


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
@pytest.mark.parametrize("reading", ["plain", "seed"])
def test_suggested_plans_stand_in_everyday_words_and_mean_themselves(difficulty: str, reading: str) -> None:
    config = config_of(game, recipe_of(game, {**CHAT, "reading": reading, "difficulty": difficulty}), 1, 0)
    state, taken = game.deal(config, 5), 0
    while game.result(state) is None:
        for seat in sorted(game.turn(state).awaited):
            view = game.view(state, seat)
            move, tip = game.players["fallback"].decide(view, 3).move, suggested(view)
            if tip is not None:
                labels = {ask.label: ask.says for ask in game.asks(view, Voice(seat)) if isinstance(ask, Choice)}
                says = labels["Take the suggestion"]
                assert says == says.lower()
                assert f"Suggestion: {says}." in plain(game.status(view, Voice(seat)))
                for via in ("pressed", "typed") if reading == "plain" else ("pressed",):
                    read = game.read(view, Said(says, via))
                    assert isinstance(read, Reading)
                    assert read.move == Orders(tip), says
                move, taken = Orders(tip), taken + 1
            state = game.apply(state, Moved(seat, move))
    assert taken


@pytest.mark.parametrize("wrote", [{}, {"game": "contract"}])
def test_the_shares_stand_once_where_they_are_settled(wrote: dict[str, str]) -> None:
    shown = [plain(post) for read in played(C0, wrote) for post in read.posts]
    settled = [text for text in shown if "Shares are fixed." in text]
    assert settled
    own = [line for line in settled[0].splitlines() if re.match(r"Coalition \w: .*\byou\b", line)]
    assert len(own) == 1 or "You share with nobody" in settled[0]
    assert "Round 1 of" in settled[0]


def test_no_post_of_a_chat_shows_plans_in_capitals() -> None:
    for read in played(C0, {"difficulty": "hard"}, people="Ann"):
        words = "\n".join(map(plain, read.posts)) + "\n".join(ask.label for ask in read.asks)
        assert not re.search(r"\b(?:GATHER|CRAFT|DUMP|EXPLORE)\b", words)


def test_a_text_that_is_no_plan_is_answered_with_the_plans_there_are_in_everyday_words() -> None:
    state = game.deal(config_of(game, recipe_of(game, {**CHAT, "game": "social"}), 1, 0), 5)
    view = game.view(state, C0)
    said = plain(game.refuse(Unclear("plan_format"), view, Voice(C0)))
    assert said == "You can gather wood, stone, iron or torches (1 to 10), make a hammer, drop the hammer or explore."


def test_a_second_hammer_is_refused_in_everyday_words() -> None:
    view = game.view(game.deal(config_of(game, recipe_of(game, {**CHAT, "game": "social"}), 1, 0), 5), C0)
    said = plain(game.refuse(Unclear("plan_cap", item="hammer", cap=1), view, Voice(C0)))
    assert said.startswith("You already hold a hammer; drop it first.")


@pytest.mark.parametrize("text", ["maybe make a hammer", "gathr 3 wood", "i guess i gather 2 stone"])
def test_questions_about_plans_stand_in_everyday_words(text: str) -> None:
    state = game.deal(config_of(game, recipe_of(game, {**CHAT, "game": "social"}), 1, 0), 5)
    reading = game.read(game.view(state, C0), Said(text))
    assert isinstance(reading, Reading)
    assert "Do you mean" in reading.question
    assert not re.search(r"[A-Z]{4}|craft|dump| / ", reading.question)
