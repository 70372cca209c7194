"""Posts as Discord messages, buttons and forms. Platform limits live here; foreign text is always escaped."""

from collections.abc import Iterable, Sequence

import discord
from discord.utils import escape_markdown

from games.post import (
    Ask,
    Block,
    Bold,
    Choice,
    Counts,
    Field,
    Form,
    Gap,
    Item,
    Line,
    Many,
    Mono,
    Number,
    One,
    Picture,
    Post,
    Quote,
    Span,
    Table,
    Words,
    text_of,
)

LONGEST = 2000
LABEL = 80
TITLE = 45
OPTIONS = 25
FIELDS = 5
STYLES = {
    "go": discord.ButtonStyle.success,
    "plain": discord.ButtonStyle.secondary,
    "stop": discord.ButtonStyle.danger,
}


def messages(post: Post) -> list[str]:
    """The texts of a post, each within the platform's limit. Blocks stay whole where they fit into one message."""
    texts = [""]
    for block in post.blocks:
        for piece in _pieces(block):
            joined = f"{texts[-1]}\n{piece}" if texts[-1] else piece
            if len(joined) > LONGEST - 40:
                texts.append(piece)
            else:
                texts[-1] = joined
    return [text or "\u200b" for text in texts]


def _pieces(block: Block) -> list[str]:
    text = _block(block)
    if len(text) <= LONGEST - 40:
        return [text]
    bare = text_of(block)
    parts = [bare[i : i + 900] for i in range(0, len(bare), 900)]
    return [_block(Mono(part)) if isinstance(block, Mono) else escape_markdown(part) for part in parts]


def _spans(spans: Iterable[Span]) -> str:
    return "".join(f"**{_safe(s.text)}**" if isinstance(s, Bold) else _safe(s) for s in spans)


def _safe(text: str) -> str:
    """Text that shows as it is: no markup, no mention, no quotation."""
    return (
        escape_markdown(text, as_needed=False, ignore_links=False).replace("<@", "<\u200b@").replace("<#", "<\u200b#")
    )


def _block(block: Block) -> str:
    match block:
        case Line(spans):
            return _spans(spans)
        case Item(spans):
            return "• " + _spans(spans)
        case Gap():
            return ""
        case Mono(text):
            return f"```\n{_fenced(text)}\n```"
        case Quote(who, text):
            return (f"**{_safe(who)}**: " if who else "") + _safe(text)
        case Table(head, rows):
            return f"```\n{_fenced(_columns(head, rows))}\n```"
        case Picture(twin=twin):
            return _safe(twin)


def _fenced(text: str) -> str:
    return text.replace("`", "'")


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def view(row: str, asks: Sequence[Ask]) -> discord.ui.View | None:
    """One button for each ask. Its id names the stored post and the ask, and whether it opens a form."""
    if not asks:
        return None
    made = discord.ui.View(timeout=None)
    for i, ask in enumerate(asks[:OPTIONS]):
        kind = "f" if isinstance(ask, Form) else "p"
        made.add_item(
            discord.ui.Button(label=_cut(ask.label, LABEL), style=STYLES[ask.mood], custom_id=f"{kind}:{row}:{i}")
        )
    made.stop()
    return made


def modal(row: str, index: int, form: Form) -> discord.ui.Modal:
    """A form as the platform's own; its id is all that a submit needs, whatever process it reaches."""
    made = discord.ui.Modal(title=_cut(form.label.rstrip("…"), TITLE), custom_id=f"m:{row}:{index}", timeout=None)
    for field in form.fields:
        for label, component in _components(field):
            if len(made.children) < FIELDS:
                made.add_item(discord.ui.Label(text=_cut(label, TITLE), component=component))
    return made


def _components(field: Field) -> list[tuple[str, discord.ui.Item[discord.ui.View]]]:
    match field:
        case Number(key, label):
            return [(label, discord.ui.TextInput(custom_id=key, max_length=20))]
        case Words(key, label, most):
            long = discord.TextStyle.paragraph
            return [
                (label, discord.ui.TextInput(custom_id=key, style=long, max_length=min(most, 4000), required=False))
            ]
        case Counts(key, label, options, caps):
            hint = ", ".join(f"{cap} {name}" for (_, name), cap in zip(options, caps, strict=True))
            text = discord.ui.TextInput(custom_id=key, placeholder=_cut(f"at most {hint}", 100), required=False)  # type: ignore[var-annotated]
            return [(label, text)]
        case One(key, label, options):
            return [(label, _select(key, options, frozenset(), 1, 1))]
        case Many(key=key, label=label, options=options, chosen=chosen):
            parts = [options[i : i + OPTIONS] for i in range(0, len(options), OPTIONS)]
            several = len(parts) > 1
            return [
                (
                    f"{label} ({n} of {len(parts)})" if several else label,
                    _select(f"{key}.{n}" if several else key, part, chosen, 0, len(part)),
                )
                for n, part in enumerate(parts, 1)
            ]


def _select(
    key: str, options: Sequence[tuple[str, str]], chosen: frozenset[str], least: int, most: int
) -> discord.ui.Select[discord.ui.View]:
    items = [
        discord.SelectOption(label=_cut(name, 100), value=value, default=value in chosen) for value, name in options
    ]
    return discord.ui.Select(custom_id=key, options=items, min_values=least, max_values=most, required=least > 0)


def filled(form: Form, values: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    """What a submitted form says, field by field; lists that were split are joined again."""
    spoken = []
    for field in form.fields:
        parts = [v for key, vs in values.items() if key == field.key or key.startswith(f"{field.key}.") for v in vs]
        spoken.append((field.key, ", ".join(parts)))
    return tuple(spoken)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


__all__ = ["Choice", "filled", "messages", "modal", "view"]
