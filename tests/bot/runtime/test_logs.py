"""Logs hold what operators need, and no token, no private value and nothing that people typed."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.runtime import logs
from bot.session.model.inbound import Open
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import played
from tests.bot.session.harness import tiny_games

SECRETS = {
    "telegram": "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw7",
    "discord": "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs0aBc",
    "llm": "sk-ant-xyz-abcdefghijklmnop",
    "password": "hunter2hunter2",
}


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    level = root.level
    yield
    structlog.reset_defaults()
    root.handlers[:] = [h for h in root.handlers if not isinstance(h.formatter, structlog.stdlib.ProcessorFormatter)]
    root.setLevel(level)


@pytest.fixture(params=["pretty", "json"])
def look(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> str:
    """Logs go to what `capsys` reads, in either look."""
    logs.configure(request.param, "debug")
    look: str = request.param
    return look


Read = pytest.CaptureFixture[str]
log = structlog.get_logger("bot.test")


def _hidden(secret: str, capsys: Read, times: int = 1) -> None:
    said = capsys.readouterr().err
    assert secret not in said
    assert said.count(logs.HIDDEN) == times


class TestNothingLeaks:
    @pytest.mark.parametrize("secret", SECRETS.values())
    def test_in_telling_fields(self, look: str, secret: str, capsys: Read) -> None:
        log.info("started", token=secret, api_key=secret, nested={"password": secret, "deep": [{"secret": secret}]})
        _hidden(secret, capsys, times=4)

    @pytest.mark.parametrize("kind", ["telegram", "discord", "llm"])
    def test_in_the_middle_of_other_texts(self, look: str, kind: str, capsys: Read) -> None:
        secret = SECRETS[kind]
        said = f"asked {secret}"
        log.info(said, url=f"https://127.0.0.1/bot{secret}/getMe", parts=("a", {"b": secret}))
        logging.getLogger("other").warning("GET /bot%s/sendMessage", secret)
        _hidden(secret, capsys, times=4)

    def test_secrets_of_the_settings_whatever_they_look_like(self, capsys: Read) -> None:
        logs.configure("json", "info", secrets=("9:T", "", "p w."))
        log.info("asked 9:T", address="http://127.0.0.1/bot9:T/getMe", other={"9:T": "xp w.y"}, innocent="pXw.")
        said = capsys.readouterr().err
        assert "9:T" not in said
        assert "p w." not in said
        assert "pXw." in said

    @pytest.mark.parametrize(
        "text",
        [
            "Authorization: Bot abcdefghijk.lmnop",
            "{'authorization': 'Bearer abcdefghijk.lmnop'}",
            "x-api-key: abcdefghijk.lmnop",
            "redis://user:abcdefghijk.lmnop@127.0.0.1:6379/0",
        ],
    )
    def test_in_headers_and_addresses(self, look: str, text: str, capsys: Read) -> None:
        log.info("request", request=text)
        _hidden("abcdefghijk.lmnop", capsys)

    @pytest.mark.parametrize(
        "field", ["text", "say", "said", "raw_text", "buyer_value", "seller_cost", "private", "body"]
    )
    def test_words_and_private_values(self, look: str, field: str, capsys: Read) -> None:
        log.info("moved", **{field: "seven-and-forty"})
        _hidden("seven-and-forty", capsys)

    def test_in_exceptions(self, look: str, capsys: Read) -> None:
        try:
            try:
                raise KeyError("what somebody typed")
            except KeyError as problem:
                raise ValueError("I offer seven-and-forty") from problem
        except ValueError:
            log.exception("failed")
            logging.getLogger("other").exception("failed too")
        said = capsys.readouterr().err
        assert "seven-and-forty" not in said
        assert "somebody typed" not in said
        assert said.count("ValueError at ") == 2
        assert "KeyError at " in said
        assert "test_logs.py" in said

    async def test_a_whole_game_leaves_no_word_of_it(
        self, look: str, monkeypatch: pytest.MonkeyPatch, capsys: Read
    ) -> None:
        with tiny_games():
            await played(MemoryStore(), Open("number", seed=1, tempo="chat"), "xylophone", "37: zeppelin", "/nonsense")
        said = capsys.readouterr().err
        assert "session_opened" in said
        assert not [word for word in ("xylophone", "zeppelin", "nonsense") if word in said]

    def test_in_the_complaint_about_a_line_that_cannot_be_written(
        self, look: str, capsys: Read, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Unwritable:
            def __str__(self) -> str:
                raise ValueError("seven-and-forty")

        log.info("moved", text="seven-and-forty", what=Unwritable())
        assert capsys.readouterr().err == ""


class TestLines:
    def test_one_json_object_a_line(self, capsys: Read) -> None:
        logs.configure("json", "info")
        log.info("first", n=1)
        logging.getLogger("other").warning("second %d", 2)
        first, second = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
        assert (first["event"], first["n"], first["level"], first["logger"]) == ("first", 1, "info", "bot.test")
        assert (second["event"], second["logger"]) == ("second 2", "other")

    def test_session_and_seat_are_bound_by_context(self, capsys: Read) -> None:
        logs.configure("json", "info")
        with logs.Bound(session="abc", seat="buyer"):
            log.info("moved")
        line = json.loads(capsys.readouterr().err)
        assert (line["session"], line["seat"]) == ("abc", "buyer")

    def test_nothing_below_the_level(self, capsys: Read) -> None:
        logs.configure("pretty", "warning")
        log.info("quiet")
        log.warning("loud")
        said = capsys.readouterr()
        assert "quiet" not in said.err
        assert "loud" in said.err
        assert said.out == ""

    def test_libraries_speak_up_only_from_warning_on(self, look: str, capsys: Read) -> None:
        for name in logs.LIBRARIES:
            logging.getLogger(f"{name}.sub").info("chatter")
        assert capsys.readouterr().err == ""

    def test_numbers_that_operators_need_stay(self, capsys: Read) -> None:
        logs.configure("json", "info")
        log.info("decided", input_tokens=812, latency_ms=12.5, model="m", job="a/ai/seller:3")
        line = json.loads(capsys.readouterr().err)
        assert (line["input_tokens"], line["latency_ms"], line["job"]) == (812, 12.5, "a/ai/seller:3")
