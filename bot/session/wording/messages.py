"""The session manager's own sentences: short, warm, exact. Games word everything else."""

from collections.abc import Iterable

from games.core.post import Choice, Post, line, says
from games.language.lexicon import PHRASES

NO_GAME = "You're not in a game right now. /play starts one."
IDLE = "You're not in a game right now."
PICK_ONE = "You're not in a game right now. Pick one:"
ELSEWHERE = "Your game is on elsewhere. Go on with it here, or pick another:"
MENU, AGAIN = Choice("Pick a game", "/play", mood="go"), Choice("Play again", "/rematch")
FRIEND, CODE = Choice("Play with a friend", "/play friend"), Choice("I have a code", "/join")
"""Ways into a game for somebody who is in none."""
NOT_YOURS = "This is not your game. Start your own with /play."
NONE_OPEN = "You have no open game here. /play starts one; in a direct message, /resume finds your games elsewhere."
NONE_OPEN_ALONE = "You have no open game. /play starts one."
GONE = "That button no longer works. Nothing was changed."
LATE = "That game is over."
BACK = (
    "Sorry, I lost the last moments of this game. This is where it stands now. Your message wasn't counted: "
    "if you still mean it, send it again."
)
LOST = (
    "Sorry, I lost the game that you were playing here. Your message wasn't counted. /resume goes on with a game "
    "that's still open, /play starts another."
)
WRONG_CODE = (
    "No open game has that code. It may have expired, or a letter is wrong: ask your friend for a new one. /play shows "
    "the games that you can start."
)
NO_TABLE = "No open game has the code {code}. It may have expired: ask your friend for a new one, or start your own:"
WITH_WHOM = "Which game do you want to play with your friend? You then get a code and a way to send it."
DECLINED = "All right, maybe another time. I told them."
CANT_PLAY = "{who} can't play right now."
MUTED = "You no longer see what {who} says here. /mute {who} shows it again."
HEARD = "You see what {who} says again."
BLOCKED = (
    "{who} is blocked: you won't meet at a table again, and you no longer see their words here. This game goes on; "
    "/quit leaves it. /unblock lifts all your blocks."
)
BLOCKED_AFTER = "{who} is blocked: you won't meet at a table again. /unblock lifts all your blocks."
UNBLOCKED = "All your blocks are lifted."
NOBODY_BLOCKED = "You haven't blocked anybody."
REPORTED = "Thank you. The operators read your report about {who}, and what was said here."
NO_OTHERS = "No other person is at this table."
WHOM = "Write /{command} NAME{more}. At this table: {people}."
APART = "You can't take a seat at that table."
FULL = "That game has all its players already. Start your own with /play."
SHUT = "That table is closed. /play opens another."
STANDING = "You have no seat at this table. Take a free one first, or start your own game with /play."
TWICE = "You're already at that table. Your partner needs the code."
LEAVE = "Do you want to leave this game for good? It ends with no deal, and nobody earns anything."
LEAVE_SEAT = "Do you want to leave this game? An AI plays your seat from then on, and the others play on."
OTHER = "Do you mean: {text}? It would count in {game}, which is still running here."
WHICH = "Which of your games is this for?"
SURELY = "{label}: are you sure? It can't be undone."
FIRST = "Please answer this first."
LEFT = "You have left already. Write anything to take your seat again."
STAY = "You stay. The game goes on where it was."
UNDONE = "Nothing was done. The game goes on where it was."
CLOSED = "You left, and the table is closed. /play opens another."
EDITED = "Edits do not count. Send a new message."
WORDLESS = "I only read what you type yourself, and buttons. Nothing was changed."
KEPT = "Nothing was erased."
CLASS_ALONE = "Other people can read this chat. Send me your class's code in a direct message."
CLASS_WAITS = "Your class hasn't begun. The game starts by itself as soon as it does; /quit gets you out."
CLASS_LEFT = "You left the class. Its code lets you in again."
WAITING = "Still waiting for players. /begin starts now, with an AI in every free seat; /quit gets you out."
ROSE = "You left; your seat is free again."
BEGUN = "The game has begun already."
LOOKING = "We're looking for somebody to play with you: {span} at most."
FOUND = "Somebody is here to play with you."
UNFOUND = "Nobody came in time."
PATIENCE = "We're still looking for somebody to play with you. /withdraw gets you out."
STUDY = "This is part of a study, so that isn't offered here. Thank you for understanding."
ONE_AT_A_TIME = "You're in the middle of a study. Other games wait until it's over; /withdraw leaves it."
INVITED = "Games here begin with a link or a code that somebody gives you."
STUDIED = "A study"
"""The title of the thread in which somebody takes part; the study's own title may tell too much."""
NO_STUDY = "You're not taking part in a study here."
PART_OVER = "This part is over. /code shows where you are, and your completion code once you have it."
ALONE = "A study is for you alone, and other people can read this chat. Send me this in a direct message: /join {token}"
WITHDRAW = Choice("Withdraw", "/withdraw yes", mood="stop")
REMAIN = Choice("Stay", "/withdraw no")
REMAINED = "You stay in the study. It goes on where it was."
BEHIND = {"offer": "offer", "propose": "propose", "say": "say"}
"""Commands that need text after them."""
INVITED = "I've asked your fellow players. They only have to press Join."
NOBODY = "Nobody came, so the table was closed. /play opens another."

_EAGER = {phrase for phrase, kind in PHRASES.items() if kind == "yes"}
_BARE = {"yes", "yep", "yup", "yeah", "yea", "yeh", "ya", "y", "aye", "ja", "oui", "si", "sí"}
YES = {phrase for phrase in _EAGER if _BARE.intersection(phrase.split())}
YES |= {"yes, please", "yes, i do", "do it", "go ahead"}
"""Words for yes to any question of ours. "You're on" and "go with yours" may be meant for what somebody else offers."""
SURE = {"ok", "okay", "k", "sure", "fine", "alright", "all right", "of course", "correct", "right", "exactly", "👍"}
"""Words for yes to a question about a move. People may also say them in passing, so they do not confirm leaving."""
GLAD = {"join", "let's", "yes, let's", "yes let's", "let's go", "let's play", "i'm in", "with pleasure", "gladly"}
"""Words for yes to an invitation to a game."""
CONSENT = {"accept", "i accept", "accepted", "deal", "it's a deal", "agree", "agreed", "i agree", "done", "confirm"}
"""Words for yes to our question, or to an offer on the table. If both are open, the person is asked which one they
mean.
"""
NO = {"no", "n", "nope", "nah", "no thanks", "no thx", "no thank you", "no, thanks", "no, thank you", "cancel"}
NO |= {"no wait", "no, wait", "no no", "no sorry", "no, sorry", "not that", "wrong", "cancel that", "cancel it"}
NO |= {"never mind", "nevermind", "nvm", "no never mind", "no, never mind", "scratch that", "i take it back"}
ABOUT_INVITATION = YES | _EAGER | SURE | GLAD | NO
"""Words that may answer an invitation to a game."""
LEAVING, STAYING = {"leave", "quit", "leave the game"}, {"stay"}
"""Answers to the question about leaving besides yes and no: the labels of its buttons."""
ERASING, KEEPING = {"erase it all", "erase", "erase it"}, {"keep it", "keep"}
"""Answers to the question about erasure besides yes and no."""
WITHDRAWING = {"withdraw", "i withdraw"}
"""Yes to the question about withdrawing from a study, besides yes itself. `STAYING` holds the noes."""
ABOUT_PARTING = YES | SURE | NO
"""Words that may answer either question, whether to erase a person's data or to withdraw from a study."""
PARTING = ABOUT_PARTING | ERASING | KEEPING | WITHDRAWING | STAYING
"""Words that may answer one of the two."""


def leave(goes_on: bool = False) -> Post:
    """Ask whether to leave. `goes_on`: other people play on without the person."""
    return Post(
        (line(LEAVE_SEAT if goes_on else LEAVE),), (Choice("Leave", "/quit", mood="stop"), Choice("Stay", "/stay"))
    )


def confirm(text: str, question: str = "") -> Post:
    """Ask before an act that cannot be undone; the button stands for `text`."""
    return Post((line(question or f"Do you mean: {text}?"),), (Choice("Yes", text, mood="go"), Choice("No", "/stay")))


def first(question: Post) -> Post:
    """Repeat the question, because the answer could have been meant for somebody else."""
    return Post((line(FIRST), *question.blocks), question.asks)


def unknown_command(name: str, known: Iterable[str]) -> Post:
    if name in BEHIND:
        return says(f"Write what you {BEHIND[name]} in the same message, after /{name}.")
    return says(f"There is no command /{name} here. You can use {', '.join('/' + k for k in known)}.")
