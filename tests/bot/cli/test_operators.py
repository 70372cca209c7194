"""Operators' commands at the command line, and games that they set up, played there."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli import main
from bot.operators.realms import sid_of
from bot.runtime import logs, settings

Parley = Callable[..., str]


@pytest.fixture
def parley(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Parley:
    """Runs the command line in this process over a store of its own; what it says, or `2: …` for a refusal."""
    for option in settings.options():
        monkeypatch.delenv(option.env, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PARLEY_STORE", f"sqlite:///{tmp_path / 'parley.db'}")
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["parley", *words])
        status = main.main()
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return out if status == 0 else f"{status}: {err}"

    return run


def played(folder: Path, lines: str, *words: str) -> str:
    """A command that reads lines, as a process over the same store."""
    store = f"sqlite:///{folder / 'parley.db'}"
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "PARLEY_STORE": store}
    command = [sys.executable, "-m", "bot.cli.main", *words]
    env["PYTHONPATH"] = str(Path(__file__).parents[3])
    ran = subprocess.run(command, input=lines, text=True, capture_output=True, env=env, cwd=folder, check=True)
    return ran.stdout


def test_a_game_is_set_up_opened_listed_and_shown(parley: Parley) -> None:
    assert "haggle is a draft" in parley("game", "new", "haggle", "bargaining", "buyer_value=80", "seller_cost=50")
    assert "rounds is 4 now (was 6)" in parley("game", "config", "haggle", "rounds", "4")
    assert "parley play haggle" in parley("game", "open", "haggle", "--max-sessions", "60")
    assert "haggle  bargaining  open   0+0" in parley("game", "list")
    assert "buyer_value: $80.00" in parley("game", "show", "haggle")
    assert "game config haggle: rounds is 4 now (was 6)" in parley("audit")


def test_the_files_of_a_frozen_study_replace_no_other(parley: Parley, tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text("study: short\ngame: bargaining\nstages: [game]\n", encoding="utf-8")
    (tmp_path / "short-v1-analysis.md").write_text("My own notes.", encoding="utf-8")
    assert "is a draft" in parley("study", "import", "short.yaml")
    frozen = parley("study", "freeze", "short")
    assert "Written: short-v1.yaml\n" in frozen
    assert "Written: short-v1-analysis-2.md (short-v1-analysis.md holds something else, and stays)" in frozen
    assert (tmp_path / "short-v1-analysis.md").read_text(encoding="utf-8") == "My own notes."
    assert (tmp_path / "short-v1-analysis-2.md").read_text(encoding="utf-8") == "No plan was written.\n"


def test_the_dashboard_is_opened_by_a_link_where_pages_are_served(
    parley: Parley, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Set PARLEY_WEB=HOST:PORT" in parley("dashboard")
    monkeypatch.setenv("PARLEY_WEB", "127.0.0.1:8765")
    assert "\nhttp://127.0.0.1:8765/dashboard/enter/" in parley("dashboard")
    monkeypatch.setenv("PARLEY_WEB_URL", "https://parley.example/")
    for realm in ("discord:1", "web"):
        assert "\nhttps://parley.example/dashboard/enter/" in parley("dashboard", "--realm", realm)


def test_what_a_model_is_sent_is_shown_by_the_settings_of_this_process(
    parley: Parley, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_MODEL", "a-model")
    monkeypatch.setenv("PARLEY_LLM_WORDS", "word")
    parley("game", "new", "haggle", "bargaining", "seller_cost=47.35", "information=none")
    shown = parley("game", "prompt", "haggle", "--turns", "2")
    assert "a-model gets this as seller of haggle after 2 turns" in shown
    assert "The move to put into words: " in shown
    assert "47.35" not in shown
    assert parley("game", "prompt", "haggle", "seat:judge").startswith("2: bargaining has no seat 'judge'")


def test_a_refusal_is_a_sentence_with_an_exit_status(parley: Parley) -> None:
    parley("game", "new", "haggle", "bargaining")
    for words, says in (
        (("game", "config", "haggle", "rounds=0"), "rounds must be a whole number from 1 to 100; you wrote 0."),
        (("game", "open", "nothing"), "There is no game 'nothing' here; there are haggle."),
        (("session", "show", "x"), "There is no session 'x' here"),
        (("game", "frobnicate"), "/game can do this:"),
        (("play", "haggle", "--seed", "1"), "There is no game called 'haggle'. Games: "),
    ):
        told = parley(*words)
        assert told.startswith("2: ")
        assert says.removeprefix("/") in told
        assert told.count("\n") == 1


def test_a_configured_game_is_played_and_counted_and_its_results_come_out(parley: Parley, tmp_path: Path) -> None:
    parley("game", "new", "haggle", "bargaining", "buyer_value=80", "seller_cost=50")
    parley("game", "open", "haggle")
    result = json.loads(played(tmp_path, "accept\n", "play", "haggle", "--format", "jsonl").splitlines()[-1])
    assert result["end"] == "deal"
    [row] = [json.loads(line) for line in parley("results", "export", "haggle", "--format", "jsonl").splitlines()]
    assert row["earned_buyer"] == result["earnings"]["buyer"]
    assert (row["name"], row["player_buyer"], row["end"]) == ("haggle", "person", "deal")
    csv = parley("results", "export", "haggle").splitlines()
    assert csv[0].startswith("session,game,name,version,condition")
    assert row["session"] in csv[1]
    assert "all        1         0       0        100 %" in parley("results", "summary", "haggle")
    transcript = parley("results", "transcript", row["session"])
    assert "The buyer accepts. Deal at" in transcript
    assert f"Ended: deal. Earned: buyer {row['earned_buyer']}" in transcript
    assert parley("replay", row["session"]).startswith("identical")


def test_files_go_out_and_in(parley: Parley, tmp_path: Path) -> None:
    parley("game", "new", "haggle", "bargaining", "condition=range")
    parley("condition", "add", "haggle", "rounds=4|6")
    for kind, realm in (("yaml", "discord:77"), ("json", "telegram")):
        Path(f"haggle.{kind}").write_text(parley("game", "export", "haggle", "--format", kind), encoding="utf-8")
        assert "haggle is a draft" in parley("game", "import", f"haggle.{kind}", "--realm", realm)
    shown = [parley("game", "show", "haggle", "--realm", realm) for realm in ("terminal", "discord:77", "telegram")]
    assert len({text.partition("hash ")[2][:16] for text in shown}) == 1
    pool, you, me = {"book": 1, "hat": 2, "ball": 3}, {"book": 1, "hat": 3, "ball": 1}, {"book": 4, "hat": 0, "ball": 2}
    Path("i.json").write_text(json.dumps({"pool": pool, "values": {"you": you, "me": me}}, indent=1))
    assert "instance" in parley("game", "new", "fixed", "dealornodeal", "instance=i.json")
    assert parley("game", "import", "nowhere.yaml") == "2: nowhere.yaml cannot be read (No such file or directory).\n"


FIXED = '{"pool": {"book": 2, "hat": 1}, "values": {"you": {"book": 1, "hat": 2}, "me": {"book": 0, "hat": 7}}}'


@pytest.mark.parametrize(
    "words",
    [
        ["fixed", "instance=i.json"],
        ["fixed", "--instance", "i.json"],
        ["fixed", "instance", "i.json"],
        ["name:fixed", "key:instance", "value:i.json"],
        ["name:fixed", "--key", "instance", "--value=i.json"],
    ],
)
def test_a_document_is_read_from_its_file_however_it_is_written(
    parley: Parley, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "i.json").write_text(f"\ufeff{FIXED}\n", encoding="utf-8")
    parley("game", "new", "fixed", "dealornodeal")
    assert f"instance is {FIXED} now" in parley("game", "config", *words)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (FIXED.replace('"hat": 7', '"hat": 7, "hat": 8'), "i.json holds 'hat' twice in one object."),
        ("\n", "i.json is empty, "),
    ],
)
def test_a_document_that_cannot_be_is_refused_as_in_a_game(
    parley: Parley, tmp_path: Path, data: str, says: str
) -> None:
    (tmp_path / "i.json").write_text(data, encoding="utf-8")
    assert says in parley("game", "new", "fixed", "dealornodeal", "instance=i.json")


def test_a_game_that_was_set_up_takes_no_more_words(parley: Parley) -> None:
    parley("game", "new", "haggle", "bargaining")
    parley("game", "open", "haggle")
    said = parley("play", "haggle", "--set", "rounds=3")
    assert said == "2: haggle is played as it was set up: write `parley play haggle`, without more words.\n"


@pytest.mark.parametrize(
    "words", [["h.yaml", "name:other"], ["name=other", "file:h.yaml"], ["h.yaml", "--name", "other"]]
)
def test_a_file_is_imported_under_another_name(parley: Parley, words: list[str]) -> None:
    parley("game", "new", "haggle", "bargaining", "rounds=4")
    Path("h.yaml").write_text(parley("game", "export", "haggle"), encoding="utf-8")
    assert "other is a draft of Price bargaining" in parley("game", "import", *words)
    assert "rounds: 4" in parley("game", "show", "other")


def test_a_file_comes_through_a_pipe(parley: Parley, tmp_path: Path) -> None:
    parley("game", "new", "haggle", "bargaining", "rounds=4")
    text = parley("game", "export", "haggle")
    assert "haggle is a draft" in played(tmp_path, text, "game", "import", "-", "--realm", "telegram")


@pytest.mark.parametrize("realm", ["mars", "discord", "discord:here", ""])
def test_a_realm_that_cannot_be_is_refused(parley: Parley, realm: str) -> None:
    assert parley("game", "list", "--realm", realm).startswith("2: --realm must be terminal, telegram, or discord:ID")


def test_a_role_is_granted_to_somebody_by_platform_and_number(parley: Parley) -> None:
    told = parley("role", "grant", "telegram:9001", "viewer", "--realm", "telegram")
    assert told.startswith("telegram:9001 is viewer here now")


def test_a_preview_is_played_here_and_counts_nowhere(parley: Parley, tmp_path: Path) -> None:
    parley("game", "new", "haggle", "bargaining", "buyer_value=80")
    assert "worth $80.00 to you" in played(tmp_path, "", "game", "preview", "haggle")
    assert "no sessions yet" in parley("results", "summary", "haggle")
    assert "0+0" in parley("game", "list")


@pytest.mark.parametrize("group", ["game", "condition", "session", "results", "role"])
def test_a_group_alone_says_how_its_commands_are_written(parley: Parley, group: str) -> None:
    told = parley(group)
    assert f"parley {group} " in told
    assert "name:NAME" in told or "session:SESSION" in told or "user:USER" in told
    assert group in parley(group, "--help")


def test_the_id_of_what_operators_set_up_names_no_game(parley: Parley, tmp_path: Path) -> None:
    parley("game", "new", "haggle", "bargaining", "buyer_value=80", "seller_cost=50")
    parley("game", "open", "haggle")
    played(tmp_path, "", "play", "haggle")
    for id in (sid_of("terminal", ""), sid_of("terminal", "haggle")):
        for words in (("export",), ("export", "--format", "clembench"), ("export", "--nameless"), ("replay",)):
            said = parley(words[0], id, *words[1:])
            assert said.startswith(f"2: '{id}' names no game; "), words
            assert "fault in Parley" not in said
