"""First post of a game in the chat look: who the reader is, with whom, and what it is about."""

from games.core.contract import Seat
from games.core.post import Block, Bold, Voice, item, line
from games.society.names import person, title
from games.society.view import View, planning_rounds
from games.society.wording.phrases import many
from games.society.wording.rulebook import crafts, differences, worth
from games.society.wording.scenes import reader


def introduced(view: View, voice: Voice) -> list[Block]:
    """Return the reader's seat with the others by name; for a reader without a seat, all at the table."""
    me = reader(view, voice)
    others = [seat for seat in view.terms.seats if seat != me]
    people = [seat for seat in others if voice.kind(seat) == "human"]
    ais = [seat for seat in others if seat not in people]
    some, all_of_them = ("AI", "The other is an AI") if len(ais) == 1 else ("AIs", "The others are AIs")
    listed = "; ".join(filter(None, (many(people) if people else "", f"{some}: {many(ais)}" if ais else "")))
    if me is None:
        return [line(Bold("At the table:"), f" {listed}.")]
    return [you(view, voice, me), line(f"With you: {listed}." if people else f"{all_of_them}: {many(ais)}.")]


def you(view: View, voice: Voice, me: Seat) -> Block:
    name = person(me, voice)
    return line("You are ", Bold(title(me, view.terms.seats)), f", {name}." if name else ".")


def seated(view: View, voice: Voice, me: Seat) -> list[Block]:
    """Return the reader's role, and the worth of things in this seat."""
    kit = view.terms.instance.kit(view.terms.number(me))
    return [you(view, voice, me), item(f"Worth to you: {worth(kit)}."), *differences(view, kit)]


def card(view: View, voice: Voice) -> list[Block]:
    """Return the reader's role and aims, and the course of the game."""
    me = reader(view, voice)
    blocks = introduced(view, voice)
    own = seated(view, voice, me)[1:] if me is not None else []
    return [*blocks, *own, *crafts(view), *_course(view)]


def _course(view: View) -> list[Block]:
    terms, rounds = view.terms, planning_rounds(view.terms)
    match terms.kind:
        case "negotiation":
            first = f"First {terms.customs.steps} steps: agree in pairs on shares. A deal joins both sides for good."
        case "contract":
            flow = "all at once" if terms.flow == "sealed" else "one by one"
            first = f"First {view.slots.rounds} rounds: each joins a coalition, {flow}. Members split equally."
        case _:
            return [item(f"{rounds} rounds of plans. Who shares with whom is given.{_change(view)}")]
    return [item(first), item(f"Then {rounds} rounds of plans. What you all hold at the end counts.")]


def _change(view: View) -> str:
    announced = view.terms.announced and view.terms.scenario == "dynamic"
    return " It changes after ticks 30 and 60." if announced else ""
