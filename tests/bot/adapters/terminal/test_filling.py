"""Forms in a terminal: field by field, with what is required and what is chosen, as on every other platform."""

import pytest

from bot.adapters.terminal.filling import Filling, chosen
from bot.session.model.inbound import Open
from games.core.post import Counts, Field, Form, Many, Number, One, Words, plain
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import played

PEOPLE = (("A", "Ann"), ("B", "Bea"))
GOODS = (("Wheat", "Wheat"), ("Ore", "Ore"))


def asked(field: Field) -> Filling:
    return Filling(Form("Send…", (field,), "<{" + field.key + "}>"))


@pytest.mark.parametrize(
    ("field", "said", "text"),
    [
        (Number("n", "Price", 0, 10_000, 100, "$"), "$44.50", "<44.50>"),
        (Number("n", "Price", 0, 10_000, 100, "$", chosen="50"), "", "<50>"),
        (Number("n", "Price", 0, 10_000, 100, "$", required=False), "", "<>"),
        (One("o", "Who", PEOPLE), "bea", "<B>"),
        (One("o", "Who", PEOPLE, required=False), "", "<>"),
        (Many("m", "Which", PEOPLE), "b, Ann", "<B, A>"),
        (Many("m", "Which", PEOPLE, chosen=frozenset({"B"})), "", "<B>"),
        (Counts("c", "Give", GOODS, (3, 2)), "2 wheat, 1 Ore", "<2 Wheat, 1 Ore>"),
        (Counts("c", "Give", GOODS, (3, 2), chosen=(0, 2)), "", "<2 Ore>"),
        (Words("w", "Say", required=False, chosen="hello"), "", "<hello>"),
    ],
)
def test_a_line_answers_a_field(field: Field, said: str, text: str) -> None:
    form = asked(field)
    assert form.take(said) == ""
    assert (form.asked, form.text) == (None, text)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (Number("n", "Price", 0, 10_000, 100, "$"), "100.01"),
        (Number("n", "Price", 0, 10_000, 100, "$"), "1.005"),
        (Number("n", "Price", 0, 10_000, 100, "$"), "NaN"),
        (Number("n", "Price", 0, 10_000, 100, "$"), "1e999999999"),
        (Number("n", "Price", 0, 10_000, 100, "$"), ""),
        (One("o", "Who", PEOPLE), ""),
        (One("o", "Who", PEOPLE), "Cyd"),
        (Many("m", "Which", PEOPLE, least=1), ""),
        (Many("m", "Which", PEOPLE, most=1), "A, B"),
        (Counts("c", "Give", GOODS, (3, 2)), "4 wheat"),
        (Counts("c", "Give", GOODS, (3, 2)), "2 wheat, 2 wheat"),
        (Counts("c", "Give", GOODS, (3, 2)), "wheat"),
        (Words("w", "Say"), ""),
        (Words("w", "Say", 3), "hello"),
    ],
)
def test_what_a_field_does_not_take_is_asked_for_again(field: Field, said: str) -> None:
    form = asked(field)
    assert form.take(said)
    assert form.asked is field


def test_a_question_says_what_can_be_answered() -> None:
    form = Filling(Form("Send…", (One("o", "Who", PEOPLE, chosen="A"), Words("w", "Say")), ""))
    assert plain(form.question("No.")).splitlines() == [
        "No.", "Who (1 of 2): one of", "An empty line means A.", "• A: Ann", "• B: Bea",
    ]  # fmt: skip


def test_a_form_is_found_by_the_beginning_of_its_name() -> None:
    forms = [Form("Invite…", (), ""), Form("Counter A…", (), "")]
    assert chosen(forms, "inv") is forms[0]
    assert chosen(forms[1:], "") is forms[1]
    for name, words in (("", "Which one? /fill Invite or /fill Counter A."), ("x", "Which one?")):
        found = chosen(forms, name)
        assert not isinstance(found, Form)
        assert words in plain(found)


async def test_a_form_of_a_whole_game_is_filled_in_line_by_line() -> None:
    lines = ("/fill", "everybody", "miner_0", "60", "pass", "/fill counter", "/back", "/back")
    run = await played(MemoryStore(), Open("society", (("game", "negotiation"),), seed=3), *lines)
    text = "\n".join(run.texts)
    assert "Bargain with (1 of 2): one of" in text
    assert "I can't use “everybody” here." in text
    assert "Shares (2 of 2): one of" in text
    assert "miner_0: carpenter_0 60 %" in text or "invite miner_0" in text
    assert run.status == 0
