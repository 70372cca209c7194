"""`parley doctor`: checks of the settings, the store and the platforms."""

import asyncio
import json
import re
import socket
from pathlib import Path

import pytest

from storage import open_store
from storage.base import Input
from tests.bot.cli.running import Parley


class TestDoctor:
    def test_all_is_well_in_a_fresh_home(self, parley: Parley) -> None:
        ran = parley("doctor")
        assert ran.status == 0
        assert ran.out.endswith("All is well.\n")
        assert "The analytic players serve" in ran.out

    def test_programs_read_it(self, parley: Parley) -> None:
        told = json.loads(parley("doctor", "--format", "json").out)
        assert told["ok"] is True
        assert {check["name"] for check in told["checks"]} >= {"python", "settings", "store", "strategy", "telegram"}

    def test_a_broken_store_is_status_1_and_has_a_mend(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_STORE", "sqlite:////proc/nope/parley.db")
        ran = parley("doctor")
        assert ran.status == 1
        assert "BROKEN store: " in ran.out
        assert ran.out.count("PARLEY_STORE") == 1

    def test_what_was_put_aside_is_listed_without_anybody_s_number(self, parley: Parley, tmp_path: Path) -> None:
        async def parks() -> None:
            store = open_store(f"sqlite:///{tmp_path / 'parley.db'}")
            await store.open()
            for number in range(25):
                row = Input(f"tg:7:{number}", "telegram:4242", "" if number else "abc", 0, b"some words")
                await store.park(row, b"{}", 1_700_000_000_000 - number, (), "text from telegram, KeyError")
            await store.close()

        assert "ok     parked: No input had to be put aside" in parley("doctor").out
        asyncio.run(parks())
        ran = parley("doctor")
        assert ran.status == 0
        lines = ran.out.splitlines()
        first = lines.index(next(line for line in lines if line.startswith("note   parked: Inputs were put aside")))
        listed = " ".join(line.strip() for line in lines[first + 1 : first + 3])
        assert listed.startswith("- tg:7:0 at 2023-11-14 22:13 UTC, session abc (text from telegram, KeyError)")
        items = [line for line in lines if line.startswith("       - ")]
        assert [item.split()[1] for item in items] == [*(f"tg:7:{number}" for number in range(20)), "and"]
        assert items[-1] == "       - and more than these 20"
        assert all(len(line) <= 80 for line in lines[first + 1 :] if line.startswith("       "))
        assert "4242" not in ran.out
        assert "words" not in ran.out

    @pytest.mark.parametrize("place", ["nowhere", "telegram:home", "discord:", "web:1"])
    def test_a_place_to_try_that_is_none_is_told_its_form(self, parley: Parley, place: str) -> None:
        ran = parley("doctor", "--live", place)
        assert ran.status == 2
        assert "--live takes telegram, discord or web; a bot also with a number, as in telegram:4711." in ran.err

    def test_nothing_is_tried_without_a_token(self, parley: Parley) -> None:
        ran = parley("doctor", "--live", "telegram")
        assert ran.status == 1
        assert "telegram live: Nothing was tried: PARLEY_TELEGRAM_TOKEN is not set." in ran.out

    def test_a_bad_setting_is_told(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_OPERATORS", "bob")
        ran = parley("doctor", "--format", "json")
        assert ran.status == 1
        assert "PARLEY_OPERATORS" in ran.out

    def test_secrets_are_not_shown(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("PARLEY_TELEGRAM_TOKEN", "PARLEY_DISCORD_TOKEN", "ANTHROPIC_API_KEY"):
            monkeypatch.setenv(name, "hush-hush")
        ran = parley("doctor")
        assert "hush-hush" not in ran.out + ran.err
        assert "PARLEY_TELEGRAM_TOKEN is set" in ran.out

    def test_each_persona_that_cannot_be_used_is_found(
        self, parley: Parley, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        folder = tmp_path / "mine"
        (folder / "folder.toml").mkdir(parents=True)
        for name, text in (("blunt", 'tone = "You are blunt."'), ("odd", "tone = "), ("plain", "tone = 5")):
            (folder / f"{name}.toml").write_text(text)
        monkeypatch.setenv("PARLEY_PERSONAS", str(folder))
        ran = parley("doctor")
        assert ran.status == 1
        assert re.findall(r"^BROKEN persona: The persona (\w+) cannot", ran.out, re.MULTILINE) == ["odd", "plain"]
        (folder / "odd.toml").unlink()
        (folder / "plain.toml").unlink()
        assert parley("doctor").out.endswith("All is well.\n")

    def test_a_slip_in_a_name_is_noticed(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_STROE", "x")
        ran = parley("doctor")
        assert ran.status == 0
        assert "PARLEY_STROE is set, but there is no such option" in ran.out

    def test_addresses_are_tried(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            monkeypatch.setenv("PARLEY_WEB", address)
            assert f"note   http: PARLEY_WEB: something listens at {address} already." in parley("doctor").out
        monkeypatch.setenv("PARLEY_HTTP", address)
        ran = parley("doctor")
        assert ran.status == 0
        assert f"ok     http: PARLEY_WEB can be served at {address}." in ran.out
        assert f"note   http: PARLEY_HTTP shares the public address {address}, so there is no /metrics." in ran.out
        monkeypatch.setenv("PARLEY_WEB", "203.0.113.1:80")
        assert "BROKEN http: PARLEY_WEB cannot be served at 203.0.113.1:80" in parley("doctor").out
        monkeypatch.setenv("PARLEY_WEB", address.replace("127.0.0.1", "0.0.0.0"))
        assert "name one port by two hosts" in parley("doctor").out

    def test_settings_of_pages_that_do_nothing_are_told(self, parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_WEB_PLAY", "on")
        assert "PARLEY_WEB_PLAY does nothing without PARLEY_WEB" in parley("doctor").out
        monkeypatch.delenv("PARLEY_WEB_PLAY")
        monkeypatch.setenv("PARLEY_WEB", "0.0.0.0:0")
        assert "note   http: PARLEY_WEB_URL is not set" in parley("doctor").out

    def test_options_are_listed(self, parley: Parley) -> None:
        rows = json.loads(parley("doctor", "--options", "--format", "json").out)
        assert {row["env"] for row in rows} >= {"PARLEY_STORE", "PARLEY_LOG", "ANTHROPIC_API_KEY"}
