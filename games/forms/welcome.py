"""Consent and debrief as forms, worded for any study of negotiation in a chat; a study fills in what is its own."""

from typing import Final

from games.forms.items import Choose, Form, Notice

ADULT: Final = 18
KEPT: Final = """
    your answers, your messages and your moves, under a code instead of your name. They are used for research, and may
    be published without anything that points to you. Please don't write names or addresses.
"""
ABOUT: Final = """
    We study how people negotiate, and what makes an agreement good for both sides. What the other side was like
    differs from person to person, so that we can compare.
"""


def consent(
    study: str = "a study of negotiation",
    who: str = "",
    minutes: int = 15,
    kept: str = KEPT,
    contact: str = "",
    age: int = ADULT,
) -> Form:
    """Return a consent form. Agreeing also says that one is of age; not agreeing ends the part."""
    run = f"It is run by {who}." if who else ""
    points = (
        f"What you do: negotiate in this chat, and answer a few questions. It takes about {minutes} minutes.",
        """AI: the other side may be a computer program. You'll be told if it is. What you write may then be sent to the
        service that runs it.""",
        f"What is kept: {kept}",
        "It's up to you: you can stop at any moment, and you need no reason. Type /withdraw.",
    )
    text = _joined(
        f"You're invited to take part in {study}. {run}",
        "\n".join(f"- {_line(point)}" for point in points),
        f"Questions? Ask {contact}." if contact else "",
        f"If you agree, you also say that you are {age} or older. Do you agree to take part?",
    )
    asked = Choose("consent", text, (("yes", "I agree"), ("no", "I don't agree")), ends=("no",))
    return Form("consent", "Before we start", (asked,))


def debrief(about: str = ABOUT, contact: str = "") -> Form:
    """Return a form that says what a study was about, for those who have taken part."""
    text = _joined(
        f"Thank you for taking part. {_line(about)}",
        "If you don't want your data to be used after all, type /withdraw now.",
        f"Questions? Ask {contact}." if contact else "",
    )
    return Form("debrief", "What this was about", (Notice("debrief", text, "Finish"),))


def _line(text: str) -> str:
    return " ".join(text.split())


def _joined(*paragraphs: str) -> str:
    return "\n\n".join(filter(None, (paragraph.strip() for paragraph in paragraphs)))
