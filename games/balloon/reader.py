"""From words to a move (two-player-games.md 2.5). Never raises, never guesses.

People write as they like: a tag binds wherever it stands outside reasoning and arguments, all else is talk. Under the
seed's grammar a message is tags and nothing else. What a button or form says is always read as people's writing.
"""

import re
from typing import Final

from games.balloon.naming import Named, looks_like_an_id, named
from games.balloon.protocol import MOST_PARTS, Part, parts
from games.balloon.rules import WORDS_MOST, Agree, Bargain, Move, not_active
from games.balloon.view import View
from games.core import Reading, Said, Unclear
from games.text import canon, unmark, unquoted

_LONGEST: Final = 20_000
_VERB = re.compile(
    r"(?:i |let's |we )?(?:(?P<propose>propose|proposal|keep)|(?P<agree>agree(?: to| with| on)?|accept)"
    r"|(?P<refuse>refuse|reject)|(?P<check>check|weigh|sum))\b[ \t]*:?\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_ENCLOSED = re.compile(r"[{(\[]([^{}()\[\]]*)[\])}]")
_NUMBERS = re.compile(r"(?:#?\d{1,4}(?:[\s,;]+(?:and\s+)?|$))+")
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")
_YES = re.compile(
    r"(?:(?:ok|okay|yes|yep|fine|good)\b[\s,.!]*)*"
    r"(?:(?:i |we )?(?:agree|accept)|agreed|accepted|(?:it's a )?deal)[\s.!]*"
)


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    """The move and the talk in a text, for the seat that owns the view."""
    strict = view.terms.grammar == "seed" and said.via == "typed"
    text = canon(said.text)
    if len(text) > _LONGEST:
        return Unclear("too_long", most=_LONGEST)
    if ">" in text and not strict:
        text = unquoted(text)
    if "~~" in text and any(part.tag for part in parts(unmark(text))):
        return Unclear("struck_out", strike=strict)
    text = unmark(text).strip()
    if not text:
        return Unclear("empty", strike=strict)
    found = parts(text)
    if len(found) >= MOST_PARTS:
        return Unclear("too_many_tags", strike=strict)
    tagged = [part for part in found if part.tag]
    if strict and (fault := _form_of(found)):
        return Unclear(fault, strike=True)
    if sum(part.tag == "reasoning" for part in tagged) > 1:
        return Unclear("two_reasonings", strike=strict)
    if not tagged:
        return _in_words(view, text, said.order)
    return _tagged(view, found, strict, said.via == "form")


def _form_of(found: list[Part]) -> str:
    """What is wrong with a message as the published protocol has it; "" if nothing is."""
    tags = [part.tag for part in found]
    if "" in tags:
        return "untagged"
    if tags[:1] != ["reasoning"]:
        return "no_reasoning"
    if tags.count("reasoning") > 1:
        return "two_reasonings"
    if not any(part.tag == "argument" and part.body for part in found):
        return "no_argument"
    if not all(part.closed for part in found):
        return "unclosed"
    sets = [part for part in found if part.tag in ("proposal", "refuse", "agree")]
    return "" if all(part.braces == "{" for part in sets) else "bad_set"


def _tagged(view: View, found: list[Part], strict: bool, by_form: bool) -> Reading[Move] | Unclear:
    """The meaning of a message with tags in it."""
    agrees = [part for part in found if part.tag == "agree"]
    proposals = [part for part in found if part.tag == "proposal"]
    refusals = [part for part in found if part.tag == "refuse"]
    if len(agrees) > 1:
        return Unclear("two_agrees", strike=True)
    if agrees and proposals:
        return Unclear("agree_and_propose", strike=strict)
    words = _shortened(" ".join(part.body for part in found if part.tag in ("", "argument") and part.body).strip())
    if not (agrees or proposals or refusals):
        return Reading(None, words) if words else Unclear("only_reasoning", strike=strict)
    refused: list[int] = []
    for part in refusals:
        several = _refused(view, part)
        if isinstance(several, Unclear):
            return several
        refused += several
    if agrees:
        return _agreement(view, agrees[0], refused, words, strict)
    proposed: list[int] = []
    for part in proposals:
        one = _set(view, part)
        if one.code:
            return _fault(one, strict)
        if not one.items and (by_form or not view.terms.allow_empty):
            return Unclear("empty_set", strike=not by_form)
        proposed.append(one.items)
    return Reading(_bargain(view, proposed, refused), words)


def _set(view: View, part: Part) -> Named:
    """The set behind a tag."""
    if not part.closed:
        return Named(code="unclosed")
    return named(view, part.body, literal=bool(part.braces))


def _refused(view: View, part: Part) -> list[int] | Unclear:
    """The sets that one REFUSE names: one, several by number, or all there are."""
    body = part.body.strip().casefold()
    if not part.braces and part.closed and body in ("", "all", "everything", "both", "them all"):
        if not view.theirs:
            return Unclear("nothing_to_answer")
        if not body and len(view.theirs) > 1:
            return Unclear("which")
        return [proposal.items for proposal in view.theirs]
    if not part.braces and part.closed and _NUMBERS.fullmatch(body):
        return _numbered(view, body)
    one = _set(view, part)
    return [one.items] if not one.code else _fault(one, view.terms.grammar == "seed")


def _numbered(view: View, body: str) -> list[int] | Unclear:
    """The other side's active proposals with these numbers."""
    active = {proposal.number: proposal.items for proposal in view.theirs}
    numbers = [int(number) for number in re.findall(r"\d+", body)]
    missing = [number for number in numbers if number not in active]
    return Unclear("no_such_number", name=str(missing[0])) if missing else [active[number] for number in numbers]


def _agreement(view: View, part: Part, refused: list[int], words: str, strict: bool) -> Reading[Move] | Unclear:
    body = part.body.strip()
    if not body and not part.braces and part.closed:
        return _only_one(view, words)
    if not part.braces and part.closed and _NUMBERS.fullmatch(body):
        several = _numbered(view, body)
        if isinstance(several, Unclear):
            return several
        if len(several) > 1:
            return Unclear("two_agrees", strike=True)
        items = several[0]
    else:
        one = _set(view, part)
        if one.code:
            return _fault(one, strict)
        items = one.items
    if items in refused:
        return Unclear("agree_and_refuse", strike=strict)
    for other in refused:
        if all(proposal.items != other for proposal in view.theirs):
            why = not_active(view.active, view.me, other)
            return Unclear(why.code, strike=True, **why.facts)
    return Reading(Agree(view.names(items)), words)


def _only_one(view: View, words: str) -> Reading[Move] | Unclear:
    """An agreement that does not say to what: to the only active proposal, if a button confirms it."""
    if not view.theirs:
        return Unclear("nothing_to_answer")
    if len(view.theirs) > 1:
        return Unclear("which")
    only = view.theirs[0]
    return Reading(Agree(view.names(only.items)), words, confirm=f"agree #{only.number}")


def _fault(one: Named, strict: bool) -> Unclear:
    strike = strict or (one.code == "unknown_item" and looks_like_an_id(one.name))
    return Unclear(one.code, strike=strike, name=one.name)


def _bargain(view: View, proposed: list[int], refused: list[int]) -> Bargain:
    return Bargain(
        tuple(view.names(items) for items in dict.fromkeys(proposed)),
        tuple(view.names(items) for items in dict.fromkeys(refused)),
    )


def _in_words(view: View, text: str, order: bool) -> Reading[Move] | Unclear:
    """Text without tags: a short order such as `agree #2` or `propose A08 B95`, names alone, or talk. Behind a command
    such as `/propose` there is no talk.
    """
    plain = text.strip()
    if len(plain) <= 500 and _YES.fullmatch(plain.casefold()) and view.theirs:
        return _only_one(view, "")
    verb = _VERB.fullmatch(plain)
    if verb is not None and (verb["propose"] or "").casefold().startswith("propos") and not verb["rest"].strip(" .:!?"):
        return Unclear("empty_set")
    if verb is not None:
        ordered = _ordered(view, verb)
        if ordered is not None:
            return ordered
    alone = named(view, plain, literal=False)
    if not alone.code and alone.hit and alone.items:
        several = order or (alone.items.bit_count() > 1 and alone.plain)
        listed = ", ".join(view.names(alone.items))
        return Reading(_bargain(view, [alone.items], []), confirm="" if several else f"propose {listed}")
    if order:
        return _fault(alone, strict=False) if alone.code else Unclear("empty_set")
    return _among_words(view, text) or Reading(None, _shortened(text))


def _among_words(view: View, text: str) -> Reading[Move] | None:
    """One sentence that is an order, among others that are talk; a button asks before one that agrees."""
    sentences = _SENTENCE.split(text)[:MOST_PARTS]
    found: tuple[int, Reading[Move]] | None = None
    for at, sentence in enumerate(sentences):
        verb = _VERB.fullmatch(sentence.strip())
        if verb is None or not verb["rest"].strip(" .!") or verb["check"]:
            continue
        order = _ordered(view, verb)
        if isinstance(order, Reading):
            if found is not None:
                return None
            found = at, order
    if found is None:
        return None
    at, order = found
    words = _shortened(" ".join(sentences[:at] + sentences[at + 1 :]).strip())
    if isinstance(order.move, Agree):
        number = next((p.number for p in view.theirs if view.names(p.items) == order.move.items), 0)
        return Reading(order.move, words, confirm=f"agree #{number}") if number else None
    return Reading(order.move, words)


def _ordered(view: View, verb: re.Match[str]) -> Reading[Move] | Unclear | None:
    """The meaning of a verb and what stands behind it; None if that is talk."""
    rest = verb["rest"].strip().rstrip(".!")
    if enclosed := _ENCLOSED.fullmatch(rest):
        rest = enclosed[1].strip()
    if verb["refuse"]:
        if not rest or rest.casefold() in ("all", "everything", "both", "them all") or _NUMBERS.fullmatch(rest):
            if not rest and not view.theirs:
                return None
            refused = _refused(view, Part("refuse", rest))
            return refused if isinstance(refused, Unclear) else Reading(_bargain(view, [], refused))
    elif verb["agree"] and _NUMBERS.fullmatch(rest):
        return _agreement(view, Part("agree", rest), [], "", strict=False)
    if not rest:
        return None
    one = named(view, rest, literal=False)
    if one.code and not (one.hit and one.code != "bad_set") and not looks_like_an_id(one.name):
        return None
    if one.code == "unknown_item" and not looks_like_an_id(one.name):
        return None
    if one.code:
        return _fault(one, strict=False)
    if verb["check"]:
        return Unclear("weighed", items=one.items)
    if verb["propose"]:
        empty = not one.items and not view.terms.allow_empty
        return Unclear("empty_set") if empty else Reading(_bargain(view, [one.items], []))
    if verb["refuse"]:
        return Reading(_bargain(view, [], [one.items]))
    return Reading(Agree(view.names(one.items)))


def _shortened(words: str) -> str:
    """Words cut to what one message holds; the dots tell that there was more."""
    return words if len(words) <= WORDS_MOST else words[: WORDS_MOST - 2].rstrip() + " …"
