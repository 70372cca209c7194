"""Parts of requests and answers of the fake Messages API."""

import json
from typing import Any

Json = dict[str, Any]


def schema_of(body: Json) -> Json:
    schema: Json = (body.get("output_config") or {}).get("format", {}).get("schema", {})
    return schema or next((tool["input_schema"] for tool in body.get("tools", ())), {})


def events(message: Json) -> str:
    """A message as the events of a stream; its texts come in two pieces."""
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    rows: list[Json] = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        text = block.get("text", "")
        rows.append({"type": "content_block_start", "index": index, "content_block": {**block, "text": ""}})
        rows.append({"type": "ping"})
        for piece in (text[: len(text) // 2], text[len(text) // 2 :]):
            delta = {"type": "text_delta", "text": piece}
            rows.append({"type": "content_block_delta", "index": index, "delta": delta})
        rows.append({"type": "content_block_stop", "index": index})
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    rows += [{"type": "message_delta", "delta": end, "usage": usage}, {"type": "message_stop"}]
    return "".join(f"event: {row['type']}\ndata: {json.dumps(row)}\n\n" for row in rows)


def texts(content: str | list[Json]) -> str:
    return content if isinstance(content, str) else "\n".join(block.get("text", "") for block in content)
