"""A first-time visitor: does what a person does on either platform, and keeps a diary of everything on their screen."""

from abc import ABC, abstractmethod
from collections import Counter

from tests.bot.adapters.discord.service import House as DiscordHouse
from tests.bot.adapters.telegram.service import House as TelegramHouse
from tests.fakes.discord_messages import Message
from tests.fakes.loopback import PATIENCE
from tests.fakes.transcript import Seen, transcript
from tests.pictures.scene import Bubble, of_discord, of_telegram
from tests.pictures.scene import did as doing

WIDTH = 90
"""Columns at which transcripts fold prose."""


class Visitor(ABC):
    """A person at one platform. Each act waits until `answer` stands on the screen and the service is quiet.

    `diary` holds what they saw, `album` the same for pictures: a list for each act.
    """

    def __init__(self) -> None:
        self.diary: list[Seen] = []
        self.album: list[list[Bubble]] = []
        self._before: Counter[Seen] = Counter()
        self._drawn: Counter[Bubble] = Counter()

    async def says(self, words: str, answer: str) -> None:
        await self._say(words)
        await self._note(answer)

    async def presses(self, label: str, answer: str) -> None:
        """Press the newest button whose label holds `label`."""
        await self._press(label)
        await self._note(answer, did=f"(presses {label})")

    def read(self) -> str:
        return transcript(self.diary, width=WIDTH) + "\n"

    async def _note(self, answer: str, did: str = "") -> None:
        """Write down what was done, and what is new on the screen once the answer is there."""
        await self._until(answer)
        if did:
            self.diary.append(Seen("You", did, mine=True))
        now = self._screen()
        earlier = {(seen.author, seen.text) for seen in self._before}
        fresh = [seen for seen in now if not self._before[seen]]
        # A message that only lost its buttons says nothing new.
        self.diary += [seen for seen in fresh if seen.rows or (seen.author, seen.text) not in earlier]
        self._before = Counter(now)
        shown = self._bubbles()
        known = {(one.pieces, one.boxed) for one in self._drawn}
        fresh_ones = [one for one in shown if not self._drawn[one]]
        drawn = [one for one in fresh_ones if one.rows or (one.pieces, one.boxed) not in known]
        self.album.append([*([doing(did)] if did else []), *drawn])
        self._drawn = Counter(shown)

    @abstractmethod
    async def comes(self, game: str, answer: str) -> None:
        """Come for the first time, and start a game as a stranger would."""

    @abstractmethod
    async def plays(self, words: str, answer: str) -> None:
        """Start a game with `/play`."""

    @abstractmethod
    async def _say(self, words: str) -> None: ...

    @abstractmethod
    async def _press(self, label: str) -> None: ...

    @abstractmethod
    async def _until(self, answer: str) -> None: ...

    @abstractmethod
    def _screen(self) -> list[Seen]: ...

    @abstractmethod
    def _bubbles(self) -> list[Bubble]: ...


class OnTelegram(Visitor):
    """A person in a private chat with the bot."""

    def __init__(self, house: TelegramHouse) -> None:
        super().__init__()
        self.house = house
        self.ann, self.chat = house.person(42, "Ann")

    async def comes(self, game: str, answer: str) -> None:
        await self.says("/start", "Pick a game")
        await self.presses(game, answer)

    async def plays(self, words: str, answer: str) -> None:
        await self.says(f"/play {words}", answer)

    async def _say(self, words: str) -> None:
        await self.ann.sends(words)

    async def _press(self, label: str) -> None:
        await self.ann.presses(await self.chat.wait_for_button(label), label)

    async def _until(self, answer: str) -> None:
        def there() -> bool:
            return any(answer in seen.text and not seen.mine and not self._before[seen] for seen in self._screen())

        await self.house.tg.changes.until(there, PATIENCE, lambda: f"no {answer!r} in:\n{transcript(self._screen())}")
        await self.house.tg.quiet()

    def _screen(self) -> list[Seen]:
        return self.ann.sees()

    def _bubbles(self) -> list[Bubble]:
        return [of_telegram(message) for message in self.chat.history if not message.deleted]


class OnDiscord(Visitor):
    """A person in a channel of a server; the game is wherever the bot takes it."""

    def __init__(self, house: DiscordHouse) -> None:
        super().__init__()
        self.house, self.ann = house, house.ann

    async def comes(self, game: str, answer: str) -> None:
        await self.ann.slash(self.house.table, "play")
        await self._note("Pick a game", did="/play")
        await self.presses(game, answer)

    async def plays(self, words: str, answer: str) -> None:
        await self.ann.slash(self.house.table, "play", game=words)
        await self._note(answer, did=f"/play {words}")

    async def _say(self, words: str) -> None:
        await self.house.says(self.ann, self._messages()[-1].channel, words)

    async def _press(self, label: str) -> None:
        [*_, message] = [found for found in self._messages() if any(label in one for one in found.labels)]
        await self.ann.presses(message, label)

    async def _until(self, answer: str) -> None:
        def there() -> bool:
            return any(answer in seen.text and not seen.mine and not self._before[seen] for seen in self._screen())

        await self.house.dc.changes.until(there, PATIENCE, lambda: f"no {answer!r} in:\n{transcript(self._screen())}")
        await self.house.dc.quiet()

    def _messages(self) -> list[Message]:
        """Return the bot's messages that the person sees, in all places, the oldest first."""
        said = (message for place in self.house.dc.channels.values() for message in place.history)
        return sorted((one for one in said if one.from_bot and self.ann.can_see(one)), key=lambda one: one.id)

    def _screen(self) -> list[Seen]:
        return self.ann.sees()

    def _bubbles(self) -> list[Bubble]:
        said = (message for place in self.house.dc.channels.values() for message in place.history)
        mine = sorted((one for one in said if self.ann.can_see(one)), key=lambda one: one.id)
        return [of_discord(self.house.dc, one) for one in mine]
