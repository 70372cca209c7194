"""`parley serve` and `parley play` with a key: the model is the default opponent, and its side may do what it likes."""

import asyncio
import gzip
import json
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.e2e.services import PARLEY, Service
from tests.e2e.test_terminal import Home
from tests.fakes import FakeAnthropic, FakeTelegram
from tests.fakes.telegram_chats import User

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"


def offers(api: FakeAnthropic, price: float) -> None:
    api.does(api.answers({"action": "offer", "price": price}))


async def test_the_model_plays_by_default_its_prices_stand_and_its_acceptance_closes(tmp_path: Path) -> None:
    async with FakeAnthropic() as api, FakeTelegram(TOKEN) as tg:
        offers(api, 61.37)
        offers(api, 54.02)
        async with Service(tmp_path, {**tg.env(), **api.env()}) as parley:
            ann = tg.user(42, "Ann")
            chat = ann.private_chat()
            await ann.sends("/play bargaining")
            await chat.wait_for("Round 1: The AI offers $61.37", timeout=30)
            await ann.sends("how about 47.11")
            await chat.wait_for("Round 3: The AI counteroffers $54.02")
            api.does(api.answers({"action": "accept"}))
            await ann.sends("48.19")
            end = await chat.wait_for("GAME OVER")
            assert "$48.19" in "\n".join(chat.texts)
            assert "Final Earnings: you $16.81, the AI $8.19" in end.text
            assert len(api.requests) == 3
            for body in api.requests:
                assert "how about" not in json.dumps(body)
                assert 1 <= body["max_tokens"] <= 8192
            assert await parley.ends() == 0
            tg.assert_manners()
            api.assert_manners()
    assert parley.logs.count("llm_serves") == 1
    assert parley.logs.count("llm_decided") == 3
    for secret in (api.key, TOKEN.partition(":")[2], "47.11", "48.19"):
        assert secret not in parley.logs
    assert "Traceback" not in parley.logs


async def test_killed_while_the_model_thinks_the_turn_is_taken_once_after_the_restart(tmp_path: Path) -> None:
    async with FakeAnthropic() as api, FakeTelegram(TOKEN) as tg:
        offers(api, 60)
        async with Service(tmp_path, {**tg.env(), **api.env()}) as parley:
            ann = tg.user(42, "Ann")
            chat = ann.private_chat()
            await ann.sends("/play bargaining")
            await chat.wait_for("Round 1: The AI offers $60.00", timeout=30)
            api.does(api.waits(600))
            await ann.sends("44")
            await api.wait_called("POST /v1/messages", count=2)
            await parley.dies()
            offers(api, 55.55)
            await parley.starts()
            await chat.wait_for("Round 3: The AI counteroffers $55.55", timeout=30)
            await tg.quiet()
            assert sum("Round 3: The AI" in text for text in chat.texts) == 1
            assert len(api.requests) == 3
            assert await parley.ends() == 0


async def test_what_a_game_has_spent_is_spent_after_a_restart(tmp_path: Path) -> None:
    """A budget for one call and a half: after a kill the analytic player goes on with the game."""
    async with FakeAnthropic() as api, FakeTelegram(TOKEN) as tg:
        offers(api, 60)
        env = {**tg.env(), **api.env(), "PARLEY_LLM_TOKENS_GAME": "2200", "PARLEY_LLM_MAX_TOKENS": "1024"}
        async with Service(tmp_path, env) as parley:
            ann = tg.user(42, "Ann")
            chat = ann.private_chat()
            await ann.sends("/play bargaining")
            await chat.wait_for("Round 1: The AI offers $60.00", timeout=30)
            await parley.dies()
            await parley.starts()
            await ann.sends("12")
            await chat.wait_for("Round 3: The AI counteroffers $", timeout=30)
            assert len(api.requests) == 1
            assert await parley.ends() == 0
    (told,) = [line for line in parley.logs.splitlines() if "llm_fallback" in line]
    assert "budget" in told


async def test_silence_holds_up_neither_others_nor_the_end_of_the_service(tmp_path: Path) -> None:
    async with FakeAnthropic() as api, FakeTelegram(TOKEN) as tg:
        async with Service(tmp_path, {**tg.env(), **api.env()}) as parley:
            ann, bob = tg.user(42, "Ann"), tg.user(43, "Bob")
            api.does(api.waits(600))
            await ann.sends("/play bargaining")
            await api.wait_called("POST /v1/messages", timeout=30)
            offers(api, 58.08)
            await bob.sends("/play bargaining")
            await bob.private_chat().wait_for("$58.08")
            assert not any("Round 1: The AI" in text for text in ann.private_chat().texts)
            assert await parley.ends(within=15) == 0
        assert "Traceback" not in parley.logs


async def test_a_silent_model_is_replaced_in_time(tmp_path: Path) -> None:
    async with FakeAnthropic() as api, FakeTelegram(TOKEN) as tg:
        api.otherwise = api.waits(600)
        env = {**tg.env(), **api.env(), "PARLEY_LLM_SECONDS": "1"}
        async with Service(tmp_path, env) as parley:
            ann = tg.user(42, "Ann")
            await ann.sends("/play bargaining")
            await ann.private_chat().wait_for("Round 1: The AI offers $", timeout=30)
            await api.until(lambda: all(call.status is None for call in api.calls), "every call hung up")
            assert await parley.ends() == 0
    assert "llm_fallback" in parley.logs
    assert "timeout" in parley.logs


async def test_every_game_ends_whatever_the_model_s_side_answers(tmp_path: Path) -> None:
    """Several people at a time, answers of every kind in turn, and another host that waits to be followed to."""
    move = {"reason": "x", "action": "offer", "price": "$52.50", "say": None, "more": {"deep": [1]}}
    text = {"type": "text", "text": json.dumps(move)}
    async with FakeAnthropic() as api, FakeAnthropic() as other, FakeTelegram(TOKEN) as tg:
        elsewhere = other.url.replace("127.0.0.1", "localhost") + "/v1/messages"
        kinds = cycle(
            (
                api.says(json.dumps(move)),
                api.message([{"type": "tool_use", "id": "t", "name": "nobody_s", "input": {"input": move}}]),
                api.message([{"type": "text", "text": "Hm."}, text], stop_reason="tired", usage=...),
                api.message([]),
                api.sends(b"x" * 10_000_000),
                api.sends(b'{"id": "msg_1", "content": [{"type": "te'),
                api.sends(b"", status=301, location=elsewhere),
                api.sends(b"", status=307, location=elsewhere),
                api.sends(gzip.compress(b" " * 100_000_000), content_encoding="gzip"),
                api.flows([b" "] * 100, pause=1),
                api.hangs_up(),
                api.waits(600),
            )
        )

        async def answers(body: dict[str, Any]) -> web.StreamResponse:
            return await next(kinds)(body)

        api.otherwise = answers
        env = {**tg.env(), **api.env(), "PARLEY_LLM_SECONDS": "2"}
        async with Service(tmp_path, env) as parley:
            people = [tg.user(number, f"P{number}") for number in range(42, 47)]
            await asyncio.gather(*(_plays(person) for person in people))
            assert await parley.ends() == 0
        assert len(api.requests) >= 15
        assert not other.calls
        tg.assert_manners()
        api.assert_manners()
    assert "Traceback" not in parley.logs
    assert "llm_decided" in parley.logs
    assert "llm_fallback" in parley.logs


async def _plays(person: User) -> None:
    """A game of all its rounds, with offers that nobody takes."""
    chat = person.private_chat()
    await person.sends("/play bargaining")
    for number, price in enumerate(("10", "11.50", "12")):
        await chat.wait_for(f"Round {2 * number + 1}: The AI", timeout=60)
        await person.sends(price)
    await chat.wait_for("GAME OVER", timeout=60)


class TestTerminal:
    """A game against the model, exported, and replayed where there is no network at all."""

    async def test_it_replays_without_the_model(self, tmp_path: Path) -> None:
        home = Home(tmp_path)
        async with FakeAnthropic() as api:
            home.env |= api.env()
            words = ("play", "bargaining", "--against", "llm", "--set", "talk=both", "--seed", "4")
            rows = await asyncio.to_thread(home.rows, *words, lines=("10", "20", "accept"))
            assert rows[-1]["kind"] == "result"
            assert len(api.requests) == 3
        for name in api.env():
            del home.env[name]
        sid = rows[0]["session"]
        log = home.run("export", sid)
        assert log.count(b'"source":"llm"') == 3
        assert log.count(b'"template":"bargaining/') == 3
        (tmp_path / "log.jsonl").write_bytes(log)
        cut = (
            "import socket, sys\n"
            "def no(*_): raise OSError('the network is cut')\n"
            "socket.socket.connect = socket.socket.connect_ex = no\n"
            "from bot.cli.main import main\n"
            "sys.argv = ['parley', 'replay', 'log.jsonl']\n"
            "sys.exit(main())\n"
        )
        command = [sys.executable, "-c", cut]
        ran = await asyncio.to_thread(
            subprocess.run, command, env=home.env, cwd=tmp_path, capture_output=True, timeout=60
        )
        assert ran.stdout.startswith(b"identical"), ran.stderr
        assert home.run("export", sid) == log

    def test_without_a_key_one_sentence_says_what_is_missing(self, tmp_path: Path) -> None:
        home = Home(tmp_path)
        command = [*PARLEY, "play", "bargaining", "--against", "llm"]
        ran = subprocess.run(command, env=home.env, cwd=tmp_path, input=b"", capture_output=True, timeout=60)
        assert ran.returncode == 2
        assert ran.stderr.count(b"ANTHROPIC_API_KEY") == 1
        assert b"Traceback" not in ran.stderr
