"""Words of an answer. No model fills a form in; simulated participants type these."""

from games.forms.asks import shared
from games.forms.items import Choose, Divide, Notice
from games.forms.reader.message import SKIP
from games.forms.rules import SKIPPED, Answered, division
from games.forms.view import View


def typed(view: View, move: Answered | None, say: str) -> str:
    """Return an answer in the words that a person would type for it: a button's, a number, or their own."""
    item = view.item
    if move is None or item is None:
        return say
    if move.value == SKIPPED:
        return SKIP
    match item:
        case Notice(button=button):
            return button
        case Choose(options=options):
            return dict(options).get(move.value, move.value)
        case Divide(options=pairs):
            return next((shared(pair) for pair in pairs if division(pair) == move.value), move.value)
    return move.value
