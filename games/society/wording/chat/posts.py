"""Posts of the chat look: one for all events of a window, with the question of the next one."""

from collections.abc import Sequence
from typing import TypeVar

from games.core.post import Block, Bold, Gap, Post, Quote, Voice, line
from games.society.names import dressed
from games.society.reader.hints import attempt, hint
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
    Seated,
    Settled,
    Spoke,
    Switched,
    Window,
    Worked,
)
from games.society.view import View
from games.society.wording import choices, happenings
from games.society.wording.chat import ending, opening, rounds, talks
from games.society.wording.scenes import data, early, heading, reader, shares

_T = TypeVar("_T")


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    """Return at most one post; the choices of others share a box of their own."""
    if not (blocks := _blocks(facts, view, voice)):
        counted = _of(facts, Counted)
        return (
            tuple(dressed(p, view.terms.seats, voice) for p in choices.count(counted[0], view, voice))
            if counted
            else ()
        )
    joining = bool(_of(facts, Joined)) and view.phase == "contract"
    waits = joining and view.slots.mover not in (None, voice.you)
    post = Post(tuple(blocks), slot="turns" if waits else "", keep="edit" if waits else "tail", data=data(view))
    return (dressed(post, view.terms.seats, voice),)


def _of(facts: Sequence[Fact], kind: type[_T]) -> list[_T]:
    return [fact for fact in facts if isinstance(fact, kind)]


def _blocks(facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    if _of(facts, Opened):
        return [*opening.card(view, voice), Gap(), *question(view, voice)]
    if seated := _of(facts, Seated):
        return [opening.you(view, voice, seated[0].seat), Gap(), *question(view, voice)]
    blocks = [*_said(facts, view, voice), *_events(facts, view, voice), *_round(facts, view, voice)]
    if ended := _of(facts, Ended):
        said = [block for block in blocks if isinstance(block, Quote)]
        return [*said, *ending.ended(ended[0], view, voice)]
    apart = view.close is None and bool(_of(facts, Fared) or _of(facts, Dropped))
    opens = bool(_of(facts, Window))
    if opens or apart:
        return [*blocks, *([Gap()] if blocks else []), *question(view, voice)]
    return blocks


def _said(facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    """Return the words of others, and what the game answers to the reader's own."""
    blocks: list[Block] = [
        Quote("You" if spoke.seat == voice.you else spoke.seat, spoke.words)
        for spoke in _of(facts, Spoke)
        if not (spoke.seat == voice.you and voice.facing_ai)
    ]
    hinted = [heard for heard in _of(facts, Heard) if heard.first or (voice.facing_ai and attempt(view, heard.words))]
    # Among AIs the step closes at once, and shows what came of the choice.
    noted = [noted for noted in _of(facts, Noted) if noted.replaced or not voice.facing_ai]
    blocks += [line(hint(view, heard.words)) for heard in hinted]
    blocks += [line(choices.noted(fact, facts, view, voice)) for fact in noted]
    return blocks


def _events(facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    blocks: list[Block] = []
    for merged in _of(facts, Merged):
        blocks += talks.deal(merged, voice)
    blocks += talks.events(_of(facts, Did), view, voice)
    for dropped in _of(facts, Dropped):
        why = choices.overtaken(dropped.code, dropped.other, view, voice)
        blocks.append(line(f"Your message came to nothing: {why}"))
    if joined := _of(facts, Joined):
        blocks += talks.joined(joined, voice)
    if _of(facts, Settled):
        blocks.append(line(Bold("Shares are fixed."), early(view)))
        blocks += talks.coalitions(view, voice)
    for switched in _of(facts, Switched):
        blocks += happenings.switched(switched, view, voice)
    return blocks


def _round(facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    blocks: list[Block] = []
    for result in _of(facts, Round):
        blocks += rounds.over(result, view, voice)
    for fared in _of(facts, Fared):
        blocks += rounds.fared(fared)
    return [*blocks, *rounds.worked(_of(facts, Worked), voice), *rounds.passed(_of(facts, Passed), voice)]


def card(view: View, voice: Voice) -> list[Block]:
    return opening.card(view, voice)


def sheet(view: View, voice: Voice) -> list[Block]:
    """Return what only the reader knows, under the reader's name."""
    me = reader(view, voice)
    blocks: list[Block] = [] if me is None else [opening.you(view, voice, me)]
    if view.close is None and view.seated:
        shared = [line(" ".join(shares(view, voice))), *rounds.sights(view, voice)]
        blocks += shared if view.phase == "physical" else question(view, voice)
    return [*blocks, *choices.own_choice(view)] or [line("There is nothing only you know.")]


def question(view: View, voice: Voice) -> list[Block]:
    """Return the open window: its number, what stands, what it means, what one can do."""
    match view.phase:
        case "negotiation":
            scene = talks.question(view, voice)
        case "contract":
            scene = talks.slots(view, voice)
        case _:
            scene = rounds.question(view, voice)
    return [heading(view), *scene]


def status(view: View, voice: Voice) -> list[Block]:
    """Return where the game stands, with the reader's own choice."""
    if view.close is not None:
        return ending.ended(Ended(view.close, view.earned), view, voice)
    me = reader(view, voice)
    blocks: list[Block] = [] if me is None else [opening.you(view, voice, me)]
    blocks += question(view, voice)
    if view.phase == "negotiation":
        blocks += talks.allies(view, voice)
    if view.chosen is not None:
        blocks.append(line(f"You have chosen: {choices.chosen(view.chosen)}. You can change it until all are in."))
    if view.missing:
        blocks.append(line(f"Awaited: {choices.awaited(view.missing, voice)}."))
    return blocks
