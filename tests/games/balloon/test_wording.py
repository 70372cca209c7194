"""The words of balloon: limits, numbers of proposals, private facts, and how the end is told."""

import re

import pytest
from msgspec.structs import replace

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import State, apply
from games.balloon.wording.phrases import PASS
from games.core.contract import TABLE, IllegalMove, Left, Moved, Said, Seat, Slipped, Unclear
from games.core.post import Cast, Choice, Form, Many, Mono, Table, Voice, plain
from tests.games.balloon.table import EFFORTS, agree, bargain, dealt, lone, mover, planted, say, situation

A, B = SEATS


def voice(you: Seat = A, *, alone: bool = True, wide: bool = True) -> Voice:
    cast = tuple(Cast(seat, "ai" if alone and seat != you else "human", f"Kim {seat}") for seat in SEATS)
    return Voice(you, cast, width=30 if wide else 20)


def refused(state: State, text: str, you: Seat = A) -> str:
    view = game.view(state, you)
    reading = game.read(view, Said(text))
    if isinstance(reading, Unclear):
        return plain(game.refuse(reading, view, voice(you)))
    with pytest.raises(IllegalMove) as why:
        apply(state, Moved(you, reading.move, reading.say))
    return plain(game.refuse(why.value, view, voice(you)))


def told(before: State, after: State, you: Seat, **how: bool) -> str:
    event = Moved[object](mover(before), None)
    facts = tuple(news.fact for news in game.news(before, event, after) if news.reaches(you))
    return "\n".join(plain(post) for post in game.tell(facts, game.view(after, you), voice(you, **how)))


def opened(state: State, you: Seat) -> str:
    facts = tuple(news.fact for news in game.opening(state) if news.reaches(you))
    return "\n".join(plain(post) for post in game.tell(facts, game.view(state, you), voice(you)))


def test_the_opening_says_what_one_has_and_what_one_can_do() -> None:
    text = opened(planted(), A)
    for part in ("carry at most 100.", "A08   40   7", "Only you see the worth.", "30 messages in all", "is yours."):
        assert part in text
    assert "such as: propose A08, B95." in text
    waiting = opened(planted(), B)
    assert "Message 1 of 30 is the AI's." in waiting
    assert "such as" not in waiting
    assert "STRATEGIC REASONING: {'…'} ARGUMENT" in opened(planted(grammar="seed"), A)
    assert "Each player sees only their own worths" in opened(planted(), TABLE)


def test_items_stand_two_abreast_in_thirty_columns_or_in_a_table() -> None:
    state = dealt(1, items="35")
    view = game.view(state, A)
    [box] = [block for block in game.sheet(view, voice()).blocks if isinstance(block, Mono)]
    assert len(box.text.splitlines()) == 19
    assert max(map(len, box.text.splitlines())) <= 30
    for v in (voice(wide=False), replace(voice(), plain=True)):
        [table] = [block for block in game.sheet(view, v).blocks if isinstance(block, Table)]
        assert len(table.rows) == 35
        assert table.head == ("Item", "Effort", "Worth")


def test_a_proposal_is_told_with_its_number_its_effort_and_ones_own_worth() -> None:
    before = planted()
    after = bargain(before, "A08 B95", say="Light and good.")
    mine, theirs = told(before, after, A), told(before, after, B)
    assert mine == "You propose #1: A08, B95.\n2 items, effort 70 of 100, worth 13 to you."
    assert "AI: Light and good." in theirs
    assert "The AI proposes #1: A08, B95." in theirs
    assert "worth 3 to you" in theirs
    assert "Message 2 of 30 is yours." in theirs
    assert "worth" not in told(before, after, TABLE)


def test_a_counterproposal_says_what_it_changes() -> None:
    before = lone()
    after = bargain(before, "A08 C17 A65")
    assert "It is the AI's #2 with A65 and C17, without B95." in told(before, after, A)
    assert "It is your #2 with A65 and C17, without B95." in told(before, after, B)
    same = bargain(before, "A08 B95")
    assert "the same as the AI's #2" in told(before, same, A)
    again = bargain(say(before, "Hm."), "A08 B95")
    assert "The AI repeats #2" in told(say(before, "Hm."), again, A)


def test_a_refusal_and_its_end_are_told() -> None:
    before = situation()
    after = bargain(before, "", "A39 B81")
    assert told(before, after, B).startswith("The AI refuses #3; it is gone.")


def test_people_among_themselves_read_each_others_names_and_their_own_words() -> None:
    before = planted()
    after = bargain(before, "A08", say="For a start.")
    text = told(before, after, B, alone=False)
    assert "Kim A: For a start." in text
    assert "Kim A proposes #1" in text
    mine = told(before, after, A, alone=False)
    assert "You: For a start." in mine


def test_too_heavy_names_sum_limit_and_what_would_do() -> None:
    text = refused(situation(), "PROPOSAL: {A08, B34}")
    assert "effort 110, limit 100" in text
    assert "Leaving out A08 (40) would do." in text
    assert "On the table: the AI's #3" in text
    heavy = refused(planted(), "PROPOSAL: {A08, B34, B95, A39, A65, B81}")
    assert "effort 185, limit 100" in heavy
    assert "Leave more than one item out." in heavy


def test_an_unknown_item_is_named_and_the_others_listed() -> None:
    text = refused(planted(), "propose a08, z99")
    assert "There is no item z99." in text
    assert all(name in text for name in EFFORTS)
    assert "There is no item old sofa." in refused(planted(), "PROPOSAL: {'old sofa'}")


def test_a_set_that_nobody_proposed_is_compared_and_never_corrected() -> None:
    text = refused(situation(), "AGREE: {A08, B95, C17}")
    assert "The nearest is #2: yours without C17." in text
    assert "open to you" in refused(situation(), "agree #9").lower()
    assert "own proposal" in refused(situation(), "AGREE: {A65}")


def test_a_check_weighs_and_sends_nothing() -> None:
    assert refused(situation(), "check a08 b95").startswith("A08, B95: 2 items, effort 70 of 100, worth 13 to you.")
    assert "too heavy by 10" in refused(situation(), "check a08 b34")


def test_patience_is_counted_when_it_runs_short() -> None:
    state = planted(patience="2")
    for left in ("1 more faulty message will", "0 more faulty messages will"):
        state = apply(state, Slipped(A, "over_limit"))
        why = IllegalMove("over_limit", strike=True, effort=110, limit=100, items=0b1000001)
        assert left in plain(game.refuse(why, game.view(state, A), voice()))
    state = apply(state, Slipped(A, "over_limit"))
    why = IllegalMove("over_limit", strike=True, effort=110, limit=100, items=0b1000001)
    assert "the game is over without a deal" in plain(game.refuse(why, game.view(state, A), voice()))


def test_the_end_tells_what_stays_what_it_is_worth_and_what_could_have_been() -> None:
    before = situation()
    after = agree(before, "A08 B95")
    for you, worth, other in ((A, "13 to you", "3 to the AI"), (B, "3 to you", "13 to the AI")):
        text = told(before, after, you)
        assert "Deal on #2 after 3 messages." in text
        assert "A08, B95 (2 items, effort 70 of 100)" in text
        assert worth in text
        assert other in text
        assert "was possible" in text
        assert "so the score is" in text
        assert re.search(r"You could have gained \d+ more at no cost to the AI", text)
    efficient = agree(bargain(planted(), "B95 A39 A65 B81 C17"), "B95 A39 A65 B81 C17")
    assert efficient.close is not None
    report = game.report(efficient)
    assert report["pareto"] == (not any(report["left_on_the_table"].values()))


def test_an_end_without_a_deal_says_so_and_what_was_possible() -> None:
    state = say(planted(max_messages="2"), "Hi.")
    text = told(state, say(state, "Bye."), A)
    assert "no deal, and nobody scores" in text
    assert "was possible" in text
    left = apply(planted(), Left(B, "quit"))
    assert "the AI left. Nothing counts." in told(planted(), left, A)
    assert game.report(left)["score"] is None
    assert game.report(left)["set"] == []


def test_status_lists_what_is_open_newest_first() -> None:
    text = plain(game.status(game.view(situation(), A), voice()))
    assert text.index("#3") < text.index("#2") < text.index("#1")
    assert "Message 3 of 30 is yours." in text
    shown = plain(game.status(game.view(situation(), TABLE), voice(TABLE)))
    assert "worth" not in shown
    assert "Nothing is proposed yet." in plain(game.status(game.view(planted(), A), voice()))


def test_buttons_and_forms_say_what_one_could_type() -> None:
    asks = game.asks(game.view(situation(), A), voice())
    choices = {ask.label: ask.says for ask in asks if isinstance(ask, Choice)}
    assert choices == {
        "Agree to #3": "agree #3",
        "Agree to #2": "agree #2",
        "Refuse #3": "refuse #3",
        "Refuse #2": "refuse #2",
        "Pass": PASS,
    }
    change, own = (ask for ask in asks if isinstance(ask, Form))
    assert (change.label, own.label) == ("Change #3…", "Change your #1…")
    field = change.fields[0]
    assert isinstance(field, Many)
    assert field.chosen == {"A39", "B81"}
    assert (field.weights, field.limit) == (tuple(EFFORTS.values()), 100)
    assert change.scope == "seat"
    assert all(ask.scope == "table" for ask in asks if isinstance(ask, Choice))


def test_in_the_last_message_one_can_only_agree_or_part() -> None:
    state = bargain(planted(max_messages="2"), "A08")
    labels = [ask.label for ask in game.asks(game.view(state, B), voice(B))]
    assert labels == ["Agree to #1", "Say goodbye"]
    assert "It is the last one" in told(planted(max_messages="2"), state, B)


def test_nobody_on_turn_or_at_the_table_is_offered_nothing() -> None:
    assert game.asks(game.view(situation(), B), voice(B)) == ()
    assert game.asks(game.view(situation(), TABLE), voice(TABLE)) == ()
    assert game.asks(game.view(agree(situation(), "A08 B95"), A), voice()) == ()


def test_who_must_say_which_proposal_is_told_the_numbers() -> None:
    assert "Name one by its number. Open to you: #2, #3." in refused(situation(), "agree")


@pytest.mark.parametrize("text", ["propose", "Propose!", "proposal:", "i propose ..."])
def test_a_proposal_of_nothing_costs_no_message_and_shows_the_form(text: str) -> None:
    said = refused(planted(), text)
    assert said.startswith("A proposal names at least one item. Write a proposal like this: ")
