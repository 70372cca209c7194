"""Addresses of stores."""

from pathlib import Path

import pytest

from storage import StoreError, open_store
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore


def test_memory() -> None:
    assert isinstance(open_store("memory:"), MemoryStore)


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("sqlite:////var/lib/parley.db", "/var/lib/parley.db"),
        ("sqlite:///parley.db", "{here}/parley.db"),
        ("sqlite:///data/a b%20c?.db", "{here}/data/a b%20c?.db"),
        ("sqlite:///~/parley.db", "{home}/parley.db"),
        ("sqlite:///~nobody at all/parley.db", "{here}/~nobody at all/parley.db"),
    ],
)
def test_three_slashes_and_a_path(address: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/ann")
    store = open_store(address)
    assert isinstance(store, SqliteStore)
    assert str(store.path) == path.format(here=tmp_path, home="/home/ann")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "address",
    [
        *["", "memory", "memory:x", "parley.db", "file:///x", "postgres://ann:secret@host/db"],
        *["sqlite:", "sqlite:parley.db", "sqlite://parley.db", "sqlite:///", "sqlite:///:memory:"],
    ],
)
def test_anything_else_is_refused_in_a_sentence_that_repeats_no_password(address: str) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///FILE") as refused:
        open_store(address)
    assert "secret" not in str(refused.value)
