"""A table of models: the parameters that each takes, its limits and its prices. Pure.

The table holds models whose pages the provider publishes. Any other model is described by the Models API
(`described`), and plays with parameters that every model takes until then.
"""

import re
from typing import Any, Final, Literal

from msgspec import Struct

Effort = Literal["", "low", "medium", "high", "xhigh", "max"]
EFFORTS: Final = ("low", "medium", "high", "xhigh", "max")
KINDS: Final = ("adaptive", "disabled", "between_tools", "enabled")
"""Values of `thinking.type` in a request."""
OFF: Final = "off"
"""Our word for no thinking; each model says it in its own way."""
CALM: Final = ("low", "medium", "high")
"""Efforts at which thinking can be off, where it can be."""

CHAT_TOKENS: Final = 8192
"""Maximum of `max_tokens` while somebody waits: more would take longer than any turn does."""
FIRST_TOKENS, HARD_TOKENS, PLAIN_TOKENS, PATIENT_TOKENS = CHAT_TOKENS // 2, CHAT_TOKENS, 2048, 16_384
"""First `max_tokens`: for thinking at low and medium effort; at higher ones; without thinking; where nobody waits."""
BUDGET, LEAST_BUDGET = 2048, 1024
"""Thinking tokens of `enabled` without a number, and the least that the API takes."""
NAME: Final = r"[\w.:/@+-]{1,120}"
"""Pattern of a model's name, at any provider."""


class Price(Struct, frozen=True):
    """Dollars for a million tokens: in, out, and read from the cache."""

    tokens_in: float
    tokens_out: float
    cache_read: float

    def of(self, usage: dict[str, int], batch: bool = False) -> float:
        """Return the dollars of a use of tokens, by the names that the API gives their kinds."""
        spent = (
            usage.get("input_tokens", 0) * self.tokens_in
            + usage.get("cache_creation_input_tokens", 0) * self.tokens_in * CACHE_WRITE
            + usage.get("cache_read_input_tokens", 0) * self.cache_read
            + usage.get("output_tokens", 0) * self.tokens_out
        ) / 1_000_000
        return spent * BATCH if batch else spent


CACHE_WRITE, BATCH = 1.25, 0.5
"""Factors on a price: tokens written to the cache for five minutes, and everything in a batch."""


def dollars(amount: float) -> str:
    """Return an amount of dollars in digits, those below ten cents with parts of a cent."""
    return f"{amount:.4f}" if 0 < amount < 0.1 else f"{amount:.2f}"


class Known(Struct, frozen=True):
    """Facts about a model.

    - `thinking`: accepted values of `thinking.type`.
    - `thinks`: whether it thinks when a request says nothing of it.
    - `off`: the value that turns thinking off; "" if leaving the field out does; None if nothing does.
    - `off_efforts`: efforts at which thinking can be off.
    - `efforts`: accepted values of `effort`; `effort`: its own choice.
    - `most_tokens`: its maximum of `max_tokens`.
    - `cache_tokens`: length of the shortest text that is cached; 0: not known.
    - `price`: None if not known.
    - `structured`: whether it answers by a schema.
    """

    thinking: tuple[str, ...]
    thinks: bool
    off: str | None
    efforts: tuple[str, ...] = EFFORTS
    effort: str = "high"
    off_efforts: tuple[str, ...] = EFFORTS
    most_tokens: int = 128_000
    cache_tokens: int = 0
    price: Price | None = None
    structured: bool = True


# Sources: the provider's model pages ("Models overview", and the overview and migration guide of each model), as of
# November 2026. Cache minimum: "Prompt caching". Haiku 5.5's prices hold for prompts up to 100,000 tokens.
TABLE: Final[dict[str, Known]] = {
    # `disabled` is refused; `between_tools` turns thinking off, at efforts up to high.
    "claude-sonnet-5-5": Known(
        ("adaptive", "between_tools"), True, "between_tools",
        off_efforts=CALM, cache_tokens=512, price=Price(2, 10, 0.10),
    ),
    # Thinking is always on.
    "claude-opus-5-5": Known(
        ("adaptive",), True, None, effort="medium", cache_tokens=512, price=Price(4, 20, 0.20)
    ),
    "claude-haiku-5-5": Known(
        ("adaptive", "disabled"), True, "disabled",
        effort="medium", off_efforts=CALM, cache_tokens=512, price=Price(0.10, 0.50, 0.01),
    ),
    "claude-fable-5-1": Known(("adaptive",), True, None, price=Price(10, 50, 1)),
    "claude-opus-5": Known(
        ("adaptive", "disabled"), True, "disabled", off_efforts=CALM, price=Price(5, 25, 0.50)
    ),
    "claude-sonnet-5": Known(
        ("adaptive", "disabled"), True, "disabled", cache_tokens=1024, price=Price(2, 10, 0.20)
    ),
    # Knows no effort, and thinks with a budget on request only.
    "claude-haiku-4-5": Known(
        ("enabled", "disabled"), False, "",
        efforts=(), effort="", most_tokens=64_000, cache_tokens=4096, price=Price(1, 5, 0.10),
    ),
}  # fmt: skip

_FORMS = re.compile(r"(?:[a-z]+\.)?(?:anthropic[./])?(claude-[a-z0-9-]+?)(?:[-@]\d{8})?(?:-v\d+(?::\d+)?)?")
"""Names of one model: dated, and as Bedrock and Vertex write them."""


def plain_name(model: str) -> str:
    """Return the name under which the table lists a model, whichever provider's form it has."""
    found = _FORMS.fullmatch(model)
    return found[1] if found else model


def known(model: str) -> Known | None:
    """Return a model's facts by the table; None if it does not list the model."""
    return TABLE.get(plain_name(model))


def described(info: Any) -> Known | None:
    """Return a model's facts by an answer of the Models API; None if it tells no capabilities."""
    told = getattr(info, "capabilities", None)
    if told is None:
        return None
    effort, thinking = getattr(told, "effort", None), getattr(told, "thinking", None)
    efforts = tuple(level for level in EFFORTS if _supported(effort, level)) if _yes(effort) else ()
    types = getattr(thinking, "types", None)
    kinds = tuple(kind for kind in KINDS if _supported(types, kind))
    # A model that lists `adaptive` thinks by itself, or may: limits are set as if it does.
    thinks = "adaptive" in kinds
    off = next((kind for kind in ("disabled", "between_tools") if kind in kinds), None if thinks else "")
    most = getattr(info, "max_tokens", None)
    return Known(
        kinds,
        thinks,
        off,
        efforts=efforts,
        effort="",
        off_efforts=CALM,
        most_tokens=most if isinstance(most, int) and most > 0 else CHAT_TOKENS,
        structured=_supported(told, "structured_outputs"),
    )


def _supported(parent: Any, name: str) -> bool:
    return _yes(getattr(parent, name, None))


def _yes(capability: Any) -> bool:
    return getattr(capability, "supported", False) is True


class Parameters(Struct, frozen=True):
    """Parameters of a model's requests. `thinking` is one of `KINDS`, `enabled:TOKENS`, or "" for none; `most_tokens`
    bounds the second try after an answer that was cut off.
    """

    effort: str
    thinking: str
    max_tokens: int
    most_tokens: int


def parameters(what: Known | None, effort: str, thinking: str, max_tokens: int, *, waits: bool = True) -> Parameters:
    """Return the parameters of a model's requests. "" and 0 leave a choice to us; `waits`: somebody waits for moves.

    An unknown model gets what is asked for and nothing else.
    """
    if what is None:
        what = Known((), True, "", efforts=(), effort="", most_tokens=CHAT_TOKENS)
    kind = (what.off or "") if thinking == OFF else f"enabled:{BUDGET}" if thinking == "enabled" else thinking
    # Deep thought takes longer than a turn may, so it is for those who ask for it.
    effort = effort or ("low" if "low" in what.efforts else "")
    most = min(CHAT_TOKENS, what.most_tokens) if waits else what.most_tokens
    quiet = kind in ("disabled", "between_tools") or (not kind and not what.thinks)
    if quiet:
        first = PLAIN_TOKENS
    elif not waits:
        first = PATIENT_TOKENS
    else:
        first = HARD_TOKENS if effort not in ("", "low", "medium") else FIRST_TOKENS
    if kind.startswith("enabled:"):
        first = max(first, int(kind.partition(":")[2]) + PLAIN_TOKENS)
    return Parameters(effort, kind, min(max_tokens or first, most), most)


def refused(model: str, what: Known | None, effort: str, thinking: str, made: Parameters) -> str:
    """Return the sentence about settings that a model does not take; "" if it takes them, or nothing is known of it."""
    budget = made.thinking.partition(":")[2]
    if budget and not LEAST_BUDGET <= int(budget) < made.max_tokens:
        return (
            f"PARLEY_LLM_THINKING={thinking} needs a budget from {LEAST_BUDGET} to below the {made.max_tokens} tokens "
            "of an answer. Change it, or PARLEY_LLM_MAX_TOKENS."
        )
    if what is None:
        return ""
    if effort and effort not in what.efforts:
        there = f"it takes {', '.join(what.efforts)}" if what.efforts else "it takes none"
        return f"{model} does not take the effort {effort}; {there}. Change or unset PARLEY_LLM_EFFORT."
    return _kind_refused(model, what, effort, thinking, made.thinking.partition(":")[0])


def _kind_refused(model: str, what: Known, effort: str, asked: str, kind: str) -> str:
    """Return the sentence about a kind of thinking that a model does not take at an effort; "" if it does."""
    if asked == OFF and what.off is None:
        return f"{model} always thinks. Unset PARLEY_LLM_THINKING, or name another model."
    if not kind:
        return ""
    if kind not in what.thinking:
        there = ", ".join((*what.thinking, *((OFF,) if what.off is not None else ())))
        return f"{model} does not take the thinking {kind}; it takes {there}. Change or unset PARLEY_LLM_THINKING."
    if kind == what.off and effort and effort not in what.off_efforts:
        return (
            f"{model} cannot turn its thinking off at the effort {effort}, only at {', '.join(what.off_efforts)}. "
            "Change PARLEY_LLM_EFFORT or PARLEY_LLM_THINKING."
        )
    return ""


def thinking(kind: str) -> dict[str, Any]:
    """Return the `thinking` field of a request."""
    name, _, budget = kind.partition(":")
    return {"type": name, "budget_tokens": int(budget)} if budget else {"type": name}


def told(what: Known) -> str:
    """Return the facts about a model, as a sentence for operators."""
    efforts = f"efforts {', '.join(what.efforts)}" if what.efforts else "no efforts"
    kinds = f"thinking {', '.join(what.thinking)}" if what.thinking else "no thinking"
    schema = "" if what.structured else ", no answers by a schema"
    return f"It takes {efforts}; {kinds}; answers up to {what.most_tokens} tokens{schema}."
