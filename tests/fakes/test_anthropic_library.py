"""The fake Messages API under the real library: what it answers is what the library expects, faults included."""

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import pytest
from anthropic import AsyncAnthropic

from tests.fakes import FakeAnthropic
from tests.fakes.console import AnthropicConsole

SCHEMA = {
    "type": "object",
    "properties": {"action": {"type": "string", "enum": ["accept", "offer"]}, "price": {"type": "number"}},
    "required": ["action", "price"],
    "additionalProperties": False,
}
ASKED: dict[str, Any] = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 50,
    "messages": [{"role": "user", "content": "Offers so far:\n- the seller offers $60.00"}],
    "system": "You are the buyer. The item is worth $65.00 to you.",
}
FORMED = {**ASKED, "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}


@pytest.fixture
async def api() -> AsyncIterator[FakeAnthropic]:
    async with FakeAnthropic() as fake:
        yield fake


@pytest.fixture
async def client(api: FakeAnthropic) -> AsyncIterator[AsyncAnthropic]:
    async with AsyncAnthropic(api_key=api.key, base_url=api.url, max_retries=0) as made:
        yield made


async def test_it_plays_along_by_the_schema(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    message = await client.messages.create(**FORMED)
    assert message.content[0].type == "text"
    assert message.content[0].text == '{"action": "offer", "price": 45.0}'
    assert message.stop_reason == "end_turn"
    assert message.usage.input_tokens > 0
    assert message._request_id == "req_1"
    api.assert_manners()


async def test_it_answers_by_tools_where_there_are_tools(client: AsyncAnthropic) -> None:
    tool: Any = {"name": "decide", "input_schema": SCHEMA}
    message = await client.messages.create(**ASKED, tools=[tool], tool_choice={"type": "tool", "name": "decide"})
    assert message.stop_reason == "tool_use"
    assert message.content[0].type == "tool_use"
    assert message.content[0].input == {"action": "offer", "price": 45.0}


async def test_it_streams(client: AsyncAnthropic) -> None:
    async with client.messages.stream(**FORMED) as stream:
        pieces = [text async for text in stream.text_stream]
        message = await stream.get_final_message()
    assert "".join(pieces) == '{"action": "offer", "price": 45.0}'
    assert message.stop_reason == "end_turn"


async def test_it_counts_tokens(client: AsyncAnthropic) -> None:
    asked = {key: value for key, value in ASKED.items() if key != "max_tokens"}
    assert (await client.messages.count_tokens(**asked)).input_tokens > 10


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, anthropic.BadRequestError),
        (401, anthropic.AuthenticationError),
        (404, anthropic.NotFoundError),
        (429, anthropic.RateLimitError),
        (500, anthropic.InternalServerError),
        (529, anthropic.InternalServerError),
    ],
)
async def test_errors_are_the_platform_s(
    api: FakeAnthropic, client: AsyncAnthropic, status: int, error: type[anthropic.APIStatusError]
) -> None:
    api.does(api.errs(status, retry_after="7"))
    with pytest.raises(error) as caught:
        await client.messages.create(**FORMED)
    assert caught.value.status_code == status
    assert caught.value.response.headers["retry-after"] == "7"
    assert caught.value.request_id


async def test_a_wrong_key_is_refused(api: FakeAnthropic) -> None:
    async with AsyncAnthropic(api_key="wrong", base_url=api.url, max_retries=0) as client:
        with pytest.raises(anthropic.AuthenticationError):
            await client.messages.create(**FORMED)


async def test_a_dropped_connection_and_silence(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    api.does(api.hangs_up(), api.waits(600))
    with pytest.raises(anthropic.APIConnectionError):
        await client.messages.create(**FORMED)
    with pytest.raises(anthropic.APITimeoutError):
        await client.messages.create(**FORMED, timeout=0.1)


async def test_bad_manners_are_noted(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    await client.messages.create(**{**ASKED, "max_tokens": 9000})
    loose: Any = {"type": "json_schema", "schema": {"type": "object", "properties": {"price": {"type": "number"}}}}
    await client.messages.create(**ASKED, output_config={"format": loose})
    with pytest.raises(AssertionError, match="max_tokens is 9000"):
        api.assert_manners()
    assert len(api.breaches()) == 3


async def test_a_line_says_what_the_next_request_gets(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    console = AnthropicConsole(api)
    for line in ('answers {"price": 41}', "errs 529", "refuses", "says hello"):
        assert await console.run(line) == "lined up"
    first = await client.messages.create(**FORMED)
    assert first.content[0].type == "text"
    assert '"price": 41' in first.content[0].text
    with pytest.raises(anthropic.InternalServerError):
        await client.messages.create(**FORMED)
    assert (await client.messages.create(**FORMED)).stop_reason == "refusal"
    assert "529" in await console.run("calls")
