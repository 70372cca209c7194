"""Facts of a form in words: the next question, a wrong answer, one line where it ends early."""

from typing import Final

from games.core.post import Block, Gap, Post, Voice, item, line
from games.forms.items import Choose, Notice
from games.forms.rules import Why
from games.forms.view import Asked, Began, Closed, Fact, Missed, View
from games.forms.wording.items import question, title

_ENDS: Final[dict[Why, str]] = {
    "answered": "That's everything. Thank you.",
    "declined": "All right, we stop here. Thank you for your answer.",
    "failed": "We stop here. Thank you for your time.",
    "left": "You left. Nothing more is asked.",
    "late": "No answer came in time, so this has ended.",
}


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    blocks = tuple(block for fact in facts for block in _told(fact, view, voice))
    return (Post(blocks),) if blocks else ()


def status(view: View, voice: Voice) -> Post:
    """Return the question that is open, as it was asked, or the end."""
    if view.why is not None:
        return Post((line(_ENDS[view.why]),))
    return Post(question(view, view.at, voice))


def explain(view: View, voice: Voice) -> Post:
    """Return the post that explains a form."""
    blocks: list[Block] = [title(view), item("One thing at a time. What you have answered stays as it is.")]
    if not all(isinstance(asked, Notice) for asked in view.form.items):
        blocks.append(item("Press a button, or type the answer. Where there is a Skip button, you may type skip."))
    return Post(tuple(blocks))


def _told(fact: Fact, view: View, voice: Voice) -> tuple[Block, ...]:
    match fact:
        case Began():
            return (title(view),)
        case Asked(at):
            return question(view, at, voice)
        case Missed(at, again):
            return _missed(view, at, again)
        case Closed():
            return ()  # what follows, the next stage or the end of the part, says so itself


def _missed(view: View, at: int, again: bool) -> tuple[Block, ...]:
    """Return the answer to a wrong answer, which explains the right one and says whether it is asked again."""
    asked = view.form.items[at]
    explained = asked.explain if isinstance(asked, Choose) else ""
    words = " ".join(filter(None, ("That's not right.", explained, "Please answer once more." if again else "")))
    return (line(words), Gap()) if view.why is None else (line(words),)
