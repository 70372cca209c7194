"""Telegram's HTML: what is shown, where the entities lie, what is refused."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.loopback import utf16
from tests.fakes.telegram_html import HtmlError, parse_html

SHOWN: list[tuple[str, str, list[tuple[str, int, int]]]] = [
    ("plain", "plain", []),
    ("3 &lt; 4 &amp;&amp; 5 &gt; 4 &quot;", '3 < 4 && 5 > 4 "', []),
    ("&nbsp;&copy; & &#36;&#x24; &#0;", "&nbsp;&copy; & $$ &#0;", []),
    ("<b>a</b><strong>b</strong>", "ab", [("bold", 0, 1), ("bold", 1, 1)]),
    ("<B>A</B> <i>i</i>", "A i", [("bold", 0, 1), ("italic", 2, 1)]),
    ("🙂<u>x</u>", "🙂x", [("underline", 2, 1)]),
    ("<b><i>x</i>y</b>", "xy", [("bold", 0, 2), ("italic", 0, 1)]),
    ("<b></b>x", "x", []),
    ("<b>x</>", "x", [("bold", 0, 1)]),
    ("<pre>a\n  b</pre>", "a\n  b", [("pre", 0, 5)]),
    ("<a href='tg://user?id=4'>Ann</a>", "Ann", [("text_mention", 0, 3)]),
    ("<a href='https://example.org/?a=1&amp;b=2'>x</a>", "x", [("text_link", 0, 1)]),
    ("<a>example.org</a>", "example.org", [("text_link", 0, 11)]),
    ("&ltx &lt&gt &#12345678; &#x1F642", "&ltx <> &#12345678; 🙂", []),
    ("<a href=nowhere>Ann</a>", "Ann", []),
    ('<span class="tg-spoiler">s</span>', "s", [("spoiler", 0, 1)]),
    ("<blockquote expandable>q</blockquote>", "q", [("expandable_blockquote", 0, 1)]),
    ('<pre><code class="language-python">x</code></pre>', "x", [("pre", 0, 1)]),
]


@pytest.mark.parametrize(("source", "text", "entities"), SHOWN, ids=[source for source, _, _ in SHOWN])
def test_shows(source: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    shown, found = parse_html(source)
    assert shown == text
    assert [(entity["type"], entity["offset"], entity["length"]) for entity in found] == entities


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<p>a</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("é<br/>", 'Unsupported start tag "br/" at byte offset 2'),
        ("</b>", "Unexpected end tag at byte offset 0"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("1 <2", "Unclosed start tag at byte offset 2"),
        ('<a href="x>y', "Unclosed start tag at byte offset 0"),
        ("<a href>y</a>", 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'),
        ("<a href=x_y>z</a>", "Unexpected end of name token at byte offset 8"),
        ("<a =1>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<span>y</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_complains(source: str, complaint: str) -> None:
    with pytest.raises(HtmlError) as error:
        parse_html(source)
    assert str(error.value) == complaint


@given(st.text())
def test_escaped_text_is_shown_as_it_was(text: str) -> None:
    assert parse_html(escape(text, quote=False)) == (text, [])


@given(st.text(), st.text(min_size=1))
def test_offsets_count_utf16_units(before: str, inside: str) -> None:
    _, (entity,) = parse_html(f"{escape(before)}<b>{escape(inside)}</b>".replace("&#x27;", "'"))
    assert (entity["offset"], entity["length"]) == (utf16(before), utf16(inside))
