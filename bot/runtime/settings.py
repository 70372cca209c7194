"""Settings of the whole program: the one place that names each option, its range and its default.

Sources, strongest first: the environment; `parley.toml` in the working directory; `parley/parley.toml` in the user's
configuration folder (`XDG_CONFIG_HOME`, else `~/.config`). In a file an option is written by its key: `log = "json"`.
"""

import json
import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from bot.runtime.documents import Unreadable, load_toml
from games.core.settings import brief

FILE = "parley.toml"


class BadSettings(Exception):
    """Error: an option that cannot be used; the text says what is allowed."""


def _folder(variable: str, *fallback: str) -> Path:
    """Return a base folder of the XDG specification, which ignores relative paths."""
    named = os.environ.get(variable, "")
    return Path(named) if os.path.isabs(named) else Path(os.path.expanduser("~"), *fallback)


def default_store() -> str:
    return f"sqlite:///{_folder('XDG_DATA_HOME', '.local', 'share') / 'parley' / 'parley.db'}"


def files() -> list[Path]:
    """Return the possible settings files, the weaker one first."""
    return [_folder("XDG_CONFIG_HOME", ".config") / "parley" / FILE, Path(FILE)]


def _matching(pattern: str) -> AfterValidator:
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError
        return value

    return AfterValidator(check)


def _stripped(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _commas(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _folder_there(value: str) -> str:
    if value and not os.path.isdir(value):
        raise ValueError
    return value


def _reachable(value: str) -> str:
    """Raise `ValueError` for an address whose port no socket can have."""
    urlsplit(value if "://" in value else f"//{value}").port  # noqa: B018 (it raises by itself)
    return value


def _secure(value: str) -> str:
    """Raise `ValueError` for an address without TLS, unless it is on this machine, where tests call it."""
    parts = urlsplit(_reachable(value))
    if parts.scheme == "http" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise ValueError
    return value


Secret = Annotated[SecretStr | None, BeforeValidator(_stripped)]
Web = Annotated[str, BeforeValidator(_stripped), _matching(r"https?://[^\s/]+(/\S*)?"), AfterValidator(_reachable)]
Socket = Annotated[str, BeforeValidator(_stripped), _matching(r"(wss?://[^\s/]+(/\S*)?)?"), AfterValidator(_reachable)]
Hook = Annotated[str, BeforeValidator(_stripped), _matching(r"(https?://[^\s/]+(/\S*)?)?"), AfterValidator(_secure)]
Base = Annotated[str, BeforeValidator(_stripped), _matching(r"(https?://[^\s/?#]+/?)?"), AfterValidator(_reachable)]
Operator = Annotated[str, _matching(r"(telegram|discord):\d+")]
StoreUrl = Annotated[
    str, BeforeValidator(_stripped), _matching(r"sqlite:///\S.*|rediss?(\+sentinel)?://\S+|unix:///\S+|memory:")
]
Address = Annotated[str, BeforeValidator(_stripped), _matching(r"(\S+:\d{1,5})?"), AfterValidator(_reachable)]


def _option(default: Any, allowed: str, help: str, *, env: str = "", usual: str = "") -> Any:
    """Return a field. `usual` describes a default that is not one fixed value; `env` is a name without our prefix."""
    extra: dict[str, Any] = {"allowed": allowed, "usual": usual}
    alias = AliasChoices(env, env.lower()) if env else None
    if callable(default):
        return Field(default_factory=default, description=help, json_schema_extra=extra, validation_alias=alias)
    return Field(default, description=help, json_schema_extra=extra, validation_alias=alias)


class Settings(BaseSettings):
    """All options. The class itself raises `ValidationError`; `load` turns that into a sentence."""

    model_config = SettingsConfigDict(
        env_prefix="PARLEY_", env_ignore_empty=True, extra="forbid", frozen=True, populate_by_name=True
    )

    store: StoreUrl = _option(
        default_store,
        "sqlite:///PATH, redis://HOST:PORT/DB, redis+sentinel://HOST:PORT,…/PRIMARY, unix:///SOCKET, or memory:",
        "Store of the sessions; memory: loses them when the process ends.",
        usual="sqlite:/// in the user's data folder",
    )
    wait_store: bool = _option(
        False,
        "on or off",
        "Makes parley serve wait at its start for a store that it cannot reach, instead of ending.",
        usual="off; on in the container",
    )
    telegram_token: Secret = _option(None, "a bot token", "Switches the Telegram bot on.", usual="unset")
    telegram_api: Annotated[Web, _matching(r"(?!\S*/bot/*$)\S+")] = _option(
        "https://api.telegram.org", "an http(s) address without /bot", "Base address of Telegram's Bot API."
    )
    telegram_webhook: Hook = _option(
        "", "an https address", "Public address that Telegram calls; without it, Parley polls.", usual="polling"
    )
    telegram_listen: Address = _option("127.0.0.1:8081", "HOST:PORT", "Local address where these calls arrive.")
    discord_token: Secret = _option(None, "a bot token", "Switches the Discord bot on.", usual="unset")
    discord_api: Annotated[Web, _matching(r"\S+/api/v10/*")] = _option(
        "https://discord.com/api/v10", "an http(s) address that ends in /api/v10", "Base address of Discord's REST API."
    )
    discord_gateway: Socket = _option(
        "", "a ws(s) address", "Address of Discord's gateway.", usual="the one that Discord names"
    )
    discord_words: Literal["addressed", "all"] = _option(
        "addressed",
        "addressed or all",
        "Messages that count in a game's thread: those that mention or answer the bot, or all; "
        "all needs the message content intent.",
    )
    operators: Annotated[tuple[Operator, ...], NoDecode, BeforeValidator(_commas)] = _option(
        (), "telegram:ID and discord:ID, separated by commas", "Operators on every server and platform.", usual="nobody"
    )
    anthropic_api_key: Secret = _option(
        None,
        "a key",
        "Makes the LLM the default for AI seats; without it the analytic players serve.",
        env="ANTHROPIC_API_KEY",
        usual="unset",
    )
    anthropic_base_url: Annotated[Web, _matching(r"(?!\S*/v1/*$)\S+")] = _option(
        "https://api.anthropic.com",
        "an http(s) address without /v1",
        "Base address of the LLM's API.",
        env="ANTHROPIC_BASE_URL",
    )
    model: Annotated[str, BeforeValidator(_stripped), _matching(r"\S+")] = _option(
        "claude-sonnet-5-5", "a model's name", "The LLM that decides for AI seats."
    )
    llm_words: Literal["free", "choose", "word"] = _option(
        "free",
        "free, choose or word",
        "free: the LLM moves and speaks; choose: it moves, templates speak; word: it words an analytic player's moves.",
    )
    llm_answer: Literal["schema", "text"] = _option(
        "schema",
        "schema or text",
        "schema: the LLM answers in fields; text: as a player types (to compare with published agents).",
    )
    llm_rational: Literal["on", "off"] = _option(
        "on",
        "on or off",
        "Keeps a model from moves that leave it worse off than no deal; off for studies of models.",
    )
    llm_seconds: Annotated[float, Field(ge=0.1, le=45)] = _option(
        40.0,
        "a number of seconds from 0.1 to 45",
        "Most seconds that the LLM may take for a decision; then an analytic player decides.",
    )
    llm_provider: Literal["anthropic", "bedrock", "vertex"] = _option(
        "anthropic",
        "anthropic, bedrock or vertex",
        "Provider of the LLM; bedrock and vertex take credentials from their own environment.",
    )
    llm_max_tokens: Annotated[int, Field(ge=64, le=8192)] | None = _option(
        None,
        "a whole number from 64 to 8192",
        "Most tokens in one answer of the LLM, thinking included; "
        "after a cut-off answer, the next may have twice as many.",
        usual="what suits the model",
    )
    llm_effort: Literal["", "low", "medium", "high", "xhigh", "max"] = _option(
        "",
        "low, medium, high, xhigh or max",
        "Effort that the LLM makes.",
        usual="low where the model knows efforts",
    )
    llm_thinking: Annotated[
        str, BeforeValidator(_stripped), _matching(r"(off|adaptive|disabled|between_tools|enabled(:\d{4,6})?)?")
    ] = _option(
        "",
        "off, adaptive, disabled, between_tools, enabled or enabled:TOKENS",
        "Thinking of the LLM before it answers; off suits every model that can answer without thinking.",
        usual="the model's own",
    )
    llm_tokens_game: Annotated[int, Field(ge=0)] = _option(
        400_000, "a whole number, 0 for no limit", "Most tokens of the LLM for one game."
    )
    llm_tokens_user: Annotated[int, Field(ge=0)] = _option(
        1_000_000, "a whole number, 0 for no limit", "Most tokens of the LLM for one person's games on one day."
    )
    llm_tokens_day: Annotated[int, Field(ge=0)] = _option(
        20_000_000, "a whole number, 0 for no limit", "Most tokens of the LLM on one day, all games together."
    )
    llm_prices: Annotated[str, BeforeValidator(_stripped), _matching(r"(\d+(\.\d+)?,\d+(\.\d+)?)?")] = _option(
        "",
        "IN,OUT such as 3,15",
        "Dollars for a million tokens, in and out, to estimate costs.",
        usual="those of models that Parley knows",
    )
    personas: Annotated[str, BeforeValidator(_stripped), AfterValidator(_folder_there)] = _option(
        "", "an existing folder", "Folder with your own personas (NAME.toml); they override ours.", usual="only ours"
    )
    log: Literal["pretty", "json"] = _option("pretty", "pretty or json", "Format of the logs on stderr.")
    log_level: Literal["debug", "info", "warning", "error"] | None = _option(
        None,
        "debug, info, warning or error",
        "Lowest level of the log lines shown.",
        usual="info for serve, warning elsewhere",
    )
    limit_acts: Annotated[int, Field(ge=0, le=10_000)] = _option(
        60, "a whole number from 0 to 10000, 0 for no limit", "Most messages and presses from one person in 10 seconds."
    )
    limit_games: Annotated[int, Field(ge=0, le=1_000)] = _option(
        25, "a whole number from 0 to 1000, 0 for no limit", "Most games that one person may have open."
    )
    limit_text: Annotated[int, Field(ge=0, le=1_000_000)] = _option(
        5_000,
        "a whole number from 0 to 1000000, 0 for no limit",
        "Most characters in one person's message; games have limits of their own, up to 6000.",
    )
    archive_days: Annotated[int, Field(ge=1, le=36_500)] = _option(
        7, "a whole number from 1 to 36500", "Days from a game's end until it moves to the archive, without buttons."
    )
    keep_days: Annotated[int, Field(ge=0, le=36_500)] = _option(
        0,
        "a whole number from 0 to 36500, 0 for ever",
        "Days from a game's end until it is deleted; export what you need before.",
        usual="0: kept for ever",
    )
    web: Address = _option("", "HOST:PORT", "Address of the pages for browsers; switches them on.", usual="off")
    web_url: Base = _option(
        "",
        "an http(s) address without a path",
        "Public address of the pages, for links; with https the cookie is sent over https only.",
        usual="the one that the browser calls",
    )
    web_secret: Secret = _option(
        None, "a long random text", "Signs the cookies of the pages.", usual="drawn once and kept in the store"
    )
    web_play: Literal["on", "off"] = _option(
        "off", "on or off", "Lets anybody start a game on the pages; links and codes work in any case."
    )
    http: Address = _option("", "HOST:PORT", "Address of /healthz, /readyz and /metrics.", usual="off")

    def secrets(self) -> tuple[str, ...]:
        """Return the values that must not appear in any log."""
        named = [self.telegram_token, self.discord_token, self.anthropic_api_key, self.web_secret]
        password = urlsplit(self.store).password
        return (*(secret.get_secret_value() for secret in named if secret), *([password] if password else []))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, InitSettingsSource(settings_cls, init_kwargs=_filed())


class Option(NamedTuple):
    """An option for people to read: its name in the environment, its key in a file, texts."""

    env: str
    key: str
    allowed: str
    default: str
    help: str


def options() -> tuple[Option, ...]:
    """Return all options, in the order of the class."""
    found = []
    for key, field in Settings.model_fields.items():
        extra = field.json_schema_extra
        assert isinstance(extra, dict)
        alias = field.validation_alias
        env = str(alias.choices[0]) if isinstance(alias, AliasChoices) else f"PARLEY_{key.upper()}"
        default = str(extra["usual"] or field.default)
        found.append(Option(env, key, str(extra["allowed"]), default, field.description or ""))
    return tuple(found)


def load() -> Settings:
    """Return the settings of this process. Raises `BadSettings` with one sentence that never repeats a secret."""
    try:
        return Settings()
    except Unreadable as problem:
        raise BadSettings(f"{FILE} cannot be read: {str(problem).removeprefix('cannot be read ')}.") from None
    except ValidationError as problem:
        raise BadSettings(_sentence(problem)) from None
    except (SettingsError, ValueError, OSError) as problem:
        raise BadSettings(f"{FILE} cannot be read: {problem}.") from None


def _filed() -> dict[str, Any]:
    return {key: value for file in files() if file.is_file() for key, value in load_toml(file).items()}


def _sentence(problem: ValidationError) -> str:
    first = problem.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    option = next((o for o in options() if name.lower() in (o.env.lower(), o.key)), None)
    if option is None:
        return (
            f"{FILE} has an option {name[:40]!r} that does not exist; there are {', '.join(o.key for o in options())}."
        )
    secret = option.key.endswith(("token", "key", "secret", "store"))
    wrote = "" if secret else f"; it is {brief(first['input'])!r}"
    return f"{option.env} ({option.key} in {FILE}) must be {option.allowed}{wrote}."


def strangers() -> tuple[str, ...]:
    """Return names in the environment that have our prefix but are unknown: most likely misspelt."""
    known = {option.env for option in options()}
    return tuple(sorted(name for name in os.environ if name.startswith("PARLEY_") and name not in known))


def told(as_json: bool) -> str:
    """Return all options for people, or as a JSON list."""
    if as_json:
        return json.dumps([option._asdict() for option in options()])
    return "\n".join(f"{o.env}\n  {o.help}\n  {o.key} in {FILE}; {o.allowed}; default: {o.default}" for o in options())
