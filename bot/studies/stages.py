"""The stages of a study as its file names them: standard ones by a word, own ones as forms."""

from collections.abc import Collection, Mapping
from typing import Any, get_args

from bot.studies.design import Definition
from bot.studies.documents import fits, rows_of, text_in, texts_in
from bot.studies.effective import normal
from bot.studies.own_forms import form_of
from bot.studies.study import StageKind, StagePlan
from games.core.registry import get
from games.core.settings import BadSetting
from games.forms.config import Choose, Form

KINDS: tuple[StageKind, ...] = get_args(StageKind)
PRACTICE_OPPONENT = "easy"
AGREE = (("yes", "I agree"), ("no", "I do not agree"))
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
    name = next(n for n in (kind, *(f"{kind}-{k}" for k in range(2, 100))) if n not in taken)
    match kind:
        case "game":
            if value is not None:
                raise BadSetting("game", "takes nothing here; its settings stand under settings", value)
            return StagePlan(name, "game")
        case "practice":
            return _practice(name, value, design)
    return StagePlan(name, kind, _form(kind, name, value, contact))


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


def _form(kind: str, name: str, value: object, contact: str) -> Form:
    if isinstance(value, dict):
        row = rows_of(kind, value)
        if kind == "consent" and set(row) <= {"text", "title", "version", "name"}:
            return _consent(name, row, contact)
        return form_of(name, row, TITLES[kind])
    raise BadSetting(kind, "must be a form: a text, or a title and items", value)


def _consent(name: str, row: Mapping[str, Any], contact: str) -> Form:
    text = text_in("text", row.get("text", "")).strip()
    if not text:
        raise BadSetting("consent", "must have the text that people agree to")
    told = f"{text}\n\nQuestions: {contact}" if contact else text
    title = text_in("title", row.get("title", TITLES["consent"]))
    version = text_in("version", row.get("version", "1"))
    return Form(name, title, (Choose("consent", told, AGREE, ends=("no",)),), version)
