"""The command line: every command says what came of it, and every refusal is one sentence with an exit status."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.cli.overrides import opponents
from bot.session.model.inbound import Open
from storage import open_store
from tests.bot.adapters.terminal.terminals import played
from tests.bot.cli.running import ROOT, Parley, refused
from tests.bot.research.export.test_verify import forged


class TestHelp:
    COMMANDS = ("play", "join", "resume", "games", "rules", "export", "replay", "verify", "serve", "doctor", "simulate")

    @pytest.mark.parametrize("words", [["--help"], ["-h"], []])
    def test_names_every_command_with_a_line(self, parley: Parley, words: list[str]) -> None:
        ran = parley(*words)
        assert ran.status == 0
        for command in self.COMMANDS:
            assert re.search(rf"\b{command}\b +[A-Z]\w+", ran.out), command

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_explains_itself(self, parley: Parley, command: str) -> None:
        assert parley(command, "--help").status == 0

    def test_a_group_alone_asks_for_a_command(self, parley: Parley) -> None:
        ran = parley("evaluate")
        assert ran.status == 2
        assert ran.err == "A command is missing. `parley evaluate --help` shows what you can use.\n"

    def test_version(self, parley: Parley) -> None:
        assert re.fullmatch(r"parley \d+\.\d+\S*\n", parley("--version").out)


class TestGamesAndRules:
    def test_games_are_listed_for_people(self, parley: Parley) -> None:
        ran = parley("games")
        assert ran.status == 0
        assert "bargaining: " in ran.out
        assert "seats: bidder_0, bidder_1, bidder_2" in ran.out

    def test_games_are_listed_for_programs(self, parley: Parley) -> None:
        rows = {row["name"]: row for row in json.loads(parley("games", "--format", "json").out)}
        assert rows["bargaining"]["seats"] == ["buyer", "seller"]
        settings_of_sealed = {row["key"]: row for row in rows["sealed"]["settings"]}
        assert settings_of_sealed["errors"]["default"] == "2"
        assert settings_of_sealed["errors"]["allowed"] == "must be a whole number from 0 to 9"
        assert "condition" in settings_of_sealed

    def test_rules_are_those_of_the_seat_and_the_settings(self, parley: Parley) -> None:
        ran = parley("rules", "sealed", "--set", "ceiling=50", "--format", "json", "--seat", "bidder_1")
        told = json.loads(ran.out)
        assert (told["game"], told["seat"]) == ("sealed", "bidder_1")
        assert "$50.00" in told["text"]

    def test_rules_of_an_unknown_seat(self, parley: Parley) -> None:
        assert "its seats are bidder_0, bidder_1, bidder_2" in refused(parley("rules", "sealed", "--seat", "x"))


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["play", "nope"], "There is no game called 'nope'. Games: "),
            (["rules", "nope"], "There is no game called 'nope'. Games: "),
            (["play"], "Missing argument 'GAME'"),
            (["frobnicate"], "No such command 'frobnicate'"),
            (["simulat"], "Did you mean 'simulate'? `parley --help` shows"),
            (["play", "balloon", "--set", "instance="], "; you named none."),
            (["play", "sealed", "--against", "Bidder_0=normal"], "bidder_0 is the seat that you take yourself; "),
            (["play", "sealed", "--frobnicate"], "No such option: --frobnicate"),
            (["play", "sealed", "--format", "xml"], "'text', 'jsonl'"),
            (["play", "sealed", "--input", "xml"], "'text', 'jsonl'"),
            (["play", "sealed", "--seed", "-1"], "'--seed': it must be at least 0. `parley play --help`"),
            (["play", "sealed", "--seed", "x"], "'--seed': it must be a whole number. `parley play --help`"),
            (["play", "sealed", "--set", "=4"], "--set takes KEY=VALUE, such as --set rounds=4; you wrote '=4'."),
            (["play", "sealed", "--against", "bidder_1="], "--against takes PLAYER, or SEAT=PLAYER"),
            (
                ["play", "sealed", "--seat", "bidder_1", "--against", "bidder_1=normal"],
                "bidder_1 is the seat that you take yourself; --seat takes another: bidder_0, bidder_2.",
            ),
            (["play", "sealed", "--against", "bidder_0=normal"], "bidder_0 is the seat that you take yourself; "),
            (["play", "sealed", "--against", "normal", "--against", "human"], "names both normal and human for the"),
            (
                ["play", "sealed", "--against", "bidder_1=x", "--against", "bidder_1=y"],
                "both x and y for seat",
            ),
            (["simulate", "sealed", "--seed", "-1"], "'--seed': it must be at least 0. `parley simulate --help`"),
            (["simulate", "sealed", "--seed", str(2**63)], "'--seed': it must be at most 9223372036854775807."),
            (["play", "balloon", "--set", f"instance={os.devnull}"], "/dev/null is empty, so it fixes nothing"),
            (["play", "sealed", "--set", "errors"], "--set takes KEY=VALUE"),
            (["play", "sealed", "--set", "errors=many"], "errors must be a whole number from 0 to 9; you wrote many."),
            (["play", "sealed", "--set", "colour=red"], "colour is not a setting of this game; there are ceiling, "),
            (["play", "sealed", "--set", "reserve=200"], "reserve must be a price from $0.00 to $100.00"),
            (["play", "sealed", "--set", "ceiling=5", "--set", "reserve=7"], "reserve must be below ceiling"),
            (["play", "sealed", "--set", "condition=x"], "condition must be one of open, reserved, shares"),
            (["play", "sealed", "--seat", "x"], "its seats are bidder_0, bidder_1, bidder_2"),
            (["play", "sealed", "--against", "x"], "Choose one of normal"),
            (["play", "sealed", "--against", "bidder_9=normal"], "its seats are bidder_0, bidder_1, bidder_2"),
            (["play", "sealed", "--against", "script:nowhere"], "/nowhere cannot be read (No such file"),
            (["play", "sealed", "--tempo", "wild"], "there are calm, chat, slow"),
            (["play", "sealed", "--set", "errors=\x1b[31mma\nny"], "you wrote ma ny."),
            (["join", "QQQQQQ"], "No open game has that code"),
            (["join", "st-abcdefghijkl"], "That is a study's token"),
            (["resume"], "There is no game to go on with"),
            (["resume", "abc"], "no session 'abc' in this store. `parley session list` shows those it has."),
            (["export", "abc"], "no session 'abc' in this store. `parley session list` shows those it has."),
            (["replay", "abc"], "no session 'abc' in this store. `parley session list` shows those it has; the file "),
            (["replay", "."], "cannot be read"),
            (["serve"], "set PARLEY_TELEGRAM_TOKEN, PARLEY_DISCORD_TOKEN or PARLEY_WEB"),
        ],
    )
    def test_is_a_sentence_that_says_what_is_allowed(self, parley: Parley, words: list[str], says: str) -> None:
        assert says in refused(parley(*words))

    def test_a_bad_setting_of_the_program(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_LOG", "loud")
        assert "must be pretty or json" in refused(parley("play", "sealed"))

    @pytest.mark.parametrize("address", ["sqlite:////proc/nope/parley.db", "sqlite:////dev/null/x.db", "sqlite:////"])
    def test_a_store_that_cannot_be(self, parley: Parley, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        monkeypatch.setenv("PARLEY_STORE", address)
        refused(parley("play", "sealed"))

    def test_a_store_of_another_program(self, parley: Parley, tmp_path: Path) -> None:
        (tmp_path / "parley.db").write_text("This is no database. " * 100)
        assert "is not a database" in refused(parley("resume"))


class TestDocuments:
    """Both commands that take a file for a setting read it alike."""

    STOCK = '{"stock": {"wood": 80, "stone": 20, "coal": 20, "iron": 10}}'
    WORDS = (["play", "society"], ["simulate", "society", "--games", "1", "--format", "json"])

    @pytest.mark.parametrize("words", WORDS, ids=["play", "simulate"])
    def test_a_mark_before_the_text_is_not_part_of_it(self, parley: Parley, tmp_path: Path, words: list[str]) -> None:
        (tmp_path / "stock.json").write_bytes(f"\ufeff{self.STOCK}".encode())
        ran = parley(*words, "--set", "instance=stock.json")
        assert (ran.status, ran.err.count("instance")) == (0, 0)

    @pytest.mark.parametrize("words", WORDS, ids=["play", "simulate"])
    @pytest.mark.parametrize(
        ("data", "says"),
        [
            (STOCK.replace("}}", ', "wood": 8}}').encode(), "stock.json holds 'wood' twice in one object."),
            (STOCK.encode("utf-16"), "stock.json cannot be read (it is not UTF-8 text)."),
            (b" \n", "stock.json is empty, so it fixes nothing."),
            (b"[" * 100_000, "instance must be a file with "),
        ],
        ids=["twice", "utf-16", "empty", "deep"],
    )
    def test_what_they_cannot_be(
        self, parley: Parley, tmp_path: Path, words: list[str], data: bytes, says: str
    ) -> None:
        (tmp_path / "stock.json").write_bytes(data)
        assert says in refused(parley(*words, "--set", "instance=stock.json"))

    def test_a_form_in_a_file_can_be_tried_out_and_no_list_names_it(self, parley: Parley, tmp_path: Path) -> None:
        items = [{"type": "choose", "id": "ok", "text": "Do you agree?", "options": [["y", "Yes"], ["n", "No"]]}]
        (tmp_path / "form.json").write_text(json.dumps({"name": "f", "title": "A trial", "items": items}))
        ran = parley("play", "form", "--set", "content=form.json")
        assert ran.status == 0
        assert "A trial\nDo you agree?" in ran.out
        assert "form: " not in parley("games").out


class TestOpponents:
    @pytest.mark.parametrize(
        ("wrote", "meant"),
        [
            ([], ("", ())),
            (["normal"], ("normal", ())),
            (["seller=normal"], ("", (("seller", "normal"),))),
            (["seller = normal", "seller=normal"], ("", (("seller", "normal"),))),
            (["script:/a=b.txt"], ("script:/a=b.txt", ())),
            (["x=script:/a=b.txt", "human"], ("human", (("x", "script:/a=b.txt"),))),
        ],
    )
    def test_may_be_named_for_all_seats_or_for_one(self, wrote: list[str], meant: tuple[str, object]) -> None:
        assert opponents(wrote) == meant


class TestLogs:
    async def session(self, tmp_path: Path) -> str:
        store = open_store(f"sqlite:///{tmp_path / 'parley.db'}")
        await store.open()
        run = await played(store, Open("sealed", seed=3), "hello", "bid 20")
        await store.close()
        return run.sid

    @pytest.fixture
    def sid(self, parley: Parley, tmp_path: Path) -> str:

        return asyncio.run(self.session(tmp_path))

    def test_a_log_goes_out_and_comes_back(self, parley: Parley, sid: str, tmp_path: Path) -> None:
        log = tmp_path / "log.jsonl"
        log.write_text(parley("export", sid, "--format", "jsonl").out)
        for words in (["replay", str(log)], ["replay", sid]):
            ran = parley(*words)
            assert ran.status == 0
            assert ran.out.splitlines()[0] == "identical"
            assert "deal: bidder_0 0.00, bidder_1 0.00, bidder_2 22.72" in ran.out

    def test_a_file_needs_no_store(
        self, parley: Parley, sid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log = tmp_path / "log.jsonl"
        log.write_text(parley("export", sid).out)
        monkeypatch.setenv("PARLEY_STORE", "sqlite:////proc/nope/parley.db")
        assert parley("replay", str(log)).status == 0

    def test_a_name_in_a_file_gives_a_terminal_no_orders(self, parley: Parley, sid: str, tmp_path: Path) -> None:
        log = tmp_path / "log.jsonl"
        first, *rows = [json.loads(line) for line in parley("export", sid).out.splitlines()]
        first["sid"] = "\x1b[2J\nas promised"
        log.write_bytes(forged([first, *rows]))
        ran = parley("verify", str(log))
        assert ran.status == 0
        assert "\x1b" not in ran.out
        assert ran.out.count("\nas promised") == 0

    def test_a_changed_file_is_named_and_is_status_1(self, parley: Parley, sid: str, tmp_path: Path) -> None:
        log = tmp_path / "log.jsonl"
        log.write_text(parley("export", sid).out.replace('"price":2000', '"price":2001'))
        ran = parley("replay", str(log))
        assert (ran.status, ran.out) == (1, "")
        assert re.match(r"event \d+ differs: .*\n$", ran.err)

    def test_a_receipt_is_checked_without_a_store(
        self, parley: Parley, sid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log = tmp_path / "log.jsonl"
        log.write_text(parley("export", sid, "--player").out)
        monkeypatch.setenv("PARLEY_STORE", "sqlite:////proc/nope/parley.db")
        ran = parley("verify", str(log))
        assert ran.status == 0
        first, _, commitment, hashed, *rest = ran.out.splitlines()
        assert first == "as promised"
        assert "Somebody chose the seed" in "".join(rest)
        noted = ["--commitment", commitment.split()[1], "--log", hashed.split()[1]]
        assert parley("verify", str(log), *noted).status == 0
        ran = parley("verify", str(log), "--commitment", "0" * 64)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith("The commitment differs: ")
        ran = parley("verify", str(log), "--commitment", "")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("--commitment is empty, so it would check nothing.")

    @pytest.mark.parametrize(
        ("was", "is_", "part"),
        [
            ('"seed":3', '"seed":4', "deal"),
            ('"rules":1', '"rules":2', "configuration"),
            ('"engine":"', '"engine":"9', "opponent"),
            ('"price":2000', '"price":2001', "log"),
        ],
    )
    def test_a_part_that_differs_is_named_and_is_status_1(
        self, parley: Parley, sid: str, tmp_path: Path, was: str, is_: str, part: str
    ) -> None:
        log = tmp_path / "log.jsonl"
        told = parley("export", sid).out
        assert was in told
        log.write_text(told.replace(was, is_))
        ran = parley("verify", str(log))
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith(f"The {part} differs: ")
        assert ran.err.count("\n") == 1

    def test_a_game_from_before_receipts_is_refused_in_a_sentence(self, parley: Parley) -> None:
        old = ROOT / "tests" / "golden" / "bargaining-rules1-talks.jsonl"
        assert "played before receipts" in refused(parley("verify", str(old)))

    def test_a_file_is_for_players_or_for_operators(self, parley: Parley, sid: str) -> None:
        assert '"opponent_seed":"3"' in parley("export", sid, "--operator").out
        assert "exclude each other" in refused(parley("export", sid, "--operator", "--player"))


def test_a_fault_of_ours_is_a_sentence_without_what_was_typed(parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(as_json: bool) -> str:
        raise RuntimeError("I offer seven-and-forty")

    monkeypatch.setattr("bot.cli.catalogue.listing", fails)
    said = refused(parley("games"))
    assert "This is a fault in Parley" in said
    assert "seven-and-forty" not in said


@pytest.mark.parametrize("words", [["games"], ["games", "--format", "json"], ["--help"], ["rules", "bargaining"]])
def test_output_that_nobody_can_take_is_one_sentence(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "bot.cli.main", *words], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert ran.returncode == 2
    assert ran.stderr == "Something cannot be read or written: No space left on device.\n"


def test_a_reader_who_goes_early_is_nobodys_fault() -> None:
    command = f"{sys.executable} -m bot.cli.main games --format json | true; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT)
    assert (ran.stdout, ran.stderr) == ("0\n", "")


def test_a_part_that_is_not_installed_is_named(parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_STORE", "redis://127.0.0.1:1/0")
    monkeypatch.delitem(sys.modules, "storage.redis.store", raising=False)
    monkeypatch.delitem(sys.modules, "storage.redis.link", raising=False)
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    said = refused(parley("export", "abc"))
    assert said == "That needs a part of Parley that is not installed here: pip install 'parley[redis]'.\n"


def test_a_slip_in_the_name_of_a_setting_is_logged_when_serving(
    parley: Parley, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_OPERATOR", "telegram:1")
    with capture_logs() as lines:
        assert "set PARLEY_TELEGRAM_TOKEN" in refused(parley("serve"))
    assert [line["name"] for line in lines if line["event"] == "no_such_setting"] == ["PARLEY_OPERATOR"]
