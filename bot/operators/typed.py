"""Operators' commands as people type them: `/game config name:N key:K value:V`.

The words are the same on every text-only platform. An option is written `key:value` or `key=value`. A value extends to
the next option, so it needs no quotes. Leading words without a key fill the options in their order.
"""

import re

from bot.session.model.inbound import Operate
from bot.session.model.verbs import GROUPS, Verb, find, of_group
from games.core.settings import BadSetting

_WORD = re.compile(r"(?:(?<=\s)|^)([A-Za-z][\w-]*)(?::|[ \t]*=)")
_USER = re.compile(r"(telegram|discord|terminal):\w+")
"""A user with their platform; it looks like an option with its value."""


IMPORTS = ("game import", "study import")
"""Commands whose words are a file."""


class BadWords(ValueError):
    """Error: a command that cannot be understood; the text says what can be written."""


def number(key: str, text: str, most: int, least: int = 0) -> int:
    """Return a whole number from `least` to `most`. Raises `BadSetting`."""
    if not re.fullmatch(f"[0-9]{{1,{len(str(most))}}}", text) or not least <= int(text) <= most:
        raise BadSetting(key, f"must be a whole number from {least} to {most}", text)
    return int(text)


def act_of(group: str, words: str) -> Operate:
    """Return the act that typed words stand for. Mistakes in them are reported when it is carried out."""
    return Operate(group, (("", words.strip()),))


def is_bare(act: Operate) -> bool:
    """Return whether only a group was named, which asks what it can do."""
    return act.given == (("", ""),) and find(act.verb) is None and act.verb in GROUPS


def understood(act: Operate) -> tuple[Verb, dict[str, str]]:
    """Return the verb, and its options by key. Raises `BadWords`."""
    if not (len(act.given) == 1 and act.given[0][0] == ""):
        verb = find(act.verb)
        if verb is None:
            raise BadWords(_unknown(act.verb.partition(" ")[0], act.verb))
        return _complete(verb, {key: text.strip() for key, text in act.given if text.strip()})
    first, rest = (*act.given[0][1].split(None, 1), "", "")[:2]
    verb = find(f"{act.verb} {first.lower()}".strip())
    if verb is None and (verb := find(act.verb)) is not None:
        rest = act.given[0][1]
    if verb is None:
        raise BadWords(_unknown(act.verb, f"{act.verb} {first}"))
    return _complete(verb, _options(verb, rest))


def _options(verb: Verb, text: str) -> dict[str, str]:
    if verb.name in IMPORTS:
        return {"text": text.strip()} if text.strip() else {}
    marks = [m for m in _WORD.finditer(text) if verb.option(_key(m[1])) is not None or verb.loose]
    head = text[: marks[0].start()] if marks else text
    found: dict[str, str] = {}
    loose: list[str] = []
    for mark, end in _spans(marks, text):
        value = _bare(text[mark.end() : end])
        if verb.option(_key(mark[1])) is None:
            loose.append(f"{_key(mark[1])}={value}")
        else:
            found[_key(mark[1])] = value
    _place(verb, head.split(), found)
    if loose:
        found["settings"] = "\n".join((*([found["settings"]] if "settings" in found else []), *loose))
    return found


def _place(verb: Verb, words: list[str], found: dict[str, str]) -> None:
    """Enter words without a key into the options that are still empty, in their order. Raises `BadWords`."""
    free = [o for o in verb.options if o.key not in found]
    for word in words:
        if verb.name == "game show" and word.casefold() == "effective":
            found["effective"] = "true"
            continue
        is_user = bool(free) and free[0].key == "user" and _USER.fullmatch(word) is not None
        if not is_user and (other := _WORD.match(word)) is not None:
            raise BadWords(_no_option(verb, other[1]))
        if not free:
            raise BadWords(f"I don't understand {word[:40]!r}. Write {verb.usage}")
        found[free.pop(0).key] = word


def _complete(verb: Verb, found: dict[str, str]) -> tuple[Verb, dict[str, str]]:
    for key in found:
        if verb.option(key) is None:
            raise BadWords(_no_option(verb, key))
    for option in verb.options:
        if option.needed and not found.get(option.key):
            raise BadWords(f"/{verb.name} needs {option.key}: {option.about.lower()}. Write {verb.usage}")
        if option.choices and found.get(option.key) and found[option.key].casefold() not in option.choices:
            wrote = found[option.key]
            raise BadWords(f"{option.key} must be one of {', '.join(option.choices)}; you wrote {wrote[:40]}.")
    return verb, found


def _no_option(verb: Verb, key: str) -> str:
    return f"/{verb.name} has no option {key[:40]}; it has {', '.join(o.key for o in verb.options) or 'none'}."


def _unknown(group: str, wrote: str) -> str:
    if group not in GROUPS:
        return f"There is no command /{wrote[:40]}."
    verbs = of_group(group)
    return "\n".join((f"/{group} can do this:", *(f"{verb.usage} ({verb.does})" for verb in verbs)))


def pairs(text: str) -> dict[str, str]:
    """Return settings from `key=value` or `key: value`, on separate lines or with spaces between them.

    Raises `BadSetting` for words that belong to no key, and for two values of one key.
    """
    found: dict[str, str] = {}
    for part in filter(str.strip, text.splitlines()):
        marks = list(_WORD.finditer(part))
        head = part[: marks[0].start()] if marks else part
        if head.strip():
            raise BadSetting("settings", "must be key=value, such as rounds=4", head.strip())
        for mark, end in _spans(marks, part):
            key, value = _key(mark[1]), _bare(part[mark.end() : end]).rstrip(",;")
            if found.get(key, value) != value:
                raise BadSetting(key, "must have one value", f"{found[key]} and {value}")
            found[key] = value
    return found


def _spans(marks: list[re.Match[str]], text: str) -> list[tuple[re.Match[str], int]]:
    return list(zip(marks, [*(m.start() for m in marks[1:]), *([len(text)] if marks else [])], strict=True))


def _key(word: str) -> str:
    return word.lower().replace("-", "_")


def _bare(text: str) -> str:
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
