"""Telegram's HTML parse mode, with its rules and its complaints.

Source: the parser of Telegram's client library TDLib (`parse_html`) and the Bot API page, "HTML style". Offsets and
lengths of entities are UTF-16 code units; offsets in complaints are bytes of UTF-8.
"""

import re
from typing import Any

from tests.fakes.loopback import utf16

SIMPLE = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
}
REFERENCE = re.compile(
    r"&(?:(lt|gt|amp|quot)(?![A-Za-z])|#(\d{1,7})(?!\d)|#x([0-9a-fA-F]{1,6})(?![0-9a-fA-F]));?", re.ASCII
)
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}


class HtmlError(ValueError):
    """Why Telegram refuses the text, in its words."""


def parse_html(source: str) -> tuple[str, list[dict[str, Any]]]:
    """The displayed text and its entities; raises HtmlError where Telegram answers "can't parse entities"."""
    return _Parser(source).run()


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text: list[str] = []
        self.offset = 0
        self.open: list[tuple[str, dict[str, str], int, int]] = []  # tag, attributes, offset, characters before it
        self.entities: list[dict[str, Any]] = []

    def run(self) -> tuple[str, list[dict[str, Any]]]:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._close()
            elif self.source[self.at] == "<":
                self._open()
            else:
                self._char()
        if self.open:
            raise HtmlError(f'Can\'t find end tag corresponding to start tag "{self.open[-1][0]}"')
        self.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return "".join(self.text), self.entities

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode("utf-8", "surrogatepass"))

    def _char(self) -> None:
        reference = REFERENCE.match(self.source, self.at)
        char = _referred(reference) if reference else None
        if reference and char is not None:
            self.at = reference.end()
        else:
            char = self.source[self.at]
            self.at += 1
        self.text.append(char)
        self.offset += utf16(char)

    def _open(self) -> None:
        begin = self.at
        head = re.compile(r"<([^\s>]*)").match(self.source, begin)
        assert head is not None
        if head.end() == len(self.source):
            raise HtmlError(f"Unclosed start tag at byte offset {self._byte(begin)}")
        tag = head[1].lower()
        if tag not in SIMPLE:
            raise HtmlError(f'Unsupported start tag "{tag}" at byte offset {self._byte(begin)}')
        self.at = head.end()
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise HtmlError(f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}')
        self.open.append((tag, attributes, self.offset, len(self.text)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        attribute = re.compile(r"\s*([^\s=>/]*)\s*(=?)\s*(\"[^\"]*\"|'[^']*'|[A-Za-z0-9.\-]*)")
        blank = re.compile(r"\s*>")
        while True:
            if end := blank.match(self.source, self.at):
                self.at = end.end()
                return found
            match = attribute.match(self.source, self.at)
            if match is None or self.source[match.end() : match.end() + 1] in ("", '"', "'"):
                raise HtmlError(f"Unclosed start tag at byte offset {self._byte(begin)}")
            name, equal, value = match.groups()
            if not name:
                raise HtmlError(f'Empty attribute name in the tag "{tag}" at byte offset {self._byte(begin)}')
            if not equal and (tag, name) != ("blockquote", "expandable"):
                where = self._byte(begin)
                raise HtmlError(
                    f'Expected equal sign in declaration of an attribute of the tag "{tag}" at byte offset {where}'
                )
            if self.source[match.end()] not in " \n\t\r\v\f>" and equal:
                raise HtmlError(f"Unexpected end of name token at byte offset {self._byte(match.start(3))}")
            found[name.lower()] = REFERENCE.sub(lambda m: _referred(m) or m[0], value.strip("\"'"))
            self.at = match.end()

    def _close(self) -> None:
        begin = self.at
        if not self.open:
            raise HtmlError(f"Unexpected end tag at byte offset {self._byte(begin)}")
        match = re.compile(r"</([^\s>]*)\s*>").match(self.source, begin)
        if match is None:
            raise HtmlError(f"Unclosed end tag at byte offset {self._byte(begin)}")
        tag, attributes, start, before = self.open.pop()
        if match[1] and match[1].lower() != tag:
            raise HtmlError(
                f"Unmatched end tag at byte offset {self._byte(begin)}, "
                f'expected "</{tag}>", found "</{match[1].lower()}>"'
            )
        self.at = match.end()
        if self.offset > start:
            self._entity(tag, attributes, start, "".join(self.text[before:]))

    def _entity(self, tag: str, attributes: dict[str, str], start: int, inside: str) -> None:
        entity: dict[str, Any] = {"type": SIMPLE[tag], "offset": start, "length": self.offset - start}
        if tag == "a":
            entity |= _link(attributes.get("href") or inside)
            if len(entity) == 3:
                return  # Telegram shows the words and forgets the link
        if tag == "tg-emoji":
            entity["custom_emoji_id"] = attributes.get("emoji-id", "")
        if tag == "blockquote" and "expandable" in attributes:
            entity["type"] = "expandable_blockquote"
        if tag == "code" and attributes.get("class", "").startswith("language-"):
            entity["language"] = attributes["class"].removeprefix("language-")
        if tag == "pre":
            same = (entity["offset"], entity["length"])
            for inner in [e for e in self.entities if e["type"] == "code" and (e["offset"], e["length"]) == same]:
                self.entities.remove(inner)
                if "language" in inner:
                    entity["language"] = inner["language"]
        elif tag == "code" and not any(outer == "pre" for outer, *_ in self.open):
            entity.pop("language", None)
        self.entities.append(entity)


def _link(url: str) -> dict[str, Any]:
    """Return what a link adds to its entity; nothing for a link Telegram does not accept."""
    person = re.fullmatch(r"tg://user/?\?id=(\d+)", url)
    if person:
        return {"type": "text_mention", "user": {"id": int(person[1]), "is_bot": False, "first_name": ""}}
    if re.match(r"(https?|tg|tonsite)://", url):
        return {"url": url}
    return {"url": f"http://{url}"} if re.fullmatch(r"[\w-]+(\.[\w-]+)+(/\S*)?", url) else {}


def _referred(match: re.Match[str]) -> str | None:
    """The character an HTML reference stands for; None where Telegram leaves the text as it is."""
    name, decimal, hexadecimal = match.groups()
    if name:
        return NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else None
