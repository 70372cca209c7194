"""The look for chats: short, fit for phones, one word for effort, and one message at the end."""

import re

import pytest

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import State, apply
from games.core.contract import TABLE, IllegalMove, Left, Moved, Said, Seat, Unclear
from games.core.draw import config_of, recipe_of
from games.core.post import Cast, Choice, Form, Many, Mono, Post, Table, Voice, plain, text_of
from tests.games.balloon.table import agree, bargain, dealt, lone, mover, planted, situation

A, B = SEATS
CHAT = {"style": "chat", "reading": "plain"}


def voice(you: Seat = A, *, alone: bool = True, again: bool = False, flat: bool = False) -> Voice:
    cast = tuple(Cast(seat, "ai" if alone and seat != you else "human", f"Kim {seat}") for seat in SEATS)
    return Voice(you, cast, width=32, again=again, plain=flat)


def opened(state: State, you: Seat = A, **how: bool) -> tuple[Post, ...]:
    facts = tuple(news.fact for news in game.opening(state) if news.reaches(you))
    return game.tell(facts, game.view(state, you), voice(you, **how))


def told(before: State, after: State, you: Seat = A, **how: bool) -> str:
    event = Moved[object](mover(before), None)
    facts = tuple(news.fact for news in game.news(before, event, after) if news.reaches(you))
    return "\n---\n".join(plain(post) for post in game.tell(facts, game.view(after, you), voice(you, **how)))


def boxes(posts: tuple[Post, ...]) -> list[str]:
    return [row for post in posts for block in post.blocks if isinstance(block, Mono) for row in block.text.split("\n")]


def test_the_opening_is_at_most_fourteen_lines_with_the_full_rules_behind_a_button() -> None:
    for wrote in ({}, {"labels": "nouns"}, {"items": "5"}, {"condition": "complexity_hard"}):
        first, *more = opened(dealt(3, **CHAT, **wrote))
        assert len(plain(first).splitlines()) <= 13, "the time limit comes below"
        assert [(ask.label, ask.says) for ask in first.asks if isinstance(ask, Choice)] == [("Full rules", "/rules")]
        assert len(more) <= 1
        assert max(map(len, boxes((first, *more)))) <= 32
        prose = [text_of(block) for block in first.blocks if not isinstance(block, Mono | Table)]
        assert len(prose) <= 6


def test_the_opening_says_where_the_reader_stands() -> None:
    [post] = opened(planted(**CHAT))
    text = plain(post)
    assert "Agree with the AI on what stays on board." in text
    assert "The balloon carries 100. The 7 items weigh 187: drop some." in text
    assert text.endswith("Yours so far: nothing, 0 of 100. Message 1 of 30 is yours.")
    assert "A08 40 7" in text
    before = planted(**CHAT)
    assert "Yours so far" not in told(before, bargain(before, "A08 B95"))
    mine = bargain(before, "A08 B95")
    assert "Yours so far: 2 items, 70 of 100. Message 3 of 30 is yours." in told(mine, bargain(mine, "A65"))


def test_a_rematch_says_only_what_is_new() -> None:
    [first], [again] = opened(planted(**CHAT)), opened(planted(**CHAT), again=True)
    assert plain(again).startswith("A new game: the balloon carries 100, and there are 7 items.")
    assert "Message 1 of 30 is yours." in plain(again)
    assert boxes((again,)) == boxes((first,))
    assert "points" not in plain(again)
    assert again.asks == ()
    assert "Message 1 of 30 is the AI's." in plain(opened(planted(**CHAT), B, again=True)[0])


def test_worths_stand_only_where_their_owner_alone_reads() -> None:
    shared = "\n".join(map(plain, opened(planted(**CHAT), TABLE)))
    assert "Items and their weights:" in shared
    assert "A08 40 |" in shared
    assert not re.search(r"A08 40 7", shared)
    assert not re.search(r"worth \d", plain(game.status(game.view(situation(**CHAT), TABLE), voice(TABLE))))


def test_one_word_stands_for_effort_in_every_post() -> None:
    start, state = planted(**CHAT), situation(**CHAT)
    view = game.view(state, A)
    posts = [*opened(start), *opened(start, flat=True), *opened(start, TABLE)]
    posts += [game.status(view, voice()), game.sheet(view, voice()), game.explain(view, voice())]
    for text in ("A08 B34", "check A08", "help", "agree a08", "drop Z99", "agree #9", "propose"):
        reading = game.read(view, Said(text))
        if isinstance(reading, Unclear):
            posts.append(game.refuse(reading, view, voice()))
    done = agree(state, "A08 B95")
    said = "\n".join((*map(plain, posts), told(start, bargain(start, "A08")), told(state, done)))
    said += plain(game.status(game.view(done, A), voice()))
    assert "effort" not in said.lower()
    assert "weigh" in said


def test_too_heavy_is_one_short_line() -> None:
    view = game.view(situation(**CHAT), A)
    why = game.read(view, Said("A08 B34"))
    assert isinstance(why, Unclear)
    assert plain(game.refuse(why, view, voice())).startswith("Too heavy by 10 (110 of 100). Leaving out A08 (40) would")
    form = IllegalMove("over_limit", strike=True, effort=110, limit=100, items=0b1000001)
    assert "Too heavy by 10 (110 of 100)." in plain(game.refuse(form, view, voice()))


def test_a_proposal_is_told_with_its_sums_and_its_difference() -> None:
    before = lone(**CHAT)
    text = told(before, bargain(before, "A08 C17", say="Lighter."), B)
    assert "The AI proposes #3: A08, C17." in text
    assert "2 items, 42 of 100, worth 7 to you. It is your #2 with C17, without B95." in text


def test_a_large_set_is_told_by_its_difference_from_one_that_is_known() -> None:
    before = dealt(1, **CHAT, condition="complexity_hard")
    act = game.players["normal"].decide(game.view(before, A), 1)
    first = apply(before, Moved(A, act.move, ""))
    names = game.view(first, A).names(first.active[0][0].items)
    after = bargain(first, " ".join(names[1:]))
    assert f"The AI proposes #2: your #1 without {names[0]}." in told(first, after)
    assert ", ".join(names[1:]) in plain(game.status(game.view(after, A), voice()))


@pytest.mark.parametrize("you", [A, B])
def test_the_end_is_one_message_with_both_earnings_and_the_deal(you: Seat) -> None:
    before = situation(**CHAT)
    text = told(before, agree(before, "A08 B95"), you)
    assert "---" not in text
    assert text.startswith("GAME OVER\n")
    assert "Deal on #2 after 3 messages: A08, B95 (2 items, 70 of 100)." in text
    assert f"Final Earnings: {'you 13, the AI 3' if you == A else 'you 3, the AI 13'}" in text
    assert len(text.splitlines()) <= 7


def test_an_end_without_a_deal_names_both_earnings() -> None:
    state = planted(**CHAT)
    gone = apply(state, Left(B, "quit"))
    text = told(state, gone)
    assert text.startswith("GAME OVER\n")
    assert "The AI left. Nothing counts." in text
    assert "Final Earnings: you 0, the AI 0" in text
    stalled = planted(**CHAT, max_messages="2")
    hello = apply(stalled, Moved(A, None, "Hello."))
    assert "No deal after 2 messages." in told(hello, apply(hello, Moved(B, None, "Bye.")))


def test_the_secrets_can_be_looked_up_after_the_end() -> None:
    state = agree(situation(**CHAT), "A08 B95")
    post = game.status(game.view(state, A), voice())
    assert "Item, weight, worth to you, to the AI, * kept:" in plain(post)
    assert "A08 40 7 1 *" in boxes((post,))


def test_buttons_are_few_and_short_and_forms_start_from_the_standing_set() -> None:
    asks = game.asks(game.view(situation(**CHAT), A), voice())
    labels = ["Agree to #3", "Change #3…", "Change your #1…", "Refuse #3", "Agree to #2", "Say something…", "Pass"]
    assert [ask.label for ask in asks] == labels
    change = next(ask for ask in asks if isinstance(ask, Form))
    field = change.fields[0]
    assert isinstance(field, Many)
    assert field.chosen == {"A39", "B81"}
    assert field.options[0] == ("A08", "A08 40, you 7")
    assert max(len(label) for _, label in field.options) <= 20


def test_what_the_say_button_says_is_talk_whatever_it_says() -> None:
    view = game.view(situation(**CHAT), A)
    form = next(ask for ask in game.asks(view, voice()) if ask.label == "Say something…")
    for words in ("hm", "deal", "AGREE: {'A08', 'B95'}", "it's {odd}"):
        reading = game.read(view, Said(form.says.replace("{words}", words), via="form"))
        assert not isinstance(reading, Unclear)
        assert reading.move is None
        assert reading.say


def test_presets_of_the_published_studies_keep_their_look_and_reading() -> None:
    for name in game.presets:
        config = config_of(game, recipe_of(game, {"condition": name}, CHAT), 1, 0)
        expected = ("seed", "seed") if name.startswith("seed") else ("chat", "plain")
        assert (config.style, config.reading) == expected, name


def test_the_published_levels_of_complexity_have_names() -> None:
    for prefix in ("", "seed_"):
        easy, hard = (dealt(1, condition=f"{prefix}complexity_{level}") for level in ("easy", "hard"))
        assert len(easy.items) == len(hard.items) == 35
        assert all(state.importance[0] == state.importance[1] for state in (easy, hard))
        more = max(item.effort for item in hard.items) // 10
        assert all(worth - item.effort == more for item, worth in zip(hard.items, hard.importance[0], strict=True))
