"""Forms of a study's own, as its file writes them: a title, and items of five kinds.

    title: What you thought
    items:
      - notice: Thank you for negotiating.        words to read
        button: Go on
      - choose: Did you see an offer?              one of some options
        options: {y: Yes, n: No}
        right: y                                   makes it a check, with tries and explain
      - scale: How fair was it?                    a whole number
        from: 1
        to: 5
        labels: [very unfair, very fair]
      - write: What was your plan?                 free words
        longest: 500
      - divide: Choose a division.                 points for oneself and for somebody else
        options: [[85, 85], [85, 15]]

Every item may have an `id`, by which exports name it, and `skippable`.
"""

from collections.abc import Mapping
from typing import Any

from bot.studies.documents import fits, flag_in, list_in, number_in, rows_of, text_in
from games.core.settings import BadSetting
from games.forms.config import Choose, Divide, Form, Item, Notice, Scale, Write

KINDS = ("notice", "choose", "scale", "write", "divide")
_ALWAYS = ("id", "skippable")
_KEYS: Mapping[str, tuple[str, ...]] = {
    "notice": ("button",),
    "choose": ("options", "ends", "right", "tries", "explain"),
    "scale": ("from", "to", "labels"),
    "write": ("longest",),
    "divide": ("options",),
}
FORM_KEYS = ("title", "text", "items", "version", "fails", "name")


def form_of(where: str, data: Mapping[str, Any], title: str) -> Form:
    """Return a form from its part of the file; `where` names the part and the instrument. Raises `BadSetting`.

    `text` is short for a form of one notice.
    """
    fits(data, FORM_KEYS, f"the form of {where}")
    if ("text" in data) == ("items" in data):
        raise BadSetting(where, "must have either a text or items")
    if "text" in data:
        items: tuple[Item, ...] = (Notice("text", text_in("text", data["text"]).strip()),)
    else:
        rows = list_in("items", data["items"], " of notice, choose, scale, write or divide")
        items = tuple(_item(f"{where}, item {number}", number, row) for number, row in enumerate(rows, 1))
    fails = text_in("fails", data.get("fails", "flag"))
    if fails not in ("flag", "end"):
        raise BadSetting("fails", "must be flag or end", fails)
    return Form(
        text_in("name", data.get("name", where)),
        text_in("title", data.get("title", title)).strip(),
        items,
        text_in("version", data.get("version", "1")),
        "end" if fails == "end" else "flag",
    )


def _item(where: str, number: int, data: object) -> Item:
    row = rows_of(where, data, f"must have one of {', '.join(KINDS)} on its first line")
    kinds = [kind for kind in KINDS if kind in row]
    if len(kinds) != 1:
        raise BadSetting(where, f"must have one of {', '.join(KINDS)}", ", ".join(row))
    kind = kinds[0]
    fits(row, (kind, *_ALWAYS, *_KEYS[kind]), f"{where}, a {kind}")
    id, text = text_in("id", row.get("id", f"{kind}{number}")), text_in(kind, row[kind]).strip()
    skippable = flag_in("skippable", row["skippable"]) if "skippable" in row else kind == "write"
    match kind:
        case "notice":
            return Notice(id, text, text_in("button", row.get("button", "Continue")))
        case "choose":
            return _choose(where, Choose(id, text, _options(where, row.get("options")), skippable), row)
        case "scale":
            low, high = (number_in(key, row.get(key, n), -1_000, 1_000) for key, n in (("from", 1), ("to", 5)))
            labels = tuple(text_in("labels", label) for label in list_in("labels", row.get("labels", []), ""))
            return Scale(id, text, low, high, labels, skippable)
        case "write":
            return Write(id, text, number_in("longest", row.get("longest", 1_000), 1, 2_000), skippable)
    return Divide(id, text, tuple(_pair(pair) for pair in list_in("options", row.get("options"), " of pairs")))


def _choose(where: str, plain: Choose, row: Mapping[str, Any]) -> Choose:
    values = {value for value, _ in plain.options}
    marked = {key: _values(key, row.get(key, [])) for key in ("ends", "right")}
    for key, found in marked.items():
        if not set(found) <= values:
            raise BadSetting(key, f"must name options of {where}: {', '.join(sorted(values))}", ", ".join(found))
    return Choose(
        plain.id,
        plain.text,
        plain.options,
        plain.skippable,
        marked["ends"],
        marked["right"],
        number_in("tries", row.get("tries", 1), 1, 10),
        text_in("explain", row.get("explain", "")),
    )


def _options(where: str, data: object) -> tuple[tuple[str, str], ...]:
    """Return pairs of value and label: from a mapping, or from a list whose labels are their own values' order."""
    if isinstance(data, dict):
        return tuple((str(value), text_in("options", label)) for value, label in data.items())
    labels = list_in("options", data, f" or a mapping of value and label in {where}")
    return tuple((str(n), text_in("options", label)) for n, label in enumerate(labels, 1))


def _values(key: str, data: object) -> tuple[str, ...]:
    return tuple(text_in(key, value) for value in (data if isinstance(data, list) else [data]))


def _pair(data: object) -> tuple[int, int]:
    pair = list_in("options", data, " of pairs of points, own and other's")
    if len(pair) != 2:
        raise BadSetting("options", "must be pairs of points, own and other's", ", ".join(map(str, pair)))
    return number_in("options", pair[0], 0, 1_000_000), number_in("options", pair[1], 0, 1_000_000)
