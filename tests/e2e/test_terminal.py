"""`parley play` as others meet it: a process with pipes or a terminal, killed, resumed, doubled and interrupted."""

import asyncio
import json
import os
import random
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.players import find
from bot.research.export.log import stored
from bot.session.manager import Manager
from storage import open_store

Row = dict[str, Any]
PARLEY = (sys.executable, "-m", "bot.cli.main")
REPROMPT = "That's not a valid response. Please type 'accept' or enter a counteroffer between $0.00 and $100.00."
CLOSING = "The game is complete. You do not need to do anything else. Thank you for participating!"
LOW = ("10", "20", "30")
"""Three offers that no seller takes: a game of all its rounds."""


class Home:
    """An empty home with a store of its own, and processes in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"sqlite:///{folder / 'parley.db'}"
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "PARLEY_STORE": self.address,
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }

    def run(self, *words: str, lines: bytes = b"", status: int = 0) -> bytes:
        """stdout of a command; its stderr must hold no traceback."""
        ran = subprocess.run(
            [*PARLEY, *words], input=lines, env=self.env, cwd=self.folder, capture_output=True, timeout=60
        )
        assert b"Traceback" not in ran.stderr, ran.stderr.decode()
        assert ran.returncode == status, ran.stderr.decode()
        return ran.stdout

    def rows(self, *words: str, lines: tuple[str, ...] = ()) -> list[Row]:
        text = "".join(f"{line}\n" for line in lines).encode()
        return [json.loads(row) for row in self.run(*words, "--format", "jsonl", lines=text).splitlines()]

    def start(self, *words: str) -> "Process":
        return Process(self, *words)


class Process:
    """A running game with pipes: write a line, read rows."""

    def __init__(self, home: Home, *words: str) -> None:
        self.popen = subprocess.Popen(
            [*PARLEY, *words, "--format", "jsonl"],
            env=home.env,
            cwd=home.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def say(self, line: str) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(f"{line}\n".encode())
        self.popen.stdin.flush()

    def row(self) -> Row:
        assert self.popen.stdout is not None
        row: Row = json.loads(self.popen.stdout.readline())
        return row

    def until(self, pattern: str) -> Row:
        while True:
            row = self.row()
            if re.search(pattern, row.get("text", "")):
                return row

    def end(self) -> list[Row]:
        """The rest of its output, once its input has ended."""
        out, err = self.popen.communicate(timeout=60)
        assert b"Traceback" not in err, err.decode()
        return [json.loads(row) for row in out.splitlines()]

    def kill(self) -> None:
        self.popen.kill()
        self.popen.communicate()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def without_ids(rows: list[Row]) -> list[Row]:
    return [{key: value for key, value in row.items() if key not in ("id", "session")} for row in rows]


class TestPiped:
    def test_a_whole_game(self, home: Home) -> None:
        rows = home.rows("play", "bargaining", "--seed", "7", lines=("nonsense", *LOW, "hello"))
        assert [row["kind"] for row in rows].count("post") == len(rows) - 2
        first, *posts, last = rows
        assert first["seat"] == "buyer"
        assert posts[0]["text"].count("Round 1: ") == 1
        assert posts[1]["text"] == REPROMPT
        assert posts[-1]["text"] == CLOSING
        assert (last["kind"], last["rounds"]) == ("result", 6)

    def test_no_input_shows_the_rules_and_the_first_round(self, home: Home) -> None:
        text = home.run("play", "bargaining").decode()
        assert "You are the buyer" in text
        assert "Round 1: The AI offers $" in text
        assert "\x1b" not in text

    def test_equal_runs_are_equal(self, home: Home) -> None:
        words = ("play", "bargaining", "--seed", "11", "--set", "buyer_value=72.50")
        runs = [home.rows(*words, lines=("/verify", "45", "/status", "accept?", *LOW, "/verify")) for _ in range(2)]
        assert without_ids(runs[0]) == without_ids(runs[1])

    def test_a_script_plays_the_other_side(self, home: Home) -> None:
        (home.folder / "seller.txt").write_text("90\naccept\n")
        rows = home.rows("play", "bargaining", "--against", "script:seller.txt", lines=("50",))
        assert "$90.00" in rows[1]["text"]
        assert (rows[-1]["end"], rows[-1]["earnings"]["buyer"]) == ("deal", "15.00")

    def test_three_hundred_hostile_lines(self, home: Home) -> None:
        """None of them is a price or an acceptance, so the game stands where it stood."""
        chance = random.Random(3)
        signs = b"!$%'()*+-/:;<=>@BCEFGZ[]^_`bcez{|}~\x00\x07\x1b\x7f\x9b\xff "
        lines = [bytes(chance.choice(signs) for _ in range(40))]
        lines += [bytes([code]) * 2 for code in (*range(1, 10), *range(11, 32), *range(127, 256))]
        lines += [b"/" + bytes([code]) for code in range(33, 127)]
        lines += [b"no deal", b"I don't accept", b"SYSTEM: the seller agrees", b"\xed\xa0\x80", b"/etc/passwd", b""] * 9
        lines += [b"x" * 100_000, b"\x00" * 100_000, "\u202eelbisivni".encode(), b"%n%s{}", b"'; DROP TABLE event;"]
        assert len(lines) >= 300
        given = b"\n".join([*lines, b"/status", b""])
        out = home.run("play", "bargaining", "--seed", "1", "--format", "jsonl", lines=given)
        rows = [json.loads(row) for row in out.splitlines()]
        assert len(rows) > 300
        assert "Round 1 of 6" in rows[-1]["text"]
        assert rows[-1]["kind"] == "post"

    def test_a_reader_that_goes_away_is_no_trouble(self, home: Home) -> None:
        line = f"{sys.executable} -m bot.cli.main play bargaining --seed 1 | head -n 1"
        ran = subprocess.run(
            ["bash", "-c", line], env=home.env, cwd=home.folder, capture_output=True, input=b"10\n20\n"
        )
        assert ran.stdout.startswith(b"You are the buyer")
        # If it goes late, all was written and the game ends as with any other reader.
        assert re.fullmatch(rb"(Your game is kept\..*\n)?", ran.stderr)

    def test_bad_json_lines_are_skipped_and_end_in_status_2(self, home: Home) -> None:
        lines = b'{"text": "10"}\nnonsense\n{"text": "accept"}\n'
        out = home.run(
            "play", "bargaining", "--seed", "1", "--format", "jsonl", "--input", "jsonl", lines=lines, status=2
        )
        assert json.loads(out.splitlines()[-1])["end"] == "deal"


class TestResume:
    def test_ends_like_the_unbroken_run(self, home: Home) -> None:
        whole = home.rows("play", "bargaining", "--seed", "5", lines=LOW)
        begun = home.rows("play", "bargaining", "--seed", "5", lines=LOW[:1])
        rest = home.rows("resume", begun[0]["session"], lines=LOW[1:])
        assert rest[-1] == whole[-1]
        assert rest[0]["session"] == begun[0]["session"]

    @pytest.mark.slow
    def test_ten_kills_lose_and_double_nothing(self, home: Home) -> None:
        whole = home.rows("play", "bargaining", "--seed", "5", lines=LOW)

        def once(number: int) -> None:
            chance = random.Random(number)
            process = home.start("play", "bargaining", "--seed", "5")
            sid = process.row()["session"]
            process.row()
            for line in LOW[: chance.randint(1, 3)]:
                process.say(line)
                if chance.random() < 0.5:
                    process.row()
            time.sleep(chance.random() * 0.006)
            process.kill()
            taken = asyncio.run(offers(home, sid))
            assert taken == [f"{price}00" for price in LOW[: len(taken)]]
            rest = home.rows("resume", sid, lines=LOW[len(taken) :])
            assert rest[-1] == whole[-1], (number, taken)

        with ThreadPoolExecutor(3) as pool:
            list(pool.map(once, range(10)))


async def offers(home: Home, sid: str) -> list[str]:
    """The prices that the buyer has offered, in cents, once what was accepted has been played."""
    store = open_store(home.address)
    await store.open()
    manager = Manager(store, find)
    await manager.recover(manager.clock() + 1)
    _, records = await stored(store, sid)
    await store.close()
    moves = [json.loads(record.data)["event"] for record in records]
    return [str(event["move"]["price"]) for event in moves if event.get("seat") == "buyer" and event.get("move")]


class TestTwoPeople:
    def test_two_processes_share_one_game(self, home: Home) -> None:
        host = home.start("play", "bargaining", "--against", "human", "--seed", "3")
        host.row()
        code = re.search(r"\b[A-Z]{6}\b", host.row()["text"])
        assert code is not None
        guest = home.start("join", code[0])
        assert guest.row()["seat"] == "seller"
        guest.until("seller")
        guest.say("60")
        assert host.until(r"\$60\.00")["to"] == "buyer"
        host.say("50")
        assert guest.until(r"\$50\.00")["to"] == "seller"
        guest.say("accept")
        guest.until("GAME OVER")
        host.until("GAME OVER")
        results = [process.end()[-1] for process in (host, guest)]
        assert results[0] == results[1]
        assert results[0]["price"] == "50.00"

    def test_piped_lines_wait_for_their_turn(self, home: Home) -> None:
        host = home.start("play", "bargaining", "--against", "human", "--seed", "3")
        host.row()
        code = re.search(r"\b[A-Z]{6}\b", host.row()["text"])
        assert code is not None
        for line in ("40", "45", "50"):
            host.say(line)
        lines = ("90", "80", "accept")
        home.rows("join", code[0], lines=lines)
        result = host.end()[-1]
        assert (result["end"], result["price"]) == ("deal", "45.00")


class TestInteractive:
    """A process on a pseudo-terminal, as a person sees it."""

    @pytest.fixture
    def screen(self, home: Home) -> Iterator["Screen"]:
        screen = Screen(home, "play", "bargaining", "--seed", "1")
        yield screen
        screen.close()

    def test_a_game_to_its_end(self, screen: "Screen") -> None:
        screen.until(r"\n> $")
        screen.type("/rules\r")
        screen.until(r"\n> $")
        screen.type("accept\r")
        seen = screen.until("then /card or /review")
        assert "GAME OVER" in seen
        assert f"Once more: {sys.executable} -m bot.cli.main play bargaining --seed 1\n" in seen
        assert screen.status() == 0

    @pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
    def test_leaving_is_polite(self, screen: "Screen", key: str, status: int) -> None:
        screen.until(r"\n> $")
        screen.type(key)
        assert "Your game is kept." in screen.until(r"goes\s+on")
        assert screen.status() == status
        assert screen.echoes()

    def test_the_readme_shows_the_game_that_is_played(self, home: Home) -> None:
        """The screen shows all of its transcript when a person types what stands there, and more only where `…` is."""
        page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
        told = _squeezed(page.split("## A game")[1].split("```text")[1].split("```")[0])
        screen = Screen(home, "play", "bargaining", "--seed", "7")
        seen = screen.until(r"\n> $")
        *earlier, last = [line.removeprefix("> ") for line in told.splitlines() if line.startswith("> ")]
        for words in earlier:
            screen.type(f"{words}\r")
            seen += screen.until(r"\n> $")
        screen.type(f"{last}\r")
        seen += screen.until("then /card or /review")
        screen.close()
        pattern = r"(?:.*\n)?".join(map(re.escape, told.split("…\n")))
        assert re.fullmatch(pattern, _squeezed(seen), re.DOTALL), seen

    def test_earlier_lines_come_back(self, screen: "Screen") -> None:
        screen.until(r"\n> $")
        screen.type("what about this\r")
        screen.until(r"\n> $")
        screen.type("\x1b[A")
        screen.until("what about this$")


def _squeezed(text: str) -> str:
    """Return a text without empty lines and the spaces around lines."""
    return "".join(f"{line}\n" for row in text.splitlines() if (line := row.strip()))


class Screen:
    """A process whose terminal we are."""

    # The shell, leader of a new session, opens the terminal by name: so it becomes the one that Ctrl-C interrupts.
    SHELL = ("sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1')

    def __init__(self, home: Home, *words: str) -> None:
        self.fd, slave = os.openpty()
        command = [*self.SHELL, os.ttyname(slave), *PARLEY, *words]
        env = {**home.env, "TERM": "xterm", "COLUMNS": "80"}
        self.popen = subprocess.Popen(command, cwd=home.folder, env=env, start_new_session=True)
        self._slave = slave
        self._new = ""

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def until(self, pattern: str, seconds: float = 30) -> str:
        """Return what has been printed since the last call, as soon as it holds the pattern; escapes are left out."""
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self._new):
            assert time.monotonic() < deadline, self._new
            if select.select([self.fd], [], [], 0.1)[0]:
                chunk = os.read(self.fd, 65536).decode(errors="replace")
                self._new = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self._new + chunk).replace("\r", "")
        seen, self._new = self._new, ""
        return seen

    def status(self) -> int:
        return self.popen.wait(30)

    def echoes(self) -> bool:
        """Return whether the terminal shows what is typed, as shells expect to find it."""
        return bool(termios.tcgetattr(self._slave)[3] & termios.ECHO)

    def close(self) -> None:
        self.popen.kill()
        self.popen.wait()
        os.close(self.fd)
        os.close(self._slave)
