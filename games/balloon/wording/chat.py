"""Posts of the balloon game in the look for chats (`style=chat`): short, fit for phones, and without a wall of rules.

One word stands for an item's effort here: its weight. Boxes are at most 32 columns wide.
"""

from collections.abc import Iterator
from typing import Final

from games.balloon.analysis.summary import Summary, summary
from games.balloon.config import SEATS
from games.balloon.rules import Proposal
from games.balloon.view import Dealt, Ended, Fact, Opened, Sent, View, Weighed
from games.balloon.wording.phrases import TOLD, change, count, listed, load, percent
from games.core.display_names import could_gain, does, label, subject, who, whose
from games.core.messages import broken_off, next_is, own_first
from games.core.post import Ask, Block, Bold, Choice, Line, Mono, Post, Quote, Table, Voice, item, line

RULES: Final = Choice("Full rules", "/rules")
ITEMS: Final = Choice("My items", "/private")
WIDEST: Final = 32
ABREAST: Final = 3
"""Items on a line at most."""
_FEW_ROWS: Final = 8
"""Lines of items that the opening holds; more of them are a post of their own."""
_SHORT: Final = 12
"""Items of a set that are always listed. A larger set is told as a change of one that is known, where that is shorter.
"""
SHOWN: Final = 3


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    if any(isinstance(fact, Opened) for fact in facts):
        return _opening(facts, view, voice)
    worths = {fact.number: fact.worth for fact in facts if isinstance(fact, Weighed)}
    blocks: list[Block] = []
    for fact in facts:
        if isinstance(fact, Sent):
            blocks += _sent(fact, worths, view, voice)
        elif isinstance(fact, Ended):
            blocks = [line(Bold("GAME OVER")), *blocks, *end(fact, view, voice)]
    if view.close is None and any(isinstance(fact, Sent) and fact.message.seat != voice.you for fact in facts):
        blocks += next_lines(view, voice)
    return (Post(tuple(blocks)),) if blocks else ()


# --- the opening ------------------------------------------------------------------------------------------------------


def _opening(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    dealt = next((fact for fact in facts if isinstance(fact, Dealt)), None)
    asks: tuple[Ask, ...] = () if voice.again else (RULES,)
    lines = _new_numbers(view) if voice.again else _rules_in_short(view, voice)
    first = Post((*lines, *next_lines(view, voice)), asks=asks)
    box = _goods(view, dealt.importance if dealt is not None else None, voice)
    goods = Post((line(_caption(dealt is not None)), *box))
    rows = max(len(block.rows) if isinstance(block, Table) else block.text.count("\n") + 1 for block in box)
    if rows <= _FEW_ROWS:
        return (Post((*lines, *goods.blocks, *next_lines(view, voice)), asks=asks),)
    return (first, goods) if dealt is not None else (first,)


def _new_numbers(view: View) -> tuple[Block, ...]:
    return (line(f"A new game: the balloon carries {view.limit}, and there are {len(view.items)} items."),)


def _rules_in_short(view: View, voice: Voice) -> tuple[Block, ...]:
    if voice.you in SEATS:
        other = who(SEATS[1 - SEATS.index(voice.you)], voice)
        whom, score = f"Agree with {other}", "You score what the kept items are worth to you"
    else:
        whom, score = "Agree", "Each side scores what the kept items are worth to it"
    return (
        line(Bold(f"{whom} on what stays on board.")),
        item(f"The balloon carries {view.limit}. The {len(view.items)} items weigh {sum(view.efforts)}: drop some."),
        item(f"{score}. No deal, no points."),
    )


def _caption(own: bool) -> str:
    return "Item, weight, worth to you (only you see this):" if own else "Items and their weights:"


def next_lines(view: View, voice: Voice) -> list[Line]:
    """Return the reader's last proposal, and the sender of the next message."""
    mine = f"Yours so far: {_mine(view)}. " if view.me >= 0 else ""
    lines = [line(mine + next_is(view.number, view.terms.max_messages, SEATS[view.mover], voice))]
    if SEATS[view.mover] == voice.you and view.last:
        lines.append(line("It's the last one: agree to something, or there's no deal."))
    elif SEATS[view.mover] == voice.you and view.number == view.terms.max_messages - 1:
        other = who(SEATS[1 - view.mover], voice)
        lines.append(line(f"It's your last one. After that, {other} can only agree or refuse."))
    return lines


def _mine(view: View) -> str:
    return load(view, view.mine[-1].items) if view.mine else f"nothing, 0 of {view.limit}"


def _goods(view: View, importance: tuple[int, ...] | None, voice: Voice) -> tuple[Mono | Table, ...]:
    """Return the items with weight and, for their owner, worth: as many abreast as a phone is wide, or a table."""
    rows = [
        (item.name, str(item.effort), *((str(importance[k]),) if importance is not None else ()))
        for k, item in enumerate(view.items)
    ]
    head = ("Item", "Weight", "Worth")[: len(rows[0])]
    table = Table(head, tuple(rows))
    made = "" if voice.plain else _abreast(rows, min(voice.width, WIDEST))
    return (Mono(made, cells=table),) if made else (table,)


def _abreast(rows: list[tuple[str, ...]], width: int) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    cell = sum(widths) + len(widths) - 1
    across = min(ABREAST, (width + 3) // (cell + 3))
    if not across:
        return ""
    deep = -(-len(rows) // across)
    cells = [" ".join((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))) for row in rows]
    return "\n".join(" | ".join(cells[at::deep]) for at in range(deep))


# --- messages ---------------------------------------------------------------------------------------------------------


def _sent(fact: Sent, worths: dict[int, int], view: View, voice: Voice) -> Iterator[Block]:
    """Yield a message. A player facing an AI needs no echo, only the proposals that bind them."""
    message = fact.message
    if message.words and not (message.seat == voice.you and voice.facing_ai):
        yield Quote(label(message.seat, voice), message.words, message.seat)
    for proposal in message.refused:
        yield line(f"{does(message.seat, voice, 'refuse')} #{proposal.number}. It's off the table.")
    for proposal in message.proposed:
        yield from _proposed(fact, proposal, worths, view, voice)
    if message.agreed is not None:
        maker = SEATS[1 - SEATS.index(message.seat)]
        yield line(f"{does(message.seat, voice, 'agree')} to {whose(maker, voice)} #{message.agreed.number}.")
    elif not (message.proposed or message.refused) and message.seat == voice.you:
        yield line(f"Message {fact.number} of {view.terms.max_messages} is sent.")


def _proposed(fact: Sent, proposal: Proposal, worths: dict[int, int], view: View, voice: Voice) -> Iterator[Block]:
    seat, items = fact.message.seat, proposal.items
    again = any(proposal in message.proposed for message in view.history[: fact.number - 1])
    head = Bold(f"{does(seat, voice, 'repeat' if again else 'propose')} #{proposal.number}")
    near = _near(view, proposal)
    difference = (
        "" if near is None else f"{whose(near[0], voice)} #{near[1].number} {change(view, near[1].items, items)}"
    )
    worth = f", worth {worths[proposal.number]} to you" if proposal.number in worths else ""
    if near is None or items.bit_count() <= _SHORT:
        yield line(head, f": {listed(view, items)}.")
        yield line(f"{load(view, items)}{worth}.{f' It is {difference}.' if difference else ''}")
    else:
        yield line(head, f": {difference}.")
        yield line(f"{load(view, items)}{worth}.")


def _near(view: View, proposal: Proposal) -> tuple[str, Proposal] | None:
    """Return the most similar open proposal that is known, with its side; None if none is similar."""
    known = [
        (SEATS[k], one)
        for k in (0, 1)
        for one in view.active[k]
        if one.number < proposal.number and 0 < (one.items ^ proposal.items).bit_count() <= TOLD
    ]
    return min(known, key=lambda one: ((one[1].items ^ proposal.items).bit_count(), -one[1].number), default=None)


# --- to look up -------------------------------------------------------------------------------------------------------


def status(view: View, voice: Voice) -> Post:
    if view.close is not None and view.cards is not None:
        ended = Ended(view.close, view.cards, len(view.history))
        return Post((line(Bold("GAME OVER")), *end(ended, view, voice), *_cards(ended, view, voice)), slot="status")
    blocks: list[Block] = []
    for k in (1 - view.me, view.me) if view.me >= 0 else (0, 1):
        blocks += _active(view, voice, k)
    if not blocks:
        blocks.append(line("Nothing is proposed yet."))
    asks = (ITEMS,) if view.importance is not None else ()
    goods = _goods(view, None, voice) if view.importance is None else ()
    return Post((*blocks, *goods, *next_lines(view, voice)), asks=asks, slot="status")


def _active(view: View, voice: Voice, seat: int) -> Iterator[Block]:
    """Yield one side's proposals that nobody has refused, newest first."""
    open_now = view.active[seat][::-1]
    for proposal in open_now[:SHOWN]:
        worth = f", worth {view.worth(proposal.items)} to you" if view.me >= 0 else ""
        head = f"{subject(SEATS[seat], voice)}, #{proposal.number}"
        yield line(Bold(head), f": {listed(view, proposal.items)} ({load(view, proposal.items)}{worth}).")
    if older := open_now[SHOWN:]:
        yield line(f"Also open: {', '.join(f'#{p.number} ({count(p.items)})' for p in older)}.")


def sheet(view: View, voice: Voice) -> Post:
    assert view.importance is not None
    return Post((line(_caption(own=True)), *_goods(view, view.importance, voice)))


# --- the end ----------------------------------------------------------------------------------------------------------


def end(fact: Ended, view: View, voice: Voice) -> Iterator[Block]:
    """Yield the deal, what both earn, and what was possible."""
    found = summary(view.efforts, view.limit, fact.cards, fact.close)
    deal = fact.close.deal
    if deal is not None:
        kept = f"{listed(view, deal.items)} ({load(view, deal.items)})"
        yield line(f"Deal on #{deal.number} after {fact.messages} messages: {kept}.")
    else:
        yield line(_no_deal(fact, voice))
    order = own_first(SEATS, voice)
    earned = ", ".join(f"{who(SEATS[k], voice)} {found.values[k]}" for k in order)
    yield line(Bold(f"Final Earnings: {earned}"))
    best = ", ".join(f"{who(SEATS[k], voice)} {found.optimum[k]}" for k in order)
    yield line(f"The most that each could have had alone: {best}.")
    if deal is not None:
        yield line(_score(found, voice))


def _no_deal(fact: Ended, voice: Voice) -> str:
    by = fact.close.by
    match fact.close.why:
        case "stalled":
            return "Too many messages in a row without a proposal: no deal."
        case "faults" | "protocol":
            return f"One faulty message too many by {who(by, voice)}: no deal."
        case "left" | "clock" as why:
            why_not = broken_off(by, why == "clock", voice).removeprefix("Game over: ")
            return why_not[0].upper() + why_not[1:]
    return f"No deal after {fact.messages} messages."


def _score(found: Summary, voice: Voice) -> str:
    said = f"Score together: {percent(found.score)[:-2]} of 100."
    if any(found.left):
        return f"{said} {could_gain(SEATS, found.left, voice)}"
    return f"{said} Nobody could have had more at no cost to the other." if found.left_is_exact else said


def _cards(fact: Ended, view: View, voice: Voice) -> tuple[Block, ...]:
    """Return the former secrets: both sides' worths, and the kept items."""
    order = own_first(SEATS, voice)
    kept = fact.close.deal.items if fact.close.deal is not None else 0
    names = [label(SEATS[k], voice) for k in order]
    rows = [
        (item.name, str(item.effort), *(str(fact.cards[k][at]) for k in order), "*" if kept >> at & 1 else "")
        for at, item in enumerate(view.items)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    table = Table(("Item", "Weight", *names, "Kept"), tuple(rows))
    if voice.plain or sum(widths) + 4 > min(voice.width, WIDEST):
        return (table,)
    lines = (" ".join((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))).rstrip() for row in rows)
    first, second = (who(SEATS[k], voice) for k in order)
    return (line(f"Item, weight, worth to {first}, to {second}, * kept:"), Mono("\n".join(lines), cells=table))
