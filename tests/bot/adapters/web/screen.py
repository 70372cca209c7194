"""A page as a test reads it: articles, buttons with what they send, and everything else that a browser would see."""

from html.parser import HTMLParser
from typing import Any

VOID = frozenset({"meta", "link", "input", "img", "br", "wbr"})
BLOCKS = frozenset(
    {"blockquote", "details", "div", "dl", "fieldset", "figure", "form", "ol", "p", "pre", "table", "ul"}
)
"""Elements that a browser does not leave inside a paragraph: it ends the paragraph before them."""


class Form:
    def __init__(self, action: str, method: str) -> None:
        self.action, self.method = action, method
        self.fields: list[tuple[str, str]] = []
        self.buttons: dict[str, tuple[str, str]] = {}
        """Name and value of each button, by its label."""

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.fields]


class Screen(HTMLParser):
    """A parsed page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.forms: list[Form] = []
        self.articles: list[str] = []
        self.said: list[str] = []
        self.ids: dict[str, str] = {}
        """The text in each element that has an id."""
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self._form: Form | None = None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert tag not in BLOCKS or all(name != "p" for name, _, _ in self._open), f"{tag} inside of a paragraph"
        self.tags.append((tag, given))
        if tag == "form":
            self._form = Form(given["action"], given["method"])
            self.forms.append(self._form)
        if tag in ("input", "select", "textarea") and self._form is not None:
            boxed = given.get("type") in ("checkbox", "radio") and "checked" not in given
            self._form.fields += [] if boxed else [(given["name"], given.get("value", ""))]
        if tag not in VOID:
            self._open.append((tag, given, []))

    def handle_endtag(self, tag: str) -> None:
        opened, given, texts = self._open.pop()
        assert opened == tag, f"{opened} is closed by {tag}"
        text = " ".join("".join(texts).split())
        if "id" in given:
            assert given["id"] not in self.ids, given["id"]
            self.ids[given["id"]] = text
        if tag == "article":
            self.articles.append(text)
        if given.get("class") == "said":
            self.said.append(text.removeprefix("You said: "))
        if tag == "button" and self._form is not None:
            self._form.buttons[text] = given.get("name", ""), given.get("value", "")
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        for _, _, texts in self._open:
            texts.append(data)

    def form(self, label: str) -> Form:
        """The last form with this button."""
        found = [form for form in self.forms if label in form.buttons]
        assert found, f"no button {label!r} in {self.labels}"
        return found[-1]

    @property
    def labels(self) -> list[str]:
        return [label for form in self.forms for label in form.buttons]

    def all(self, tag: str, **attributes: Any) -> list[dict[str, str]]:
        return [a for name, a in self.tags if name == tag and attributes.items() <= a.items()]
