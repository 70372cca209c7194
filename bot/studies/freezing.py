"""Freezing: a study gets its seed, its codes and a hash of all that it is, and never changes again.

The seed of assignment is drawn when a study is frozen and promised by a salted hash, the commitment; closing the study
reveals both, so that anybody can check that nobody chose who got which condition.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.studies.effective import effective
from bot.studies.published import published
from bot.studies.study import CODED, Study
from games.core.codec import encode
from games.core.settings import BadSetting
from games.forms.config import Choose, Divide, Form, Item, Scale

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Completion codes are copied by hand, so they have no I, O, 0 or 1."""
SCHEME = "sha256 of SEAL:SEED, both as text; seal and seed are revealed when the study is closed"


def freeze(study: Study, now: int) -> Study:
    """Return a draft as it is frozen at a time (ms). Raises `BadSetting` for a study that cannot be played."""
    seed = study.design.seed or secrets.randbelow(2**53 - 1) + 1
    codes = dict(study.codes)
    for outcome in CODED:
        codes.setdefault(outcome, _fresh(set(codes.values())))
    made = replace(
        study,
        design=replace(study.design, seed=seed),
        codes=tuple(codes.items()),
        state="frozen",
        frozen_at=now,
        salt=study.salt or secrets.token_hex(16),
    )
    made = replace(made, commitment=_commitment(made))
    return replace(made, hash=hash_of(made))


def _fresh(taken: set[str]) -> str:
    while (code := "".join(secrets.choice(LETTERS) for _ in range(8))) in taken:
        pass
    return code


def seal(study: Study) -> str:
    """Return the salt of the commitment. It follows from the study's own salt, which it does not reveal."""
    return hmac.new(study.salt.encode(), b"seal of the seed", hashlib.sha256).hexdigest()[:32]


def _commitment(study: Study) -> str:
    return hashlib.sha256(f"{seal(study)}:{study.design.seed}".encode()).hexdigest()


def loaded(study: Study) -> dict[str, Any]:
    """Return everything that a frozen study loads, as plain data. Seed and codes are in it as hashes."""
    blind = replace(study.design, seed=0, state="draft")
    return {
        "study": study.slug,
        "version": study.version,
        "title": study.title,
        "program": version("parley"),
        "effective": _plain(effective(blind)),
        "conditions": _plain(blind.cells),
        "factors": _plain(study.factors),
        "stages": _plain(study.stages),
        "participation": _plain(study.rules),
        "codes": {outcome: _hidden(study, code) for outcome, code in study.codes},
        "contact": study.contact,
        "analysis": study.analysis,
        "seed_commitment": study.commitment,
        "seed_scheme": SCHEME,
        # Studies without a panel keep the hash that they were frozen with before there were any.
        **({"panel": _plain(study.panel)} if study.panel is not None else {}),
    }


def hash_of(study: Study) -> str:
    """Return the SHA-256 of everything that a study loads, in hexadecimal."""
    return hashlib.sha256(encode(loaded(study))).hexdigest()


def changed(study: Study) -> bool:
    """Return whether this program would load a frozen study differently from when it was frozen."""
    try:
        return hash_of(study) != study.hash
    except (BadSetting, LookupError):
        return True


def _plain(value: object) -> Any:
    return msgspec.json.decode(encode(value))


def _hidden(study: Study, code: str) -> str:
    return hmac.new(study.salt.encode(), code.encode(), hashlib.sha256).hexdigest()[:16]


# --- the bundle to register -------------------------------------------------------------------------------------------


def bundle(study: Study) -> dict[str, str]:
    """Return the files of a frozen study that a registration cites, by name."""
    name = f"{study.slug}-v{study.version}"
    return {
        f"{name}.yaml": published(study).strip() + "\n",
        f"{name}-loaded.json": json.dumps({"hash": study.hash, **loaded(study)}, ensure_ascii=False, indent=1) + "\n",
        f"{name}-texts.md": "\n".join(_texts(study)) + "\n",
        f"{name}-analysis.md": (study.analysis or "No plan was written.") + "\n",
    }


def _texts(study: Study) -> Iterator[str]:
    yield f"# {study.title}: every text that participants read before and after the game"
    for stage in study.stages:
        if stage.form is not None:
            yield f"\n## {stage.name}: {stage.form.title} ({stage.form.name}, version {stage.form.version})"
            yield from _items(stage.form)


def _items(form: Form) -> Iterator[str]:
    for item in form.items:
        yield f"\n**{item.id}** {item.text}"
        yield from (f"- {text}" for text in _answers(item))


def _answers(item: Item) -> tuple[str, ...]:
    match item:
        case Choose(options=options):
            return tuple(label for _, label in options)
        case Scale(low=low, high=high, labels=labels):
            return (f"{low} to {high}", *labels)
        case Divide(options=options):
            return tuple(f"you {own}, the other {other}" for own, other in options)
    return ()
