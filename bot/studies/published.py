"""A study's file as it is registered and given away: without completion codes, and without the seed of assignment."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from bot.studies.documents import parsed
from bot.studies.study import Study
from games.core.settings import BadSetting

SECRET: Final = ("codes", "seed")
"""Keys that are left out: whoever knows a code can claim it, and the seed says who gets which condition."""
_KEY: Final = re.compile(r"([a-z]+)\s*:")
_INSIDE: Final = (" ", "\t", "#", "-", "}", "]")
"""Beginnings of lines that go on with the key above them."""


def published(study: Study) -> str:
    """Return a study's file as it was declared, but for its codes and its seed."""
    data = parsed(study.text, "a study's declaration")
    if not any(key in data for key in SECRET):
        return study.text
    left = {key: value for key, value in data.items() if key not in SECRET}
    cut = _cut(study.text)
    if _says(cut, left) and not any(code in cut for _, code in study.codes):
        return cut
    return json.dumps(left, ensure_ascii=False, indent=1) + "\n"


def _cut(text: str) -> str:
    """Return a file in YAML without the lines of what is left out."""
    lines, hidden = [], False
    for line in text.splitlines():
        if not line.startswith(_INSIDE) and line:
            found = _KEY.match(line)
            hidden = found is not None and found[1] in SECRET
            if hidden and found is not None:
                lines.append(f"# {found[1]}: left out here; what is loaded has a hash of it")
        if not hidden:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _says(text: str, left: Mapping[str, Any]) -> bool:
    try:
        return parsed(text, "a study's declaration") == left
    except BadSetting:
        return False
