"""Claude as a private strategy: it decides one seat's move within one deadline; otherwise the analytic player does.

The model is asked once. An unusable reply is requested once more, with the reason, and with twice the limit if it was
cut off. A call may use all the time that is left, because a model that is hung up on while it thinks has cost as much;
a failed call is retried while time lasts. Where nobody waits, a decision has ten minutes and outages are waited out.
Rules, deadline, budget and the guard on words are outside the model. Whatever it answers, or fails to answer,
the result is a legal decision that says nothing private.
"""

import asyncio
import json
import random
from collections.abc import Mapping
from math import inf
from time import monotonic
from typing import Any, Final, Literal

import structlog
from msgspec import Struct

from bot.players import analytic
from bot.players.base import Brief, Decision
from bot.players.exchange import Exchange
from bot.players.llm import guard
from bot.players.llm.budget import Budget
from bot.players.llm.client import Breaker, Failed, Model, Reply
from bot.players.llm.guarded import fault_of
from bot.players.llm.personas import Persona
from bot.players.llm.request import FRAME, Setup, deciding, fingerprint, wording, worst_case
from games.core.contract import Game, Reading, Unclear, typing
from games.core.post import Voice, plain
from games.core.prompt import Prompt, said

log = structlog.get_logger(__name__)

MOST_TRIES, MOST_ANSWERS = 4, 2
"""Maximum of calls for one decision, and of answers that are read."""
PATIENT_TRIES, PATIENT_SECONDS = 10, 600.0
"""Maximum of calls, and the time of a decision, where nobody waits."""
LEAST_SECONDS = 0.05
"""Seconds below which no further call is begun."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
RECENTLY_SECONDS, IMPATIENT_SECONDS = 20.0, 8.0
"""Seconds during which an unanswered decision is recent, and the shorter wait of its seat then. Both decisions may be
parts of one turn of a person.
"""
MOST_SILENT = 1_000
MOST_KEPT = 4_000
"""Characters of a raw reply, and of a reason, that go into the log."""


class Unplayed(Exception):
    """Error: a strict player has no decision of the model's own.

    - `kind`: `aborted` by the model's answers, or `infrastructure`: no usable reply came.
    - `code`: `format`, `illegal`, `truncated` or `refused`; of infrastructure, the code of the failure.
    - `why`: the code of the last failure in full; `trace`: what the log would hold of the decision.
    """

    def __init__(self, why: str, trace: dict[str, Any]) -> None:
        super().__init__(why)
        self.why, self.trace = why, trace
        self.kind: Literal["aborted", "infrastructure"] = "aborted"
        head = why.partition(":")[0]
        self.code = _ABORTS.get(head, head)
        if head not in _ABORTS:
            self.kind = "infrastructure"


_ABORTS: Final = {
    "refusal": "refused",
    "truncated": "truncated",
    "no_json": "format",
    "unclear": "format",
    "words": "format",
    "illegal": "illegal",
    "loss": "illegal",
}
"""Codes of answers that end a strict player's game; every other failure is one of the way to the model."""


class Llm:
    """One persona played by a model. All players in this process share `model` and `budget`, and those of one model its
    `breaker`. A `patient` one plays where nobody waits. A `strict` one raises `Unplayed` where others let an analytic
    player stand in, and takes what time it needs.
    """

    strict = False

    def __init__(
        self,
        setup: Setup,
        persona: Persona,
        model: Model,
        breaker: Breaker,
        budget: Budget,
        seconds: float,
        patient: bool = False,
    ) -> None:
        self.setup, self.persona, self.model = setup, persona, model
        self.breaker, self.budget, self.seconds, self.patient = breaker, budget, seconds, patient
        self._silent: dict[tuple[tuple[str, ...], str], float] = {}

    @property
    def model_name(self) -> str:
        """The name of the model, as requests have it."""
        return self.setup.model

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        """Return a legal decision within `deadline` seconds; a patient player sets its own. Raises only if the game
        cannot write its prompt.
        """
        began, seat = monotonic(), (brief.accounts, brief.seat)
        silent = began - self._silent.get(seat, -inf) < RECENTLY_SECONDS
        patience = min(self.seconds, deadline, IMPATIENT_SECONDS if silent else inf)
        patience = inf if self.strict else PATIENT_SECONDS if self.patient else patience
        talk = _Talk(self, brief, began + patience)
        try:
            talk.exchange = await brief.recall()
            made = await talk.worded() if self.setup.words == "word" else await talk.decided()
        except Exception as problem:
            if self.strict:
                raise
            log.exception("llm_fault")
            talk.why = type(problem).__name__
            made = None
        trace = talk.trace(round((monotonic() - began) * 1000))
        if made is None and self.strict:
            raise Unplayed(talk.why, trace)
        if made is None:
            if talk.why == "timeout" and brief.accounts:
                self._silent[seat] = monotonic()
                while len(self._silent) > MOST_SILENT:
                    del self._silent[next(iter(self._silent))]
            player = self.persona.stand_in(brief.game)
            stop = talk.stops[-1] if talk.stops else ""
            log.warning(
                "llm_fallback", why=talk.why, stop=stop, player=player, model=self.setup.model, request=talk.request
            )
            stood_in = analytic.decide(player, brief)
            note = f"{player} decided"
            return Decision(stood_in.move, stood_in.say, f"fallback:{talk.why}", note, {"llm": trace}, player)
        log.info("llm_decided", model=self.setup.model, ms=trace["latency_ms"], tokens=sum(talk.usage.values()))
        return Decision(made.move, made.say, "llm", made.note, {"llm": trace}, made.player)


class _Made(Struct, frozen=True):
    """A valid decision. `note` says what is odd about it, or had to be changed in its words. `player`: the analytic
    player that chose the move, if the model only worded it.
    """

    move: Any
    say: str
    note: str = ""
    player: str = ""


class _Talk:
    """The calls for one decision. `why` is the code of the last failure."""

    def __init__(self, player: Llm, brief: Brief, until: float) -> None:
        self.player, self.brief, self.until = player, brief, until
        self.setup = player.setup
        self.typed = player.setup.answer == "text"
        game, view = brief.game, brief.view
        self.prompt: Prompt = typing(game, view, brief.seat) if self.typed else game.prompt(view, brief.seat)
        self.exchange = Exchange()
        self.why = ""
        self.usage: dict[str, int] = {}
        self.tries: list[str] = []
        self.inputs: list[str] = []
        self.outputs: list[str] = []
        self.refusals: list[str] = []
        self.reason = ""
        self.posted = ""
        self.request = ""
        self.stops: list[str] = []
        self.served = ""
        self.thoughts = 0

    async def decided(self) -> _Made | None:
        """Return the model's move, with its words if it may speak; None if no answer was usable."""
        persona, game = self.player.persona, self.brief.game
        while True:
            body = deciding(self.setup, self.prompt, persona, game, self.exchange, tuple(self.refusals))
            reply = await self._ask(body)
            if reply is None:
                return None
            given = self._parsed(reply)
            if given is None:
                return None
            reading = self._read(given) if given else Unclear("no_json")
            made = self._accepted(reading)
            if made is not None:
                return made
            if len(self.outputs) >= MOST_ANSWERS:
                return None

    async def worded(self) -> _Made | None:
        """Return the analytic player's move, in the model's words if anything is said at all."""
        brief, persona = self.brief, self.player.persona
        act = analytic.decide(persona.stand_in(brief.game), brief)
        if not act.say and "say" not in self.prompt.answer["properties"]:
            return _Made(act.move, "", f"{act.source} decided, nothing was to be said", act.player)
        described = brief.game.described(brief.view, act.move)
        reply = await self._ask(wording(self.setup, persona, self.exchange, described))
        given = self._parsed(reply) if reply is not None else None
        if reply is not None and self.why == "truncated":
            reply = await self._ask(wording(self.setup, persona, self.exchange, described))
            given = self._parsed(reply) if reply is not None else None
        if given:
            words, note = self._guarded(act.move, said(given))
            if words and not note and brief.legal(act.move, words) is None:
                return _Made(act.move, words, f"{act.source} decided", act.player)
            self.why = note or "words"
        return None

    def _parsed(self, reply: Reply) -> Mapping[str, Any] | None:
        """Return the object in a reply: empty for an answer that may be requested again, None for a refusal."""
        if reply.stop == "refusal":
            self.why = "refusal"
            return None
        if reply.stop == "max_tokens":  # even a whole object may lack what was still to come
            self.why = "truncated"
            self.refusals.append("it was too long. Keep the reason to one short sentence.")
            self.setup = self.setup.longer()
            return {}
        found = {"message": reply.text} if self.typed and self.player.setup.words != "word" else parsed(reply.text)
        if not found:
            self.why = "no_json"
            self.refusals.append("it was not the JSON object that is asked for.")
        asked = self.typed or "reason" in self.prompt.answer["properties"]
        self.reason = _kept(found.get("reason")) if asked else ""
        if self.typed and isinstance(found.get("message"), str):
            self.reason = _kept(self.brief.game.thoughts(found["message"]))
        return found

    def _read(self, given: Mapping[str, Any]) -> Reading[Any] | Unclear:
        game, view = self.brief.game, self.brief.view
        return Game.answered(game, view, given) if self.typed else game.answered(view, given)

    def _accepted(self, reading: Reading[Any] | Unclear) -> _Made | None:
        """Return the decision that an answer stands for; None, with the reason noted, if it must be given again."""
        brief, game = self.brief, self.brief.game
        voice = Voice(brief.seat, plain=True)
        if isinstance(reading, Unclear):
            if reading.code != "no_json":
                self._refused(f"unclear:{reading.code}", plain(game.refuse(reading, brief.view, voice)))
            return None
        words, note = self._words(reading)
        refusal = brief.legal(reading.move, words)
        loss = game.loses(brief.view, reading.move) if refusal is None else ""
        if loss and self.player.setup.rational:
            self._refused("loss", f"{loss} Nobody makes you take less than you have without a deal.")
            return None
        if refusal is None:
            self.posted = self.outputs[-1] if self.typed and not note else ""
            return _Made(reading.move, words, "; ".join(filter(None, (reading.note, loss and "at a loss", note))))
        if note and brief.legal(reading.move, reading.say) is None:
            self._refused(note, f"its words cannot be posted ({note.partition(':')[2]}).")
        else:
            self._refused(f"illegal:{refusal.code}", plain(game.refuse(refusal, brief.view, voice)))
        return None

    def _refused(self, why: str, sentence: str) -> None:
        self.why = why
        self.refusals.append(_kept(sentence))

    def _words(self, reading: Reading[Any]) -> tuple[str, str]:
        template = self.brief.game.uttered(self.brief.view, reading.move)
        if self.player.setup.words == "choose" or not reading.say:
            return template, ""
        words, note = self._guarded(reading.move, reading.say)
        return words or template, note

    def _guarded(self, move: Any, say: str) -> tuple[str, str]:
        """Return the words if they may be posted, else "", and the reason why not."""
        private = (self.reason, self._unsaid(say))
        fault = fault_of(self.brief, self.exchange, self.prompt, move, say, private)
        return ("", f"words:{fault}") if fault else (guard.tidy(say), "")

    def _unsaid(self, say: str) -> str:
        """Return the words that a model wrote besides those meant for others, when it answers as a player types."""
        written = " ".join(self.outputs[-1].split()) if self.typed and self.outputs else ""
        return written.replace(say, " ", 1) if " ".join(say.split()) in written else ""

    async def _ask(self, body: dict[str, Any]) -> Reply | None:
        """Return a reply, after as many retries as time allows; None with `why` set."""
        player = self.player
        if player.breaker.open and not player.patient:
            self.why = "left_alone"
            return None
        self.inputs.append(fingerprint(body))
        most = PATIENT_TRIES if player.patient else MOST_TRIES
        while (left := self.until - monotonic()) >= LEAST_SECONDS:
            answer = await self._call(body, left)
            if not isinstance(answer, Failed):
                return answer
            pause = PAUSES[min(len(self.tries), len(PAUSES)) - 1] if answer.wait is None else answer.wait
            pause *= 1 + random.random() / 4
            fits = monotonic() + pause + LEAST_SECONDS < self.until
            if not answer.again or not fits or len(self.tries) >= most:
                player.breaker.report(replied=False)
                return None
            log.info("llm_again", why=answer.why, request=answer.request)
            await asyncio.sleep(pause)
        self.why = self.why or "timeout"
        return None

    async def _call(self, body: dict[str, Any], seconds: float) -> Reply | Failed | None:
        """Make one call within the budget. Return its reply or its failure; None if the budget is spent."""
        player, reserved = self.player, worst_case(body)
        held = await player.budget.reserve(self.brief.accounts, reserved)
        if held is None:
            self.why = "budget"
            return None
        used = reserved  # the cost of an abandoned call is unknown, so all of it counts
        try:
            reply = await player.model.ask(body, seconds)
            used = sum(reply.usage.values()) or reserved
        except Failed as failed:
            self.why, self.request = failed.why, failed.request or self.request
            self.tries.append(failed.why)
            used = reserved if failed.why == "timeout" else 0
            return failed
        finally:
            await player.budget.settle(held, used)
        player.breaker.report(replied=True)
        self.tries.append("ok")
        self.request = reply.request or self.request
        self.outputs.append(_kept(reply.text))
        self.stops.append(reply.code)
        self.served = reply.model or self.served
        self.thoughts += reply.thinking
        for key, tokens in reply.usage.items():
            self.usage[key] = self.usage.get(key, 0) + tokens
        return reply

    def trace(self, latency_ms: int) -> dict[str, Any]:
        """Return the log entry of a decision. With it, a replay needs no model and a researcher need not guess."""
        player = self.player
        return {
            "model": player.setup.model,
            "served": self.served,
            "parameters": {
                "effort": self.setup.effort,
                "thinking": self.setup.thinking,
                "max_tokens": self.setup.max_tokens,
            },
            "template": f"{self.prompt.version} {FRAME}",
            "persona": player.persona.name,
            "words": player.setup.words,
            "inputs": self.inputs,
            "outputs": self.outputs,
            "reason": self.reason,
            "posted": self.posted,
            "refusals": self.refusals,
            "tries": self.tries,
            "stops": self.stops,
            "usage": self.usage,
            "thinking_tokens": self.thoughts,
            "request_ids": [self.request] if self.request else [],
            "latency_ms": latency_ms,
        }


def parsed(text: str) -> dict[str, Any]:
    """Return the JSON object that a text is, or that starts at its first brace; {} if none, or possibly a second."""
    start = text.find("{")
    try:
        found, end = json.JSONDecoder().raw_decode(text, start) if start >= 0 else (None, 0)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and "{" not in text[end:] else {}


def _kept(value: object) -> str:
    """Return a text fit for the log: of bounded length, without lone surrogates. "" for a value that is no text."""
    return value.encode(errors="replace").decode()[:MOST_KEPT] if isinstance(value, str) else ""
