"""Forms for tests: one with every kind of item, a check, a consent that can be declined; and ways to fill them in."""

from typing import Any

from games.core.contract import IllegalMove, Moved, Reading, Said, Unclear
from games.core.post import Voice, plain
from games.forms import game
from games.forms.config import FormConfig, written
from games.forms.items import Choose, Divide, Form, Item, Notice, Scale, Write
from games.forms.rules import PARTICIPANT, Answered, FormState

ALL = Form(
    "all_kinds",
    "All kinds",
    (
        Notice("hello", "Welcome.\n\nThis has every kind of item:\n- words to read\n- questions", "Start"),
        Choose("age", "Are you 18 or older?", (("yes", "Yes"), ("no", "No")), ends=("no",)),
        Choose("colour", "Which one do you like?", (("r", "Red"), ("g", "Green"), ("b", "Blue")), skippable=True),
        Scale("calm", "How calm are you?", 1, 7, ("not at all", "very"), skippable=True),
        Scale("fair", "How fair was it?", -1, 1, ("Unfair", "So so", "Fair")),
        Scale("sure", "How sure are you, in percent?", 0, 100),
        Divide("share", "Which division?", ((85, 76), (50, 100), (100, 50))),
        Write("more", "Anything else?", longest=200),
    ),
)
QUESTION = Choose(
    "who",
    "Who gains from a lower price?",
    (("seller", "The seller"), ("buyer", "The buyer"), ("both", "Both alike")),
    right=("buyer",),
    tries=2,
    explain="A lower price is better for the buyer.",
)
CHECK = Form("check", "A check", (QUESTION, Notice("done", "On we go.")), fails="end")
FLAGGED = Form("flagged", "A check", (QUESTION,))
AGREE = Choose("ok", "Do you agree to take part?", (("y", "I agree"), ("n", "I don't agree")), ends=("n",))
CONSENT = Form("consent", "Before we start", (AGREE,))


def one(item: Item) -> Form:
    return Form("one", "One item", (item,))


def dealt(form: Form) -> FormState:
    return game.deal(FormConfig(written(form), "form"), 1)


def read(form: Form | FormState, text: str, via: Any = "typed") -> str | None:
    """The value that a text means for the item that is asked; None if it is unclear."""
    state = dealt(form) if isinstance(form, Form) else form
    reading = game.read(game.view(state, PARTICIPANT), Said(text, via=via))
    return reading.move.value if isinstance(reading, Reading) and reading.move else None


def filled(form: Form, *texts: str) -> FormState:
    """The form after these texts, each of which must count."""
    state = dealt(form)
    for text in texts:
        reading = game.read(game.view(state, PARTICIPANT), Said(text))
        assert isinstance(reading, Reading), f"{text!r} is {reading}"
        state = game.apply(state, Moved(PARTICIPANT, reading.move))
    return state


def answered(state: FormState, item: str, value: str) -> FormState:
    return game.apply(state, Moved(PARTICIPANT, Answered(item, value)))


def refusal(state: FormState, why: IllegalMove | Unclear) -> str:
    return plain(game.refuse(why, game.view(state, PARTICIPANT), Voice(PARTICIPANT)))
