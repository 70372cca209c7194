"""Messages and decisions of each game, as a session's log tells them."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from bot.research.bundle.column import decimal
from bot.research.bundle.ends import end_of
from bot.research.bundle.games import yard
from bot.research.bundle.talk import Talk, talk
from bot.research.bundle.walk import Step, Unwalkable, steps
from bot.session.model.session import gather
from games.core.contract import Seat
from storage.memory import MemoryStore
from tests.bot.session.harness import Room


async def played(room: Room, sid: str) -> tuple[Sequence[Step], Talk]:
    loaded = await room.store.load(sid)
    assert loaded is not None
    walked = steps(loaded, await gather(room.store.events(sid)))
    return walked, talk(walked)


@pytest.fixture
async def room() -> Room:
    store = MemoryStore()
    await store.open()
    return Room(store)


async def test_a_price_is_an_offer_with_its_worth_to_both(room: Room) -> None:
    wrote = (("buyer_value", "80"), ("seller_cost", "50"), ("first", "buyer"), ("rounds", "2"))
    sid = await room.open("bargaining", wrote=wrote)
    await room.say("ann", "42.50")
    walked, said = await played(room, sid)
    offer = said.decisions[0]
    assert (offer.made.action, offer.human) == ("offer", True)
    assert decimal(offer.made.price) == Decimal("42.5")
    assert (decimal(offer.made.mine), decimal(offer.made.theirs)) == (Decimal("37.5"), Decimal("-7.5"))
    assert offer.made.efficient is False
    found = yard(walked[-1].after)
    assert (found.zone, found.joint) == ((50, 80), 30)
    assert said.decisions[1].made.action in ("counter", "accept")


async def test_an_offer_without_words_is_an_utterance(room: Room) -> None:
    sid = await room.open("bargaining", wrote=(("first", "seller"), ("style", "chat")))
    await room.say("ann", "1")
    _, said = await played(room, sid)
    assert [(message.human, message.text, message.utterance) for message in said.messages] == [
        (False, "", 1),
        (True, "", 2),
        (False, "", 3),
    ]
    assert said.utterances == 3


async def test_a_share_of_items_is_an_offer_with_an_item_each(room: Room) -> None:
    sid = await room.open("dealornodeal", against=(("me", "normal"),))
    session = await room.session(sid)
    pool, (mine, theirs) = session.state.context.pool, session.state.context.values
    await room.say("ann", "I take everything")
    _, said = await played(room, sid)
    made = said.decisions[0].made
    assert (made.action, made.mine, made.theirs) == ("offer", sum(map(lambda v, n: v * n, mine, pool)), 0)
    assert [(thing.mine, thing.theirs) for thing in made.things] == [(n, 0) for n in pool]
    assert [thing.worth_other for thing in made.things] == list(theirs)
    assert said.utterances == 1
    assert said.messages[0].words == 3


async def test_more_words_of_a_message_make_no_further_offer(room: Room) -> None:
    sid = await room.open("dealornodeal", against=(("me", "human"),))
    await room.join("bob", (await room.session(sid)).terms.code)
    for text in ("I take everything", "Hello?", "Are you there?"):
        await room.say("ann", text)
        await room.later(sid, 60_000)
    _, said = await played(room, sid)
    assert [decision.made.action for decision in said.decisions] == ["offer"]
    assert (said.utterances, len(said.messages)) == (1, 3)


async def test_a_swap_is_an_offer_of_units_received_and_given(room: Room) -> None:
    sid = await room.open("trading")
    await room.say("ann", "[Offer: 2 Wheat -> 1 Ore]")
    walked, said = await played(room, sid)
    values, others = walked[-1].after.state.values
    made = said.decisions[0].made
    assert made.action == "trade_offer"
    assert {thing.item: (thing.mine, thing.theirs) for thing in made.things} == {"Wheat": (-2, 2), "Ore": (1, -1)}
    assert (made.mine, made.theirs) == (values.ore - 2 * values.wheat, 2 * others.wheat - others.ore)


async def test_a_set_is_an_offer_with_every_item_in_or_out(room: Room) -> None:
    sid = await room.open("balloon")
    session = await room.session(sid)
    first = session.state.items[0]
    await room.say("ann", f"I propose {first.name}")
    await room.later(sid, 1)
    _, said = await played(room, sid)
    made = next(decision.made for decision in said.decisions if decision.human)
    assert made.action == "propose"
    assert [thing.in_set for thing in made.things] == [n == 0 for n in range(len(session.state.items))]
    assert (made.mine, made.theirs) == tuple(table[0] for table in session.state.importance)


async def test_walking_away_is_no_time_out(room: Room) -> None:
    sid = await room.open("bargaining", wrote=(("first", "buyer"),))
    await room.say("ann", "41")
    await room.command("ann", "quit")
    await room.say("ann", "yes")
    walked, _ = await played(room, sid)
    end = end_of(walked, walked[-1].after.result(), Seat("buyer"), "complete")
    assert (end.reason, end.status) == ("walkaway_human", "completed")


async def test_a_clock_that_runs_out_is_a_time_out(room: Room) -> None:
    sid = await room.open("bargaining", wrote=(("first", "buyer"),))
    await room.say("ann", "41")
    for _ in range(3):
        await room.later(sid, 49 * 3_600_000)
    walked, _ = await played(room, sid)
    end = end_of(walked, walked[-1].after.result(), Seat("buyer"), "silent")
    assert (end.reason, end.status) == ("human_timeout", "dropped")


async def test_a_log_that_cannot_be_replayed_is_named(room: Room) -> None:
    sid = await room.open("bargaining", wrote=(("first", "buyer"),))
    await room.say("ann", "41")
    loaded = await room.store.load(sid)
    assert loaded is not None
    records = await gather(room.store.events(sid))
    with pytest.raises(Unwalkable, match=f"session {sid} cannot be replayed"):
        steps(loaded, [record for record in records if b'"dealt"' not in record.data])


async def test_a_log_that_lacks_an_event_is_not_faithful(room: Room) -> None:
    sid = await room.open("bargaining")
    loaded = await room.store.load(sid)
    assert loaded is not None
    records = await gather(room.store.events(sid))
    assert all(step.faithful for step in steps(loaded, records))
    assert not any(step.faithful for step in steps(loaded, records[1:]))
