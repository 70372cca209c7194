"""Answers to a text or a press that does not count. They say what is allowed now."""

from games.core.contract import IllegalMove, Unclear
from games.core.post import Post, Voice, says
from games.forms.items import Divide, Item, Notice, Write
from games.forms.view import View
from games.forms.wording.items import allowed

OVER = "This form is finished. Nothing more is needed."


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    asked = view.item
    if asked is None or why.code == "over":
        return says(OVER)
    match why.code:
        case "stale" | "another_item":
            return says(f"That button belongs to an earlier question, so nothing was changed. {allowed(asked)}")
        case "not_your_turn" | "no_such_seat":
            return says("Somebody else fills this form in.")
        case "no_skip":
            return says(f"This one needs an answer. {allowed(asked)}")
        case "too_long" if isinstance(asked, Write):
            return says(f"That's too long, so it wasn't saved. {allowed(asked)}")
    return says(f"{_unclear(asked)} {allowed(asked)}{_or_skip(asked)}")


def _unclear(asked: Item) -> str:
    return "That's empty." if isinstance(asked, Write) else "I can't read that as an answer."


def _or_skip(asked: Item) -> str:
    return " Or type skip." if not isinstance(asked, Notice | Divide) and asked.skippable else ""
