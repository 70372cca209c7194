"""Games on pages without scripts: whole games, reloads, two people, a restart in the middle."""

import asyncio
import re
from pathlib import Path

from bot.adapters.web.house import Terms
from storage import open_store
from tests.bot.adapters.web.service import Pages, served


async def test_a_whole_game_is_played_with_forms_alone(pages: Pages) -> None:
    ann = pages.browser()
    await ann.opens("/")
    assert len(ann.screen.all("h1")) == 1
    screen = await ann.begins()
    assert "You're the buyer" in screen.articles[0]
    screen = await ann.says("how about 44")
    assert screen.said == ["how about 44"]
    assert "Round 2: You offered $44.00." in screen.articles[-1]
    screen = await ann.presses("Counteroffer", **{"f-price": "45"})
    assert "You offered $45.00." in screen.articles[-1]
    accept = next(label for label in screen.labels if label.startswith("Accept"))
    screen = await ann.presses(accept)
    assert "GAME OVER" in screen.articles[-1]
    assert "Rematch" in screen.labels
    assert not [label for label in screen.labels if label.startswith("Accept")]


async def test_a_reload_shows_the_same_again(pages: Pages) -> None:
    ann = pages.browser()
    before = await ann.begins()
    after = await ann.opens(ann.address)
    assert after.articles == before.articles
    assert after.labels == before.labels


async def test_only_the_newest_offer_has_buttons(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    screen = await ann.says("44")
    assert len([label for label in screen.labels if label.startswith("Accept")]) == 1


async def test_a_form_that_is_sent_twice_counts_once(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    form = ann.screen.form("Send")
    data = {**dict(form.fields), "text": "44"}
    await ann.posts(form.action, data)
    screen = await ann.posts(form.action, data)
    assert screen.said == ["44"]
    assert screen.html.count("You offered $44.00") == 1


async def test_a_stale_press_is_answered_and_changes_nothing(pages: Pages) -> None:
    ann = pages.browser()
    screen = await ann.begins()
    accept = next(label for label in screen.labels if label.startswith("Accept"))
    form = screen.form(accept)
    stale = dict([*form.fields, form.buttons[accept]])
    await ann.says("44")
    screen = await ann.posts(form.action, stale)
    assert "GAME OVER" not in screen.html
    assert "offer has changed" in screen.articles[-1]


async def test_two_friends_meet_by_a_link(pages: Pages) -> None:
    ann, bob = pages.browser(), pages.browser()
    await ann.begins("dealornodeal", level="human", name="Ann")
    [link] = [given["value"] for given in ann.screen.all("input") if "/join/" in given.get("value", "")]
    assert link.startswith(pages.url)
    await bob.opens(link.removeprefix(pages.url))
    assert "Books, hats, balls" in bob.screen.html
    await bob.presses("Join", name="Bob <b>")
    await ann.until(lambda screen: "Bob &lt;b&gt;" in screen.html)
    speaker, other = (ann, bob) if "Send" in ann.screen.labels else (bob, ann)
    await speaker.says("hello <script>alert(1)</script>")
    await other.until(lambda screen: "hello &lt;script&gt;" in screen.html)
    assert "<script>alert" not in ann.screen.html + bob.screen.html
    await bob.opens(link.removeprefix(pages.url))
    assert bob.address.startswith("/g/")


async def test_a_chart_is_a_picture_with_its_words(pages: Pages) -> None:
    ann, eve = pages.browser(), pages.browser()
    screen = await ann.begins()
    await ann.presses(next(label for label in screen.labels if label.startswith("Accept")))
    await ann.presses("How it went")
    screen = await ann.until(lambda screen: bool(screen.all("img")))
    [picture] = screen.all("img")
    assert picture["alt"]
    assert screen.all("details")
    async with ann.session.get(pages.url + picture["src"]) as answer:
        assert (await answer.read()).startswith(b"\x89PNG")
    await eve.opens(picture["src"])
    assert eve.status == 404


async def test_who_is_forgotten_leaves_no_words(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    page = ann.address.removeprefix("/g/")
    await ann.says("44, says Ann")
    await ann.says("/forget")
    await ann.presses("Erase it all")
    async with asyncio.timeout(10):
        while any(name.startswith("said:") for name in await pages.store.names(page)):  # noqa: ASYNC110 - in the store
            await asyncio.sleep(0.05)
    assert "says Ann" not in (await ann.opens(f"/g/{page}")).html
    assert page not in (await ann.opens("/")).html


async def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with served(open_store(f"sqlite:///{tmp_path / 'pages.db'}"), Terms(play=True)) as pages:
        ann = pages.browser()
        before = await ann.begins()
        await pages.closes()
        pages.store = open_store(f"sqlite:///{tmp_path / 'pages.db'}")
        await pages.opens()
        after = await ann.opens(ann.address)
        assert after.articles == before.articles
        screen = await ann.presses(next(label for label in after.labels if label.startswith("Accept")))
        assert "GAME OVER" in screen.articles[-1]


async def test_what_happens_is_sent_as_it_comes(pages: Pages) -> None:
    ann, other_tab = pages.browser(), pages.browser()
    await ann.begins()
    other_tab.session.cookie_jar.update_cookies({c.key: c.value for c in ann.session.cookie_jar})
    async with other_tab.session.get(f"{pages.url}{ann.address}/events") as stream:
        await ann.says("44")
        heard = b""
        async with asyncio.timeout(10):
            while b"You offered $44.00" not in heard:
                heard += await stream.content.readany()
    assert stream.headers["Content-Type"] == "text/event-stream"
    assert heard.count(b"event: post") >= 3


async def test_readers_of_plain_text_get_sentences_instead_of_tables(pages: Pages) -> None:
    ann = pages.browser()
    before = await ann.begins("trading")
    assert before.all("table")
    await ann.says("/settings plain on")
    after = await ann.begins("trading")
    assert not after.all("table")
    assert "You own" in after.articles[0]


async def test_a_step_that_the_game_puts_first_stands_before_a_form(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins("balloon")
    assert ann.screen.labels.index("Propose this set") < ann.screen.labels.index("Pass")
    await ann.says("which ones matter to you?")
    labels = (await ann.until(lambda screen: "Agree to #1" in screen.labels)).labels
    assert labels.index("Agree to #1") < labels.index("Propose this set")
    labels = (await ann.begins()).labels
    accept = next(label for label in labels if label.startswith("Accept"))
    assert labels.index(accept) < labels.index("Counteroffer")


async def test_a_page_opens_one_form_and_folds_the_others(pages: Pages) -> None:
    ann = pages.browser()
    items = [box["value"] for box in (await ann.begins("balloon")).all("input", name="f-items")]
    await ann.presses("Propose this set", **{"f-items": items[:2]})
    screen = await ann.until(lambda screen: "Agree to #2" in screen.labels)
    folded = re.findall(r'<details class="more"><summary>(.*?)</summary>', screen.html)
    assert folded == ["Change your #1…", "Say something…"]
    assert screen.labels.count("Propose this set") == 2


async def test_commands_stand_behind_the_moves_of_a_game(pages: Pages) -> None:
    labels = (await pages.browser().begins()).labels
    assert labels[1:] == ["Counteroffer", "Full rules", "Easier AI", "Harder AI", "Send"]


async def test_a_pressed_answer_is_shown_once_and_a_command_is_not(pages: Pages) -> None:
    ann = pages.browser()
    accept = (await ann.begins()).labels[0]
    await ann.presses("Full rules")
    assert ann.screen.said == []
    form = ann.screen.form(accept)
    name, value = form.buttons[accept]
    for _ in range(2):
        screen = await ann.posts(form.action, dict(form.fields) | {name: value})
        assert screen.said == [accept]


async def test_a_number_from_a_form_is_shown_as_its_own_words(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    assert (await ann.presses("Counteroffer", **{"f-price": "44"})).said == ["44"]
    await ann.begins("trading")
    assert (await ann.presses("Make an offer", **{"f-give-0": "1", "f-get-1": "1"})).said == []


async def test_what_answers_typed_words_stands_below_them(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    await ann.says("64")
    screen = await ann.says("/review")
    assert "What would you do?" in screen.articles[-1]
    screen = await ann.says("a")
    assert screen.said[-1] == "a"
    below = r"said[^>]*>(?:\s|<[^>]*>)*a\s*<.*(?:You chose: |Right: )"
    await ann.until(lambda screen: re.search(below, screen.html, re.DOTALL) is not None)
