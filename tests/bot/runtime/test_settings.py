"""Settings: where they come from, which wins, and that a bad one is a sentence without a secret in it."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.runtime import settings
from bot.runtime.documents import load_toml
from bot.runtime.settings import BadSettings, load

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw7"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder, an empty home, and no option in the environment."""
    for option in settings.options():
        monkeypatch.delenv(option.env, raising=False)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)


class TestSources:
    def test_everything_has_a_default(self, tmp_path: Path) -> None:
        found = load()
        assert found.store == f"sqlite:///{tmp_path}/home/.local/share/parley/parley.db"
        assert (found.log, found.log_level, found.operators, found.telegram_token) == ("pretty", None, (), None)

    def test_the_data_folder_follows_xdg(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        assert load().store == f"sqlite:///{tmp_path}/data/parley/parley.db"

    def test_a_relative_xdg_folder_is_ignored(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", "data")
        assert load().store.startswith(f"sqlite:///{tmp_path}/home/")

    def test_the_environment_beats_the_folders_file_and_that_the_users(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        users = tmp_path / "home" / ".config" / "parley"
        users.mkdir(parents=True)
        (users / "parley.toml").write_text('log = "json"\nhttp = "127.0.0.1:1"\nmodel = "of-the-user"\n')
        Path("parley.toml").write_text('http = "127.0.0.1:2"\nmodel = "of-the-folder"\n')
        monkeypatch.setenv("PARLEY_MODEL", "of-the-environment")
        found = load()
        assert (found.log, found.http, found.model) == ("json", "127.0.0.1:2", "of-the-environment")

    def test_every_option_can_stand_in_a_file_under_its_key(self) -> None:
        values = {
            "store": "redis://127.0.0.1:6379/0",
            "wait_store": True,
            "telegram_token": TOKEN,
            "discord_token": "x",
            "telegram_api": "http://127.0.0.1:1",
            "telegram_webhook": "https://bot.example/telegram",
            "telegram_listen": "127.0.0.1:6",
            "discord_api": "http://127.0.0.1:2/api/v10",
            "discord_gateway": "ws://127.0.0.1:3",
            "discord_words": "all",
            "operators": "telegram:1",
            "anthropic_api_key": "k",
            "anthropic_base_url": "http://127.0.0.1:4",
            "model": "m",
            "llm_provider": "bedrock",
            "llm_words": "choose",
            "llm_answer": "text",
            "llm_rational": "off",
            "llm_seconds": 12.5,
            "llm_max_tokens": 2048,
            "llm_effort": "low",
            "llm_thinking": "between_tools",
            "llm_tokens_game": 1,
            "llm_tokens_user": 2,
            "llm_tokens_day": 3,
            "llm_prices": "3,15",
            "personas": str(Path.cwd()),
            "log": "json",
            "log_level": "debug",
            "limit_acts": 5,
            "limit_games": 2,
            "limit_text": 400,
            "archive_days": 1,
            "keep_days": 30,
            "web": "127.0.0.1:7",
            "web_url": "https://parley.example",
            "web_secret": "s",
            "web_play": "on",
            "http": "127.0.0.1:5",
        }
        assert set(values) == {option.key for option in settings.options()}
        Path("parley.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()))
        found = load()
        assert found.anthropic_api_key is not None
        assert found.anthropic_api_key.get_secret_value() == "k"
        assert found.operators == ("telegram:1",)

    def test_the_llm_is_named_by_its_own_variables(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", " key \n")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
        found = load()
        assert found.anthropic_api_key is not None
        assert found.anthropic_api_key.get_secret_value() == "key"
        assert found.anthropic_base_url == "http://127.0.0.1:9"

    def test_an_empty_variable_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_TELEGRAM_TOKEN", "")
        assert load().telegram_token is None

    def test_operators_are_a_list(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_OPERATORS", "telegram:9001, discord:77,")
        assert load().operators == ("telegram:9001", "discord:77")

    @pytest.mark.parametrize("address", ["", "https://x", "http://127.0.0.1:8081/t", "http://localhost:8081"])
    def test_telegram_calls_by_https_or_on_this_machine(self, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        monkeypatch.setenv("PARLEY_TELEGRAM_WEBHOOK", address)
        assert load().telegram_webhook == address

    def test_each_file_is_parsed_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        parsed: list[Path] = []

        def counted(file: Path) -> dict[str, Any]:
            parsed.append(file)
            return load_toml(file)

        monkeypatch.setattr(settings, "load_toml", counted)
        monkeypatch.setattr("tomllib.load", parsed.append)
        Path("parley.toml").write_text('log = "json"\n')
        assert load().log == "json"
        assert parsed == [Path("parley.toml")]


class TestBadValues:
    @pytest.mark.parametrize(
        ("name", "value", "says"),
        [
            ("PARLEY_LOG", "loud", "PARLEY_LOG (log in parley.toml) must be pretty or json; it is 'loud'."),
            ("PARLEY_LOG_LEVEL", "all", "must be debug, info, warning or error"),
            (
                "PARLEY_STORE",
                "/tmp/x.db",
                "redis+sentinel://HOST:PORT,…/PRIMARY, unix:///SOCKET, or memory:",
            ),
            ("PARLEY_OPERATORS", "bob", "must be telegram:ID and discord:ID, separated by commas"),
            ("PARLEY_HTTP", "80", "must be HOST:PORT"),
            ("PARLEY_WEB_URL", "https://parley.example/games", "must be an http(s) address without a path"),
            (
                "PARLEY_LLM_THINKING",
                "hard",
                "must be off, adaptive, disabled, between_tools, enabled or enabled:TOKENS",
            ),
            ("PARLEY_LLM_THINKING", "enabled:9", "must be off, adaptive"),
            ("PARLEY_LLM_MAX_TOKENS", "9000", "must be a whole number from 64 to 8192"),
            ("PARLEY_LLM_PROVIDER", "elsewhere", "must be anthropic, bedrock or vertex"),
            ("PARLEY_TELEGRAM_API", "ftp://x", "must be an http(s) address without /bot"),
            ("PARLEY_DISCORD_GATEWAY", "http://x", "must be a ws(s) address"),
            ("ANTHROPIC_BASE_URL", "x", "ANTHROPIC_BASE_URL"),
            ("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/v1/", "must be an http(s) address without /v1"),
            ("PARLEY_TELEGRAM_API", "http://127.0.0.1:9/bot", "must be an http(s) address without /bot"),
            ("PARLEY_TELEGRAM_API", "http://127.0.0.1:port", "must be an http(s) address"),
            ("PARLEY_TELEGRAM_LISTEN", "127.0.0.1:99999", "must be HOST:PORT"),
            ("PARLEY_DISCORD_API", "https://discord.com", "must be an http(s) address that ends in /api/v10"),
            ("PARLEY_DISCORD_GATEWAY", "ws://127.0.0.1:65536", "must be a ws(s) address"),
            ("PARLEY_HTTP", "127.0.0.1:99999", "must be HOST:PORT; it is '127.0.0.1:99999'"),
            ("PARLEY_TELEGRAM_WEBHOOK", "http://x", "must be an https address; it is 'http://x'"),
            ("PARLEY_TELEGRAM_WEBHOOK", "http://localhost.example/t", "must be an https address"),
            ("PARLEY_PERSONAS", "/nowhere", "must be an existing folder; it is '/nowhere'"),
        ],
    )
    def test_is_one_sentence_that_says_what_is_allowed(
        self, monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
    ) -> None:
        monkeypatch.setenv(name, value)
        with pytest.raises(BadSettings) as refused:
            load()
        assert says in str(refused.value)
        assert name in str(refused.value)
        assert "\n" not in str(refused.value)

    def test_an_unknown_key_names_those_there_are(self) -> None:
        Path("parley.toml").write_text('stroe = "x"\n')
        with pytest.raises(BadSettings, match=r"option 'stroe' that does not exist; there are store, "):
            load()

    @pytest.mark.parametrize("text", [b"log = ", b"\xff\xfe", b"log = {"])
    def test_a_broken_file_is_one_sentence(self, text: bytes) -> None:
        Path("parley.toml").write_bytes(text)
        with pytest.raises(BadSettings, match=r"parley\.toml cannot be read"):
            load()

    def test_a_secret_of_the_wrong_kind_is_not_repeated(self) -> None:
        Path("parley.toml").write_text('telegram_token = ["very-secret"]\n')
        with pytest.raises(BadSettings) as refused:
            load()
        assert "very-secret" not in str(refused.value)


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PARLEY_TELEGRAM_TOKEN", "PARLEY_DISCORD_TOKEN", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, TOKEN)
    assert TOKEN not in f"{load()} {load()!r} {load().model_dump_json()}"


def test_secrets_are_known_to_the_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_STORE", "redis://user:pass-word@127.0.0.1:6379/0")
    monkeypatch.setenv("PARLEY_DISCORD_TOKEN", "abc")
    assert set(load().secrets()) == {"pass-word", "abc"}


def test_every_option_is_documented_with_range_and_default() -> None:
    for option in settings.options():
        assert option.allowed, option
        assert option.default, option
        assert option.help.endswith("."), option
        assert option.env in settings.told(as_json=False)
    assert {row["env"] for row in json.loads(settings.told(as_json=True))} == {o.env for o in settings.options()}


def test_names_that_only_look_like_options_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_STROE", "x")
    monkeypatch.setenv("PARLEY_STORE", "sqlite:///x")
    assert settings.strangers() == ("PARLEY_STROE",)
