"""Plays short games on both loopback servers and draws what a person sees: `python -m tests.pictures docs/pictures`."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

from bot.session.model import receipt
from bot.session.model.audience import Sent, outgoing, voice
from bot.session.model.session import revive
from games.core.post import Post
from storage.base import Input
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.pictures import browser, drawing
from tests.pictures.board import board
from tests.pictures.scene import Bubble, did, of_discord, of_telegram
from tests.visits.play import HOUSES, visited
from tests.visits.scripts import SCRIPTS

SEED = 7
MOST_BYTES = 150_000


async def bargaining_on_telegram() -> bytes:
    """A counteroffer in words, one with a slip, and the beginning of the end."""
    async with on_telegram() as house:
        ann, chat = house.person(42, "Ann")
        await ann.sends("/play bargaining")
        await chat.wait_for_button("Accept")
        await ann.sends("how about 44")
        await chat.wait_for("Round 3")
        await ann.sends("hm")
        await chat.wait_for("not a valid response")
        await house.tg.quiet()
        return drawing.telegram([of_telegram(message) for message in chat.history])


async def balloon_on_telegram() -> bytes:
    """A set put together by tapping."""
    async with on_telegram() as house:
        ann, chat = house.person(42, "Ann")
        await ann.sends("/play balloon")
        board = await chat.wait_for_button("Pick items")
        await ann.presses(board, "Pick items")
        await house.tg.until(lambda: len(board.labels) > 5, "the form")
        for n in (1, 4, 5, 7):
            label = board.labels[n]
            await ann.presses(board, label)
            await house.tg.quiet()
        shown = of_telegram(board)
        form = tuple(tuple((button.label, "plain") for button in row) for row in board.buttons)
        opened = Bubble(shown.author, shown.pieces, False, form)  # type: ignore[arg-type]
        return drawing.telegram([of_telegram(chat.history[0]), opened])


async def society_on_telegram() -> bytes:
    """A round in the world, with its map."""
    async with on_telegram() as house:
        ann, chat = house.person(42, "Ann")
        await ann.sends("/play society game=social difficulty=easy")
        await chat.wait_for("Round 1 of")
        await house.tg.quiet()
        await ann.sends("gather 2 wood / explore")
        await chat.wait_for("Round 2 of")
        await house.tg.quiet()
        return drawing.telegram([of_telegram(message) for message in chat.history[-2:]])


async def offers_on_telegram() -> bytes:
    """The same a little later, short enough for a first look."""
    async with on_telegram() as house:
        ann, chat = house.person(42, "Ann")
        await ann.sends("/play bargaining")
        await chat.wait_for_button("Accept")
        before = len(chat.history)
        for words, answer in (("how about 44", "Round 3"), ("how about 47.50? My last word", "Round 5")):
            await ann.sends(words)
            await chat.wait_for(answer)
            await house.tg.quiet()
        return drawing.telegram([of_telegram(message) for message in chat.history[before:]])


async def offers_on_discord() -> bytes:
    return drawing.discord((await _on_discord())[3:])


async def bargaining_on_discord() -> bytes:
    return drawing.discord((await _on_discord())[:5])


async def _on_discord() -> list[Bubble]:
    """A form, an old button, words that Discord hides, and words that it shows."""
    async with on_discord() as house:
        ann, dc = house.ann, house.dc
        thread, first = await house.begins(ann)
        seen = [of_discord(dc, first)]
        await ann.fills(await ann.opens(first, "Counteroffer"), "44")
        second = await thread.wait_for("Round 3")
        await dc.quiet()
        seen += [did("(presses Counteroffer…, enters 44)"), of_discord(dc, second)]
        stale = await (await ann.presses(first, "Accept $54", stale=True)).reply()
        seen += [did("(presses the old Accept button)"), of_discord(dc, stale)]
        for words, answer in (("46", "I can't read that"), (f"{dc.bot_mention} how about 47.50?", "Round 5")):
            said = await ann.says(thread, words)
            told = await thread.wait_for(answer)
            await dc.quiet()
            seen += [of_discord(dc, said), of_discord(dc, told)]
        return seen


PICTURES: dict[str, Callable[[], Awaitable[bytes]]] = {
    "web-offers": browser.bargaining,
    "telegram-offers": offers_on_telegram,
    "discord-offers": offers_on_discord,
    "telegram-bargaining": bargaining_on_telegram,
    "telegram-balloon": balloon_on_telegram,
    "telegram-society": society_on_telegram,
    "discord-bargaining": bargaining_on_discord,
    "class-board": board,
}


def visit(platform: str, game: str) -> Callable[[], Awaitable[bytes]]:
    """Return the drawing of a first visit: the opening, the middle and the end of a game, side by side."""

    async def phones() -> bytes:
        acts = (await visited(platform, SCRIPTS[game])).album[1:]  # without the menu
        title = f"# {SCRIPTS[game].game} · Ann"
        draw = drawing.telegram if platform == "telegram" else partial(drawing.discord, title=title)
        middle = acts[1 + len(acts) // 3 : 3 + len(acts) // 3]
        shown = (acts[:2], middle, acts[-1:])
        return drawing.abreast([draw([bubble for act in part for bubble in act]) for part in shown])

    return phones


PICTURES |= {f"{platform}-visit-{game}": visit(platform, game) for platform in HOUSES for game in SCRIPTS}


def card(game: str) -> Callable[[], Awaitable[bytes]]:
    """Return the drawing of the result card of a first visit, as it stands in a chat."""

    async def phone() -> bytes:
        played = (await visited("telegram", SCRIPTS[game])).house.store  # type: ignore[attr-defined]
        [loaded] = await played.sessions(limit=1)
        session = await revive(played, loaded)
        blocks = session.game.card(session.state, voice(session.table, session.table.places[0]))
        async with on_telegram() as house:
            ann, chat = house.person(42, "Ann")
            await ann.sends("/start")
            await chat.wait_for("Pick a game")
            place_ = f"telegram:{chat.id}"
            post = outgoing(place_, Sent(Post(blocks or ())))
            await house.store.answered(Input("in:card", place_, "", 0, b""), b"", 0, (post,))
            await house.tg.until(lambda: bool(chat.history[-1].uploads), "the card")
            return drawing.telegram([of_telegram(chat.history[-1])], drawing.MOST_COLOURS)

    return phone


PICTURES |= {f"card-{game}": card(game) for game in SCRIPTS}


async def drawn(make: Callable[[], Awaitable[bytes]]) -> bytes:
    return await make()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in PICTURES.items():
        with (
            patch.object(receipt, "deal_seed", lambda root: SEED),
            patch.object(receipt, "opponent_seed", lambda terms: terms.seed),
        ):
            png = asyncio.run(drawn(make))
        (folder / f"{name}.png").write_bytes(png)
        print(f"{name}.png: {len(png) // 1000} kB" + (" (too large)" if len(png) > MOST_BYTES else ""))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
