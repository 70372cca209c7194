"""Sessions as rows and as figures, with numbers worked out by hand."""

import csv
import io
import json

from msgspec.structs import replace

from bot.operators.session_table import (
    COLUMNS,
    Row,
    as_csv,
    as_jsonl,
    detailed,
    flat,
    groups,
    kind_of,
    moment,
    pseudonym,
    row_of,
)
from bot.session.model.session import gather
from storage.memory import MemoryStore
from tests.bot.session.harness import Room, tiny_games

ROW = Row(
    session="s1",
    game="bargaining",
    name="lab",
    version=1,
    condition="low",
    slot=0,
    hash="h",
    spec="s",
    seed=7,
    began="1970-01-01T00:00:01.000Z",
    ended="1970-01-01T00:00:02.500Z",
    end="deal",
    unit="dollars",
    seats=(("buyer", "person"), ("seller", "normal")),
    earned=(("buyer", "10.00"), ("seller", "-2.50")),
)


def test_figures_are_means_of_what_counts_with_their_standard_errors() -> None:
    rows = [
        ROW,
        replace(ROW, session="s2", earned=(("buyer", "16.00"), ("seller", "0.00"))),
        replace(ROW, session="s3", end="walkaway", earned=(("buyer", "1.00"), ("seller", "1.00"))),
        replace(ROW, session="s4", end="abandoned", earned=(("buyer", "99.00"), ("seller", "99.00"))),
        replace(ROW, session="s5", end="stopped", earned=(("buyer", "99.00"), ("seller", "99.00"))),
        replace(ROW, session="s6", end="", earned=()),
        replace(ROW, session="s7", void=True, earned=(("buyer", "99.00"), ("seller", "99.00"))),
    ]
    [low] = groups(rows)
    assert (low.complete, low.active, low.dropped, low.deals, low.walkaways) == (3, 1, 2, 2, 1)
    assert low.share(low.deals) == "67 %"
    # 10, 16 and 1: mean 9, variance 57, standard error sqrt(57 / 3)
    assert low.mean("buyer") == "$9.00 (4.36)"
    assert low.mean("seller") == "-$0.50 (1.04)"
    assert low.mean("nobody") == "-"


def test_conditions_without_sessions_are_there_in_their_order() -> None:
    found = groups([ROW], ["high", "low"])
    assert [(group.label, group.complete) for group in found] == [("high", 0), ("low", 1)]
    assert found[0].mean("buyer") == "-"
    assert found[0].share(0) == "-"


def test_a_table_has_a_column_for_each_seat_and_nothing_that_a_spreadsheet_runs() -> None:
    rows = [
        replace(ROW, condition="=HYPERLINK(1)"),
        replace(ROW, session="s2", seats=(("third", "person"),), earned=()),
    ]
    read = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert read[0]["condition"] == "'=HYPERLINK(1)"
    assert read[0]["earned_seller"] == "-2.50"
    assert (read[0]["player_third"], read[1]["player_third"], read[1]["player_buyer"]) == ("", "person", "")
    lines = [json.loads(line) for line in as_jsonl(rows).splitlines()]
    assert lines[0]["condition"] == "=HYPERLINK(1)"
    assert lines[0]["earned_buyer"] == "10.00"


def test_columns_stand_in_the_order_of_their_list_and_values_read_back() -> None:
    tallied = {"person": {"buyer": "abc", "seller": ""}, "messages": {"buyer": 2, "seller": 0}}
    one = replace(
        ROW, set=(("rounds", "4"),), tallied=tallied, result={"offers": [{"price": "1.00"}], "gain": {"a": 1}}
    )
    two = replace(ROW, session="s2", set=(("rounds", "6"),), void=True, result={"price": None, "won": True})
    read = list(csv.DictReader(io.StringIO(as_csv([two, one]))))
    kinds = [kind_of(column) for column in read[0]]
    assert kinds == sorted(kinds, key=list(COLUMNS).index)
    assert (read[0]["void"], read[0]["result_price"], read[0]["result_won"], read[0]["set_rounds"]) == (
        "true",
        "",
        "true",
        "6",
    )
    assert json.loads(read[1]["result_offers"]) == [{"price": "1.00"}]
    assert (read[1]["result_gain_a"], read[1]["messages_buyer"], read[1]["person_seller"]) == ("1", "2", "")
    assert {kind_of(column) for column in flat(one)} <= set(COLUMNS)


def test_times_are_utc_to_the_millisecond() -> None:
    assert moment(1_795_323_943_007) == "2026-11-22T05:05:43.007Z"


def test_a_pseudonym_is_one_persons_and_needs_the_salt() -> None:
    assert pseudonym("chat:ann", "a") == pseudonym("chat:ann", "a")
    assert len({pseudonym(user, salt) for user in ("chat:ann", "chat:bob") for salt in ("a", "b")}) == 4
    assert pseudonym("forgotten", "a") == pseudonym("", "a") == ""


async def test_decisions_with_a_hint_are_counted_by_seat() -> None:
    store = MemoryStore()
    await store.open()
    room = Room(store)
    with tiny_games("looked"):
        sid = await room.open("looked")
        for guess in ("30", "40"):
            await room.command("ann", "hint")
            await room.command("ann", "hint")
            await room.say("ann", guess)
        session = await room.session(sid)
        made = flat(detailed(row_of(session, 0), session, await gather(store.events(sid)), set(), ""))
    assert (made["hints_guesser_0"], made["hints_guesser_1"]) == (2, 0)
