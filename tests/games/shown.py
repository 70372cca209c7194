"""A reader's posts as text, for checks that search it."""

from re import escape, search
from typing import Any

from games.core.codec import decode, encode
from games.core.post import Post, plain


def shown(value: Any) -> str:
    said = plain(value) if isinstance(value, Post) else ""
    return f"{said}\n{encode(value).decode()}"


def found(canary: str, text: str) -> bool:
    return canary in text and bool(search(rf"(?<![\w.]){escape(canary)}(?!\w)", text))


def says_something(post: Post) -> None:
    text = plain(post)
    assert text.strip(), f"{post} has no words"
    assert not search(r"[\x00-\x09\x0b-\x1f\x7f]", text), repr(text)
    assert decode(encode(post), Post) == post
