"""Providers of models, each through the SDK's own client, with credentials from its own environment.

- `anthropic`: the Messages API of Anthropic, or of any server at `ANTHROPIC_BASE_URL`.
- `bedrock`: Amazon Bedrock. `AWS_REGION`, and `AWS_BEARER_TOKEN_BEDROCK` or what boto3 finds.
- `vertex`: Google Cloud. `CLOUD_ML_REGION`, `ANTHROPIC_VERTEX_PROJECT_ID`, and `CLOUDSDK_AUTH_ACCESS_TOKEN` or what
  google-auth finds.
"""

import os
from importlib.util import find_spec
from typing import Any, Final, Literal

Provider = Literal["anthropic", "bedrock", "vertex"]

TOKEN: Final = {"bedrock": "AWS_BEARER_TOKEN_BEDROCK", "vertex": "CLOUDSDK_AUTH_ACCESS_TOKEN"}
"""Variables that hold a ready token; without one, a library of the provider looks for credentials."""
LIBRARY: Final = {"bedrock": "boto3", "vertex": "google.auth"}


def missing(provider: Provider, key: bool) -> str:
    """Return the first lack that keeps a provider from being called, as the end of a sentence; "" for none."""
    if provider == "anthropic" and not key:
        return "ANTHROPIC_API_KEY is not set"
    if not _installed("anthropic"):
        extra = "llm" if provider == "anthropic" else provider
        return f"its library is not installed: pip install 'parley[{extra}]'"
    return "" if provider == "anthropic" else _unset(provider)


def _unset(provider: Literal["bedrock", "vertex"]) -> str:
    """Return the settings that a provider's environment lacks, as the end of a sentence; "" for none."""
    able = _installed(LIBRARY[provider])
    if not able and not os.environ.get(TOKEN[provider]):
        return f"{TOKEN[provider]} is not set, and other credentials need pip install 'parley[{provider}]'"
    needed: tuple[str, ...] = ("CLOUD_ML_REGION", "ANTHROPIC_VERTEX_PROJECT_ID")
    if provider == "bedrock":  # its library may know a region from its own files
        needed = () if able or os.environ.get("AWS_DEFAULT_REGION") else ("AWS_REGION",)
    unset = [name for name in needed if not os.environ.get(name)]
    return f"{' and '.join(unset)} {'is' if len(unset) == 1 else 'are'} not set" if unset else ""


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # of a package above it
        return False


def client(library: Any, provider: Provider, key: str, base_url: str, **shared: Any) -> Any:
    """Return the SDK's client of a provider. Raises the SDK's errors for a missing region or project."""
    if provider == "bedrock":
        return library.AsyncAnthropicBedrock(**shared)
    if provider == "vertex":
        return library.AsyncAnthropicVertex(access_token=os.environ.get(TOKEN["vertex"]), **shared)
    return library.AsyncAnthropic(api_key=key, base_url=base_url, **shared)


def name_at(provider: Provider, model: str) -> str:
    """Return a model's name as its provider writes it: Bedrock puts the maker before it."""
    return f"anthropic.{model}" if provider == "bedrock" and model.startswith("claude-") else model
