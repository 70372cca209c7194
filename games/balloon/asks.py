"""Buttons and forms: a set is put together by tapping, with its effort against the limit; answers are one tap."""

from typing import Final

from games.balloon.config import MOST_ITEMS
from games.balloon.rules import Item, Proposal
from games.balloon.view import View
from games.balloon.wording.phrases import PASS
from games.core.post import Ask, Choice, Form, Many, Voice, Words

ANSWERABLE: Final = 3
"""Proposals of the other side with buttons of their own, newest first. The others can be answered by typing."""


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    """Return the buttons and forms of the seat. Forms show its worths: they are for private places only."""
    if not view.my_turn or view.importance is None:
        return ()
    newest = view.theirs[::-1][:ANSWERABLE]
    if view.terms.style == "chat":
        return _in_chat(view, newest)
    agree = [Choice(f"Agree to #{p.number}", f"agree #{p.number}", mood="go") for p in newest]
    if view.last:
        return (*agree, Choice("Say goodbye", "No deal this time."))
    refuse = [Choice(f"Refuse #{p.number}", f"refuse #{p.number}") for p in newest]
    return (*agree, *_forms(view, newest), *refuse, Choice("Pass", PASS))


def _in_chat(view: View, newest: tuple[Proposal, ...]) -> tuple[Ask, ...]:
    """Return the buttons of a chat: few, with the forms behind the answer to the newest proposal."""
    agree = [Choice(f"Agree to #{p.number}", f"agree #{p.number}", mood="go") for p in newest]
    if view.last:
        return (*agree, Choice("Say goodbye", "No deal this time."))
    refuse = [Choice(f"Refuse #{p.number}", f"refuse #{p.number}") for p in newest[:1]]
    return (*agree[:1], *_forms(view, newest), *refuse, *agree[1:], SAY, Choice("Pass", PASS))


SAY: Final = Form("Say something…", (Words("words", "Your words"),), "ARGUMENT: {'{words}'}", send="Say it")


def _forms(view: View, newest: tuple[Proposal, ...]) -> tuple[Form, ...]:
    """Return a form that starts from the other side's newest proposal, and one that starts from one's own."""
    if len(view.items) > MOST_ITEMS:
        return ()
    forms = [_form(view, f"Change #{newest[0].number}…", newest[0].items)] if newest else []
    if view.mine:
        forms.append(_form(view, f"Change your #{view.mine[-1].number}…", view.mine[-1].items))
    else:
        label = "Pick items…" if view.terms.style == "chat" else "Propose a set…"
        forms.append(_form(view, label, 0))
    return tuple(forms)


def _fully(item: Item, worth: int) -> str:
    return f"{item.name}: {item.effort}, worth {worth}"


def _briefly(item: Item, worth: int) -> str:
    """Return an item for a phone's narrow button: its name, its weight, its worth."""
    return f"{item.name} {item.effort}, you {worth}"


def _form(view: View, label: str, chosen: int) -> Form:
    assert view.importance is not None
    told = _briefly if view.terms.style == "chat" else _fully
    options = tuple((item.name, told(item, worth)) for item, worth in zip(view.items, view.importance, strict=True))
    field = Many(
        "items",
        "Keep",
        options,
        most=len(options),
        weights=view.efforts,
        limit=view.limit,
        chosen=frozenset(view.names(chosen)),
    )
    return Form(label, (field,), "PROPOSAL: {{items}}", scope="seat", mood="go", send="Propose this set")
