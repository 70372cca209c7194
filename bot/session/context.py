"""The context of an act on its way through the guards: who acts, on what, what was read, and how it is refused or asked
about.
"""

from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from bot.session import questions
from bot.session.model.clocks import running
from bot.session.model.events import Asked
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.intent import Aside, PlayPress, PlayText, Pressed
from bot.session.model.table import Question
from bot.session.unit_of_work import UnitOfWork
from games.core.contract import TABLE, IllegalMove, Reading, Said, Seat, Slipped, Turn, Unclear
from games.core.post import Post, says
from games.language.text import bare

NOTHING, UNREAD = Turn(), Reading[Any](None, "")


@dataclass(slots=True)
class Context:
    """One act on its way through the guards.

    - `turned`: the words were routed to a game that has ended, and came here because this one goes on.
    - `mine`: the person's seats.
    - `seat`: the one that acts.
    - `stake`: the decision that the act is about.
    - `question`: open when the act came.
    - `asked`: that question, while these words may still be about it.
    - `reading`: the game's reading of the words.
    - `greeted`: what the person is told in this place because they were away.
    """

    unit: UnitOfWork
    inbound: Inbound
    intent: PlayText | PlayPress | Aside
    said: Said
    pressed: Pressed | None
    turned: bool
    mine: tuple[Seat, ...]
    seat: Seat = TABLE
    stake: str = ""
    turn: Turn = NOTHING
    question: Question | None = None
    asked: Question | None = None
    reading: Reading[Any] = UNREAD
    greeted: tuple[str, ...] = ()

    @property
    def args(self) -> str:
        """The words behind a command."""
        return self.intent.args if isinstance(self.intent, Aside) else ""

    @property
    def word(self) -> str:
        """The words in the form that is compared with answers."""
        return bare(self.said.text)

    @property
    def repeats(self) -> bool:
        """True if the words are the question's own once more, which confirms them. Words that the game had to interpret
        do so only if they name numbers, without a doubt: what was vague once is as vague the second time.
        """
        if self.asked is None or self.reading.confirm != self.asked.text:
            return False
        return not self.reading.question or questions.repeats(self.word)

    def view(self) -> Any:
        session = self.unit.session
        return session.game.view(session.state, self.seat)

    def late(self, stake: str) -> bool:
        """Return whether the game says that these words come too late, because their decision has changed."""
        return self.unit.session.game.late(self.view(), self.said, stake)

    def refuse(self, code: str, sentence: str, seat: Seat | None = None) -> Answer:
        """Answer privately that the act does not count."""
        self.unit.reply(says(sentence), seat=self.seat if seat is None else seat)
        return Answer("refused", self.unit.session.sid, code)

    def refuse_by_game(self, why: IllegalMove) -> Answer:
        """Refuse with the game's own sentence for one of the session's codes."""
        self.unit.reply(self._refusal(why), seat=self.seat)
        return Answer("refused", self.unit.session.sid, why.code)

    def stale(self, stake: str = "") -> Answer:
        """Refuse an act about a decision that is no longer open. `stake`: what the button or the question was about."""
        deadline = running(self.unit.started)
        ago = None if deadline is None else self.unit.now - deadline.began
        return self.refuse_by_game(IllegalMove("stale", stake=stake, ago=ago))

    def slip(self, why: Unclear | IllegalMove) -> Answer:
        """Refuse privately, and charge the error budget where the game says so."""
        if why.strike:
            self.unit.apply(Slipped(self.seat, why.code))
        post, session = self._refusal(why), self.unit.session
        # A refusal's own buttons are about what the seat is deciding on now.
        self.unit.reply(post, seat=self.seat, stakes=((self.seat, session.stake(self.seat)),) if post.asks else ())
        return Answer("refused", session.sid, why.code)

    def _refusal(self, why: Unclear | IllegalMove) -> Post:
        return self.unit.session.game.refuse(why, self.view(), self.unit.voice(self.seat))

    def ask(self, text: str, post: Post, *, secret: bool = False, say: str = "", question: str = "") -> Answer:
        """Ask before an act that cannot be undone; a button or a typed yes then says `text`, with the words `say`.

        The question stands where the words were said: a yes in another place would belong to another game. `secret`:
        the post says more than that the question is open. `question`: its wording, to ask again in, if it has one.
        """
        stake = self.unit.session.stake(self.seat)
        self.unit.asked(Asked(self.seat, text, stake, say or UNSET, question=question or UNSET))
        self.unit.reply(post, seat=self.seat, stakes=((self.seat, stake),), secret=secret)
        return Answer("asked", self.unit.session.sid)
