"""Posts of the society, made from facts: one for all events of a window, and the question of the next one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from games.core.contract import Seat
from games.core.post import Block, Bold, Gap, Line, Mono, Post, Quote, Table, Voice, line
from games.society.names import dressed
from games.society.reader import hints
from games.society.rules.contract import Joined
from games.society.rules.negotiation import Did, Dropped, Merged
from games.society.rules.state import (
    Counted,
    Ended,
    Fact,
    Fared,
    Heard,
    Noted,
    Opened,
    Passed,
    Round,
    Settled,
    Spoke,
    Switched,
    Window,
    Worked,
)
from games.society.tactics import estimate
from games.society.view import View
from games.society.wording import choices, happenings, rulebook
from games.society.wording.chat import posts as chat
from games.society.wording.choices import own_choice
from games.society.wording.phrases import many, number, who
from games.society.wording.scenes import data, early, groups_lines, heading, scene, shares, sight_blocks, standings
from games.society.world.chart import bars
from games.society.world.things import plural
from games.society.world.wording import own_round

Teller = Callable[[Any, tuple[Fact, ...], View, Voice], list[Block]]


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    """Return one post for the events, with the scene of the next window; the count of seats has a box of its own."""
    facts = _still_open(facts)
    return chat.tell(facts, view, voice) if view.terms.style == "chat" else _tell(facts, view, voice)


def _tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    blocks: list[Block] = []
    for fact in facts:
        blocks += _told(fact, facts, view, voice)
    counted = next((fact for fact in facts if isinstance(fact, Counted)), None)
    if not blocks:
        return () if counted is None else choices.count(counted, view, voice)
    opens = any(isinstance(fact, Window | Opened) for fact in facts)
    if not opens and view.close is None and any(isinstance(fact, Fared | Dropped) for fact in facts):
        # In a private place beside a channel, the channel has told the public facts; this place tells the next window.
        blocks += [Gap(), *_next(view, voice, facts)]
    joining = any(isinstance(fact, Joined) for fact in facts) and view.phase == "contract"
    if joining and view.slots.mover not in (None, voice.you):
        # Another seat's turn: one box that follows the turns, instead of a message for each.
        return (Post(tuple(blocks), slot="turns", keep="edit", data=data(view)),)
    return (Post(tuple(blocks), data=data(view)),)


def _still_open(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the facts without windows that have closed again: seats moved one after the other."""
    last = next((fact for fact in reversed(facts) if isinstance(fact, Window)), None)
    return tuple(fact for fact in facts if not isinstance(fact, Window) or fact is last)


def _told(fact: Fact, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    teller = _TELLERS.get(type(fact))
    return teller(fact, facts, view, voice) if teller is not None else []


def _spoken(fact: Spoke, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    mine = fact.seat == voice.you
    return [] if mine and voice.facing_ai else [Quote("You" if mine else fact.seat, fact.words, fact.seat)]


def _heard(fact: Heard, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    hinted = fact.first or (voice.facing_ai and hints.attempt(view, fact.words))
    return [line(hints.hint(view, fact.words))] if hinted else []


def _settled(fact: Settled, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    fixed = line(Bold("Shares are fixed."), early(view))
    return [fixed, *(line(text) for text in groups_lines(view, voice))]


def _all_at_once(tell_all: Callable[[list[Any], Voice], list[Block]]) -> Teller:
    """Return a teller that tells all facts of a kind with the first of them."""

    def tell_first(fact: Fact, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
        alike = [other for other in facts if type(other) is type(fact)]
        return tell_all(alike, voice) if fact is alike[0] else []

    return tell_first


_TELLERS: Final[Mapping[type, Teller]] = MappingProxyType(
    {
        Opened: lambda fact, facts, view, voice: [*rulebook.card(view), Gap(), *_next(view, voice)],
        Spoke: _spoken,
        Heard: _heard,
        Noted: lambda fact, facts, view, voice: [line(choices.noted(fact, facts, view, voice))],
        Window: lambda fact, facts, view, voice: [Gap(), *_next(view, voice, facts)],
        Did: lambda fact, facts, view, voice: happenings.did(fact, view, voice),
        Merged: lambda fact, facts, view, voice: happenings.merged(fact, voice),
        Dropped: lambda fact, facts, view, voice: [
            line(f"Your message had no effect: {choices.overtaken(fact.code, fact.other, view, voice)}")
        ],
        Joined: lambda fact, facts, view, voice: [line(happenings.joined(fact, voice))],
        Settled: _settled,
        Switched: lambda fact, facts, view, voice: happenings.switched(fact, view, voice),
        Round: lambda fact, facts, view, voice: _round(fact, view, voice),
        Fared: lambda fact, facts, view, voice: [line(text) for text in own_round(fact.deeds)],
        Worked: _all_at_once(happenings.worked),
        Passed: _all_at_once(happenings.passed),
        Ended: lambda fact, facts, view, voice: _ended(fact, view, voice),
    }
)
"""Each fact as blocks; kinds that are missing are told by others."""


def _next(view: View, voice: Voice, facts: tuple[Fact, ...] = ()) -> list[Block]:
    told = {type(fact) for fact in facts} >= {Round, Fared}
    return [heading(view), *scene(view, voice, told)]


# --- rounds -----------------------------------------------------------------------------------------------------------


def _round(fact: Round, view: View, voice: Voice) -> list[Block]:
    total = sum(fact.earned)
    blocks: list[Block] = [
        line(Bold(f"Round {fact.number} is over."), f" Together {number(total)} credits ({_signed(sum(fact.gains))}).")
    ]
    made = [plural(tool, count) for tool, count in zip(("hammer", "torch"), fact.made, strict=True) if count]
    if not (made or fact.handed or any(fact.gains)):
        return [line(Bold(f"Round {fact.number} is over."), f" Nothing changed. Together {number(total)} credits.")]
    if made or fact.handed:
        hands = f"{fact.handed} tool{'s' if fact.handed > 1 else ''} changed hands" if fact.handed else ""
        blocks.append(line(f"{'; '.join(filter(None, (f'Made: {many(made)}' if made else '', hands)))}."))
    rows = standings(view, fact.earned, voice)
    if voice.plain:
        blocks.append(line(f"Earned: {', '.join(f'{name} {number(amount)}' for name, amount in rows)}."))
    else:
        blocks.append(Mono(bars([(name, amount, number(amount)) for name, amount in rows])))
    return blocks


def _signed(amount: Fraction | int) -> str:
    return f"+{number(amount)}" if amount > 0 else number(amount)


def _ended(fact: Ended, view: View, voice: Voice) -> list[Block]:
    if fact.close.end == "abandoned":
        return [line(Bold(f"Game over: {who(fact.close.by, voice)} left.")), line("Nothing counts.")]
    total = sum(fact.earned)
    bound = estimate.ceiling(view.terms.instance)
    part = f" of {bound} that were possible ({round(100 * Fraction(total) / bound)} %)" if bound else ""
    blocks: list[Block] = [line(Bold(f"Game over. Together {number(total)} credits"), f"{part}.")]
    if voice.you in view.terms.seats:
        own = fact.earned[view.terms.number(Seat(voice.you))]
        blocks.append(line(f"You earn {number(own)}."))
    made = [(name, number(amount)) for name, amount in standings(view, fact.earned, voice)]
    blocks.append(Table(("Player", "earned"), tuple(made)))
    return blocks


# --- asked for --------------------------------------------------------------------------------------------------------


def status(view: View, voice: Voice) -> Post:
    if view.terms.style == "chat":
        return dressed(Post(tuple(chat.status(view, voice)), slot="status", data=data(view)), view.terms.seats, voice)
    if view.close is not None:
        return Post(tuple(_ended(Ended(view.close, view.earned), view, voice)), slot="status", data=data(view))
    blocks: list[Block] = [heading(view), *scene(view, voice)]
    if view.phase == "negotiation" or len(view.mine()) > 1:
        blocks += [line(text) for text in groups_lines(view, voice)]
    if view.chosen is not None:
        blocks.append(line(f"You have chosen: {choices.chosen(view.chosen)}. Until all are in you can change it."))
    if view.missing:
        blocks.append(line(f"Awaited: {many(who(seat, voice) for seat in view.missing)}."))
    return Post(tuple(blocks), slot="status", data=data(view))


def explain(view: View, voice: Voice) -> Post:
    if view.terms.style == "chat":
        rules = Post((line(Bold("Society")), *chat.card(view, voice), *rulebook.details(view)))
        return dressed(rules, view.terms.seats, voice, full=False)
    return Post((line(Bold("Society")), *rulebook.card(view), *rulebook.details(view)))


def sheet(view: View, voice: Voice) -> Post:
    """Return the secrets of this seat: its map, its items, its choice."""
    if view.terms.style == "chat":
        return dressed(Post(tuple(chat.sheet(view, voice))), view.terms.seats, voice)
    blocks: list[Block] = []
    if view.seated and view.close is None:
        blocks = [*(line(text) for text in shares(view, voice)), *sight_blocks(view, voice)]
        if view.phase != "physical":
            blocks = scene(view, voice)
    blocks += own_choice(view)
    if blocks:
        return Post(tuple(blocks))
    known: list[Line] = [line("You have chosen nothing yet." if view.awaited else "There is nothing only you know.")]
    return Post(tuple(known))
