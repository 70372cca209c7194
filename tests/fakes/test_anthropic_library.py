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
    asked: Any = {**ASKED, "model": "claude-haiku-4-5"}  # later models refuse to be forced
    message = await client.messages.create(**asked, tools=[tool], tool_choice={"type": "tool", "name": "decide"})
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


async def test_models_are_described(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    info = await client.models.retrieve("claude-sonnet-5-5")
    assert info.capabilities is not None
    assert info.capabilities.thinking.types.between_tools.supported
    assert not info.capabilities.thinking.types.disabled.supported
    assert info.max_tokens == 128_000
    assert [each.id async for each in client.models.list()] == list(api.models)
    with pytest.raises(anthropic.NotFoundError):
        await client.models.retrieve("claude-nobody")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"thinking": {"type": "disabled"}}, "disabled"),
        ({"thinking": {"type": "between_tools"}, "output_config": {"effort": "xhigh"}}, "xhigh"),
        ({"extra_body": {"temperature": 0.5}}, "temperature"),
        ({"tools": [{"name": "t", "input_schema": SCHEMA}], "tool_choice": {"type": "any"}}, "forces"),
        ({"messages": [*ASKED["messages"], {"role": "assistant", "content": "{"}]}, "prefill"),
        ({"model": "claude-opus-5-5", "thinking": {"type": "disabled"}}, "disabled"),
        ({"model": "claude-haiku-4-5", "output_config": {"effort": "low"}}, "effort"),
        ({"model": "claude-haiku-4-5", "thinking": {"type": "enabled", "budget_tokens": 1024}}, "budget_tokens"),
        ({"max_tokens": 200_000}, "maximum"),
        ({"extra_body": {"tokens": 5}}, "Extra inputs"),
    ],
)
async def test_a_model_refuses_what_it_does_not_take(client: AsyncAnthropic, more: dict[str, Any], words: str) -> None:
    with pytest.raises(anthropic.BadRequestError, match=words):
        await client.messages.create(**{**ASKED, **more}, timeout=30)


async def test_thoughts_count_as_tokens_of_the_answer(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    api.thinks(400, spread=0.0)
    roomy = await client.messages.create(**{**FORMED, "max_tokens": 1000})
    assert roomy.usage.output_tokens_details is not None
    assert roomy.usage.output_tokens_details.thinking_tokens == 400
    assert roomy.usage.output_tokens > 400
    assert roomy.content[0].type == "thinking"
    tight = await client.messages.create(**{**FORMED, "max_tokens": 300})
    assert (tight.stop_reason, tight.usage.output_tokens) == ("max_tokens", 300)
    off: Any = {**FORMED, "max_tokens": 300, "thinking": {"type": "between_tools"}}
    assert (await client.messages.create(**off)).stop_reason == "end_turn"


async def test_stops_have_their_details(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    api.does(api.refuses("reasoning_extraction"), api.cuts_off())
    refusal = await client.messages.create(**FORMED)
    assert refusal.stop_details is not None
    assert (refusal.stop_reason, refusal.stop_details.category) == ("refusal", "reasoning_extraction")
    cut = await client.messages.create(**FORMED)
    assert cut.stop_reason == "max_tokens"
    assert cut.content[0].type == "text"
    assert cut.content[0].text == '{"action": "offer", "price": 45.0}'


async def test_a_prefix_that_was_marked_is_read_from_the_cache(client: AsyncAnthropic) -> None:
    mark = {"cache_control": {"type": "ephemeral"}}

    async def used(turns: int, words: str = "x" * 4000) -> tuple[int, int, int]:
        texts = [{"type": "text", "text": f"turn {n}", **(mark if n == turns - 1 else {})} for n in range(turns)]
        asked: Any = {**ASKED, "system": [{"type": "text", "text": words, **mark}]}
        asked["messages"] = [{"role": "user", "content": texts}]
        usage = (await client.messages.create(**asked)).usage
        return usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0, usage.input_tokens

    read, written, rest = await used(1)
    assert (read, rest) == (0, 0)
    assert written > 1000
    again, more, _ = await used(3)
    assert again == written  # up to the mark of the request before
    assert 0 < more < 100
    assert (await used(1, "y" * 4000))[0] == 0
    assert (await used(1, "short"))[:2] == (0, 0)  # below the least length, nothing is cached


async def test_batches_are_answered_later_in_any_order(api: FakeAnthropic, client: AsyncAnthropic) -> None:
    asked: Any = [{"custom_id": f"g{n}", "params": FORMED} for n in range(4)]
    asked.append({"custom_id": "bad", "params": {**FORMED, "thinking": {"type": "disabled"}}})
    batch = await client.messages.batches.create(requests=asked)
    assert (await client.messages.batches.retrieve(batch.id)).processing_status == "in_progress"
    ended = await client.messages.batches.retrieve(batch.id)
    assert ended.processing_status == "ended"
    assert (ended.request_counts.succeeded, ended.request_counts.errored) == (4, 1)
    found = {row.custom_id: row.result async for row in await client.messages.batches.results(batch.id)}
    assert set(found) == {"g0", "g1", "g2", "g3", "bad"}
    assert found["bad"].type == "errored"
    assert found["g0"].type == "succeeded"
    assert found["g0"].message.stop_reason == "end_turn"
    with pytest.raises(anthropic.BadRequestError, match="unique"):
        await client.messages.batches.create(requests=[asked[0], asked[0]])
