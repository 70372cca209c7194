"""The observation for a model that plays a seat, in the formats of AdaSociety, and the reading of its answer.

The same text is the public interface for other people's programs: `observation` out, the sentences of the reader in.
"""

from collections.abc import Mapping
from typing import Any, Final

from games.core.contract import Reading, Said, Seat, Unclear
from games.core.post import text_of
from games.core.prompt import REASON, SAY, Prompt, said, schema, text
from games.language.agreement import contradicts, departs
from games.society.reader import message as reader
from games.society.reader import sentences
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Vote
from games.society.rules.play import WORDS_MOST
from games.society.rules.state import Fared
from games.society.view import View
from games.society.wording import choices, rulebook
from games.society.wording.phrases import exact
from games.society.world import chart
from games.society.world.plans import LONGEST_QUEUE, written
from games.society.world.wording import listed, own_round

VERSION: Final = "society/4"
LABELS: Final = {"negotiation": "Communication", "contract": "Action", "physical": "Plan"}
"""The label before an answer in AdaSociety's format."""
_ANSWERS: Final = tuple(f"{label.lower()}:" for label in LABELS.values())
PROTOCOL: Final = """\
Write `Thoughts:` and what you think, which nobody at the table reads; then, on a line of its own, `{}:` and what you \
answer."""


def prompt(view: View, seat: Seat) -> Prompt:
    return Prompt(
        version=VERSION,
        rules=_rules(view),
        now="\n".join((*public(view), *private(view), *_options(view))),
        answer=schema(reason=REASON, message=text("Your answer, in a form that is listed at the end."), say=SAY),
        protocol=PROTOCOL.format(LABELS[view.phase]),
    )


def answered(view: View, given: Mapping[str, Any]) -> Reading[Move] | Unclear:
    """Return the move in an answer, read like any other program's. Codes are the reader's."""
    message = given.get("message")
    if isinstance(message, list):
        message = "\n".join(str(line) for line in message)
    if not isinstance(message, str) or not message.strip():
        return Unclear("empty")
    label = LABELS[view.phase]
    tagged = message if f"{label.lower()}:" in message.lower() or view.phase == "physical" else f"{label}: {message}"
    reading = reader.read(view, Said(tagged, via="form"))
    if isinstance(reading, Unclear):
        return reading
    if reading.move is None:
        return Unclear("format")
    return Reading(reading.move, said(given), note=reading.note)


def given(view: View, move: Move | None, say: str) -> dict[str, Any]:
    """Return the answer that means a choice, in the sentences that the prompt lists."""
    return {"message": _answer(view, move), "say": say}


def _answer(view: View, move: Move | None) -> str:
    match move:
        case Negotiate(to, None):
            return f"I will negotiate with {to}."
        case Negotiate(to, int(mine)):
            return sentences.negotiate(to, mine)
        case Counter(to, mine):
            return sentences.counter(to, mine)
        case Accept(whose, mine):
            offered = next((100 - offer.mine for offer in view.talks.offers_to(view.who) if offer.by == whose), 0)
            return sentences.accept(whose, mine if mine is not None else offered)
        case Finish(other):
            return sentences.END if sentences.END in _ends(view) else f"end {other}"
        case Vote(yes):
            return "vote yes" if yes else "vote no"
        case Join(slot):
            return f"I want to join in Coalition {slot}."
        case Orders(queue):
            return "\n".join(f"Plan: {written(plan)}." for plan in queue.plans)
        case _:
            return "pass"


def thoughts(text: str) -> str:
    """Return the text between `Thoughts:` and the label of the answer."""
    found = list[str]()
    for line in text.splitlines():
        bare = line.strip(" *`_")
        if bare.lower().startswith(_ANSWERS):
            break
        if found or bare.lower().startswith(("thoughts:", "thought:")):
            found.append(bare if found else bare.partition(":")[2].strip(" *`_"))
    return " ".join(found).strip()


def described(view: View, move: Move | None) -> str:
    return choices.chosen(move) if move is not None else "say something"


def typed(view: View, move: Move | None, say: str) -> str:
    """Return the choice as a person types it, with the words behind it as a sentence of their own."""
    return ". ".join(filter(None, (choices.typed(view, move) if move is not None else "", say)))


def agrees(view: View, move: Move | None, say: str) -> bool:
    """Return whether words express the given move or none.

    In the bargains a yes goes with a yes only, and a no or a farewell with none. Words that are too long to be said
    agree with nothing.
    """
    if len(say) > WORDS_MOST:
        return False
    if view.phase == "negotiation":
        accepts = isinstance(move, Accept) or (isinstance(move, Vote) and move.yes)
        if contradicts(say, accepts=accepts) or (accepts and departs(say)):
            return False
    meant = reader.strict(view, Said(say))
    return isinstance(meant, Unclear) or meant.move is None or _same(meant.move, move)


def _same(said: Move, move: Move | None) -> bool:
    """Return whether words express a move; an acceptance need not name its share."""
    if isinstance(said, Accept) and isinstance(move, Accept) and None in (said.mine, move.mine):
        return said.of == move.of
    return said == move


# --- observations -----------------------------------------------------------------------------------------------------


def observation(view: View) -> str:
    """Return the whole observation of a seat in a window, in AdaSociety's format."""
    return "\n".join((*public(view), *private(view)))


def public(view: View) -> list[str]:
    """Return the public part: the step, the coalitions, and the bargains."""
    lines = [f"Step: {view.step}"]
    if view.phase == "contract":
        lines.append(f"Round: {view.slots.round}")
    lines.append("Current surrounding social environment:")
    if view.phase == "contract":
        for slot in range(len(view.slots.seats)):
            members = ", ".join(view.slots.members(slot))
            lines.append(f"coalition {slot}:{f'[{members}]' if members else 'None'}.")
        mover = view.slots.mover
        lines.append(f"Information: It's {mover}'s turn." if mover is not None else "Information: All choose at once.")
        return lines
    lines.append(f"[{', '.join(_set(members) for members in _sides(view))}]")
    payoffs = [
        ", ".join(f"{seat} {exact(part)}" for seat, part in zip(group.members, group.weights, strict=True))
        for group in view.groups
        if len(group.members) > 1
    ]
    if payoffs:
        lines.append(f"payoff: {'; '.join(payoffs)}")
    if view.phase == "negotiation":
        pairs = [f"['{b.a}', '{b.b}']" for b in view.talks.bargains]
        lines += ["NegoState:", f"[{', '.join(pairs)}]" if pairs else "None"]
    return lines


def _sides(view: View) -> list[tuple[str, ...]]:
    """Return groups and single seats: every seat of a negotiation is in exactly one of them."""
    seats = view.terms.seats
    inside = {seat for group in view.groups for seat in group.members}
    sides = [tuple(sorted(group.members, key=seats.index)) for group in view.groups]
    sides += [(seat,) for seat in seats if seat not in inside]
    return sorted(sides, key=lambda side: [seats.index(Seat(seat)) for seat in side])


def _set(members: tuple[str, ...]) -> str:
    return "{" + ", ".join(f"'{seat}'" for seat in members) + "}"


def private(view: View) -> list[str]:
    """Return the private part: offers to this seat, or its sight and its items."""
    if view.phase == "negotiation":
        return ["Communication log:", *(_log(view) or ["None"])]
    if view.sight is None:
        return []
    mine = [line for fact in view.recent if isinstance(fact, Fared) for line in own_round(fact.deeds)]
    last = [f"Your last round: {' '.join(mine)}"] if mine else []
    allies = [f"{seat} has {listed(held)}." for seat, held in view.holdings]
    return ["Current surrounding physical environment:", *chart.observation(view.sight), *allies, *last]


def _log(view: View) -> list[str]:
    lines = [
        f"{offer.by} want to gain {offer.mine}% reward and you will gain {100 - offer.mine}% reward."
        for offer in view.talks.offers_to(view.who)
    ]
    bargain = view.talks.bargain(view.who)
    if bargain is not None:
        lines.append(f"Now is {'' if bargain.mover == view.who else 'not '}the time for you to negotiate.")
    return lines


def _rules(view: View) -> str:
    told = [text_of(block) for block in (*rulebook.card(view), *rulebook.fine_print(view))]
    return "\n".join((*told, "Your aim is as large a reward of your own at the end as you can get."))


def _options(view: View) -> list[str]:
    match view.phase:
        case "negotiation":
            return [f"Answer with one of: {' | '.join(_sentences(view))}"]
        case "contract":
            last = len(view.slots.seats) - 1
            return [f"Answer with: I want to join in Coalition <k>. (k from 0 to {last})"]
        case _:
            assert view.sight is not None
            return [
                f"Answer with one to {LONGEST_QUEUE} lines `Plan: <plan>.`; they are repeated until the round ends."
            ]


def _sentences(view: View) -> list[str]:
    """Return the sentences that count now; `<NUM>` is a multiple of ten."""
    me, talks = view.who, view.talks
    bargain, offers = talks.bargain(me), talks.offers_to(me)
    said = [sentences.accept(offer.by, 100 - offer.mine) for offer in offers]
    if bargain is None:
        said += [f"I will make a new proposal. {_GAINS.format(offer.by)}" for offer in offers]
        said += [f"I will negotiate with {to}. {_GAINS.format(to)}" for to in talks.targets(me, view.terms.seats)]
    elif bargain.mover == me and bargain.offers < view.terms.customs.offers:
        said.append(f"I will make a new proposal. {_GAINS.format(bargain.other(me))}")
    said += _ends(view)
    return [*said, "vote yes", "vote no", "pass"] if talks.votes_of(me) else [*said, "pass"]


def _ends(view: View) -> list[str]:
    """Return the sentences that end a bargain, decline an invitation or withdraw one."""
    talks, out = view.talks, view.talks.invite_by(view.who)
    asked = {invite.by for invite in talks.invites_to(view.who)} | ({out.to} if out is not None else set())
    if talks.bargain(view.who) is not None or len(asked) == 1:
        return [sentences.END]
    return [f"end {seat}" for seat in sorted(asked)]


_GAINS: Final = "I will propose that I gain <NUM>% reward and {0} will gain <NUM>% reward."
