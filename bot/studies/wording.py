"""Words of a study itself to the people who take part: at its door, between two stages, and at the end."""

from collections.abc import Mapping

from bot.studies.panel import way_back
from bot.studies.study import CODED, Part, Study
from games.core.post import Block, Code, Link, Post, line, says

WEB = "web"

SHUT: Mapping[str, str] = {
    "draft": "This study hasn't begun yet.",
    "frozen": "This study hasn't begun yet.",
    "paused": "This study is paused and takes nobody right now. Please try again later.",
    "closed": "This study is closed. Thank you for your interest.",
}
FULL = "This study has all the people it needs. Thank you for your interest."
ELSEWHERE = (
    "Somebody with this panel id takes part in this study already, or did, in another browser. If that was you, go on "
    'there. "On another device", at the top of that page, makes a link for this one.'
)
UNBIDDEN = "People come to this study from a panel. Open the link on the page of your panel."
GONE = "This study has moved on and can't be entered any more."
NAMES: Mapping[str, str] = {
    "consent": "the consent form",
    "svo": "the choices",
    "tutorial": "the introduction",
    "practice": "the practice game",
    "check": "a check",
    "game": "the negotiation",
    "survey": "the questions",
    "debrief": "the last page",
}
PRACTICE = "This game is for practice. It doesn't count."
REAL = "Now the negotiation that counts."
ALONE = "Nobody came to negotiate with you in time, so an AI takes the other seat. It is a program."
ENDS: Mapping[str, str] = {
    "complete": "That was the last part. Thank you for taking part.",
    "no_consent": "You chose not to take part, so it ends here. Thank you for your time.",
    "screened_out": "Your answers to the check don't fit this study, so it ends here. Thank you for your time.",
    "withdrawn": "You have withdrawn from this study.",
    "silent": "Your time ran out, so your part has ended.",
    "partner_left": "The other person left, so it ends here. You did nothing wrong. Thank you for your time.",
    "dismissed": "There is no place in a negotiation for you right now, so it ends here. Thank you for your time.",
    "technical": "The study had to end your part. You did nothing wrong. Thank you for your time.",
}
BACK = "Go back to your panel"
OWED = "The data that your panel sent with you is kept until you're paid, apart from all other data."
ERASED = "Your words and name are being deleted from this study; only that you withdrew, and when, is kept."
KEPT = "Nothing more is recorded. What you did so far stays in the data, under a pseudonym."


def middle(study: Study, part: Part) -> Post:
    """Return the words for somebody who enters a study that they are in the middle of."""
    return says(f"You're already taking part in {study.title}: {_where(study, part)} is waiting for you above.")


def again(study: Study, part: Part) -> Post:
    """Return the words for somebody who took part before."""
    told = f"You've already taken part in {study.title}, and each person takes part once. Thank you."
    return says(told, *((f"Your completion code was {part.code}.",) if part.code else ()))


def closing(study: Study, part: Part) -> Post:
    """Return a person's last post: how their part ended, their completion code, and the way back to their panel."""
    assert part.outcome
    blocks: list[Block] = [line(ENDS[part.outcome])]
    if part.code:
        blocks += [line("Your completion code: ", Code(part.code)), *_back(study, part), line("/code shows it again.")]
    elif part.outcome not in CODED and part.outcome != "withdrawn":
        blocks.append(line("There is no completion code for this."))
    if study.contact:
        blocks.append(line(f"Questions? Ask {study.contact}."))
    return Post(tuple(blocks))


def _back(study: Study, part: Part) -> tuple[Block, ...]:
    """Return the way back to the panel, for those whom it sent: they come by a link in a browser."""
    found = way_back(study.panel, part.outcome, part.code) if part.outcome and part.platform == WEB else ""
    return (line(Link(BACK, found)),) if found else ()


def asking(study: Study, part: Part) -> Post:
    """Return the question whether to withdraw; it says what becomes of the data."""
    erase = "What you wrote in it is deleted, and your answers aren't used."
    keep = "What you did so far stays in the data, under a pseudonym; nothing more is recorded."
    blocks = [
        line(f"Withdraw from {study.title}?"),
        line(erase if study.rules.withdrawal == "erase" else keep),
        line("You can't take part again." if study.rules.once else "You can take part again."),
    ]
    if part.code:
        blocks.append(line(f"Your completion code {part.code} stays valid."))
    return Post(tuple(blocks))


def withdrawn(study: Study, part: Part) -> Post:
    blocks = [line(ENDS["withdrawn"]), line(ERASED if study.rules.withdrawal == "erase" else KEPT)]
    if part.code and study.panel is not None:
        blocks.append(line(OWED))
    if study.contact:
        blocks.append(line(f"Questions? Ask {study.contact}."))
    return Post(tuple(blocks))


def coded(study: Study, part: Part) -> Post:
    """Return a person's code again, or where they are."""
    if part.code:
        return Post((line(f"Your completion code for {study.title}: ", Code(part.code)), *_back(study, part)))
    if part.outcome:
        return says(f"{ENDS[part.outcome]} There is no completion code for this.")
    return says(f"Your completion code comes at the end of {study.title}. Now: {_where(study, part)}.")


NOWHERE = says("You're not taking part in a study right now.")


def _where(study: Study, part: Part) -> str:
    stage = study.stage(part.stage)
    return NAMES[stage.kind] if stage is not None else "the next part"
