"""The gateway's own rules, spoken to directly: compression, order of op codes, close codes, resumption."""

import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import zstandard

from tests.fakes import FakeDiscord

INTENTS = 1 << 0 | 1 << 9 | 1 << 12


@pytest.fixture
async def dc() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        fake.guild().channel("table")
        yield fake


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def identify(dc: FakeDiscord, **changes: Any) -> dict[str, Any]:
    return {"op": 2, "d": {"token": dc.token, "intents": INTENTS, "properties": {}, **changes}}


@pytest.mark.parametrize("compress", ["zstd-stream", "zlib-stream", ""])
async def test_speaks_every_compression(dc: FakeDiscord, http: aiohttp.ClientSession, compress: str) -> None:
    query = f"?v=10&encoding=json&compress={compress}" if compress else "?v=10&encoding=json"
    unpack: Any = {
        "zstd-stream": zstandard.ZstdDecompressor().decompressobj().decompress,
        "zlib-stream": zlib.decompressobj().decompress,
        "": str.encode,
    }[compress]
    async with http.ws_connect(dc.gateway_url + query) as ws:
        hello = json.loads(unpack((await ws.receive()).data))
        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41_250)
        await ws.send_json({"op": 1, "d": None})
        assert json.loads(unpack((await ws.receive()).data))["op"] == 11
        await ws.send_json(identify(dc))
        ready, guild = [json.loads(unpack((await ws.receive()).data)) for _ in range(2)]
        assert (ready["t"], ready["s"], guild["t"], guild["s"]) == ("READY", 1, "GUILD_CREATE", 2)
        assert ready["d"]["guilds"] == [{"id": guild["d"]["id"], "unavailable": True}]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["not json"], 4002),
        (["[]"], 4002),
        (['{"op": 99, "d": null}'], 4001),
        (['{"op": 3, "d": {}}'], 4003),
        (['{"op": 2, "d": {"token": "wrong"}}'], 4004),
        (['{"op": 6, "d": {"token": "wrong"}}'], 4004),
        (["IDENTIFY", "IDENTIFY"], 4005),
        (["PRIVILEGED"], 4014),
    ],
)
async def test_closes_with(dc: FakeDiscord, http: aiohttp.ClientSession, frames: list[str], code: int) -> None:
    frames_sent = {"IDENTIFY": identify(dc), "PRIVILEGED": identify(dc, intents=1 << 15)}
    async with http.ws_connect(dc.gateway_url) as ws:
        for frame in frames:
            await ws.send_str(json.dumps(frames_sent[frame]) if frame in frames_sent else frame)
        async for _ in ws:
            pass
        assert ws.close_code == code
    assert dc.gateway.close_codes == [code]


async def test_an_unknown_session_is_invalid(dc: FakeDiscord, http: aiohttp.ClientSession) -> None:
    async with http.ws_connect(dc.gateway_url) as ws:
        await ws.receive_json()
        await ws.send_json({"op": 6, "d": {"token": dc.token, "session_id": "x", "seq": 0}})
        assert await ws.receive_json() == {"op": 9, "t": None, "s": None, "d": False}


async def test_resuming_replays_what_came_after_the_last_seen_event(
    dc: FakeDiscord, http: aiohttp.ClientSession
) -> None:
    async with http.ws_connect(dc.gateway_url) as ws:
        await ws.receive_json()
        await ws.send_json(identify(dc))
        ready = await ws.receive_json()
    await dc.until(lambda: not dc.gateway.live, "a closed socket")
    async with http.ws_connect(ready["d"]["resume_gateway_url"]) as ws:
        await ws.receive_json()
        await ws.send_json({"op": 6, "d": {"token": dc.token, "session_id": ready["d"]["session_id"], "seq": 1}})
        events = [await ws.receive_json() for _ in range(2)]
        assert [(event["t"], event["s"]) for event in events] == [("GUILD_CREATE", 2), ("RESUMED", 3)]


async def test_without_the_guilds_intent_no_guilds_come(dc: FakeDiscord, http: aiohttp.ClientSession) -> None:
    async with http.ws_connect(dc.gateway_url) as ws:
        await ws.receive_json()
        await ws.send_json(identify(dc, intents=1 << 9))
        await ws.receive_json()
        dc.guild("Other")
        await ws.send_json({"op": 1, "d": None})
        assert (await ws.receive_json())["op"] == 11


async def test_a_deaf_gateway_acknowledges_no_heartbeat(dc: FakeDiscord, http: aiohttp.ClientSession) -> None:
    dc.gateway.deaf = True
    async with http.ws_connect(dc.gateway_url) as ws:
        await ws.receive_json()
        await ws.send_json({"op": 1, "d": None})
        await ws.send_json(identify(dc))
        assert (await ws.receive_json())["t"] == "READY"
