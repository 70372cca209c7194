"""Buttons and forms: a set is put together by tapping, with its effort against the limit; answers are one tap."""

from typing import Final

from games.balloon.config import MOST_ITEMS
from games.balloon.rules import Proposal
from games.balloon.view import View
from games.core.post import Ask, Choice, Form, Many, Voice

ANSWERABLE: Final = 3
"""Proposals of the other side with buttons of their own, newest first. The others can be answered by typing."""
PASS = "Let me hear you first."


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    """Return the buttons and forms of the seat. Forms show its worths: they are for private places only."""
    if not view.my_turn or view.importance is None:
        return ()
    newest = view.theirs[::-1][:ANSWERABLE]
    agree = [Choice(f"Agree to #{p.number}", f"agree #{p.number}", mood="go") for p in newest]
    if view.last:
        return (*agree, Choice("Say goodbye", "No deal this time."))
    refuse = [Choice(f"Refuse #{p.number}", f"refuse #{p.number}") for p in newest]
    return (*agree, *_forms(view, newest), *refuse, Choice("Pass", PASS))


def _forms(view: View, newest: tuple[Proposal, ...]) -> tuple[Form, ...]:
    """Return a form that starts from the other side's newest proposal, and one that starts from one's own."""
    if len(view.items) > MOST_ITEMS:
        return ()
    forms = [_form(view, f"Change #{newest[0].number}…", newest[0].items)] if newest else []
    if view.mine:
        forms.append(_form(view, f"Change your #{view.mine[-1].number}…", view.mine[-1].items))
    else:
        forms.append(_form(view, "Propose a set…", 0))
    return tuple(forms)


def _form(view: View, label: str, chosen: int) -> Form:
    assert view.importance is not None
    options = tuple(
        (item.name, f"{item.name}: {item.effort}, worth {worth}")
        for item, worth in zip(view.items, view.importance, strict=True)
    )
    field = Many(
        "items",
        "Keep",
        options,
        most=len(options),
        weights=view.efforts,
        limit=view.limit,
        chosen=frozenset(view.names(chosen)),
    )
    return Form(label, (field,), "PROPOSAL: {{items}}", scope="seat", mood="go")
