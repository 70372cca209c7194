"""The models of the fake Messages API: what each takes, refused with the API's status where it does not.

It is written from the provider's pages, apart from the table of the service, so that one can be wrong without the
other. A name that does not begin with `claude-` is somebody else's model behind the same protocol: anything goes.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

Json = dict[str, Any]

LEVELS = ("low", "medium", "high", "xhigh", "max")
FIELDS = {
    "model", "messages", "max_tokens", "system", "metadata", "stop_sequences", "stream", "temperature", "top_k",
    "top_p", "tools", "tool_choice", "thinking", "output_config", "cache_control", "service_tier", "container",
    "inference_geo",
    "anthropic_version", "anthropic_beta",
}  # fmt: skip


class Kind(NamedTuple):
    """A model. `calm`: efforts at which thinking may be off; `strict`: it takes no sampling, prefill or forced tool."""

    thinking: tuple[str, ...]
    thinks: bool
    efforts: tuple[str, ...] = LEVELS
    calm: tuple[str, ...] = LEVELS[:3]
    most: int = 128_000
    cached: int = 512
    strict: bool = True


MODELS: dict[str, Kind] = {
    "claude-sonnet-5-5": Kind(("adaptive", "between_tools"), True),
    "claude-opus-5-5": Kind(("adaptive",), True),
    "claude-haiku-5-5": Kind(("adaptive", "disabled"), True),
    "claude-fable-5-1": Kind(("adaptive",), True),
    "claude-opus-5": Kind(("adaptive", "disabled"), True, cached=1024, strict=False),
    "claude-sonnet-5": Kind(("adaptive", "disabled"), True, calm=LEVELS, cached=1024, strict=False),
    "claude-haiku-4-5": Kind(("enabled", "disabled"), False, efforts=(), most=64_000, cached=4096, strict=False),
}


def refused(body: Json, models: dict[str, Kind]) -> tuple[int, str] | None:
    """The status and the sentence with which the API refuses a request; None if it takes it."""
    for name in ("model", "messages", "max_tokens"):
        if name not in body:
            return 400, f"{name}: Field required"
    if stray := sorted(body.keys() - FIELDS):
        return 400, f"{stray[0]}: Extra inputs are not permitted"
    name = str(body["model"])
    if not name.startswith("claude-"):
        return None
    if name not in models:
        return 404, f"model: {name}"
    kind = models[name]
    why = _limits(name, kind, body) or _thinking(kind, body) or (_strict(body) if kind.strict else "")
    return (400, why) if why else None


def _limits(name: str, kind: Kind, body: Json) -> str:
    if not isinstance(body["max_tokens"], int) or body["max_tokens"] < 1:
        return "max_tokens: Input should be greater than or equal to 1"
    if body["max_tokens"] > kind.most:
        return f"max_tokens: {body['max_tokens']} > {kind.most}, which is the maximum allowed number for {name}"
    effort = (body.get("output_config") or {}).get("effort")
    if effort is None:
        return ""
    if not kind.efforts:
        return "This model does not support the effort parameter."
    return "" if effort in kind.efforts else f"output_config.effort: Input should be {' or '.join(kind.efforts)}"


def _thinking(kind: Kind, body: Json) -> str:
    asked = body.get("thinking")
    if asked is None:
        return ""
    name = asked.get("type")
    if name not in kind.thinking:
        return f'"thinking.type.{name}" is not supported for this model.'
    if name == "enabled" and not 1024 <= asked.get("budget_tokens", 0) < body["max_tokens"]:
        return "thinking.enabled.budget_tokens: must be at least 1024 and below max_tokens"
    effort = (body.get("output_config") or {}).get("effort", "high")
    if name in ("disabled", "between_tools") and kind.efforts and effort not in kind.calm:
        return f'"thinking.type.{name}" is not supported at effort {effort}.'
    return ""


def _strict(body: Json) -> str:
    for name in ("temperature", "top_p", "top_k"):
        if name in body:
            return f"`{name}` is deprecated for this model."
    if (body.get("tool_choice") or {}).get("type") in ("tool", "any"):
        return "tool_choice forces tool use, which this model does not support."
    if body["messages"] and body["messages"][-1].get("role") == "assistant":
        return "This model does not support assistant message prefill. The conversation must end with a user message."
    return ""


def thinks(body: Json, models: dict[str, Kind]) -> bool:
    """Return whether the model thinks about this request."""
    kind = models.get(str(body.get("model")))
    asked = (body.get("thinking") or {}).get("type")
    if kind is None:
        return False
    return kind.thinks if asked is None else asked in ("adaptive", "enabled")


def told(name: str, kind: Kind) -> Json:
    """A model as the Models API describes it."""

    def can(yes: bool, **more: Any) -> Json:
        return {"supported": yes, **more}

    types = {each: can(each in kind.thinking) for each in ("adaptive", "between_tools", "disabled", "enabled")}
    return {
        "type": "model",
        "id": name,
        "display_name": name.replace("-", " ").title(),
        "created_at": datetime(2026, 9, 1, tzinfo=UTC).isoformat(),
        "lifecycle": "active",
        "max_input_tokens": 1_000_000,
        "max_tokens": kind.most,
        "capabilities": {
            **{each: can(True) for each in ("batch", "citations", "image_input", "pdf_input", "structured_outputs")},
            "code_execution": can(False),
            "context_management": can(False),
            "server_tools": can(False),
            "effort": can(bool(kind.efforts), **{each: can(each in kind.efforts) for each in LEVELS}),
            "thinking": can(kind.thinks or "enabled" in kind.thinking, types=types),
        },
    }
