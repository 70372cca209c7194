"""Replies to a message that does not count: the allowed forms, the open proposals, and the remaining patience."""

from games.balloon.config import SEATS
from games.balloon.domain import members
from games.balloon.rules import AT_ONCE
from games.balloon.view import View
from games.balloon.wording.phrases import TOLD, change, count, listed, load
from games.balloon.wording.posts import explain
from games.core.contract import IllegalMove, Unclear
from games.core.display_names import whose
from games.core.messages import out_of_turn
from games.core.phrases import counted, joined
from games.core.post import Choice, Post, Voice, line, says

_OVER = "The game is over; nothing more can be agreed."
_SENTENCES = {
    "empty": "That message is empty. Say something, propose a set, or answer a proposal.",
    "empty_set": "A proposal names at least one item.",
    "two_agrees": "One message can agree to one proposal. Which of them do you mean?",
    "agree_and_propose": "That message agrees and proposes. Agreeing ends the game: do one of the two.",
    "agree_and_refuse": "That message agrees to a set and refuses it. Do one of the two.",
    "struck_out": "A part of that message is struck through. Write it plainly, or leave it out.",
    "unclosed": "A brace is not closed.",
    "bad_set": "That set cannot be read: it takes names of items, separated by commas.",
    "nothing_to_answer": "There is no proposal of the other side to answer. Make one, or just talk.",
    "own_proposal": "That set is your own proposal; only the other side can agree to it or refuse it.",
    "only_reasoning": "Reasoning stays hidden, so there is nothing to send. Add an argument, a proposal or an answer.",
    "two_reasonings": "STRATEGIC REASONING may appear once in a message, at its beginning.",
    "too_many_tags": "That message has too many parts. Send fewer.",
    "no_reasoning": "A message begins with STRATEGIC REASONING: {'…'}; the other side does not see it.",
    "no_argument": "A message holds at least one ARGUMENT: {'…'}, which is what the other side gets to read.",
    "untagged": "Write nothing outside the tags STRATEGIC REASONING, ARGUMENT, PROPOSAL, REFUSE and AGREE.",
    "reasoning_off": "This game has no STRATEGIC REASONING. Begin with ARGUMENT: {'…'}, which the other side reads.",
}
_FORMAL = ("unclosed", "bad_set", "empty_set")
"""Refusals that show how to write a set."""


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    mover = None if view.close is not None else SEATS[view.mover]
    if said := out_of_turn(why, _OVER, mover, _standing(view, voice), voice):
        return says(said)
    if why.code == "weighed":
        return says(_weighed(view, why.facts["items"]), "This was a check: nothing was sent.")
    if why.code == "rules":
        return explain(view, voice)
    if why.code in ("help", "quit"):
        return _guided(why.code, view)
    lines = [_sentence(why, view)]
    if why.strike:
        lines.append(_patience(view))
    if view.my_turn:
        lines.append(_standing(view, voice))
    return says(*filter(None, lines))


def _sentence(why: IllegalMove | Unclear, view: View) -> str:
    match why.code:
        case "too_long":
            return f"That is too long. A message has at most {why.facts['most']} characters."
        case "too_many":
            return f"That is too much at once. A message can make at most {AT_ONCE} proposals."
        case "unknown_item":
            return f"There is no item {why.facts['name']}. Items: {', '.join(item.name for item in view.items)}."
        case "which":
            return f"There are several proposals to answer. Name one by its number. {_open(view)}"
        case "no_such_number":
            return f"There is no proposal #{why.facts['name']} that can be answered. {_open(view)}"
        case "misfit":
            return _misfit(view, why)
        case "over_limit":
            effort, limit = why.facts["effort"], why.facts["limit"]
            if view.terms.style == "chat":
                return f"Too heavy by {effort - limit} ({effort} of {limit}).{_drop(view, why)}"
            return f"That is too heavy by {effort - limit}: effort {effort}, limit {limit}.{_drop(view, why)}"
        case "not_active":
            return f"The other side has no open proposal of exactly that set. {_nearest(view, why.facts['items'])}"
    said = _SENTENCES.get(why.code, "That cannot be done now.")
    return f"{said} {_form(view)}" if why.code in _FORMAL else said


def _guided(code: str, view: View) -> Post:
    """Return the answer to a request for help or for the way out. None of it is sent."""
    if code == "quit":
        ends = line("Nothing was sent. Leaving ends the game for both sides.")
        return Post((ends,), asks=(Choice("Leave…", "/quit"),))
    first, second = (view.items[0].name, view.items[-1].name)
    lines = (
        f'Say what should stay, as in "{first}, {second}", or change a set: "swap {first} for {second}".',
        'Answer a proposal with "deal" or "no thanks".',
        f"Nothing was sent. Message {view.number} of {view.terms.max_messages} is still yours.",
    )
    return Post(tuple(map(line, lines)), asks=(Choice("Full rules", "/rules"), Choice("My items", "/private")))


def _form(view: View) -> str:
    some = ", ".join(item.name for item in view.items[:2])
    return f"Write a proposal like this: PROPOSAL: {{{some}}}"


def _drop(view: View, why: IllegalMove | Unclear) -> str:
    """Return the lightest item whose removal is enough."""
    over = why.facts["effort"] - why.facts["limit"]
    enough = [view.items[k] for k in members(why.facts["items"]) if view.items[k].effort >= over]
    if not enough:
        return " Leave more than one item out."
    least = min(enough, key=lambda item: item.effort)
    return f" Leaving out {least.name} ({least.effort}) would do."


def _misfit(view: View, why: IllegalMove | Unclear) -> str:
    """Return what the first set that a change may start from lacks, or has already."""
    base, lacks, has = why.facts["base"], why.facts["lacks"], why.facts["has"]
    number = next((p.number for past in view.history for p in past.proposed if p.items == base), 0)
    if not number:
        return "There is no such set to change."
    reasons = [f"has no {_either(view, lacks)} to leave out"] if lacks else []
    reasons += [f"already has {joined(list(map(_the, view.names(has))))}"] if has else []
    if not reasons:
        return f"That change would leave nothing of #{number}."
    return f"That change does not fit #{number}: it {joined(reasons)}."


def _either(view: View, items: int) -> str:
    return " or ".join(view.names(items))


def _the(name: str) -> str:
    """Return a name within a sentence: words take an article, and codes such as A08 none."""
    return f"the {name.removeprefix('the ')}" if name.islower() and not any(map(str.isdigit, name)) else name


def _open(view: View) -> str:
    if not view.theirs:
        return "The other side has no open proposal."
    numbers = ", ".join(f"#{proposal.number}" for proposal in view.theirs)
    return f"Open to you: {numbers}."


def _nearest(view: View, items: int) -> str:
    """Return the most similar open proposal, and the difference; nothing is corrected in silence."""
    if not view.theirs:
        return "It has no open proposal now."
    near = min(view.theirs, key=lambda proposal: ((proposal.items ^ items).bit_count(), -proposal.number))
    apart = (near.items ^ items).bit_count()
    if apart > TOLD:
        return f"The nearest is #{near.number}; it differs from yours in {apart} items."
    return f"The nearest is #{near.number}: yours {change(view, items, near.items)}."


def _weighed(view: View, items: int) -> str:
    over = view.effort(items) - view.limit
    heavy = f" That is too heavy by {over}." if over > 0 else ""
    return f"{listed(view, items)}: {load(view, items)}, worth {view.worth(items)} to you.{heavy}"


def _patience(view: View) -> str:
    if view.close is not None:
        return "It was one faulty message too many, and the game is over without a deal."
    left = view.terms.patience - view.slips
    if left > 5:
        return ""
    return f"Nothing was counted. {counted(left, 'more faulty message')} will be forgiven in this game."


def _standing(view: View, voice: Voice) -> str:
    if not view.theirs or view.close is not None:
        return ""
    newest = view.theirs[-1]
    of = whose(SEATS[1 - view.me], voice)
    return f"On the table: {of} #{newest.number}, {count(newest.items)}, worth {view.worth(newest.items)} to you."
