"""Finished games as clembench interactions and as TextArena episodes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.research.export.clembench import interactions
from bot.research.export.episodes import Episode, Unfinished, episode, episode_of
from bot.research.export.formats import written
from bot.research.export.log import export, stored
from bot.research.export.replay import replay_stored
from bot.research.export.textarena import document
from bot.session.model.events import Stopped
from bot.session.model.inbound import Open
from bot.session.model.session import Session
from bot.session.model.terms import Terms
from games.core.codec import decode, encode
from games.core.contract import AnyGame, Export, Moved, Reading, Said
from games.core.draw import config_of, recipe_of
from games.core.registry import get, names
from storage.base import Record
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import played
from tests.games.balloon.test_seed import KEPT, SET, instance

REASONING = "STRATEGIC REASONING: {'nobody may read this'}"


async def finished(act: Open, *lines: str) -> Episode:
    store = MemoryStore()
    return await episode_of(store, (await played(store, act, *lines)).sid)


async def published(tmp_path: Path, *, last: str = f"ARGUMENT: {{'Nothing is better.'}}\nAGREE: {SET}") -> Episode:
    """The published episode, its first message from a script."""
    script = tmp_path / "first.txt"
    script.write_text(f"{REASONING} PROPOSAL: {SET} ARGUMENT: {{'Hardly any room is left.'}}\n")
    wrote = (("condition", "seed"), ("instance", instance()))
    act = Open("balloon", wrote, seat="B", rest=f"script:{script}", seed=3)
    return await finished(act, "nonsense", f"{REASONING}\n{last}")


class TestClembench:
    async def test_the_published_episode_is_scored_as_it_was(self, tmp_path: Path) -> None:
        found = interactions(await published(tmp_path))
        assert (found["Success"], found["Lose"], found["Aborted"]) == (1, 0, 0)
        assert found["Total weight deal"] == 8142
        assert found["Max weight allowed"] == 8145
        assert sorted(found["final deal"]) == sorted(KEPT)
        assert found["Normalized harmonic mean"] == found["Normalized Utility Player 1"] == 99.97
        assert (found["Request Count"], found["Parsed Request Count"], found["Violated Request Count"]) == (3, 2, 1)
        assert (found["Violations Player 1"], found["Violations Player 2"]) == (0, 1)
        assert found["players"] == {
            "GM": "Game master for balloon",
            "Player 1": "Player 1 (A): script",
            "Player 2": "Player 2 (B): person",
        }

    async def test_turns_hold_what_went_to_and_fro(self, tmp_path: Path) -> None:
        found = interactions(await published(tmp_path))
        events = [event for turn in found["turns"] for event in turn]
        assert all(set(event) == {"from", "to", "timestamp", "action"} for event in events)
        sent = [(e["from"], e["to"]) for e in events if e["action"]["type"] in ("send message", "get message")]
        assert sent == [
            ("GM", "Player 1"),
            ("GM", "Player 2"),
            ("Player 1", "GM"),
            ("GM", "Player 2"),
            ("Player 2", "GM"),
            ("GM", "Player 1"),
        ]
        first, second = (e["action"]["content"] for e in events if e["action"]["type"] == "get message")
        assert first.startswith("ARGUMENT: {'Hardly any room is left.'}\nPROPOSAL: {'")
        assert "AGREE: {'" in second
        assert [e["action"]["content"] for e in events[-2:]] == ["game successful", "end game"]
        assert "nobody may read this" not in json.dumps(found)

    async def test_what_one_side_knows_is_sent_to_it_alone(self, tmp_path: Path) -> None:
        found = interactions(await published(tmp_path))
        openings = {e["to"]: e["action"]["content"] for e in found["turns"][0] if e["action"]["type"] == "send message"}
        assert "Item A08, Effort 963, Worth 1059" in openings["Player 1"]

    async def test_an_episode_that_breaks_the_form_is_aborted(self, tmp_path: Path) -> None:
        store = MemoryStore()
        run = await played(store, Open("balloon", (("condition", "seed"),), seed=3), "a", "b", "c")
        found = interactions(await episode_of(store, run.sid))
        assert (found["Success"], found["Lose"], found["Aborted"]) == (0, 0, 1)
        assert found["final deal"] is None
        assert found["Violated Request Count"] == 3

    async def test_giving_up_is_aborted_and_running_out_is_lost(self) -> None:
        left = interactions(await finished(Open("balloon", seed=3), "/quit", "/quit"))
        assert (left["Success"], left["Lose"], left["Aborted"]) == (0, 0, 1)
        out = Open("trading", (("max_turns", "2"),), seed=3)
        assert interactions(await finished(out, "Hello."))["Lose"] == 1

    @pytest.mark.parametrize("name", names())
    async def test_a_game_that_an_operator_stopped_is_aborted(self, name: str) -> None:
        store = MemoryStore()
        loaded, records = await stored(store, (await played(store, Open(name, seed=3), "Hello.")).sid)
        stop = Record(
            records[-1].version + 1, 0, records[-1].at, encode({"event": Stopped("", "by an operator"), "mark": ""})
        )
        fresh = Session.fresh("one", decode(loaded.head.body, Terms))
        found = interactions(episode(fresh, [*records, stop], loaded.head.at))
        assert (found["Success"], found["Lose"], found["Aborted"]) == (0, 0, 1)


class TestForeignNames:
    @pytest.mark.parametrize(
        ("name", "there"),
        [("balloon", "air_balloon_survival"), ("dealornodeal", "dond"), ("trading", "trading"), ("society", "society")],
    )
    def test_a_game_says_itself_what_clembench_calls_it(self, name: str, there: str) -> None:
        assert get(name).exports.get("clembench", Export(name)).name == there

    async def test_a_private_reason_stands_in_front_of_a_message_of_the_published_game(self) -> None:
        message = get("balloon").exports["clembench"].message
        assert message("AGREE: {'A08'}", "heavy {one} goes") == (
            "STRATEGIC REASONING: {'heavy (one) goes'}\nAGREE: {'A08'}"
        )
        assert message("AGREE: {'A08'}", "") == "AGREE: {'A08'}"


class TestTextArena:
    async def test_players_take_numbered_turns_over_what_they_observed(self) -> None:
        act = Open("trading", (("max_turns", "4"),), seed=5)
        found = document(await finished(act, "Hm. [Offer: 1 Wheat -> 1 Ore]", "That is all."))
        assert found["env_id"] == "SimpleNegotiation-v0"
        assert [step["player_id"] for step in found["steps"]] == [0, 1, 0, 1]
        first, second, *_ = found["steps"]
        assert first["action"] == "Hm. [Offer: 1 Wheat -> 1 Ore]"
        assert [kind for _, _, kind in first["observation"]] == ["PROMPT"]
        assert (0, first["action"], "PLAYER_ACTION") in [tuple(seen) for seen in second["observation"]]
        assert "You own" in first["observation"][0][1]
        assert first["observation"][0] != second["observation"][0]
        assert {info["turn_count"] for info in found["game_info"].values()} == {2}
        assert not any(info["invalid_move"] for info in found["game_info"].values())

    @pytest.mark.parametrize("cooperative", ["on", "off"])
    async def test_rewards_are_those_of_the_environment(self, cooperative: str) -> None:
        act = Open("trading", (("max_turns", "6"), ("cooperative", cooperative)), seed=5)
        episode = await finished(act, *["[Accept]"] * 3, *["I pass."] * 3)
        found = document(episode)
        winner = episode.report["winner"]
        rewards = found["rewards"]
        assert sum(rewards.values()) == 0
        assert (set(rewards.values()) == {0}) == (winner is None)
        if winner is not None:
            assert rewards[{"player_0": "0", "player_1": "1"}[winner]] == 1

    async def test_who_loses_by_a_faulty_message_made_an_invalid_move(self) -> None:
        act = Open("trading", (("penalty", "seed_strict"),), seed=5)
        found = document(await finished(act, "[Offer: 1.5 Ore -> 1 Wood]"))
        assert found["rewards"] == {"0": -1, "1": 1}
        assert [info["invalid_move"] for info in found["game_info"].values()] == [True, False]

    async def test_elsewhere_a_reward_is_what_was_earned(self, tmp_path: Path) -> None:
        found = document(await published(tmp_path))
        assert found["rewards"] == {"0": 10446, "1": 10446}
        assert found["env_id"] == "parley/balloon"


@pytest.mark.parametrize("form", ["clembench", "textarena"])
@pytest.mark.parametrize("name", ["bargaining", "trading", "balloon", "dealornodeal"])
async def test_every_game_of_messages_can_be_written_in_both_forms(name: str, form: Any) -> None:
    store = MemoryStore()
    run = await played(store, Open(name, seed=2), *["accept"] * 4, "/quit", "/quit")
    data = await written(store, run.sid, form)
    assert data.endswith(b"\n")
    assert json.loads(data)


async def test_the_log_of_a_finished_game_ends_with_what_could_have_been_had() -> None:
    store = MemoryStore()
    run = await played(store, Open("balloon", (("items", "5"),), seed=2), "Hello.", "agree", "yes")
    assert run.result is not None
    assert run.result["end"] == "deal"
    *_, end = [json.loads(row) async for row in export(store, run.sid)]
    for key in ("optimum", "score", "best_harmonic_mean", "left_on_the_table"):
        assert end["report"][key] == run.result[key]
    await replay_stored(store, run.sid)
    unfinished = await played(store, Open("balloon", seed=2), "Hello.")
    *_, end = [json.loads(row) async for row in export(store, unfinished.sid)]
    assert "report" not in end


async def test_an_unfinished_game_has_no_episode() -> None:
    store = MemoryStore()
    run = await played(store, Open("trading", seed=2), "Hello.")
    with pytest.raises(Unfinished, match="not finished"):
        await episode_of(store, run.sid)


def test_all_games_write_their_moves_as_text() -> None:
    for name in names():
        game = get(name)
        state = game.deal(config_of(game, recipe_of(game, {}), 1, 0), 1)
        for seat in sorted(game.turn(state).awaited):
            view = game.view(state, seat)
            act = game.players[game.default_player].decide(view, 1)
            assert game.typed(view, act.move, "hello").strip()


@pytest.mark.parametrize("name", ["bargaining", "trading", "balloon"])
@given(seed=st.integers(0, 10**6), player=st.sampled_from(["easy", "normal", "hard"]))
def test_what_is_written_is_read_back_as_the_same_move(name: str, seed: int, player: str) -> None:
    game: AnyGame = get(name)
    state = game.deal(config_of(game, recipe_of(game, {}), 1, 0), seed)
    while not game.turn(state).over:
        [seat] = game.turn(state).awaited
        view = game.view(state, seat)
        act = game.players[player].decide(view, seed)
        read = game.read(view, Said(game.typed(view, act.move, act.say)))
        assert isinstance(read, Reading)
        assert (read.move, read.say, read.confirm) == (act.move, act.say, "")
        state = game.apply(state, Moved(seat, act.move, act.say))
