"""Logs: one line an event on stderr, pretty or JSON, from this program and its libraries alike.

`Bound` names (`session`, `seat`) tell which session a line is about. The last processor before the renderer redacts two
things: values under telling names, and everything that looks like a token. Words that people type are never logged. An
exception shows its type and its place, but not its message, which may quote people's words.
"""

import logging
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from traceback import extract_tb
from types import MappingProxyType
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

HIDDEN = "[redacted]"
SECRET = {"token", "key", "keys", "secret", "secrets", "password", "passwd", "authorization", "cookie", "credentials"}
PRIVATE = {"private", "value", "values", "cost", "costs", "reason", "reasoning", "prompt"}
TYPED = {"text", "say", "said", "says", "words", "raw", "content", "body"}
TELLING = frozenset(SECRET | PRIVATE | TYPED)
"""A field is hidden if a word in its name is one of these: `api_key`, `buyer_value`, `text`."""

_TOKENS = r"""\d{5,}:[A-Za-z0-9_-]{30,}                                   # Telegram
    | [MNO][\w-]{22,}\.[\w-]{5,8}\.[\w-]{25,}                              # Discord
    | sk-ant-[A-Za-z0-9_-]{8,}                                           # the LLM's platform
    | (?<=://)[^\s/@]+@                                                  # user and password in an address
    | (?<![\w-])(?:Bearer|Bot|Basic)\ +[A-Za-z0-9._~+/=-]{8,}
    | (?i:authorization|x-api-key)["']?\s*[:=]\s*["']?[^\s"',;}]+(?:\ +[A-Za-z0-9._~+/=-]{8,})?
"""

LIBRARIES = (
    *("aiohttp", "anthropic", "asyncio", "discord", "redis", "telegram"),
    *("httpcore", "httpcore2", "httpx", "httpx2"),
)
"""Libraries that log only from `warning` on: below that they log addresses and payloads."""
_BOUND: ContextVar[Mapping[str, str]] = ContextVar("bound", default=MappingProxyType({}))


class Redactor:
    """The last log processor: hides secrets, private values and people's words anywhere in a log line.

    `secrets` are hidden wherever they occur, whatever they look like.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = [re.escape(secret) for secret in sorted(secrets, key=len, reverse=True) if secret]
        self._pattern = re.compile("|".join([*known, _TOKENS]), re.VERBOSE)

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {key: self._field(key, value) for key, value in event.items()}

    def _field(self, key: object, value: Any) -> Any:
        telling = not TELLING.isdisjoint(re.split(r"[^a-z]+", str(key).lower()))
        return HIDDEN if telling else self._hide(value)

    def _hide(self, value: Any) -> Any:
        match value:
            case str():
                return self._pattern.sub(HIDDEN, value)
            case bytes():
                return f"{len(value)} bytes"
            case Mapping():
                return {self._hide(key): self._field(key, inner) for key, inner in value.items()}
            case list() | tuple() | set() | frozenset():
                return [self._hide(inner) for inner in value]
            case bool() | int() | float() | None:
                return value
            case _:
                return self._pattern.sub(HIDDEN, str(value))


class Bound:
    """Context manager in which every log line names what it is about: a `session`, and a `seat`.

    structlog's own looks at all variables of the context on its way in, which is more than an act of a person may cost.
    """

    def __init__(self, **names: str) -> None:
        self._names = names

    def __enter__(self) -> None:
        self._outside = _BOUND.set({**_BOUND.get(), **self._names})

    def __exit__(self, *problem: object) -> None:
        _BOUND.reset(self._outside)


def _bind(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    for name, value in _BOUND.get().items():
        event.setdefault(name, value)
    return event


def place_of(problem: BaseException) -> str:
    """Return an exception's type and the code path to it, without its message: `KeyError at a.py:3 f < b.py:9 g`."""
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(extract_tb(problem.__traceback__))]
    text = f"{type(problem).__name__} at {' < '.join(frames)}" if frames else type(problem).__name__
    cause = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return f"{text}; after {place_of(cause)}" if cause is not None else text


def _exceptions(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    info = event.pop("exc_info", None)
    problem = info if isinstance(info, BaseException) else info[1] if isinstance(info, tuple) else sys.exception()
    if info and problem is not None:
        event["exception"] = place_of(problem)
    return event


class _Stderr(logging.Handler):
    """Log handler that writes to the current stderr; a line that cannot be written is dropped.

    The standard handlers would report such a failure with the raw parts of the line, secrets included.
    """

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):
            print(self.format(record), file=sys.stderr, flush=True)


def configure(look: str = "pretty", level: str = "warning", secrets: Iterable[str] = ()) -> None:
    """Send all logs of this process to stderr. `look`: `pretty` or `json`; `level`: the lowest that is shown."""
    shared: list[Processor] = [
        _bind,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _exceptions,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = _Stderr()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, Redactor(secrets), _renderer(look)],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(max(logging.WARNING, root.level))


def _renderer(look: str) -> Processor:
    if look == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0)
