"""A person's progress: the games that count, what is kept of them, and what is told."""

import pytest
from msgspec.structs import replace

from bot import keys
from bot.session import progress
from bot.session.model.looking_back import Rated
from bot.session.model.session import Session
from bot.session.wording import after as wording
from games.core.contract import Seat
from games.core.post import Chart
from games.core.registry import get, names
from games.core.review import Review
from tests.bot.session.harness import Room
from tests.bot.session.looking import GAME, Counted, both, labels, played


async def test_progress_looks_at_a_few_games_at_once_and_keeps_what_it_found(room: Room) -> None:
    for _ in range(4):
        await played(room, "1")
        await played(room, "50")
    await room.command("ann", "progress")
    assert "on average, over 3 games" in room.last("ann")
    assert labels(room, "ann") == ["Look at more"]
    counted = Counted(room)
    counted.may.set()
    for _ in range(2):
        await room.press("ann", "Look at more")
    assert labels(room, "ann") == []
    assert "Your decisions rate 63 of 100 on average, over 8 games: fair." in room.last("ann")
    [chart] = [block for block in room.seen[-1][2].post.blocks if isinstance(block, Chart)]
    assert chart.text.splitlines()[:2] == [" 1  26  Looked-at number", " 2 100  Looked-at number"]
    assert max(map(len, chart.text.splitlines())) <= 32
    given = counted.given
    room.manager = room.process()
    again = Counted(room)
    await room.command("ann", "progress")
    assert again.given == 0
    assert given == 5


async def test_a_look_back_is_kept_for_the_progress_and_only_for_who_looked(room: Room) -> None:
    await both(room)
    await room.command("ann", "review")
    assert [one.rating for one in await progress.read(room.store, "ann")] == [26]
    assert await progress.read(room.store, "bob") == ()
    await room.command("ann", "review")
    assert len(await progress.read(room.store, "ann")) == 1


async def test_a_game_that_cannot_be_looked_at_does_not_hide_the_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(room, "1")
    faulty = await played(room, "50")
    review = room.manager.analyst.review

    async def fails(session: Session, seat: Seat) -> Review | None:
        if session.sid == faulty:
            raise IndexError
        return await review(session, seat)

    monkeypatch.setattr(room.manager.analyst, "review", fails)
    assert (await room.command("ann", "progress")).code == "progress"
    assert "Your decisions rate 26 of 100 on average, over 1 game" in room.last("ann")


async def test_a_game_kept_by_an_earlier_version_is_looked_at_anew(room: Room) -> None:
    """It kept another figure, `share`, which the ratings of today cannot be averaged with."""
    sid = await played(room, "1")
    name, _ = progress._written("ann", ())
    await room.store.point(name, f'[{{"sid":"{sid}","game":"{GAME}","at":1,"share":51}}]')
    await room.command("ann", "progress")
    assert "Your decisions rate 26 of 100 on average, over 1 game" in room.last("ann")


@pytest.mark.parametrize("rating", ["138", "-5", "0.5", "1e999", '"26"', "true", "NaN"])
async def test_a_stored_rating_that_is_none_is_looked_at_anew(room: Room, rating: str) -> None:
    sid = await played(room, "1")
    name, _ = progress._written("ann", ())
    await room.store.point(name, f'[{{"sid":"{sid}","game":"{GAME}","at":1,"rating":{rating}}}]')
    assert (await room.command("ann", "progress")).code == "progress"
    assert "Your decisions rate 26 of 100 on average, over 1 game" in room.last("ann")
    assert [one.rating for one in await progress.read(room.store, "ann")] == [26]


async def test_progress_counts_the_newest_fifty(room: Room) -> None:
    every = tuple(progress.Kept(f"s{n}", GAME, n, n % 100) for n in range(60))
    await room.store.point(*progress._written("ann", every))
    kept = await progress.read(room.store, "ann")
    assert [one.at for one in kept] == list(range(59, 9, -1))
    await room.command("ann", "progress")
    assert "over 50 games" in room.last("ann")


async def test_of_games_that_began_at_once_the_one_looked_at_later_is_the_newer(room: Room) -> None:
    """A process in doubt about the time begins all its games at the same moment (`timekeeper`)."""
    for share in ("1", "50"):
        await played(room, share)
        await room.command("ann", "review")
        every = await progress.read(room.store, "ann")
        await room.store.point(*progress._written("ann", tuple(replace(one, at=7) for one in every)))
    assert [one.rating for one in await progress.read(room.store, "ann")] == [100, 26]


async def test_erasure_takes_the_progress_and_my_data_names_it(room: Room) -> None:
    await played(room)
    await room.command("ann", "review")
    await room.command("ann", "mydata")
    assert "how well you played the games that you looked back at" in room.last("ann")
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    assert await room.store.pointed(keys.progress("ann")) is None
    assert (await room.command("ann", "review")).code == "no_game"
    await room.command("ann", "progress")
    assert room.last("ann") == wording.NO_PROGRESS


@pytest.mark.parametrize("title", [get(name).title for name in names()])
def test_progress_in_words_names_every_game_in_full(title: str) -> None:
    games = [Rated(title, 100, hints=True)] * 120
    [chart] = [block for block in wording.progress(games, more=False).blocks if isinstance(block, Chart)]
    rows = chart.text.splitlines()
    assert all(title in row for row in rows[:-1])
    assert max(map(len, rows)) <= 32
