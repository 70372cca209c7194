"""Every relative link of the documents leads to a file, and every anchor to a heading of its page."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "tests").rglob("*.md")),
)
FENCED = re.compile(r"^ *(```+|~~~+).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
LINK = re.compile(r'\]\(([^()\s]+)\)|\b(?:src|href)="([^"]+)"')
HEADING = re.compile(r"^#{1,6} +(.+?) *#* *$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings: a repeated one gets a number."""
    seen, found = Counter[str](), set[str]()
    for heading in HEADING.findall(FENCED.sub("", text)):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


@cache
def anchors_of(page: Path) -> set[str]:
    return anchors(page.read_text(encoding="utf-8"))


def dead(page: Path, text: str) -> list[str]:
    """Return the relative links in a page's text that lead nowhere."""
    prose = CODE.sub("", FENCED.sub("", text))
    targets = [inline or quoted for inline, quoted in LINK.findall(prose)]
    return [target for target in targets if not ELSEWHERE.match(target) and not _leads(page, text, target)]


def _leads(page: Path, text: str, target: str) -> bool:
    path, _, anchor = target.partition("#")
    there = page.parent / path
    if not there.exists():
        return False
    return not anchor or anchor in (anchors_of(there) if path else anchors(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    assert dead(page, page.read_text(encoding="utf-8")) == []


def test_a_dead_link_is_noticed() -> None:
    text = """
# One page
## Every `room`, twice
## Every room twice
```text
# No heading
[no link](nowhere.md)
```
[a](#one-page) [b](#every-room-twice) [c](#every-room-twice-1) [d](README.md#guarantees)
![e](docs/pictures/class-board.png) [f](https://example.org/#x) `[g](nowhere.md)`
[h](#every-room-twice-2) [i](README.md#no-such-heading) [j](docs/nowhere.md)
<img src="docs/nowhere.png"> [k](#no-heading)
"""
    lost = ["#every-room-twice-2", "README.md#no-such-heading", "docs/nowhere.md", "docs/nowhere.png", "#no-heading"]
    assert dead(ROOT / "page.md", text) == lost
