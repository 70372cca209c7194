"""Posts of the chat look: one for all events of a window, with the question of the next one."""

from collections.abc import Sequence
from typing import TypeVar

from games.core.post import Block, Bold, Gap, Post, Quote, Voice, line, text_of
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
from games.society.wording.chat.fitting import fitted
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
        return [*opening.seated(view, voice, seated[0].seat), Gap(), *question(view, voice)]
    people, ais = _spoken(facts, voice)
    if ended := _of(facts, Ended):
        return fitted([*people, *ending.ended(ended[0], view, voice)], people)
    told, spare = _events(facts, view, voice)
    brought, more = _round(facts, voice, view)
    blocks = [*ais, *people, *_answered(facts, view, voice), *told, *brought]
    apart = view.close is None and bool(_of(facts, Fared) or _of(facts, Dropped))
    if _of(facts, Window) or apart:
        blocks += [*([Gap()] if blocks else []), *question(view, voice, settled=bool(_of(facts, Settled)))]
    return fitted(blocks, [*ais, *more, *spare])


def _spoken(facts: tuple[Fact, ...], voice: Voice) -> tuple[list[Block], list[Block]]:
    """Return the words of people, and those of AIs."""
    said = [spoke for spoke in _of(facts, Spoke) if not (spoke.seat == voice.you and voice.facing_ai)]
    quotes = [Quote("You" if spoke.seat == voice.you else spoke.seat, spoke.words, spoke.seat) for spoke in said]
    ais: list[Block] = [quote for quote in quotes if voice.kind(quote.seat) == "ai"]
    return [quote for quote in quotes if quote not in ais], ais


def _answered(facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    """Return the game's answers to the reader's own words and choices."""
    hinted = [heard for heard in _of(facts, Heard) if heard.first or (voice.facing_ai and attempt(view, heard.words))]
    # Among AIs the step closes at once, and shows what came of the choice.
    noted = [noted for noted in _of(facts, Noted) if noted.replaced or not voice.facing_ai]
    blocks: list[Block] = [line(hint(view, heard.words)) for heard in hinted]
    return [*blocks, *(line(choices.noted(fact, facts, view, voice)) for fact in noted)]


def _events(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[list[Block], list[Block]]:
    """Return the events of a step or a turn, and those of them that a long post leaves out."""
    deals = [(voice.you in made.coalition.members, talks.deal(made, voice)) for made in _of(facts, Merged)]
    others = talks.events(_of(facts, Did), view, voice)
    blocks: list[Block] = [block for _, told in deals for block in told] + others
    for dropped in _of(facts, Dropped):
        why = choices.overtaken(dropped.code, dropped.other, view, voice)
        blocks.append(line(f"Your message had no effect: {why}"))
    if joined := _of(facts, Joined):
        blocks += talks.joined(joined, voice)
    spare = [*others[1:], *others[:1], *(block for own, told in deals for block in told if not own)]
    if _of(facts, Settled):
        shared = talks.coalitions(view, voice)
        blocks += [line(Bold("Shares are fixed."), early(view)), *shared]
        spare += shared[::-1]
    for switched in _of(facts, Switched):
        told = happenings.switched(switched, view, voice)
        blocks += told
        spare += [*told[1:2], *(block for block in told[2:-1] if "you" not in text_of(block))]
    return blocks, spare


def _round(facts: tuple[Fact, ...], voice: Voice, view: View) -> tuple[list[Block], list[Block]]:
    """Return the results of a round, and the parts of them that a long post leaves out."""
    blocks = [block for result in _of(facts, Round) for block in rounds.over(result, view, voice)]
    own = [block for fared in _of(facts, Fared) for block in rounds.fared(fared)]
    tools = [*rounds.worked(_of(facts, Worked), voice), *rounds.passed(_of(facts, Passed), voice)]
    return [*blocks, *own, *tools], [*reversed(tools), *reversed(own[1:])]


def card(view: View, voice: Voice) -> list[Block]:
    return opening.card(view, voice)


def sheet(view: View, voice: Voice) -> list[Block]:
    """Return the reader's private information, under the reader's name."""
    me = reader(view, voice)
    blocks: list[Block] = [] if me is None else [opening.you(view, voice, me)]
    if view.close is None and view.seated:
        shared = [line(" ".join(shares(view, voice))), *rounds.sights(view, voice)]
        blocks += shared if view.phase == "physical" else question(view, voice)
    return [*blocks, *choices.own_choice(view)] or [line("There is nothing only you know.")]


def question(view: View, voice: Voice, settled: bool = False) -> list[Block]:
    """Return the open window: its number, what stands, what it means, what one can do. `settled`: the shares stand just
    above.
    """
    match view.phase:
        case "negotiation":
            return [heading(view), *talks.question(view, voice)]
        case "contract":
            return [heading(view), *talks.slots(view, voice)]
        case _:
            return rounds.question(view, voice, settled)


def status(view: View, voice: Voice) -> list[Block]:
    """Return the state of the game, with the reader's own choice."""
    if view.close is not None:
        return ending.ended(Ended(view.close, view.earned), view, voice)
    me = reader(view, voice)
    blocks: list[Block] = [] if me is None else [opening.you(view, voice, me)]
    blocks += question(view, voice)
    allies: list[Block] = []
    if view.phase == "negotiation":
        allies = talks.allies(view, voice)
        blocks += allies
    if view.chosen is not None:
        mine = choices.chosen(view.chosen, chat=True)
        blocks.append(line(f"You have chosen: {mine}. You can change it until all are in."))
    if view.missing and not view.awaited:
        blocks.append(line(f"Awaited: {choices.awaited(view.missing, voice)}."))
    return fitted(blocks, allies)
