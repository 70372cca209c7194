"""Rows of a game that was played: the session, its events, messages, decisions, items, and the calls of models."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from msgspec import UNSET, Struct

from bot.research.bundle.column import Row, Texts, decimal
from bot.research.bundle.ends import end_of
from bot.research.bundle.games import OFFERS, Yard, yard
from bot.research.bundle.redact import Redactor, words
from bot.research.bundle.talk import COUNTED, Decision, Message, Talk
from bot.research.bundle.walk import Step, ended_at
from bot.session.model.events import Decided, Hinted
from bot.session.model.session import Session
from bot.session.model.table import Chair
from games.core.contract import Amount, Result, Seat

FALLBACK: Final = "fallback:"
STATUSES: Final = ("ok", "timeout", "refused", "invalid")


class Played(Struct, frozen=True):
    """One game session of a study: its steps, who sat where, and how people's words are written.

    `people`: the pseudonym of each seat that a person of the study has. `erased`: the seats of those whose words went.
    """

    sid: str
    stage: str
    steps: Sequence[Step]
    people: Mapping[Seat, str]
    redact: Redactor
    texts: Texts
    erased: frozenset[Seat] = frozenset()

    @property
    def session(self) -> Session:
        return self.steps[-1].after


def shared_rows(played: Played, said: Talk) -> Iterator[tuple[str, Row]]:
    """Yield the rows that a session has once, whoever plays it: messages, decisions, items, calls of models."""
    for number, message in enumerate(said.messages, 1):
        yield "message", _message(played, number, message)
    asked: dict[Seat, Amount] = {}
    best = yard(played.session).best
    for number, decision in enumerate(said.decisions, 1):
        yield "decision", _decision(played, number, decision, asked, best)
        for thing in decision.made.things:
            yield (
                "offer_item",
                {
                    "sid": played.sid,
                    "decision_no": number,
                    "item_id": thing.item,
                    "qty_self": thing.mine,
                    "qty_other": thing.theirs,
                    "in_set": thing.in_set,
                    "effort": thing.effort,
                    "value_self": decimal(thing.worth),
                    "value_other": decimal(thing.worth_other),
                },
            )
    yield from (("ai_call", row) for row in _calls(played))


def _message(played: Played, number: int, message: Message) -> Row:
    return {
        "sid": played.sid,
        "message_no": number,
        "seq": message.step.n,
        "at": message.step.at,
        "actor": "human" if message.human else "ai",
        "pid": played.people.get(message.seat) if message.human else None,
        "seat": message.seat,
        "via": message.via,
        "code": message.code,
        "counted": message.code == COUNTED,
        "utterance_no": message.utterance or None,
        "action": message.action or None,
        "n_words": message.words,
        "n_chars": len(message.text),
        **({} if message.seat in played.erased else words(message.text, played.texts, played.redact)),
    }


def _decision(
    played: Played, number: int, decision: Decision, asked: dict[Seat, Amount], best: Mapping[Seat, Amount]
) -> Row:
    made, seat = decision.made, decision.seat
    conceded = None
    if made.action in OFFERS and made.mine is not None:
        conceded = asked[seat] - made.mine if seat in asked else None
        asked[seat] = made.mine
    most = best.get(seat)
    return {
        "sid": played.sid,
        "decision_no": number,
        "seq": decision.step.n,
        "at": decision.step.at,
        "round": decision.round,
        "actor": "human" if decision.human else "ai",
        "pid": played.people.get(seat) if decision.human else None,
        "seat": seat,
        "action": made.action,
        "price": decimal(made.price),
        "bundle": made.bundle,
        "via": decision.via,
        "confirmed": decision.confirmed,
        "n_reprompts": decision.reprompts,
        "valid": not decision.invalid,
        "invalid_code": decision.invalid or None,
        "source": decision.source or None,
        "u_self": decimal(made.mine),
        "u_other": decimal(made.theirs),
        "u_self_norm": share(made.mine, most),
        "concession_self": decimal(conceded),
        "on_frontier": made.efficient,
        "latency_s": None if decision.since is None else decimal((decision.step.at - decision.since) / 1000),
    }


def share(amount: Amount | None, most: Amount | None) -> Decimal | None:
    """Return an amount as a decimal share of the most possible; None where that is nothing."""
    return decimal(amount / Fraction(most)) if amount is not None and most else None


def _calls(played: Played) -> Iterator[Row]:
    for step in played.steps:
        if isinstance(step.event, Decided) and (trace := trace_of(step.event)):
            yield {"call_id": f"{played.sid}-{step.n}", "sid": played.sid, "seq": step.n, **_call(step.event, trace)}


def trace_of(event: Decided) -> Mapping[str, Any]:
    """Return the trace of a model's decision; {} for a decision without a model."""
    trace = (event.private or {}).get("llm")
    return trace if isinstance(trace, dict) else {}


def _call(event: Decided, trace: Mapping[str, Any]) -> Row:
    usage: Mapping[str, int] = trace.get("usage") or {}
    tries: Sequence[str] = trace.get("tries") or ["error"]
    stood_in = event.source.startswith(FALLBACK)
    return {
        "seat": event.seat,
        "purpose": "word" if trace.get("words") else "decide",
        "model_id": trace.get("model"),
        "model_revision": trace.get("served") or None,
        "params": trace.get("parameters"),
        "template_version": trace.get("template"),
        "persona": trace.get("persona"),
        "prompt_sha256": " ".join(map(str, trace.get("inputs") or ())) or None,
        "tokens_in": _tokens(usage, "input"),
        "tokens_out": _tokens(usage, "output"),
        "thinking_tokens": trace.get("thinking_tokens"),
        "latency_ms": trace.get("latency_ms"),
        "status": tries[-1] if tries[-1] in STATUSES else "error",
        "attempts": len(tries),
        "fallback_used": stood_in,
        "agrees": not stood_in and not event.note,
    }


def _tokens(usage: Mapping[str, int], kind: str) -> int:
    return sum(n for key, n in usage.items() if kind in key)


def session_row(played: Played, said: Talk, seat: Seat, part: "Seated") -> Row:
    """Return the row of one person's game, without the columns of its condition."""
    session, steps = played.session, played.steps
    result, table = session.result(), session.table
    others = [chair for chair in table.chairs if chair.seat != seat]
    partner = others[0]
    ended = ended_at(steps)
    end = end_of(steps, result, seat, part.outcome)
    promise = session.terms.promise
    exclude = _excluded(part, end.status, all(step.faithful for step in steps))
    return {
        "sid": played.sid,
        "pid": part.pid,
        "stage": played.stage,
        "game": session.game.name,
        "game_rules": session.terms.rules,
        "spec": session.terms.spec,
        "instance_seed": str(session.terms.seed),
        "commitment": None if promise is UNSET else promise.deal,
        "software_version": session.terms.engine,
        "role": seat,
        "moves_first": _first(steps) == seat,
        "partner_role": " ".join(chair.seat for chair in others),
        "partner_kind": "human" if partner.kind == "human" else "ai",
        "partner_pid": played.people.get(partner.seat),
        **_policy(partner, steps),
        "created_at": part.began,
        "first_action_at": said.first.get(seat),
        "ended_at": ended,
        "active_s": None if ended is None else decimal((ended - part.began - said.ai_wait) / 1000),
        "ai_wait_s": decimal(said.ai_wait / 1000),
        "status": "void" if part.void else end.status,
        "end_reason": end.reason or None,
        **_paid(session, result, seat, end.complete),
        **_counts(played, said, seat),
        "log_head_hash": table.mark,
        "replay_ok": all(step.faithful for step in steps),
        "exclude": bool(exclude),
        "exclude_rule": exclude or None,
    }


class Seated(Struct, frozen=True):
    """A person's part, as their session's row takes it: pseudonym, outcome, when the stage began (ms), and flags."""

    pid: str
    outcome: str
    began: int
    test: bool = False
    void: bool = False


def _excluded(part: Seated, status: str, faithful: bool) -> str:
    """Return the first rule that excludes a session from analyses; "" if none does."""
    rules = {
        "void": part.void,
        "test": part.test,
        "replay": not faithful,
        "in_progress": status == "in_progress",
        "dropped": status == "dropped",
        "replaced": part.outcome not in ("", "complete"),
    }
    return next((rule for rule, holds in rules.items() if holds), "")


def _first(steps: Iterable[Step]) -> Seat:
    """Return the seat that was first awaited in the game."""
    for step in steps:
        if awaited := step.after.turn.awaited:
            seats = [info.seat for info in step.after.seats]
            return min(awaited, key=seats.index)
    return Seat("")


def _policy(partner: Chair, steps: Sequence[Step]) -> Row:
    if partner.kind != "ai" and not partner.covered:
        return {"policy_id": None, "model_id": None}
    models = [trace_of(step.event).get("model") for step in steps if isinstance(step.event, Decided)]
    named = partner.strategy or steps[-1].after.game.default_player
    return {"policy_id": named, "model_id": next(filter(None, models), None)}


def _paid(session: Session, result: Result | None, seat: Seat, complete: bool) -> Row:
    """Return the columns of payoffs, and of what was possible. They are empty unless the session is complete."""
    yards = yard(session)
    row: Row = {"payoff_max": decimal(yards.best.get(seat)), "joint_max": decimal(yards.joint)}
    if yards.zone is not None:
        row |= {"zopa_low": decimal(yards.zone[0]), "zopa_high": decimal(yards.zone[1])}
    if isinstance(offers := getattr(session.state, "offers", None), tuple):
        row["n_rounds"] = len(offers)
    if result is None or not complete:
        return row
    earned = {who: _unit(session, amount) for who, amount in result.earnings}
    mine = earned[seat]
    theirs = sum((amount for who, amount in earned.items() if who != seat), Fraction(0))
    dealt = result.end == "deal"
    row |= {
        "deal": dealt,
        "walkaway": not dealt,
        "payoff_human": decimal(mine),
        "payoff_partner": decimal(theirs),
        "payoff_joint": decimal(mine + theirs),
        "payoff_human_norm": share(mine, yards.best.get(seat)),
        "joint_share_of_max": share(mine + theirs, yards.joint),
    }
    if dealt:
        row |= _deal(session, seat, yards)
    return row


def _deal(session: Session, seat: Seat, yards: Yard) -> Row:
    report = session.game.report(session.state)
    if yards.zone is None:
        left = report.get("left_on_the_table")
        efficient = report.get("pareto") if left is None else not any(left.values())
        return {"on_frontier": efficient if "pareto" in report or left is not None else None}
    low, high = yards.zone
    price = Fraction(report["price"])
    part = None if high <= low else ((high - price) if seat == "buyer" else (price - low)) / Fraction(high - low)
    return {"deal_price": decimal(price), "share_human": decimal(part), "on_frontier": low <= price <= high}


def _unit(session: Session, amount: Amount) -> Amount:
    """Return earnings in the study's unit: dollars for money."""
    return Fraction(amount, 100) if session.game.unit == "cents" else amount


def _counts(played: Played, said: Talk, seat: Seat) -> Row:
    counted = [message for message in said.messages if message.code == COUNTED]
    mine = [message.words for message in counted if message.seat == seat and message.human]
    theirs = [message.words for message in counted if message.seat != seat]
    calls = list(_calls(played))
    return {
        "n_utterances": said.utterances,
        "n_messages_human": len(mine),
        "n_messages_partner": len(theirs),
        "n_words_human": sum(mine),
        "n_words_partner": sum(theirs),
        **_offers(said, seat),
        "n_reprompts": said.reprompts(seat),
        "n_fallback_turns": _fallbacks(played.steps),
        "n_disagree_turns": sum(not call["agrees"] and not call["fallback_used"] for call in calls),
        "hints_used": sum(isinstance(step.event, Hinted) and step.event.seat == seat for step in played.steps),
    }


def _offers(said: Talk, seat: Seat) -> Row:
    offers = [decision for decision in said.decisions if decision.made.action in OFFERS]
    return {
        "n_offers_human": sum(offer.seat == seat and offer.human for offer in offers),
        "n_offers_partner": sum(offer.seat != seat for offer in offers),
    }


def _fallbacks(steps: Iterable[Step]) -> int:
    return sum(isinstance(step.event, Decided) and step.event.source.startswith(FALLBACK) for step in steps)
