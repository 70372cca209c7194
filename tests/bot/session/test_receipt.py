"""Receipts as players meet them: a commitment before the end, everything but the opponents' seed after it."""

import re
from hashlib import sha256

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.players.base import Brief, Decision, Drawn, own_seed
from bot.research.export.log import export
from bot.research.export.verify import Unproven, verify
from bot.session import lobby
from bot.session.model import receipt
from bot.session.model.inbound import Command, Open
from bot.session.model.intent import Request
from bot.session.model.terms import Promise, Terms
from bot.session.wording import receipts
from games.core.codec import decode, encode
from games.core.contract import Seat
from games.core.registry import names
from storage.base import Commit, Input, StoreError
from tests.bot.session.harness import Room

SELLER = Seat("seller")


def promise_of(terms: Terms) -> Promise:
    assert terms.promise is not UNSET
    return terms.promise


def hashes(text: str) -> dict[str, str]:
    """The values of a receipt by their names, without the spaces of the chat."""
    found: dict[str, str] = {}
    for part in text.partition("\n")[2].split("\n\n"):
        name, _, value = part.partition("\n")
        found[name] = "".join(re.findall(r"[0-9a-f]{8}|\d+", value))
    return found


async def ended(room: Room, game: str = "bargaining") -> str:
    sid = await room.open(game, seed=None)
    await room.say("ann", "hello, nice to meet you")
    for _ in range(2):
        await room.command("ann", "quit")
    assert (await room.session(sid)).table.phase == "over"
    return sid


async def test_a_player_gets_the_commitment_before_the_first_move_and_nothing_else(room: Room) -> None:
    sid = await room.open("bargaining", seed=None)
    answer = await room.command("ann", "verify")
    session = await room.session(sid)
    promise = promise_of(session.terms)
    shown = room.last("ann")
    assert (answer.what, answer.code) == ("told", "verify")
    assert receipts.grouped(receipt.commitment(promise)) in shown
    for hidden in (promise.deal, promise.configuration, promise.opponent_seed):
        assert receipts.grouped(hidden) not in shown
    assert str(session.terms.seed) not in shown
    assert sid not in shown


async def test_after_the_end_the_parts_lead_to_the_commitment_of_the_beginning(room: Room) -> None:
    sid = await room.open("bargaining", seed=None)
    await room.command("ann", "verify")
    before = "".join(re.findall(r"\b[0-9a-f]{8}\b", room.last("ann")))
    for _ in range(2):
        await room.command("ann", "quit")
    await room.command("ann", "verify")
    found, session = hashes(room.last("ann")), await room.session(sid)
    assert found["commitment"] == before
    # By hand, as the documentation says it.
    form, seed = "parley-receipt-1", found["deal seed"]
    deal = sha256("\n".join((form, "deal", found["salt of the deal"], f"drawn {seed}")).encode()).hexdigest()
    assert deal == promise_of(session.terms).deal
    assert int(seed) == session.terms.seed
    promise = promise_of(session.terms)
    parts = (form, deal, promise.configuration, promise.opponent, found["hash of the opponent's seed"])
    assert sha256("\n".join(parts).encode()).hexdigest() == before


async def test_receipts_stand_in_no_other_post(room: Room) -> None:
    sid = await ended(room)
    session = await room.session(sid)
    for text in room.texts("ann"):
        assert re.search(r"[0-9a-f]{8} [0-9a-f]{8}", text) is None
        assert receipt.commitment(promise_of(session.terms)) not in text


async def test_lines_fit_a_phone(room: Room) -> None:
    await ended(room)
    await room.command("ann", "verify")
    fair, *rest = room.last("ann").splitlines()
    assert fair.startswith("Fair play:")
    assert max(map(len, rest[:-1])) <= 32


def tokens(material: str) -> set[str]:
    return set(re.findall(r"[0-9a-f]{8,}|\d+", material))


@pytest.mark.parametrize("game", names())
async def test_nothing_that_players_get_leads_to_the_opponents_seed(room: Room, game: str) -> None:
    """Every number and hash of the receipt and of the exported file is tried as a root, as a seed and as it stands."""
    sid = await ended(room, game)
    await room.command("ann", "verify")
    file = b"".join([row async for row in export(room.store, sid)]).decode()
    loaded = await room.store.load(sid)
    assert loaded is not None
    terms = decode(loaded.head.body, Terms)
    assert terms.root is not UNSET
    hidden, material = (
        receipt.opponent_seed(terms),
        "\n".join((file, *room.texts("ann"), *hashes(room.last("ann")).values())),
    )
    seats = [chair.seat for chair in (await room.session(sid)).table.chairs if chair.kind == "ai"]
    assert seats
    secrets = {terms.root, str(hidden), f"{hidden:x}"}
    secrets |= {text for seat in seats for text in (str(own_seed(hidden, seat)), f"{own_seed(hidden, seat):x}")}
    for secret in secrets:
        assert secret not in material
    for token in tokens(material):
        values = {int(token, 16), *([int(token)] if token.isdecimal() else ())}
        assert hidden not in values
        assert receipt.opponent_seed(replace(terms, root=token)) != hidden
        for value, seat in ((value, seat) for value in values for seat in seats):
            assert own_seed(value, seat) != own_seed(hidden, seat)


async def test_who_knows_the_deal_does_not_know_what_the_opponent_drew(room: Room) -> None:
    """In twenty games, an opponent equals the one from the deal's seed only by chance."""
    from bot.players import analytic

    guessed = 0
    for _ in range(20):
        session = await room.session(await room.open("bargaining", seed=None))
        drawn = session.table.chair(SELLER).drawn
        assert isinstance(drawn, Drawn)
        guessed += drawn == analytic.drawn(drawn.player, session.game, session.state, SELLER, session.terms.seed)
    assert guessed <= 2


async def test_a_chosen_seed_keeps_its_opponent_and_the_receipt_says_so(room: Room) -> None:
    session = await room.session(sid := await room.open("bargaining", seed=77))
    assert receipt.opponent_seed(session.terms) == session.terms.seed == 77
    await room.command("ann", "verify")
    assert receipts.CHOSEN in room.last("ann")
    for _ in range(2):
        await room.command("ann", "quit")
    await room.command("ann", "verify")
    assert receipts.CHOSEN in room.last("ann")
    assert verify(b"".join([row async for row in export(room.store, sid)])).chosen


async def test_equal_runs_show_equal_receipts(room: Room) -> None:
    shown = []
    for user in ("ann", "bob"):
        await room.open("bargaining", user, seed=77)
        await room.command(user, "verify")
        await room.say(user, "44")
        for _ in range(2):
            await room.command(user, "quit")
        await room.command(user, "verify")
        shown.append(room.texts(user))
    assert shown[0] == shown[1]


async def test_a_chosen_seed_cannot_be_guessed_by_somebody_else_at_the_table(room: Room) -> None:
    """The salts of a small seed that one of two people chose do not follow from it."""
    made = [
        (await room.session(await room.open("bargaining", seed=7, against=(("seller", "human"),)))).terms
        for _ in range(2)
    ]
    assert made[0].seed == made[1].seed == 7
    assert promise_of(made[0]).deal != promise_of(made[1]).deal
    assert promise_of(made[0]).chosen


async def test_a_repeat_after_a_crash_makes_the_same_promise(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[bytes] = []
    commit = room.store.commit

    async def dies(step: Commit) -> object:
        assert step.head is not None
        tried.append(step.head.body)
        raise StoreError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(room.store, "commit", dies)
        with pytest.raises(StoreError):
            await room.act("ann", Open("bargaining", tempo="chat"), id="in:first")

    async def seen(step: Commit) -> object:
        tried.extend([step.head.body] if step.head is not None else [])
        return await commit(step)

    monkeypatch.setattr(room.store, "commit", seen)
    room.manager = room.process()
    await room.manager.recover(room.now + 1)
    assert len(tried) == 2
    assert tried[0] == tried[1]
    assert promise_of(decode(tried[0], Terms))


async def test_the_receipt_is_the_same_after_a_person_was_forgotten(room: Room) -> None:
    sid = await room.open("number", seed=None, against=(("guesser_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.say("ann", "guess 30: pickles")
    await room.say("bea", "guess 31: plums")
    for _ in range(2):
        await room.command("ann", "quit")
    await room.command("bea", "verify")
    before = room.last("bea")
    whole = b"".join([row async for row in export(room.store, sid)])
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    await room.command("bea", "verify")
    assert room.last("bea") == before
    file = b"".join([row async for row in export(room.store, sid)])
    assert b"pickles" not in file
    assert b"plums" in file
    assert verify(file).log == verify(whole).log
    assert verify(file).commitment == verify(whole).commitment


async def test_salts_of_forgotten_words_are_gone_and_do_not_follow_from_the_root(room: Room) -> None:
    sid = await room.open("number", seed=None, against=(("guesser_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.say("ann", "guess 30: ok")
    for _ in range(2):
        await room.command("ann", "quit")

    async def entries() -> list[bytes]:
        return [record.data async for record in room.store.events(sid)]

    salt = re.compile(rb'"salt":"([0-9a-f]+)"')
    was = await entries()
    [said] = [number for number, data in enumerate(was) if b'"ok"' in data]
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    now = await entries()
    assert b'"cover":' in now[said]
    assert salt.search(now[said]) is None
    [gone] = salt.findall(was[said])
    loaded = await room.store.load(sid)
    assert loaded is not None
    assert gone not in b"".join([*now, loaded.head.body, loaded.snapshot])
    assert len({tuple(salt.findall(data)) for data in was}) == len(was)


async def test_a_person_forgotten_while_others_play_on_leaves_the_receipt_whole(room: Room) -> None:
    sid = await room.open("society", seed=None, against=(("carpenter_1", "human"), ("miner_0", "human")))
    for person in ("bea", "cyd"):
        await room.join(person, (await room.session(sid)).terms.code)
    await room.say("cyd", "hello from cyd")
    await room.command("cyd", "forget", "yes")
    for person in ("ann", "bea"):
        await room.say(person, "pass")
    for person in ("ann", "bea"):
        await room.command(person, "quit")
        await room.say(person, "yes")
    before = verify(b"".join([row async for row in export(room.store, sid)]))
    await room.manager.erasure.clean()
    file = b"".join([row async for row in export(room.store, sid)])
    assert b"hello from cyd" not in file
    assert verify(file).log == before.log


async def test_what_comes_after_the_end_changes_no_receipt(room: Room) -> None:
    sid = await room.open("number", seed=None, against=(("guesser_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    for _ in range(2):
        await room.command("ann", "quit")
    await room.command("ann", "verify")
    first = room.last("ann")
    await room.command("bea", "report", "rude words")
    await room.command("ann", "resume")
    await room.command("ann", "verify")
    assert room.last("ann") == first
    assert verify(b"".join([row async for row in export(room.store, sid)])).commitment


async def test_a_game_of_an_earlier_version_says_that_nothing_was_promised(room: Room) -> None:
    """Its opening was recorded without a root, as that version did, and is carried out by this one."""
    act = Open("bargaining", tempo="chat", seed=5, code="ABCDEF")
    recorded = Request("in:old", "room:ann", "ann", room.now, act, intent=act)
    await room.store.accept(Input("in:old", "room:ann", "old", room.now, encode(recorded)), "")
    await room.manager.recover(room.now + 1)
    session = await room.session("old")
    assert session.terms.promise is UNSET
    assert receipt.opponent_seed(session.terms) == session.terms.seed == 5
    await room.later("old", 0)
    await room.command("ann", "verify")
    for _ in range(2):
        await room.command("ann", "quit")
    await room.command("ann", "verify")
    assert room.texts("ann").count(receipts.NONE) == 2
    with pytest.raises(Unproven, match="played before receipts"):
        verify(b"".join([row async for row in export(room.store, "old")]))


async def test_a_table_that_was_closed_has_no_receipt(room: Room) -> None:
    await room.open("bargaining", seed=None, against=(("seller", "human"),))
    await room.act("ann", Command("verify"))
    assert "Fair play" in room.last("ann")
    await room.command("ann", "quit")
    await room.command("ann", "verify")
    assert "Fair play" not in room.last("ann")


async def test_strangers_get_no_receipt(room: Room) -> None:
    await ended(room)
    await room.act("eve", Command("verify"), place="room:ann")
    assert "commitment" not in room.last("ann")


def test_a_promise_names_the_model_that_plays_and_the_version() -> None:
    class Model:
        model_name = "model-x"

        async def decide(self, brief: Brief, deadline: float) -> Decision:
            raise NotImplementedError

    made = [lobby.plan(lobby.settled(Open("bargaining", rest="llm")), lambda name, game: Model())[0] for _ in range(2)]
    assert promise_of(made[0]).players == (("seller", "llm model-x"),)
    assert made[0].seed != made[1].seed
    assert promise_of(made[0]).opponent != promise_of(made[1]).opponent
