"""A study on pages: inert until its button is pressed, a form for each stage, a completion code at the end."""

import re
from pathlib import Path

from bot.studies import parts
from bot.studies.participants import words_of
from games.core.post import Choice, Voice
from storage.memory import MemoryStore
from tests.bot.adapters.web.service import Browser, Pages, served

FILE = Path(__file__).parents[4] / "docs/studies/004.yaml"
SLUG = "dond-004"


async def _opened(pages: Pages) -> tuple[str, str]:
    """Open the study that ships with Parley. Return its token, and the code of those who complete it."""
    await pages.operates(f"/study import {FILE.read_text(encoding='utf-8')}".removeprefix("/"))
    await pages.told("is a draft")
    await pages.operates(f"study freeze {SLUG}")
    await pages.told("Completion codes")
    await pages.operates(f"study open {SLUG}")
    return await pages.told(r"st-\w{12}"), await pages.told(r"complete:? (\w+)")


async def _takes_part(pages: Pages, ann: Browser) -> None:
    """Press what an analytic participant would, and type the rest."""
    for _ in range(120):
        [held] = await parts.of_user(pages.store, await _user(pages))
        if held.part.outcome:
            await ann.until(lambda screen: "completion-code" in screen.ids)
            return
        session = await pages.manager.sessions.current(held.part.visits[-1].sid)
        assert session is not None
        [seat] = session.table.seats_of(await _user(pages))
        if seat not in session.turn.awaited:
            await ann.opens(ann.address)
            continue
        words = words_of(session, seat, "compliant" if session.game.name == "form" else "normal")
        asks = session.game.asks(session.game.view(session.state, seat), Voice(you=seat))
        label = next((ask.label for ask in asks if isinstance(ask, Choice) and ask.says == words), "")
        await (ann.presses(label) if label else ann.says(words))
    raise AssertionError("\n".join(ann.screen.articles))


async def _user(pages: Pages) -> str:
    users = {
        chair.user
        for loaded in await pages.store.sessions()
        if (session := await pages.manager.sessions.current(loaded.head.sid)) is not None
        for chair in session.table.chairs
        if chair.kind == "human"
    }
    [user] = users
    return user


async def test_a_token_leads_to_the_code() -> None:
    store = MemoryStore()
    async with served(store) as pages:
        token, _ = await _opened(pages)
        ann, eve = pages.browser(), pages.browser()
        before = set(store._names)
        await ann.opens(f"/s/{token}?PROLIFIC_PID=5f1e&STUDY_ID=2")
        assert set(store._names) == before
        await ann.presses("Begin")
        assert re.fullmatch(r"/g/\w+", ann.address)
        await _takes_part(pages, ann)
        [held] = await parts.of_user(store, await _user(pages))
        assert held.part.outcome == "complete"
        assert ann.screen.ids["completion-code"] == held.part.code
        assert ann.screen.labels == ["Send"]
        await ann.opens(f"/s/{token}")
        assert ann.screen.ids["completion-code"] == held.part.code
        await eve.opens(f"/s/{token[:-1]}{'0' if token[-1] != '0' else '1'}")
        assert eve.status == 404
        assert "5f1e" not in str(store.__dict__)
