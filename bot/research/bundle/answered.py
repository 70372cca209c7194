"""Rows of a form that a person filled in: answers, checks and consent, from the steps of its log."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from bot.research.bundle.column import Row, Texts, decimal
from bot.research.bundle.logged import free_words
from bot.research.bundle.redact import Redactor, words
from bot.research.bundle.talk import VIA
from bot.research.bundle.walk import Step, commits
from bot.session.model.events import Typed
from games.core.codec import encode
from games.core.contract import Moved
from games.forms.config import Choose, Divide, Form, Item, Notice, Scale

GRANTED: Final = {"answered": "granted", "declined": "declined"}


class Filled(Struct, frozen=True):
    """One form of one person: where it belongs, and the steps of its log."""

    sid: str
    pid: str
    stage: str
    kind: str
    steps: Sequence[Step]
    redact: Redactor
    texts: Texts

    @property
    def form(self) -> Form | None:
        """The form as it was asked; None if the session ended before it was."""
        form: Form | None = getattr(self.steps[-1].after.state, "form", None)
        return form


class Given(Struct, frozen=True):
    """One answer: to which item, when it was shown and answered (ms), how, and its number for this item, from 1."""

    item: Item
    order: int
    value: str
    shown: int
    at: int
    via: str
    attempt: int
    words: bool


def answers(filled: Filled) -> list[Given]:
    """Return the answers in order. An item is shown by the answer before it, and by no reminder or refusal."""
    form, made, shown = filled.form, list[Given](), filled.steps[0].at
    if form is None:
        return []
    items = {item.id: (order, item) for order, item in enumerate(form.items, 1)}
    tries: dict[str, int] = {}
    for group in commits(filled.steps):
        via = next((VIA[step.event.via] for step in group if isinstance(step.event, Typed)), "typed")
        for step in group:
            if isinstance(step.event, Moved):
                move: Any = step.event.move
                order, item = items[move.item]
                tries[item.id] = tries.get(item.id, 0) + 1
                written = free_words(step) is not None
                made.append(Given(item, order, move.value, shown, step.at, via, tries[item.id], written))
                shown = step.at
    return made


def form_rows(filled: Filled) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a form: a survey row for each plain item, a check row for each answer to a check."""
    form = filled.form
    if form is None:
        return
    given = answers(filled)
    for answer in given:
        if isinstance(answer.item, Choose) and answer.item.right:
            yield "check", _check(filled, form, answer)
        elif not isinstance(answer.item, Notice):
            yield "survey", _survey(filled, form, answer)
    if filled.kind == "consent" and (end := _end(filled)) in GRANTED:
        yield "consent", consent(filled, GRANTED[end], filled.steps[-1].at, given[-1].via if given else None)


def consent(filled: Filled, action: str, at: int, method: str | None = None) -> Row:
    """Return a row of the table `consent`."""
    form = filled.form
    return {
        "consent_id": f"{filled.sid}-{filled.pid}-{action}",
        "pid": filled.pid,
        "sid": filled.sid,
        "consent_version": form.version if form else "",
        "text_sha256": sha256(encode(form)).hexdigest(),
        "action": action,
        "at": at,
        "method": method,
    }


def wording(item: Item) -> str:
    """Return the hash of an item as declared."""
    return sha256(encode(item)).hexdigest()


def _end(filled: Filled) -> str:
    result = filled.steps[-1].after.result()
    return result.end if result is not None else ""


def _check(filled: Filled, form: Form, answer: Given) -> Row:
    item = answer.item
    assert isinstance(item, Choose)
    right = answer.value in item.right
    last = answer.attempt >= item.tries
    consequence = "none" if right else "retry" if not last else form.fails
    return {
        "pid": filled.pid,
        "sid": filled.sid,
        "kind": "attention" if filled.kind == "check" and item.tries == 1 else "comprehension",
        "item_id": item.id,
        "attempt": answer.attempt,
        "response": answer.value,
        "correct": right,
        "consequence": consequence,
        "at": answer.at,
    }


def _survey(filled: Filled, form: Form, answer: Given) -> Row:
    item, skipped = answer.item, answer.value == ""
    row: Row = {
        "pid": filled.pid,
        "sid": filled.sid,
        "stage": filled.stage,
        "instrument": form.name,
        "instrument_version": form.version,
        "item_id": item.id,
        "item_order": answer.order,
        "wording_sha256": wording(item),
        "answered_at": answer.at,
        "rt_s": decimal((answer.at - answer.shown) / 1000),
        "method": answer.via,
        "skipped": skipped,
    }
    if isinstance(item, Scale):
        row |= {"scale_min": item.low, "scale_max": item.high}
    if skipped:
        return row
    match item:
        case Scale():
            row["value_num"] = decimal(int(answer.value))
        case Divide():
            own, _, other = answer.value.partition(":")
            row |= {"value_num": decimal(int(own)), "value_other": decimal(int(other))}
        case Choose():
            row["value_text"] = answer.value
        case _:
            row |= words(answer.value, filled.texts, filled.redact)
    return row
