"""People who speak as they like (`reading=plain`): each friction of a first-time player, and what may never happen."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import WORDS_MOST, Agree, Bargain, Move, State
from games.balloon.wording.phrases import PASS
from games.core.contract import Moved, Reading, Said, Unclear
from games.core.post import Choice, Voice, plain
from tests.games.balloon.rows import MORE, TABLE
from tests.games.balloon.table import bargain, dealt, lone, mover, outcome, planted, say, situation
from tests.games.readings import misread

A = SEATS[0]
PLAIN = {"reading": "plain"}
BOTH = bargain(bargain(planted(**PLAIN), "A08 A65"), "A08 B95")
"""A's #1 {A08, A65} and B's #2 {A08, B95} are open; the limit is 100, effort of A08 40, B95 30, A65 15, C17 2."""
LATER = bargain(bargain(lone(**PLAIN), "A08 A39", refuse="A08 B95"), "A39 B81")
"""B's #2 {A08, B95} is refused; #4 {A39, B81} is open."""
STATES = {"L": lone(**PLAIN), "A": situation(**PLAIN), "O": planted(**PLAIN), "B": BOTH, "R": LATER}

ROWS = (
    # L: B's #2 {A08, B95} is the only open one. A plain yes agrees to it.
    *(("L", text, "=A08 B95") for text in ("ok", "deal", "sounds good", "fine by me", "👍", "agreed", "Yes!")),
    *(("L", text, "=A08 B95") for text in ("ok deal", "yours it is", "let's go with yours", "A08 B95 ok")),
    *(("L", text, "=A08 B95") for text in ("AGREE: {'A08', 'B95'}", "agree a08, b95", "I agree to your set.")),
    *(("L", text, "=A08 B95") for text in ("say less", "works 4 me", "agrred", "my class agrees!")),
    ("L", "your proposal is accepted", "=A08 B95"),
    *(("L", text, "?=A08 B95") for text in ("i'd have liked C17 but ok, i accept", "if you insist")),
    *(("L", text, "-A08 B95") for text in ("hard no", "not this set", "nah im good")),
    ("L", "my class agrees with me", "'my class agrees with me'"),
    *(("O", text, "+A08 B95") for text in ("i vote A08 B95", "gonna go with A08 B95", "A08 B95 final answer")),
    ("O", "A08 B95 whatcha think", "?+A08 B95"),
    ("O", "forget A65, lets take A08 B95", "?+A08 B95"),
    *(("L", text, "?=A08 B95") for text in ("ok add", "deal add", "yes and include")),
    *(("A", text, f"?'{text}'") for text in ("withdraw #1", "I take back #1", "cancel #1", "what's #2 worth to me?")),
    *(("A", text, f"'{text}'") for text in ("what is A08 worth to you?", "A08 is worth nothing to me")),
    # Our own lines, copied.
    ("L", "A08  40  12 | B95  30   7", "?'A08 40 12 B95 30 7'"),
    *(("L", text, f"?'{text}'") for text in ("No deal, no points.", "Propose a set, such as: propose A08, B95.")),
    ("L", "It is your #2 with C17, without B95.", "?+A08 C17"),
    ("A", "refuse 2 3", "-A08 B95 -A39 B81"),
    ("L", "ok 1 2", "=A08 B95"),
    # A hedged yes asks; a conditional one that changes the set, too.
    *(("L", text, "?=A08 B95") for text in ("maybe ok", "I guess so", "hm, probably fine")),
    *(("L", text, "?=A08 B95") for text in ("Deal. Nice to meet you", "it's not ideal but ok")),
    ("L", "ok if you add C17", "?+A08 B95 C17"),
    ("L", "deal, but without B95", "?+A08"),
    # What is no yes.
    *(("L", text, f"'{text}'") for text in ("ok but I need B81", "yes, A39 helps me", "I agree that A08 is heavy")),
    *(("L", text, f"?'{text}'") for text in ("deal with it", "I'm done", "ok bye")),
    ("L", "I'm good", "?=A08 B95"),
    *(("L", text, f"'{text}'") for text in ("I will never agree to B95", "agreed, C17 must stay. The rest we discuss")),
    *(("L", text, f"?'{text}'") for text in ("deal?", "yeah right", '"ok"', "ok?", "hm", "xyz", "not yet sure")),
    # Firm words of this game; a plan, a vote, an end of the talks; one's own set is given up.
    *(("L", text, "=A08 B95") for text in ("your plan suits me", "you have my vote", "I approve", "it's settled")),
    *(("L", text, "=A08 B95") for text in ("cool with me", "a yes from me", "I'm convinced, deal")),
    *(("L", text, "=A08 B95") for text in ("I'll go along with that", "I drop mine, agreed", "great, let's fly 🎈")),
    *(("L", text, "?=A08 B95") for text in ("not the best but settled", "I agree with you", "I have no objections")),
    *(("L", text, f"?'{text}'") for text in ("for me", "from me", "say yes", "settled?")),
    *(("L", text, f"'{text}'") for text in ("I approve if C17 stays", "I support A08", "we approve of A08")),
    # With several open, a yes is asked about.
    ("A", "ok", "?=A39 B81"),
    ("A", "deal", "?=A39 B81"),
    ("A", "#2 is fine", "=A08 B95"),
    ("A", "A08 B95 sounds good", "=A08 B95"),
    # Of several, one may be meant by its order; whoever counts may miss what is off the table.
    *(("A", text, "?=A08 B95") for text in ("your first one was better, take that", "the first was better, deal")),
    *(("A", text, "?=A08 B95") for text in ("let's do your first set", "the previous set, agreed", "agree. first.")),
    *(("A", text, "?=A08 B95") for text in ("deal on the first one", "agree to your first", "first one agreed")),
    *(("A", text, "?=A08 B95") for text in ("the 1st one please", "#2 pls", "your first", "not the second, the first")),
    *(("A", text, "?=A39 B81") for text in ("ok the second", "no to the first, yes to the second", "the latter is ok")),
    *(("A", text, "?=A39 B81") for text in ("no to #2, yes to #3", "not the first but the second", "#2 no, #3 yes")),
    *(("A", text, "?-A08 B95") for text in ("refuse the first", "no to your first one", "reject your old set")),
    *(("A", text, "?-A08 B95 -A39 B81") for text in ("neither", "none of those", "no to both", "neither works for me")),
    *(("A", text, "?+A08") for text in ("first one but without B95", "drop B95 from the first", "drop B95 from #2")),
    *(("A", text, "?+A39 B81 C17") for text in ("second + C17", "add C17 to the second set", "#3 plus C17")),
    *(("R", text, "!not_active") for text in ("agree to your first one", "accept your first set", "#2 is fine")),
    *(("R", text, "!not_active") for text in ("the first", "I'd like C17, actually your first")),
    ("R", "the second one, deal", "?=A39 B81"),
    *(("L", text, f"'{text}'") for text in ("the first three are heavy", "deal on the third one")),
    ("A", "first idea: A08, C17", "+A08 C17"),
    ("A", "my first set again", "?+A65"),
    *(("A", text, f"'{text}'") for text in ("at first I liked B95", "the other items are heavy", "wait a second")),
    # Refusals.
    *(("L", text, "-A08 B95") for text in ("no", "no thanks", "nope", "I refuse", "not that one", "👎", "too heavy")),
    ("L", "too heavy for me", "-A08 B95 'too heavy for me'"),
    ("L", "I'd say no", "?-A08 B95"),
    *(("L", text, "-A08 B95") for text in ("that's a no", "I'd rather not", "absolutely not", "can't do that")),
    *(("L", text, "-A08 B95") for text in ("I'm against it", "I'm not taking that", "your set is not acceptable")),
    ("L", "that doesn't work for me", "-A08 B95 'that doesn't work for me'"),
    ("L", "I don't think I want that", "?-A08 B95"),
    *(("L", text, f"'{text}'") for text in ("B95 is worthless to me", "I don't think so about A08")),
    ("A", "no", "?-A39 B81"),
    # Dismay is no refusal yet; what takes an order back, or accepts after all, leaves it unsure.
    *(("L", text, "?-A08 B95") for text in ("oh no", "Oh no!", "oh no...", "ah, no", "oh dear no", "oh no, oh no")),
    *(("L", text, "-A08 B95") for text in ("oh no thanks", "oh no, no way", "oh nope", "well no", "no no no")),
    *(("L", text, "?=A08 B95") for text in ("refuse #2. no wait, agree", "refuse #2, no wait, I accept")),
    ("L", "refuse #2... actually no", "?-A08 B95 'actually no'"),
    *(("L", f"refuse #2. {text}", f"?-A08 B95 '{text}'") for text in ("jk", "hold on", "unless you add C17", "wait")),
    *(("L", f"refuse #2. {text}", f"?-A08 B95 '{text}'") for text in ("fine, agreed", "ok deal", "on second thought")),
    *(("L", f"refuse #2. {text}", f"-A08 B95 '{text}'") for text in ("but I like C17", "no, never", "wait for mine")),
    ("A", "refuse all... jk", "?-A08 B95 -A39 B81 'jk'"),
    ("O", "propose A08, C17. no wait", "?+A08 C17 'no wait'"),
    ("O", "propose A08, C17. deal?", "+A08 C17 'deal?'"),
    ("L", "no, A65 is what I need", "'no, A65 is what I need'"),
    ("L", "no, A39 C17", "+A39 C17"),
    # Changes: of the other's set, or else of one's own; the result is asked about.
    ("B", "swap B95 for C17", "?+A08 C17"),
    ("B", "What about A39 instead of B95?", "?+A08 A39"),
    ("B", "C17 instead of B95", "?+A08 C17"),
    ("B", "swap A65 for B95", "?=A08 B95"),
    ("B", "drop B95", "?+A08"),
    ("B", "without B95", "?+A08"),
    ("B", "add C17", "?+A08 B95 C17"),
    ("B", "drop B95 and add A39", "?+A08 A39"),
    ("B", "all of mine but A08", "?+A65"),
    ("B", "yours plus C17", "?+A08 B95 C17"),
    ("B", "my set with C17 instead of A65", "?+A08 C17"),
    ("B", "#1 without A65", "?+A08"),
    ("B", "my old set again", "?+A08 A65"),
    ("B", "everything but B34, A08, A39", "?+B95 A65 B81 C17"),
    # Several added items are a change, too, and no set of their own.
    *(("B", text, "?+A08 A39 C17") for text in ("drop B95, add A39 and C17", "drop B95\nadd A39\nadd C17")),
    *(("B", text, "?+A08 A39 C17") for text in ("-B95 +A39 +C17", "- B95, + A39, + C17", "+A39 +C17 -B95")),
    *(("B", text, "?+A08 A39 C17") for text in ("add A39, C17; drop B95", "drop B95, and add A39 and C17")),
    *(("B", text, "?+A08 A39 C17") for text in ("forget B95, take A39 and C17", "without B95, plus A39, C17")),
    *(("B", text, "?+A08 A39 C17") for text in ("B95 out, A39 and C17 in", "A39, C17 in, B95 out")),
    *(("B", text, "?+A08 A39 C17") for text in ("keep A08, drop B95, add A39, C17", "#2 - B95 + A39 + C17")),
    *(("B", text, "?+A08 A39 C17") for text in ("not B95 but A39 and C17", "propose -B95 +A39 +C17")),
    *(("B", text, "?+A08 B95 B81 C17") for text in ("add B81 and C17", "plus B81, C17", "+B81 +C17", "+ B81\n+ C17")),
    *(("B", text, "?+A08 B95 B81 C17") for text in ("and B81 and C17", "also B81 and C17", "propose adding B81, C17")),
    *(("B", text, "?+A08 C17") for text in ("yours - B95 + C17", "without B95 + C17", "drop B95, + C17")),
    ("B", "drop B95, add A39, A65, B81 and C17", "?+A08 A39 A65 B81 C17"),
    ("B", "drop B95, add A39, A65, B34", "!over_limit"),
    *(("B", text, "?+A08 C17") for text in ("yours but C17, not B95", "B95 is out, C17 is in", "not B95 but C17")),
    *(("B", text, "?+A08") for text in ("everything you said but B95", "all that you proposed, without B95")),
    *(("O", text, "?+A08 C17") for text in ("not B95 but A08 and C17", "B95 is out, A08 and C17 are in")),
    *(("O", text, "?+A08 C17") for text in ("keep: A08, C17. drop: B95", "throw out: B95. keep: A08, C17")),
    *(("B", text, "?+A39 C17") for text in ("I could agree to A39 C17", "I'd accept A39 and C17")),
    # A no behind a set turns it down.
    *(("O", text, f"'{text}'") for text in ("A08 C17? hell no", "A08, C17, no", "A08, C17 - nope", "A08 C17? no way!")),
    *(("L", text, "?-A08 B95") for text in ("A08, B95, no", "A08, B95. too heavy", "A08, B95, no thanks")),
    *(("O", text, "+A08 C17") for text in ("no, A08, C17", "no. A08 and C17")),
    *(("O", text, "?+A08 C17") for text in ("+A08 +C17", "add A08 and C17", "drop B95, add A08 and C17")),
    # A whole set stays one, whatever it leaves out or takes in.
    *(("B", text, "?+A08 A39") for text in ("A08 A39, drop B95", "keep A08 A39, drop B95", "propose A08 A39 - C17")),
    *(("B", text, "+A08 A39 C17") for text in ("A08, A39 plus C17", "A08 A39, add C17", "A08+A39+C17")),
    ("B", "A39 B81 - C17", "?+A39 B81"),
    *(("B", text, "?+A08") for text in ("drop B95 and keep A08", "keep A08 and drop B95")),
    *(("O", text, "?+A08 C17") for text in ("A08 B95, no wait, C17 not B95", "A08, B95 - sorry, C17 not B95")),
    # The set may stand behind the change; words before a name add nothing.
    ("B", "drop A65 from mine", "?+A08"),
    ("B", "can we take the B95 out of yours?", "?+A08"),
    ("B", "replace the A65 in my set with C17", "?+A08 C17"),
    ("B", "I'd agree to yours with C17 on top", "?+A08 B95 C17"),
    ("B", "add C17 and we have a deal", "?+A08 B95 C17"),
    ("B", "deal, but can we squeeze in C17 too?", "?+A08 B95 C17"),
    ("B", "fine, as long as C17 replaces B95", "?+A08 C17"),
    ("B", "drop B95: A08, A65, C17", "?+A08 A65 C17"),
    ("B", "drop A65 from mine and B95 from yours", "'drop A65 from mine and B95 from yours'"),
    # A set named with `all of`, changed; a yes on the condition that something stays.
    ("B", "all of yours plus C17 minus B95", "?+A08 C17"),
    ("B", "all of yours plus c17 minus B95 and A39", "!misfit"),
    ("B", "all of yours plus A39 minus B95 and A08", "?+A39"),
    ("B", "all of yours with C17 and A39 minus A08", "?+B95 A39 C17"),
    ("B", "everything of yours and C17, not B95", "?+A08 C17"),
    *(("B", text, "?+A08 B95 C17") for text in ("all yours and C17", "all of #2 plus C17", "all of your set and C17")),
    ("B", "all of mine and C17", "?+A08 A65 C17"),
    *(("B", text, "?+A08 B95 C17") for text in ("everything from yours plus C17", "the whole of yours plus C17")),
    *(("L", text, "?+A08") for text in ("all items of yours except B95", "everything in your set except B95")),
    ("L", "ok provided C17 stays in", "?+A08 B95 C17"),
    ("L", "ok with C17", "?'ok with C17'"),
    ("B", "all of it without B95", "?+A08"),
    *(("B", text, "?+A08 B95 C17") for text in ("ok if we keep C17", "ok but keep C17", "only if we keep C17")),
    *(("B", text, "?+A08 B95 C17") for text in ("deal as long as we keep C17", "can do if C17")),
    ("B", "fine provided we take C17", "?+A08 B95 C17"),
    *(("L", text, "?+A08 B95 C17") for text in ("ok if C17 stays on board", "yes if C17")),
    ("L", "sounds good if we keep C17", "?+A08 B95 C17"),
    *(("L", text, "?+A08 B95 C17") for text in ("if we keep C17, ok", "I'd agree with C17 in it")),
    ("L", "agreed if we take C17", "?+A08 B95 C17"),
    ("L", "ok if we keep A08", "?=A08 B95"),
    ("O", "ok if we keep C17", "?+C17"),
    # An answer in the form of a question; text that reads like a set and is none.
    *(("L", text, "?=A08 B95") for text in ("agree 2?", "agree #2?", "accept #2?", "accept 2 ?", "ok, agree to #2?")),
    *(("L", text, "?=A08 B95") for text in ("deal #2?", "yes to #2?", "agree A08 B95?", "agree to proposal 2?")),
    *(("L", text, "?-A08 B95") for text in ("refuse 2?", "reject #2?", "decline proposal 2??")),
    *(("L", text, "!no_such_number") for text in ("agree 4?", "agree #7?", "accept 1?", "refuse #9?")),
    ("L", "agree A08 C17?", "!not_active"),
    *(("O", text, f"?'{text}'") for text in ("all plus C17", "everything and C17")),
    ("O", "add C17", "?+C17"),
    ("O", "all except B34, A08 and A39", "?+B95 A65 B81 C17"),
    # Whole sets.
    ("O", "let's keep A08 and B95", "+A08 B95"),
    ("O", "hi! A08 and B95 for a start", "+A08 B95"),
    ("O", "we could take a08, c17", "+A08 C17"),
    ("O", "how about A08 and C17?", "?+A08 C17"),
    ("O", "maybe A08 and C17", "?+A08 C17"),
    ("O", "I'm for A08 and C17", "+A08 C17"),
    *(("O", text, "+A08 C17") for text in ("first idea: A08, C17", "I'm proposing A08, C17", "let's carry A08, C17")),
    *(("O", text, "+A08 C17") for text in ("here is my list:\nA08\nC17", "- A08\n- C17", "my last offer is A08, C17")),
    *(("O", text, "?+A08 C17") for text in ("A08 and perhaps C17", "would A08, C17 be ok for you", "is A08 C17 fine?")),
    *(("O", text, "?+A08 C17") for text in ("shall we say A08, C17?", "A08 C17 gets us 42", "A08, C17 works for me")),
    *(("O", text, f"'{text}'") for text in ("are A08 and C17 enough?", "the set of A08 and C17 is heavy")),
    ("O", "keep A08", "?+A08"),
    ("O", "A 08, C-17", "+A08 C17"),
    ("L", "let's take A08 and B95", "?=A08 B95"),
    # Talk that argues is sent; what would waste a message is asked about, or answered with help.
    *(("L", text, f"'{text}'") for text in ("I really need A08", "why B95?", "A08 or C17", "You said A08, B95, right")),
    *(("O", text, f"?'{text}'") for text in ("ok", "👍", "deal", "hello", "xyz")),
    ("L", "pass", f"?'{PASS}'"),
    ("L", "help", "!help"),
    ("L", "Help!", "!help"),
    ("L", "rules", "!rules"),
    ("L", "quit", "!quit"),
    # What cannot be is told, at no cost.
    ("O", "A08 A39 but not C17", "?+A08 A39"),
    ("O", "A08, A39, no C17", "?+A08 A39"),
    ("O", "A08 and C17, no wait, A08 and A39", "?+A08 A39"),
    ("O", "I would be happy if we could keep A08 and A39", "?+A08 A39"),
    *(("L", text, "=A08 B95") for text in ("ok #2", "ok number 2")),
    *(("L", text, "-A08 B95") for text in ("#2 no", "your proposal is a no", "thumbs down")),
    ("L", "i have to decline this one", "-A08 B95"),
    ("L", "that won't do", "-A08 B95 'that won't do'"),
    *(("L", text, "?=A08 B95") for text in ("great, just great", "let's agree", "i should accept")),
    ("L", "A08 A39 B34", "!over_limit"),
    ("L", "add B34", "!over_limit"),
    ("L", "swap B95 for Z99", "!unknown_item"),
    ("L", "propose A08 Z99", "!unknown_item"),
    ("A", "A08 and Z99 please", "!unknown_item"),
    ("L", "ok A08, Z99 thanks", "!unknown_item"),
    ("A", "z98 and z99 please", "!unknown_item"),
    ("L", "i'd like A08 and Z99", "!unknown_item"),
    ("A", "Z99 please", "!unknown_item"),
    ("A", "ok gr8", "'ok gr8'"),
    ("A", "Z99 is heavy", "'Z99 is heavy'"),
    ("A", "is Z99 important to you?", "'is Z99 important to you?'"),
    ("L", "agree a08, c17", "!not_active"),
    ("L", "drop C17", "!misfit"),
    ("L", "yours plus A08", "!misfit"),
)  # fmt: skip


def test_plain_words_mean_what_the_table_says() -> None:
    assert not misread(((where, text), outcome(STATES[where], text), meant) for where, text, meant in ROWS)


def _read(state: State, text: str) -> Reading[Move] | Unclear:
    return game.read(game.view(state, mover(state)), Said(text))


@pytest.mark.parametrize(("where", "text"), [(row[0], row[1]) for row in ROWS if row[2].startswith("?")], ids=ascii)
def test_a_yes_to_the_question_does_what_was_asked_about(where: str, text: str) -> None:
    view = game.view(STATES[where], A)
    reading = game.read(view, Said(text))
    assert isinstance(reading, Reading)
    assert reading.question.endswith(("?", ".", "then."))
    again = game.read(view, Said(reading.confirm, via="pressed"))
    assert isinstance(again, Reading)
    assert (again.move, again.confirm) == (reading.move, "")


def test_the_tags_and_orders_mean_what_they_mean_in_the_seed_reading() -> None:
    """Everything that binds at once in the seed's reading binds so here; what fails costs no patience."""
    seed, people = situation(), situation(**PLAIN)
    rows = [(text, meant) for rows in TABLE.values() for text, meant, _ in rows]
    rows += [(text, meant) for text, meant, _ in MORE]
    binding = [(text, meant) for text, meant in rows if meant[0] in "+-=" and text not in ("A65", "PROPOSAL: {A65}")]
    assert not misread(((text,), outcome(people, text), outcome(seed, text)) for text, _ in binding)
    struck = [text for text, meant in rows if outcome(people, text).endswith("*")]
    assert not struck, struck


def test_the_published_protocol_is_as_strict_as_ever() -> None:
    strict = situation(grammar="seed", **PLAIN)
    assert outcome(strict, "ok") == "!untagged*"
    assert outcome(strict, "swap A08 for C17") == "!untagged*"


def test_a_change_names_its_result_against_the_limit() -> None:
    reading = _read(BOTH, "swap B95 for C17")
    assert isinstance(reading, Reading)
    assert reading.question == (
        "Do you propose #2 with C17, without B95: A08, C17 (2 items, effort 42 of 100, worth 9 to you)?"
    )


def test_a_change_that_does_not_fit_says_what_is_in_its_way() -> None:
    view = game.view(BOTH, A)
    for text, said in (
        ("#2 - A65 + C17", "That change does not fit #2: it has no A65 to leave out."),
        ("yours plus A08", "That change does not fit #2: it already has A08."),
        ("swap A39 for B95 in mine", "That change does not fit #1: it has no A39 to leave out."),
        ("#2 - A65 + A08", "That change does not fit #2: it has no A65 to leave out and already has A08."),
        ("yours without A39, C17", "That change does not fit #2: it has no A39 or C17 to leave out."),
        ("yours without A08 and B95", "That change would leave nothing of #2."),
        ("#9 plus C17", "There is no such set to change."),
    ):
        why = game.read(view, Said(text))
        assert isinstance(why, Unclear)
        assert plain(game.refuse(why, view, Voice(you=A))).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("#1 - knife + map", "it has no knife to leave out and already has the map."),
        ("yours plus map", "it already has the map."),
        ("yours plus map and water", "it already has the water and the map."),
        ("yours without knife, rope", "it has no rope or knife to leave out."),
    ],
)
def test_a_name_in_words_takes_an_article(text: str, said: str) -> None:
    view = game.view(_named_in_words(), A)
    why = game.read(view, Said(text))
    assert isinstance(why, Unclear)
    assert plain(game.refuse(why, view, Voice(you=A))).startswith(f"That change does not fit #1: {said}")


NOUNS = {"rope": 20, "water": 30, "compass": 9, "blanket": 25, "map": 6, "radio": 18, "knife": 7, "first aid kit": 11}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("water blanket knives", "?+water blanket knife"),
        ("water, blankets, knife", "?+water blanket knife"),
        ("ropes and a radio", "?+rope radio"),
        ("rope, water and first-aid kit", "+rope water first aid kit"),
        ("the firstaid kit, a rope, a map", "+rope map first aid kit"),
        ("swap the map for a compass", "?+water compass blanket"),
        ("replace the maps with a knife", "?+water blanket knife"),
        ("yours but knife not map", "?+water blanket knife"),
        ("drop the map and the blanket, add the rope and the knife", "?+rope water knife"),
        # A name that is none is told, and not left out.
        ("rope, water and a torch", "!unknown_item"),
        ("rope, torch and water", "!unknown_item"),
        ("water blanket kettle", "!unknown_item"),
        ("water blanket lol", "+water blanket"),
        ("knife, map useless", "'knife, map useless'"),
        ("water is life", "'water is life'"),
    ],
)
def test_items_with_names_in_words_may_stand_in_the_plural_and_none_is_left_out(text: str, meant: str) -> None:
    assert outcome(_named_in_words(), text) == meant


def _named_in_words() -> State:
    """Return a game whose items have words as names, at its second speaker's proposal."""
    worth = dict.fromkeys(NOUNS, 5)
    file = json.dumps({"limit": 90, "effort": NOUNS, "importance": {"A": worth, "B": worth}})
    state = bargain(dealt(1, instance=file, **PLAIN), say="Hello there.")
    return game.apply(state, Moved(mover(state), Bargain((("water", "blanket", "map"),), ()), ""))


def test_a_large_set_is_asked_about_by_its_change() -> None:
    state = dealt(1, items="35", importance="strongly", pairing="equal", style="chat", **PLAIN)
    act = game.players["normal"].decide(game.view(state, A), 1)
    state = game.apply(state, Moved(A, None, "Hello there."))
    state = game.apply(state, Moved(SEATS[1], act.move, ""))
    view = game.view(state, A)
    gone = view.names(view.theirs[0].items)[0]
    reading = game.read(view, Said(f"yours without {gone}"))
    assert isinstance(reading, Reading)
    assert reading.question.startswith(f"Do you propose #1 without {gone} (")
    assert len(reading.question) < 100


def test_a_yes_after_mere_talk_is_asked_about() -> None:
    """The other side's last words may be what it agrees to."""
    state = say(say(lone(**PLAIN), "Which of them do you need most?"), "We should drop the heavy one.")
    assert outcome(state, "agreed") == "?=A08 B95"
    assert outcome(state, "agree #2") == "=A08 B95"


def test_a_mere_yes_to_another_question_is_asked_about() -> None:
    asked = bargain(bargain(planted(**PLAIN), "A65"), "A08 B95", say="Do you like C17?")
    assert outcome(asked, "yes") == "?=A08 B95"
    assert outcome(asked, "deal") == "=A08 B95"
    about_the_set = bargain(bargain(planted(**PLAIN), "A65"), "A08 B95", say="How about this?")
    assert outcome(about_the_set, "yes") == "=A08 B95"


def test_help_and_the_way_out_are_buttons_and_cost_nothing() -> None:
    view, voice = game.view(lone(**PLAIN), A), Voice(you=A)
    for text, said in (("help", "/rules"), ("quit", "/quit")):
        why = game.read(view, Said(text))
        assert isinstance(why, Unclear)
        assert not why.strike
        post = game.refuse(why, view, voice)
        assert "Nothing was sent." in plain(post)
        assert said in [ask.says for ask in post.asks if isinstance(ask, Choice)]
    rules = game.read(view, Said("rules"))
    assert isinstance(rules, Unclear)
    assert game.refuse(rules, view, voice) == game.explain(view, voice)


def test_talk_that_uses_a_message_up_says_which() -> None:
    reading = _read(lone(**PLAIN), "hm")
    assert isinstance(reading, Reading)
    assert reading.question == "Say this to the other side? It uses message 3 of 30."


WORDS = ["ok", "deal", "yes", "no", "not", "agree", "if", "but", "A08", "B95", "A39", "#2", "?", ",", "yours", "mine"]
WORDS += ["drop", "add", "maybe", "I", "that", "never", "fine", "without", "\n", "for", "it", "you", "Z99", "'", '"']
WORDS += ["+", "-", "first", "your", "refuse", "propose", "actually", "neither"]


@given(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
def test_nothing_that_denies_hedges_asks_or_changes_ever_agrees_at_once(text: str) -> None:
    for state in (STATES["L"], STATES["A"]):
        reading = _read(state, text)
        if not isinstance(reading, Reading) or reading.confirm or not isinstance(reading.move, Agree):
            continue
        words = set(text.split())
        assert not words & {"first", "neither"}
        assert not words & {"no", "not", "never", "if", "maybe", "mine", "drop", "add", "without", "?", "Z99", "A39"}
        assert state.close is None
        assert reading.move in (Agree(("A08", "B95")), Agree(("A39", "B81")))


@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
def test_any_text_is_read_as_something_that_the_rules_allow(text: str) -> None:
    for state in STATES.values():
        reading = _read(state, text)
        if isinstance(reading, Reading):
            game.apply(state, Moved(A, reading.move, reading.say))
        else:
            assert not reading.strike
            assert plain(game.refuse(reading, game.view(state, A), Voice(you=A)))


def test_long_texts_are_read_in_time_linear_in_their_length() -> None:
    for part in ("A08 ", "swap A08 for ", "ok, ", "#2 ", "I would ", "a-", "= 12 of ", "without A08 and ", "hm" * 9):
        text = part * (WORDS_MOST // len(part))
        for state in STATES.values():
            _read(state, text)
