"""Views of a form, and the facts that posts tell. Answers are the participant's own: lookers-on see only questions."""

from msgspec import Struct

from games.core.contract import REVEAL, Event, News, Seat
from games.forms.items import Form, Item
from games.forms.rules import PARTICIPANT, Answer, FormState, Why, wrong


class View(Struct, frozen=True):
    """The view of one viewer. `answers` is empty for lookers-on; `attempt` is the number of the next answer."""

    who: Seat
    form: Form
    at: int
    attempt: int
    answers: tuple[Answer, ...]
    why: Why | None

    @property
    def item(self) -> Item | None:
        """Return the item that is asked; None after the end."""
        return self.form.items[self.at] if self.why is None else None


class Began(Struct, frozen=True, tag="began"):
    """The form is opened."""


class Asked(Struct, frozen=True, tag="asked"):
    """An item is asked: its index."""

    at: int


class Missed(Struct, frozen=True, tag="missed"):
    """The answer to a check was wrong. `again`: it may be answered once more."""

    at: int
    again: bool


class Closed(Struct, frozen=True, tag="closed"):
    """The form has ended."""

    why: Why


Fact = Began | Asked | Missed | Closed


def view(state: FormState, who: Seat) -> View:
    own = who in (PARTICIPANT, REVEAL)
    return View(who, state.form, state.at, state.attempt, state.answers if own else (), state.why)


def opening(state: FormState) -> tuple[News[Fact], ...]:
    return (News(Began()), News(Asked(state.at)))


def news(before: FormState, event: Event, after: FormState) -> tuple[News[Fact], ...]:
    made: list[News[Fact]] = []
    answered = len(after.answers) > len(before.answers)
    if answered and after.why != "declined" and wrong(before.form.items[before.at], after.answers[-1].value):
        made.append(News(Missed(before.at, again=after.why is None and after.at == before.at)))
    if after.why is not None:
        made.append(News(Closed(after.why)))
    elif answered:
        made.append(News(Asked(after.at)))
    return tuple(made)
