"""Posts of the balloon game, made from facts: one for everything that happened in a step."""

from typing import Any

from msgspec.structs import replace

from games.balloon.config import SEATS
from games.balloon.rules import AT_ONCE, Proposal
from games.balloon.view import Dealt, Ended, Fact, Opened, Sent, View, Weighed
from games.balloon.wording import chat, rulebook
from games.balloon.wording.endings import end_blocks
from games.balloon.wording.phrases import TOLD, change, count, listed, load
from games.balloon.wording.protocol import literal
from games.core.display_names import does, label, subject, who, whose
from games.core.messages import next_is
from games.core.post import Block, Bold, Gap, Item, Line, Mono, Post, Quote, Table, Voice, item, line

_BEGINS = ", and begins with STRATEGIC REASONING: {'…'}, which stays hidden"
SHOWN = 3
"""Proposals of each side that a status lists, newest first."""


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    if view.terms.style == "chat":
        return tuple(replace(post, data=_data(view)) for post in chat.tell(facts, view, voice))
    blocks = [block for fact in facts for block in _told(fact, facts, view, voice)]
    heard = any(isinstance(fact, Sent) and fact.message.seat != voice.you for fact in facts)
    if heard and blocks and view.close is None:
        blocks += _next(view, voice)
    receipt = not voice.plain and any(isinstance(fact, Sent) and blocks == [_receipt(fact, view)] for fact in facts)
    return (Post(tuple(blocks), data=_data(view), receipt=receipt),) if blocks else ()


def _told(fact: Fact, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    """Return a fact as blocks; a deal and the worths of proposals are told with the facts that they belong to."""
    match fact:
        case Opened():
            dealt = next((other for other in facts if isinstance(other, Dealt)), None)
            return _opening(dealt, view, voice)
        case Sent():
            worths = {other.number: other.worth for other in facts if isinstance(other, Weighed)}
            return _sent(fact, worths, view, voice)
        case Ended():
            return end_blocks(fact, view, voice)
        case _:
            return []


def status(view: View, voice: Voice) -> Post:
    """Return the status: whose turn it is, the open proposals, and the items' efforts and worths."""
    if view.terms.style == "chat":
        return replace(chat.status(view, voice), data=_data(view))
    if view.close is not None and view.cards is not None:
        blocks = end_blocks(Ended(view.close, view.cards, len(view.history)), view, voice)
        return Post(tuple(blocks), slot="status")
    blocks = [line(Bold(_turn_line(view, voice)))]
    for k in (1 - view.me, view.me) if view.me >= 0 else (0, 1):
        blocks += _active(view, voice, k)
    if not any(view.active):
        blocks.append(line("Nothing is proposed yet."))
    return Post((*blocks, *_goods(view, view.importance, voice)), slot="status", data=_data(view))


def sheet(view: View, voice: Voice) -> Post:
    if view.importance is None:
        return Post((line("There is nothing that only you know."),))
    if view.terms.style == "chat":
        return chat.sheet(view, voice)
    said = "What each item is worth to you; only you see this. The other side has values of its own."
    return Post((line(said), *_goods(view, view.importance, voice)))


def explain(view: View, voice: Voice) -> Post:
    plain = view.terms.reading == "plain" and view.terms.grammar != "seed"
    if view.terms.style == "chat":
        return Post(
            (line(Bold("Balloon")), *rulebook.rules(view), *(rulebook.plainly(view) if plain else _grammar(view)))
        )
    more = rulebook.plainly(view) if plain else []
    return Post((line(Bold("Balloon")), *_rules(view), *_grammar(view), *more))


# --- parts ------------------------------------------------------------------------------------------------------------


def _opening(dealt: Dealt | None, view: View, voice: Voice) -> list[Block]:
    blocks: list[Block] = [line("The balloon can carry at most ", Bold(str(view.limit)), ".")]
    if dealt is not None:
        blocks.append(line("Below: the effort of each item, and its worth to you. Only you see the worth."))
    else:
        blocks.append(line("Below: the effort of each item. Each player sees only their own worths."))
    blocks += _goods(view, dealt.importance if dealt is not None else None, voice)
    blocks += [*_rules(view), Gap(), line(_turn_line(view, voice))]
    if SEATS[view.mover] == voice.you:
        blocks.append(line(_how(view)))
    return blocks


def _how(view: View) -> str:
    if view.terms.grammar == "seed":
        reasoning = "STRATEGIC REASONING: {'…'} " if view.terms.reasoning else ""
        return f"Write {reasoning}ARGUMENT: {{'…'}} PROPOSAL: {literal(_some(view))}"
    some = ", ".join(_some(view))
    return f"Propose a set, such as: propose {some}. Or say something; check {some} weighs a set for you alone."


def _some(view: View) -> tuple[str, ...]:
    return tuple(item.name for item in view.items[:2])


def _rules(view: View) -> list[Block]:
    terms = view.terms
    stall = f" {terms.stall + 1} in a row without a proposal also end it." if terms.stall else ""
    return [
        item("Agree on one set of items that stays on board. Its total effort may not exceed the limit."),
        item("You score the worth, to you, of what stays. Each side has its own worths and does not know the other's."),
        item(
            "A proposal stays open until the other side refuses it; several may be open. Agreeing to one is the deal."
        ),
        item(f"{terms.max_messages} messages in all, in turn; after that there is no deal and nobody scores.{stall}"),
    ]


def _grammar(view: View) -> list[Item]:
    first, second = _some(view)[0], _some(view)[-1]
    some = ", ".join(_some(view))
    patience = view.terms.patience
    budget = item(
        f"Faulty messages are not sent. {patience} of yours are forgiven in a game; one more ends it."
        if patience
        else "The first faulty message ends the game."
    )
    hidden = " STRATEGIC REASONING: {…} stays hidden." if view.terms.reasoning else ""
    if view.terms.grammar == "seed":
        return [
            item(f"A message is tags and nothing else{_BEGINS if view.terms.reasoning else ''}."),
            item("At least one ARGUMENT: {'…'} is what the other side reads."),
            item(f"PROPOSAL: {literal(_some(view))} proposes, REFUSE: {{…}} refuses, AGREE: {{…}} agrees."),
            budget,
        ]
    return [
        item(f"PROPOSAL: {{{some}}} proposes a set; up to {AT_ONCE} in a message. Words round it are read."),
        item("AGREE: {…} agrees to a set and REFUSE: {…} refuses it; name exactly the items that were proposed."),
        item("Shorter, alone in a message: agree #2, refuse #2, refuse all, by the numbers of the proposals;"),
        item(f"propose {some}, or propose #2 - {first} + {second}, which changes a set;"),
        item(f"check {some}, which tells you what a set weighs and is worth to you, and sends nothing."),
        item(f"A tag counts anywhere: 'I will not AGREE: {{…}}' agrees.{hidden}"),
        budget,
    ]


def _goods(view: View, importance: tuple[int, ...] | None, voice: Voice) -> list[Block]:
    """Return the items with effort and, for their owner, worth: two abreast in a narrow box, or a table."""
    rows = [
        (item.name, str(item.effort), *((str(importance[k]),) if importance is not None else ()))
        for k, item in enumerate(view.items)
    ]
    head = ("Item", "Effort", "Worth")[: len(rows[0])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    cell = sum(widths) + len(widths) - 1
    if voice.plain or 2 * cell + 3 > voice.width:
        return [Table(head, tuple(rows))]
    half = -(-len(rows) // 2)
    short = ("", "eff.", "you")[: len(widths)]
    widths = [max(width, len(name)) for width, name in zip(widths, short, strict=True)]
    cells = [" ".join(_cells(row, widths)) for row in rows]
    title = " ".join(_cells(short, widths))
    pairs = [f"{left} | {right}".rstrip(" |") for left, right in zip(cells[:half], [*cells[half:], ""], strict=False)]
    return [Mono("\n".join([f"{title} | {title}", *pairs]))]


def _cells(row: tuple[str, ...], widths: list[int]) -> list[str]:
    return [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]


def _sent(fact: Sent, worths: dict[int, int], view: View, voice: Voice) -> list[Block]:
    """Return a message as posts. A player facing an AI needs no echo, only the proposals that bind them."""
    message = fact.message
    mine = message.seat == voice.you
    blocks: list[Block] = []
    if message.words and not (mine and voice.facing_ai):
        blocks.append(Quote(label(message.seat, voice), message.words, message.seat))
    refuses = does(message.seat, voice, "refuse")
    blocks += [line(f"{refuses} #{proposal.number}; it is gone.") for proposal in message.refused]
    for proposal in message.proposed:
        blocks += _proposed(fact, proposal, worths, view, voice)
    if message.agreed is not None:
        number, maker = message.agreed.number, SEATS[1 - SEATS.index(message.seat)]
        blocks.append(line(Bold(f"{does(message.seat, voice, 'agree')} to {whose(maker, voice)} #{number}.")))
    if not blocks and not voice.facing_ai:
        blocks.append(_receipt(fact, view))
    return blocks


def _receipt(fact: Sent, view: View) -> Line:
    return line(f"Message {fact.number} of {view.terms.max_messages} is sent.")


def _proposed(fact: Sent, proposal: Proposal, worths: dict[int, int], view: View, voice: Voice) -> list[Block]:
    seat, items = fact.message.seat, proposal.items
    again = any(proposal in message.proposed for message in view.history[: fact.number - 1])
    head = f"{does(seat, voice, 'repeat' if again else 'propose')} #{proposal.number}"
    blocks: list[Block] = [line(Bold(head), f": {listed(view, items)}.")]
    said = f"{load(view, items)}"
    if proposal.number in worths:
        said += f", worth {worths[proposal.number]} to you"
    # A step may hold the answer to this proposal as well.
    other = [one for one in (view.mine if seat != voice.you else view.theirs) if one.number < proposal.number]
    if other and view.me >= 0:
        near = min(other, key=lambda one: ((one.items ^ items).bit_count(), -one.number))
        whose_near = "your" if seat != voice.you else whose(SEATS[1 - view.me], voice)
        if 0 < (near.items ^ items).bit_count() <= TOLD:
            said += f". It is {whose_near} #{near.number} {change(view, near.items, items)}"
        elif near.items == items:
            said += f". It is the same as {whose_near} #{near.number}"
    blocks.append(line(said + "."))
    return blocks


def _next(view: View, voice: Voice) -> list[Line]:
    lines = [line(_turn_line(view, voice))]
    if SEATS[view.mover] == voice.you and view.last:
        lines.append(line("It is the last one: agree to something, or there is no deal."))
    elif SEATS[view.mover] == voice.you and view.number == view.terms.max_messages - 1:
        other = who(SEATS[1 - view.mover], voice)
        lines.append(line(f"It is your last one; after that, {other} can only agree or refuse."))
    return lines


def _turn_line(view: View, voice: Voice) -> str:
    return next_is(view.number, view.terms.max_messages, SEATS[view.mover], voice)


def _active(view: View, voice: Voice, seat: int) -> list[Block]:
    """Return one side's proposals that nobody has refused."""
    open_now = view.active[seat][::-1]
    blocks: list[Block] = []
    for proposal in open_now[:SHOWN]:
        worth = f", worth {view.worth(proposal.items)} to you" if view.me >= 0 else ""
        head = f"{subject(SEATS[seat], voice)}, #{proposal.number}"
        blocks.append(line(Bold(head), f": {listed(view, proposal.items)} ({load(view, proposal.items)}{worth})."))
    if len(open_now) > SHOWN:
        older = ", ".join(f"#{p.number} ({count(p.items)})" for p in open_now[SHOWN:])
        blocks.append(line(f"Also open: {older}."))
    return blocks


def _data(view: View) -> dict[str, Any]:
    """Return the keys for programs: the number of the message that is due, and the open proposals."""
    if view.close is not None:
        return {"messages": len(view.history)}
    return {
        "message": view.number,
        "limit": view.limit,
        "proposals": [
            {"number": p.number, "by": SEATS[k], "items": list(view.names(p.items)), "effort": view.effort(p.items)}
            for k in (0, 1)
            for p in view.active[k]
        ],
    }
