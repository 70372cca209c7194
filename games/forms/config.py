"""The setting that holds a form as JSON, and its check. The records of forms are re-exported here."""

from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Struct

from games.core.codec import encode
from games.core.documents import Unreadable, clipped, load, reason
from games.core.settings import BadSetting, Document, settings_in
from games.forms import flaws
from games.forms.items import Choose, Divide, Form, Item, Notice, Scale, Write

__all__ = ["Choose", "Divide", "Form", "FormConfig", "Item", "Notice", "Scale", "Write", "check", "form_of", "written"]


class FormConfig(Struct, frozen=True):
    """One session of a form. `content` is the form as JSON."""

    content: Annotated[str, Document("a form: its name, its title and its items"), "", "What the form asks."]
    condition: str


SETTINGS: Final = settings_in(FormConfig)


def written(form: Form) -> str:
    """Return a form as the setting `content` holds it."""
    return encode(form).decode()


def check(config: FormConfig) -> None:
    form_of(config.content)


@lru_cache(maxsize=256)
def form_of(content: str) -> Form:
    """Return the form that a setting holds. Raises `BadSetting`, which names the item and the reason."""
    form = _decoded(content)
    if flaw := flaws.flaw(form):
        raise _bad(flaw)
    return form


def _decoded(content: str) -> Form:
    try:
        made: Any = load(content)
    except Unreadable as problem:
        raise _bad(str(problem)) from None
    items = made.get("items") if isinstance(made, dict) else None
    for number, item in enumerate(items if isinstance(items, list) else (), 1):
        try:
            msgspec.convert(item, Item)
        except msgspec.ValidationError as problem:
            id = item.get("id") if isinstance(item, dict) else None
            named = f" ({clipped(id)})" if isinstance(id, str) else ""
            raise _bad(f"item {number}{named}: {reason(problem)}") from None
    try:
        return msgspec.convert(made, Form)
    except msgspec.ValidationError as problem:
        raise _bad(reason(problem)) from None


def _bad(why: str) -> BadSetting:
    return BadSetting("content", f"must be a form that can be asked; {why}")
