"""Looking back in a terminal: while lines come in after the end, and at a game that had ended before."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.adapters.terminal.plain import hints
from bot.session.model.inbound import Open
from bot.session.wording import after as wording
from games.core.post import Choice
from storage import open_store
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import Given, Run, played, without_ids
from tests.bot.session.harness import here, tiny_games

GAME = Open("looked", seed=3)
OVER = "The game is over."
END = ("1", "walk away", "yes")


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games("looked"):
        yield


@pytest.fixture
def store() -> Store:
    return MemoryStore()


class Typed(Given):
    """Lines that a person types, who sees the end and is done."""

    live = True


async def run(store: Store, *lines: str) -> Run:
    made = Run(store, Given(*lines))
    here(made.terminal.manager)
    return await made.open(GAME)


async def test_commands_after_the_end_are_answered_before_the_result(store: Store) -> None:
    ran = await run(store, *END, "/card", "/review", "/review 1 a", "hello", "guess 50", "/progress")
    card, question, wrong, closing, answer, progress = ran.posts[-6:]
    assert card["text"].startswith("Your card: 2 guesses.")
    assert card["choices"] == [
        {"label": "What could be better", "says": "/review"},
        {"label": "Share", "says": "/card share"},
    ]
    assert question["text"].endswith("What would you do?")
    assert [choice["label"] for choice in question["choices"]] == ["guess 1", "guess 50", "Show me"]
    assert "Another move is worth more" in wrong["text"]
    assert closing["text"] == OVER
    assert "Right: guess 50." in answer["text"]
    assert "on average, over 1 game" in progress["text"]
    assert ran.rows[-1]["kind"] == "result"


async def test_a_game_with_hints_says_so_in_its_result_and_another_does_not(store: Store) -> None:
    with_hint = await run(store, "/hint", *END)
    assert any(text.startswith("A hint: guess 50.") for text in with_hint.texts)
    assert with_hint.result is not None
    assert with_hint.result["hints"] == 1
    without = await run(MemoryStore(), *END)
    assert without.result is not None
    assert "hints" not in without.result


async def test_equal_runs_are_equal_but_for_ids() -> None:
    lines = ("/hint", *END, "/card", "/review", "/review 1 show", "/progress")
    first, second = [await run(MemoryStore(), *lines) for _ in range(2)]
    assert without_ids(first.rows) == without_ids(second.rows)
    assert not any(first.sid in text for text in first.texts)


async def test_progress_is_that_of_all_runs_of_this_store(tmp_path: Path) -> None:
    for n in (1, 2):
        store = open_store(f"sqlite:///{tmp_path / 'parley.db'}")
        await store.open()
        ran = await run(store, *END, "/progress")
        assert f"on average, over {n} game" in ran.texts[-1]
        await store.close()


async def test_stats_are_those_of_all_runs_of_this_store(store: Store) -> None:
    for n in (1, 2):
        ran = await run(store, *END, "/stats")
        assert f"Looked-at number: {n} played, 0 deals, on average 2 points" in ran.texts[-1]


async def test_a_receipt_says_which_commands_check_it_here(store: Store) -> None:
    piped = await run(store, *END, "/verify")
    typed = Run(store, Typed("/verify", ""))
    here(typed.terminal.manager)
    await typed.resume(piped.sid)
    for ran, sid in ((piped, "SESSION"), (typed, piped.sid)):
        how = f"To check it offline: parley export {sid} > FILE, and then: parley verify FILE"
        assert ran.texts[-1].endswith(f"\n{how}")
        assert "from the operators" not in ran.texts[-1]


async def test_at_a_keyboard_a_game_that_had_ended_is_opened_to_look_back(store: Store) -> None:
    sid = (await run(store, *END)).sid
    made = Run(store, Typed("/review", "/review 1 show", "", "/card"))
    here(made.terminal.manager)
    await made.resume(sid)
    assert "Better: guess 50." in made.texts[-1]
    assert not any("Your card" in text for text in made.texts)


async def test_at_a_keyboard_the_end_is_the_end(store: Store) -> None:
    made = Run(store, Typed(*END, "/card"))
    here(made.terminal.manager)
    await made.open(GAME)
    assert made.rows[-1]["kind"] == "result"
    assert not any("Your card" in text for text in made.texts)


async def test_a_game_without_a_look_back_says_so(store: Store) -> None:
    ran = await played(store, Open("sealed", seed=3), "/hint", "bid 20", "/card", "/review")
    assert wording.NO_HINT in ran.texts
    assert ran.texts[-2:] == [wording.NO_CARD, wording.NO_REVIEW]


def test_a_command_with_words_behind_it_is_shown_with_what_it_leads_to() -> None:
    asks = (Choice("Show me", "/review 1 show"), Choice("What could be better", "/review"))
    assert hints(asks) == ["/review 1 show (Show me)", "/review"]


async def test_the_moves_of_a_review_are_listed_by_letters_which_are_enough(store: Store) -> None:
    ran = await run(store, *END, "/review", "b")
    asks = tuple(Choice(choice["label"], choice["says"]) for choice in ran.posts[-2]["choices"])
    assert hints(asks) == ["a (guess 1)", "b (guess 50)", "/review 1 show (Show me)"]
    assert "Right: guess 50." in ran.texts[-1]
