"""Meaning of a message: the answer to the item that is asked.

A text counts if it is an answer and nothing else: a label, a value, its number in the list, a number on the scale, a
plain yes or no, `skip`. Free words are taken as they are. Everything else is asked again.
"""

import re
from typing import Final

from games.core.contract import Reading, Said, Unclear
from games.forms.items import Choose, Divide, Item, Notice, Scale, Write
from games.forms.reader import options
from games.forms.reader.words import LONGEST, plain, prefaced
from games.forms.rules import PARTICIPANT, READ, SKIPPED, Answered, fault
from games.forms.view import View
from games.language import text
from games.language.agreement import find
from games.language.lexicon import any_of

SKIP: Final = "skip"
"""The word that leaves an item out."""
_SKIPS: Final = frozenset({SKIP, "/skip", "skip it", "skip this", "skip this one", "skip that", "skip please"})
_RATHER_NOT: Final = _SKIPS | {
    "pass", "next", "rather not say", "i'd rather not say", "prefer not to say", "i prefer not to say", "no answer",
}  # fmt: skip
_COMMANDS: Final = re.compile(
    any_of("""
    quit  exit  leave  stop  help  withdraw  cancel  menu  rules  status  undo  back  go back  i quit
    i (?:want|would like|need) to (?:leave|stop|quit|withdraw|go)  i'd like to (?:leave|stop|quit|withdraw|go)
    let me out
""")
)
"""Words that may be meant for the program rather than as an answer in free words; they are asked about first."""
_ONWARD: Final = re.compile(
    any_of("""
    continue  next  onwards?  proceed  forward  start  begin  done  understood  read  ready  go  go on  move on
    carry on  go ahead  keep going  (?:i )?got it  i see  let'?s go  (?:i'm|im|i am) ready  i understand
    (?:i've |i have )?read it  thanks  thank you  (?:next|continue)(?:,? please)  please continue
""")
)


def read(view: View, said: Said) -> Reading[Answered] | Unclear:
    item = view.item
    if item is None:
        return Unclear("over")
    if view.who != PARTICIPANT:
        return Unclear("not_your_turn")
    value = _value(item, said)
    if isinstance(value, Unclear):
        return value
    if code := fault(item, value):
        return Unclear(code)
    if isinstance(item, Write) and said.via == "typed" and _COMMANDS.fullmatch(plain(text.canon(value)[:LONGEST])):
        return Reading(Answered(item.id, value), confirm=value, question=f"Is “{value}” your answer?")
    return Reading(Answered(item.id, value))


def _value(item: Item, said: Said) -> str | Unclear:
    if isinstance(item, Write):
        return _words(item, said)
    clear = text.clean(said.text)
    if clear is None:
        return Unclear("unclear")
    short = plain(clear)
    found = _found(item, short)
    if found is None and (rest := prefaced(short)):
        found = _found(item, rest)
    if found is not None:
        return found
    return SKIPPED if short in _RATHER_NOT else Unclear("unclear")


def _found(item: Item, short: str) -> str | None:
    """Return the value that a short text means; None if it means none, or two."""
    match item:
        case Notice(button=button):
            onward = short in (plain(button), "1") or _ONWARD.fullmatch(short) is not None or find(short).clear_yes
            return READ if onward else None
        case Choose():
            return options.chosen(item, short)
        case Scale():
            return options.step(item, short)
        case Divide():
            return options.divided(item, short)
        case Write():
            return None


def _words(item: Write, said: Said) -> str | Unclear:
    """Return the words of an answer as they are, without control characters. In a form, every text is an answer."""
    if said.via != "form" and len(said.text) < 40 and plain(text.canon(said.text)) in _SKIPS:
        return SKIPPED
    if len(said.text) > text.LONGEST:
        return Unclear("too_long")
    words = "".join(char if char.isprintable() or char == "\n" else " " for char in said.text).strip()
    return words if text.canon(words) else Unclear("unclear")
