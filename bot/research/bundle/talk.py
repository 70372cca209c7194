"""Messages and decisions of a session, in order, from the steps of its log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from bot.research.bundle.games import Made, decisions, round_of
from bot.research.bundle.walk import Step, commits
from bot.session.model.events import Asked, Decided, Typed
from bot.session.model.session import Session
from games.core.contract import Moved, Seat, Slipped

SILENT: Final = frozenset(("confirm", "reopen", "walkaway"))
"""Decisions that are no utterance: acts on a card, and the act of leaving."""
VIA: Final[Mapping[str, str]] = {"typed": "typed", "pressed": "button", "form": "form"}
COUNTED: Final = "counted"


class Decision(Struct, frozen=True):
    """One decision, with the step that made it. `since`: when its seat was first awaited for it (ms)."""

    step: Step
    seat: Seat
    made: Made
    human: bool
    via: str
    confirmed: bool
    reprompts: int
    source: str
    since: int | None
    invalid: str = ""

    @property
    def round(self) -> int:
        return round_of(self.step.after)


class Message(Struct, frozen=True):
    """One message. `code`: `counted`, or why it did not count. `utterance`: its number, 0 for none."""

    step: Step
    seat: Seat
    human: bool
    text: str
    via: str
    code: str
    action: str = ""
    utterance: int = 0

    @property
    def words(self) -> int:
        return len(self.text.split())


class Talk(Struct, frozen=True):
    """Messages and decisions of a session. `ai_wait` and `first` are in ms; `first`: the first human act."""

    messages: tuple[Message, ...]
    decisions: tuple[Decision, ...]
    utterances: int
    ai_wait: int
    first: Mapping[Seat, int]

    def reprompts(self, seat: Seat) -> int:
        return sum(message.seat == seat and message.code != COUNTED for message in self.messages)


def talk(walked: Sequence[Step]) -> Talk:
    """Return the messages and decisions in the steps of one session."""
    reader = _Reader()
    for group in commits(walked):
        reader.read(group)
    return Talk(
        tuple(reader.messages), tuple(reader.decisions), reader.utterances, _ai_wait(walked), dict(reader.first)
    )


def plays_itself(session: Session, seat: Seat) -> bool:
    """Return whether a person plays this seat now: it is theirs, and no strategy stands in for them."""
    chair = session.table.chair(seat)
    return chair.kind == "human" and not chair.covered


class _Reader:
    """Reads commits in order and keeps what spans them: who is awaited since when, and who was asked what."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.decisions: list[Decision] = []
        self.first: dict[Seat, int] = {}
        self.since: dict[Seat, int] = {}
        self.refused: dict[Seat, int] = {}
        self.source: dict[Seat, str] = {}
        self.utterances = 0
        self.speaker = Seat("")

    def read(self, group: list[Step]) -> None:
        """Read one commit. A person's words follow the event that they led to, and are recorded together with it."""
        typed = {step.event.seat: step.event for step in group if isinstance(step.event, Typed)}
        asked = {step.event.seat for step in group if isinstance(step.event, Asked)}
        moved = {step.event.seat for step in group if isinstance(step.event, Moved)}
        for step in group:
            match step.event:
                case Decided(seat, source):
                    self.source[seat] = source
                case Slipped(seat, code):
                    self._invalid(step, seat, code, typed.get(seat))
                case Moved(seat):
                    self._moved(step, step.event, typed.pop(seat, None), seat in asked)
                case Typed(seat) if seat not in moved:
                    self._refused(step, step.event)
            self._awaited(step)

    def _awaited(self, step: Step) -> None:
        awaited = step.after.turn.awaited
        for seat in [seat for seat in self.since if seat not in awaited]:
            del self.since[seat]
        for seat in awaited:
            self.since.setdefault(seat, step.at)

    def _refused(self, step: Step, typed: Typed) -> None:
        seat = typed.seat
        self.refused[seat] = self.refused.get(seat, 0) + 1
        self.first.setdefault(seat, step.at)
        human = plays_itself(step.before, seat)
        self.messages.append(Message(step, seat, human, typed.text, VIA[typed.via], typed.code))

    def _moved(self, step: Step, moved: Moved[Any], typed: Typed | None, asked: bool) -> None:
        seat, human = moved.seat, plays_itself(step.before, moved.seat)
        via = ("auto" if not human else "typed") if typed is None else VIA[typed.via]
        text = moved.say if typed is None else typed.text
        if human:
            self.first.setdefault(seat, step.at)
        made = decisions(step.before, seat, moved.move, step.after)
        action = made[0].action if made else ""
        if text or made:
            number = self._spoken(seat) if action not in SILENT else 0
            self.messages.append(Message(step, seat, human, text, via, COUNTED, action, number))
        for one in made:
            self._decided(step, seat, one, human, via, asked)
        self.since.pop(seat, None)

    def _spoken(self, seat: Seat) -> int:
        if seat != self.speaker:
            self.utterances, self.speaker = self.utterances + 1, seat
        return self.utterances

    def _decided(self, step: Step, seat: Seat, made: Made, human: bool, via: str, asked: bool) -> None:
        question = step.before.table.question(seat) is not None
        source = "" if human else self.source.get(seat, "")
        self.decisions.append(
            Decision(
                step,
                seat,
                made,
                human,
                via,
                human and (asked or question),
                self.refused.pop(seat, 0),
                source,
                self.since.get(seat),
            )
        )

    def _invalid(self, step: Step, seat: Seat, code: str, typed: Typed | None) -> None:
        human = plays_itself(step.before, seat)
        if typed is None:
            self.refused[seat] = self.refused.get(seat, 0) + 1
        via = VIA[typed.via] if typed is not None else "typed" if human else "auto"
        source = "" if human else self.source.get(seat, "")
        made = Made("invalid")
        self.decisions.append(Decision(step, seat, made, human, via, False, 0, source, self.since.get(seat), code))


def _ai_wait(walked: Iterable[Step]) -> int:
    """Return the milliseconds during which AI seats alone were awaited."""
    total, before = 0, None
    for step in walked:
        if before is not None:
            awaited = before.after.turn.awaited
            if awaited and not any(plays_itself(before.after, seat) for seat in awaited):
                total += step.at - before.at
        before = step
    return total
