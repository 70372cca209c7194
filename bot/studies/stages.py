"""The stages of a study as its file names them: standard ones by a word, own ones as forms."""

from collections.abc import Collection, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from bot.studies.design import Definition
from bot.studies.documents import fits, number_in, rows_of, text_in, texts_in
from bot.studies.effective import normal
from bot.studies.own_forms import form_of
from bot.studies.study import StageKind, StagePlan
from games.core.registry import get
from games.core.settings import BadSetting
from games.forms.flaws import flaw
from games.forms.items import Form
from games.forms.library import FORMS
from games.forms.welcome import ADULT, consent, debrief

KINDS: tuple[StageKind, ...] = get_args(StageKind)
PRACTICE_OPPONENT = "easy"
STANDARD: Mapping[str, Mapping[str, str]] = {
    "svo": {"slider": "svo_slider", "triple_dominance": "triple_dominance"},
    "tutorial": {"": "tutorial_{game}"},
    "check": {"comprehension": "check_{game}", "attention": "attention"},
    "survey": {"satisfaction_likeness": "satisfaction_likeness"},
}
"""The standard forms of a kind of stage, by the word that names them in a file."""
CONSENT = ("study", "who", "minutes", "kept", "age")
TITLES: Mapping[str, str] = {
    "consent": "Consent",
    "svo": "Choices",
    "tutorial": "How it works",
    "check": "A short check",
    "survey": "Your view",
    "debrief": "About this study",
}


def plan_of(kind: str, value: object, design: Definition, contact: str, taken: Collection[str]) -> StagePlan:
    """Return one stage; `taken` are the names of those before it. Raises `BadSetting`."""
    if kind not in KINDS:
        raise BadSetting("stages", f"must be of {', '.join(KINDS)}", kind)
    name = next(n for n in (kind, *(f"{kind}-{k}" for k in range(2, len(taken) + 2))) if n not in taken)
    match kind:
        case "game":
            if value not in (None, ""):
                raise BadSetting("game", "takes nothing here; put its settings under settings", value)
            return StagePlan(name, "game")
        case "practice":
            return _practice(name, value, design)
    return StagePlan(name, kind, _form(kind, name, value, design, contact))


def _practice(name: str, value: object, design: Definition) -> StagePlan:
    """Return a game that does not count, by the design's settings unless the file says others."""
    row = rows_of("practice", value or {}, "must hold opponent and settings")
    fits(row, ("opponent", "settings"), "practice")
    game = get(design.game)
    wrote = normal(game, texts_in("settings", row.get("settings") or {}), dict(design.wrote))
    opponent = text_in("opponent", row.get("opponent", PRACTICE_OPPONENT))
    if opponent not in game.players:
        raise BadSetting("opponent", f"of a practice must be one of {', '.join(game.players)}", opponent)
    return StagePlan(name, "practice", wrote=wrote, opponent=opponent)


def _form(kind: str, name: str, value: object, design: Definition, contact: str) -> Form:
    """Return a form by its name, or as the file writes it. Raises `BadSetting`."""
    if isinstance(value, dict):
        row = rows_of(kind, value)
        made = _worded(kind, row, contact) or form_of(name, row, TITLES[kind])
    else:
        word = text_in(kind, value) if value is not None else ""
        made = _standard(kind, word, design, contact)
    if why := flaw(made):
        raise BadSetting(name, f"cannot be asked: {why}")
    return made


def _worded(kind: str, row: Mapping[str, Any], contact: str) -> Form | None:
    """Return a standard consent or debrief with a study's own words; None for a form with items of its own."""
    if kind == "consent" and "items" not in row:
        if "text" in row:
            fits(row, ("text", "title", "version"), "consent")
            ask = replace(consent().items[0], text=text_in("text", row["text"]).strip())
            made = replace(consent(), items=(ask,), title=text_in("title", row.get("title", TITLES["consent"])))
            return replace(made, version=text_in("version", row.get("version", "1")))
        fits(row, CONSENT, "consent")
        minutes, age = (number_in(key, row.get(key, n), 1, 600) for key, n in (("minutes", 15), ("age", ADULT)))
        texts = {key: text_in(key, row[key]) for key in ("study", "who", "kept") if key in row}
        return consent(minutes=minutes, age=age, contact=contact, **texts)
    if kind == "debrief" and set(row) == {"text"}:
        return debrief(text_in("text", row["text"]), contact)
    return None


def _standard(kind: str, word: str, design: Definition, contact: str) -> Form:
    if kind in ("consent", "debrief") and not word:
        return consent(contact=contact) if kind == "consent" else debrief(contact=contact)
    known = STANDARD.get(kind, {})
    if word not in known:
        there = f"must be {' or '.join(filter(None, known))}, or" if any(known) else "must be"
        raise BadSetting(kind, f"{there} a form of its own: a text, or a title and items", word or None)
    name = known[word].format(game=design.game)
    if name not in FORMS:
        raise BadSetting(kind, f"must be a form of its own for {design.game}")
    return FORMS[name]
