"""Transcripts: what was said and decided in one session, in Markdown, under seats and pseudonyms."""

from bot.research.bundle.column import Row
from bot.research.bundle.sinks import stamp


def transcript(sid: str, rows: list[tuple[str, Row]]) -> str:
    """Return the transcript of one session from its rows; "" if nothing was said or decided."""
    messages = [row for table, row in rows if table == "message"]
    if not messages:
        return ""
    lines = [f"# Session {sid}", ""]
    for row in messages:
        who = f"{row['seat']} ({row['pid'] or row['actor']})"
        text = row.get("text", row.get("text_redacted")) or ""
        did = f" [{row['action']}]" if row["action"] else ""
        fate = "" if row["counted"] else f" *({row['code']})*"
        lines.append(f"- `{stamp(row['at'])}` **{who}**{did}{fate} {' '.join(text.split())}".rstrip())
    return "\n".join(lines) + "\n"
