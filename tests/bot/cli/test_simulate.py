"""`parley simulate`: who plays whom, what comes out in which shape, and that it does not depend on the processes."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import typer
from msgspec import Struct
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from bot.cli import plans, simulate
from bot.cli.plans import BadRequest, pairings_of
from bot.research import tournament
from games.core import registry
from games.core.contract import AnyGame
from games.core.settings import BadSetting, Document, Setting
from tests.games.tiny import number, sealed

ROOT = Path(__file__).parents[3]

app = typer.Typer()
app.command()(simulate.simulate)


def parley(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def told(*words: str) -> Any:
    """Return what the command prints as JSON."""
    ran = parley(*words, "--format", "json")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two games of the tests, under their names."""
    games: dict[str, AnyGame] = {"number": number.game, "sealed": sealed.game}
    for module in (plans, simulate, tournament):
        monkeypatch.setattr(module, "get", games.__getitem__)


class TestPairings:
    SEATS = number.SEATS

    def pairings(self, *seats: str, matrix: bool = False) -> tuple[dict[str, str], ...]:
        return pairings_of(number.game, self.SEATS, seats, matrix)

    def test_the_default_player_sits_in_every_seat(self) -> None:
        assert self.pairings() == ({"all": "normal"},)

    @pytest.mark.parametrize(
        "seats",
        [
            ("guesser_0=chatty", "guesser_1=normal"),
            ("guesser_0=chatty,guesser_1=normal",),
            (" guesser_0 = chatty ,guesser_1= normal",),
        ],
    )
    def test_seats_may_be_written_apart_or_together(self, seats: tuple[str, ...]) -> None:
        assert self.pairings(*seats) == ({"guesser_0": "chatty", "guesser_1": "normal"},)

    def test_several_names_meet_each_of_the_others(self) -> None:
        met = [tuple(p.values()) for p in self.pairings("guesser_0=normal,chatty", "guesser_1=chatty,normal")]
        assert met == [("normal", "chatty"), ("normal", "normal"), ("chatty", "chatty"), ("chatty", "normal")]

    def test_a_matrix_without_names_has_all_players(self) -> None:
        assert len(self.pairings(matrix=True)) == len(number.game.players) ** 2

    def test_a_script_may_have_any_path(self, tmp_path: Path) -> None:
        path = tmp_path / "a=b.txt"
        path.write_text("guess 7\n")
        assert self.pairings(f"guesser_0=script:{path}") == ({"guesser_0": f"script:{path}"},)

    def test_a_script_without_a_message_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "none.txt").touch()
        with pytest.raises(ValueError, match="holds no message"):
            self.pairings(f"guesser_0=script:{tmp_path / 'none.txt'}")

    @pytest.mark.parametrize(
        ("seats", "matrix", "says"),
        [
            (
                ("guesser_9=normal",),
                False,
                "number has no seat 'guesser_9'; its seats are guesser_0, guesser_1, or all.",
            ),
            (("guesser_0",), False, "--seats takes SEAT=PLAYER"),
            (("guesser_0=",), False, "--seats takes SEAT=PLAYER"),
            (("=normal",), False, "--seats takes SEAT=PLAYER"),
            (("all=normal",), True, "--matrix takes two seats"),
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, seats: tuple[str, ...], matrix: bool, says: str) -> None:
        with pytest.raises(BadRequest, match=f"^{says}"):
            self.pairings(*seats, matrix=matrix)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["number", "--seats", "nobody=normal"], "no seat 'nobody'"),
        (
            ["number", "--seats", "guesser_0=nobody"],
            "Nobody called 'nobody' plays number. Choose one of normal, chatty",
        ),
        (["number", "--set", "tops=3"], "tops is not a setting of this game; there are top, guesses, condition."),
        (["number", "--set", "top=one"], "top must be a whole number from 2 to 1000000; you wrote one."),
        (["number", "--set", "top"], "--set takes KEY=VALUE; you wrote 'top'."),
        (["number", "--contexts", "nowhere.txt"], "nowhere.txt cannot be read"),
        (["number", "--contexts", __file__], "number takes no contexts"),
        (["sealed", "--matrix"], "--matrix takes two seats"),
        (["number", "--keep", "games.jsonl"], "--keep is for games with llm"),
        (["number", "--set", "=3"], "--set takes KEY=VALUE; you wrote '=3'."),
    ],
)
def test_a_bad_request_is_one_sentence_and_exit_code_2(tiny: None, words: list[str], says: str) -> None:
    ran = parley(*words)
    assert ran.exit_code == 2
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert ran.stdout == ""


@pytest.mark.parametrize("games", ["0", "-1", "99999999999999999999", "many"])
def test_a_number_of_games_that_nobody_can_wait_for_is_refused(tiny: None, games: str) -> None:
    ran = parley("number", "--games", games)
    assert ran.exit_code == 2
    assert "--games" in ran.stderr


def test_an_unknown_game_names_those_there_are() -> None:
    ran = parley("chess")
    assert ran.exit_code == 2
    assert "bargaining" in ran.stderr


class TestJson:
    def test_one_pairing_has_games_and_a_summary(self, tiny: None) -> None:
        made = told("sealed", "--seats", "all=eager", "--games", "3", "--seed", "5")
        assert set(made) == {"game", "seed", "games", "summary"}
        assert [game["index"] for game in made["games"]] == [0, 1, 2]
        for game in made["games"]:
            assert game["end"] in ("deal", "no_deal")
            assert game["seats"] == dict.fromkeys(sealed.SEATS, "eager")
            assert set(game["earnings"]) == set(sealed.SEATS)
            assert game["total"] == pytest.approx(sum(map(float, game["earnings"].values())))

    def test_the_summary_is_the_mean_of_the_games(self, tiny: None) -> None:
        made = told("sealed", "--games", "20", "--seed", "5")
        earned = [float(game["earnings"]["bidder_0"]) for game in made["games"]]
        mean = sum(earned) / 20
        error = (sum((e - mean) ** 2 for e in earned) / 19 / 20) ** 0.5
        figures = made["summary"]["earnings"]["bidder_0"]
        assert figures == {"mean": pytest.approx(mean, abs=1e-5), "se": pytest.approx(error, abs=1e-5), "games": 20}
        assert made["summary"]["ends"]["deal"] == sum(game["end"] == "deal" for game in made["games"])

    def test_numbers_of_the_game_itself_are_averaged(self, tiny: None) -> None:
        made = told("number", "--games", "10")
        guesses = [game["guesses"] for game in made["games"]]
        assert made["summary"]["reported"]["guesses"]["mean"] == pytest.approx(sum(guesses) / 10)

    def test_several_pairings_play_the_same_deals_and_have_cells(self, tiny: None) -> None:
        made = told("number", "--seats", "guesser_0=normal,chatty", "--games", "4")
        assert [cell["seats"] for cell in made["cells"]] == [{"guesser_0": "normal"}, {"guesser_0": "chatty"}]
        assert [cell["games"] for cell in made["cells"]] == [4, 4]
        assert made["summary"]["games"] == len(made["games"]) == 8
        seeds = [game["seed"] for game in made["games"]]
        assert seeds[:4] == seeds[4:]

    def test_a_matrix_has_rows_and_columns(self, tiny: None) -> None:
        words = ("--seats", "guesser_1=normal,chatty", "--seats", "guesser_0=chatty", "--games", "6", "--matrix")
        made = told("number", *words)
        first, second = made["cells"]
        assert (made["row_seat"], made["col_seat"]) == ("guesser_1", "guesser_0")
        assert (first["row"], first["col"], second["row"], second["col"]) == ("normal", "chatty", "chatty", "chatty")
        for cell in (first, second):
            assert cell["games"] == 6
            assert 0 <= cell["agreement"] <= 1
            assert cell["joint"] == pytest.approx(cell["row_points"] + cell["col_points"])


def test_equal_seeds_give_equal_output_and_others_do_not(tiny: None) -> None:
    once, again, other = (parley("number", "--seed", seed, "--format", "json").stdout for seed in ("1", "1", "2"))
    assert once == again
    assert once != other


def test_the_table_names_players_earnings_and_illegal_moves(tiny: None) -> None:
    out = parley("number", "--seats", "guesser_0=normal,chatty", "--games", "5").stdout
    for word in ("guesser_0", "guesser_1", "chatty", "earns", "deals", "guesses", "illegal", "5 games of each"):
        assert word in out


def test_a_heat_map_says_its_figures_in_words_too(tiny: None) -> None:
    out = parley("number", "--matrix", "--games", "5").stdout
    assert "guesser_0 ↓  guesser_1 →" in out
    assert "%" in out


def test_watching_tells_the_game_beside_the_output(tiny: None) -> None:
    ran = parley("number", "--watch", "--games", "1", "--format", "json")
    assert "Hidden were" in ran.stderr
    assert "game 1 of 1" in ran.stderr
    assert len(json.loads(ran.stdout)["games"]) == 1


class InstancedConfig(Struct, frozen=True):
    top: int
    guesses: int
    instance: str
    condition: str


class Instanced(number.HiddenNumber):
    """The hidden numbers, which an instance can fix: `3 17`."""

    Config = InstancedConfig  # type: ignore[assignment]
    settings = (*number.HiddenNumber.settings, Setting("instance", Document("two numbers"), "", "What is hidden."))

    def check(self, config: Any) -> None:
        if not re.fullmatch(r"(\d+ \d+)?", config.instance):
            raise BadSetting("instance", "must be two numbers", config.instance)

    def deal(self, config: Any, seed: int) -> number.NumberState:
        state = super().deal(config, seed)
        first, second = config.instance.split()
        return replace(state, numbers=(int(first), int(second)))


class TestContexts:
    @pytest.fixture(autouse=True)
    def instanced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (plans, simulate, tournament):
            monkeypatch.setattr(module, "get", lambda name: Instanced())

    @pytest.fixture
    def contexts(self, tmp_path: Path) -> Path:
        path = tmp_path / "contexts.txt"
        path.write_text("1 2\n\n2 1\n2 2\n", encoding="utf-8")
        return path

    def test_each_line_is_one_game_of_each_pairing(self, contexts: Path) -> None:
        made = told("number", "--matrix", "--contexts", str(contexts), "--set", "top=2")
        assert [cell["games"] for cell in made["cells"]] == [3, 3, 3, 3]
        # Of 1 and 2 everybody guesses 1 first; guesser_0 begins.
        assert [game["guesses"] for game in made["games"]] == [2, 1, 3] * 4

    def test_fewer_games_take_the_first_lines_and_more_are_not_to_be_had(self, contexts: Path) -> None:
        assert told("number", "--contexts", str(contexts), "--games", "2")["summary"]["games"] == 2
        assert told("number", "--contexts", str(contexts), "--games", "9")["summary"]["games"] == 3

    def test_the_same_line_may_stand_in_the_file_of_the_setting(self, tmp_path: Path) -> None:
        path = tmp_path / "one.txt"
        path.write_text("2 1")
        made = told("number", "--set", f"instance={path}", "--set", "top=2", "--games", "2")
        assert [game["guesses"] for game in made["games"]] == [1, 1]

    def test_a_setting_is_not_filled_from_an_empty_file(self) -> None:
        ran = parley("number", "--set", f"instance={os.devnull}")
        assert ran.exit_code == 2
        assert "/dev/null is empty" in ran.stderr

    def test_a_mark_before_the_first_line_is_not_part_of_it(self, contexts: Path) -> None:
        contexts.write_bytes(b"\xef\xbb\xbf" + contexts.read_bytes())
        assert parley("number", "--contexts", str(contexts)).exit_code == 0

    def test_a_bad_line_is_named(self, contexts: Path) -> None:
        contexts.write_text("2 1\nfifty one\n")
        ran = parley("number", "--contexts", str(contexts))
        assert ran.exit_code == 2
        assert ran.stderr == f"Context 2 of {contexts}: instance must be two numbers; you wrote fifty one.\n"

    def test_an_empty_file_is_refused(self, contexts: Path) -> None:
        contexts.write_text("\n")
        assert parley("number", "--contexts", str(contexts)).exit_code == 2


class TestBargaining:
    """The real thing, through the command."""

    @pytest.fixture(autouse=True)
    def processes_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tournament, "ALONE_SECONDS", 0)

    def test_the_number_of_processes_changes_nothing(self) -> None:
        drawn = ("--set", "buyer_value=uniform(60, 80, 0.50)")
        words = ("bargaining", "buyer=normal,hard", *drawn, "--games", "5", "--seed", "11", "--format", "json")
        alone, together = (parley(*words, "--jobs", jobs).stdout for jobs in ("1", "2"))
        assert alone == together
        assert len(json.loads(alone)["games"]) == 10

    def test_a_deal_shares_out_the_surplus_and_nothing_is_ever_illegal(self) -> None:
        names = ",".join(registry.get("bargaining").players)
        drawn = ("--set", "buyer_value=uniform(60, 80, 0.50)", "--set", "seller_cost=choice(30, 41.25)")
        made = told("bargaining", f"buyer={names}", f"seller={names}", *drawn, "--games", "6", "--jobs", "1")
        assert {game["end"] for game in made["games"]} >= {"deal"}
        for game in made["games"]:
            buyer, seller = (Decimal(game["earnings"][seat]) for seat in ("buyer", "seller"))
            surplus = Decimal(game["buyer_value"]) - Decimal(game["seller_cost"])
            assert buyer + seller == (surplus if game["end"] == "deal" else 0)
            assert game["total"] == pytest.approx(float(buyer + seller))
        assert made["summary"]["illegal"] == 0

    @pytest.mark.parametrize("seat", ["buyer", "seller"])
    def test_hard_earns_more_than_easy(self, seat: str) -> None:
        other = {"buyer": "seller", "seller": "buyer"}[seat]
        made = told("bargaining", f"{seat}=hard,easy", f"{other}=easy", "--games", "60", "--jobs", "1")
        hard, easy = (cell["earnings"][seat] for cell in made["cells"])
        assert hard["mean"] - easy["mean"] > 3 * (hard["se"] + easy["se"])

    def test_a_game_that_cannot_be_played_is_named(self) -> None:
        ran = parley("bargaining", "--set", "seller_cost=sequence(40, 70)", "--games", "3", "--jobs", "1")
        assert ran.exit_code == 1
        assert ran.stderr.startswith("bargaining: game 1 of seed 0 (all=normal) failed: buyer_value must be")
        assert ran.stderr.count("\n") == 1
        assert ran.stdout == ""


def has_begun(ran: "subprocess.Popen[str]", watched: bool) -> None:
    """Wait until the first game is told, or until all processes are there: two, and the one that tidies up."""
    if watched:
        assert ran.stderr is not None
        ran.stderr.readline()
        return
    children = Path(f"/proc/{ran.pid}/task/{ran.pid}/children")
    while len(children.read_text().split()) < 3:
        assert ran.poll() is None
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")
@pytest.mark.parametrize("watched", [True, False], ids=["watched", "on two processes"])
def test_an_interrupt_ends_it_without_a_traceback(watched: bool) -> None:
    words = (sys.executable, "-m", "bot.cli.main", "simulate", "bargaining", "--games", "1000000")
    more = ("--watch",) if watched else ("--jobs", "2")
    ran = subprocess.Popen(
        (*words, *more), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    has_begun(ran, watched)
    os.killpg(ran.pid, signal.SIGINT)
    _, told = ran.communicate()
    assert ran.returncode == 130
    assert "Traceback" not in told
    assert re.search(r"Stopped after \d+ of 1000000 games\.", told)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_one_that_gives_out_the_work(by: signal.Signals) -> None:
    words = (sys.executable, "-m", "bot.cli.main", "simulate", "bargaining", "--games", "1000000", "--jobs", "2")
    ran = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    has_begun(ran, watched=False)
    ran.send_signal(by)
    try:
        ran.communicate(timeout=60)  # stderr ends when nobody holds it any more
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(ran.pid, signal.SIGKILL)
    assert ran.returncode == -by
