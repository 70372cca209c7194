"""Commands that run a study with simulated people, and that write its data."""

import asyncio
import tempfile
from pathlib import Path

from bot.operators.call import Call, Done
from bot.operators.typed import BadWords, number
from bot.players.llm.models import dollars, known
from bot.session.model.inbound import AT_MACHINE
from bot.studies import dryrun as runs
from bot.studies.dryrun import MOST, TOKENS, Report
from bot.studies.effective import effective
from bot.studies.study import Study
from games.core.phrases import counted
from games.core.post import Block, Mono, Post, Table, item, line
from games.core.registry import get

PEOPLE = 60
SEEDS = 10**15 - 1
IN_CHAT = ("session", "participant", "assignment", "condition", "decision", "survey", "check", "consent", "payment")
"""Tables that a chat gets as files, at most as many as one message can carry."""


async def dryrun(call: Call) -> Done:
    study = call.study()
    people = number("people", call.text("people"), MOST, 1) if call.text("people") else PEOPLE
    seed = number("seed", call.text("seed"), SEEDS) if call.text("seed") else 1
    # A loop of its own in a thread: many games take seconds, and others play meanwhile.
    report = await asyncio.to_thread(lambda: asyncio.run(runs.dryrun(study, people, seed)))
    return Done(_told(study, report))


def _told(study: Study, report: Report) -> Post:
    rows = tuple(
        (cell.label or "all", str(cell.complete), str(cell.dropped), _mean(cell.points)) for cell in report.cells
    )
    ends = ", ".join(f"{outcome} {n}" for outcome, n in sorted(report.outcomes.items()))
    share = 100 * report.invalid / report.acts if report.acts else 0.0
    unit = "dollars" if get(study.design.game).unit == "cents" else "points"
    blocks: list[Block] = [
        line(f"Dry run of {study.slug} with {counted(report.people, 'simulated participant')}: nothing was kept."),
        Table(("condition", "complete", "dropped", f"mean {unit}"), rows),
        item(f"parts: {ends}; {counted(report.turned_away, 'repeat')} turned away{_late(report)}"),
        item(f"minutes: median {report.usual_minutes:.1f}, longest {max(report.minutes, default=0):.1f}"),
        item(f"typed messages refused: {share:.1f} %"),
        item(_cost(study, report)),
        *(
            item(f"smallest effect found in 80 %: {value:.2f} {unit}, {what}")
            for what, value in report.detectable.items()
        ),
        line("Simulated people move in seconds and negotiate by rule: minutes and effects are a lower bound."),
    ]
    return Post(tuple(blocks))


def _late(report: Report) -> str:
    if not report.late:
        return ""
    people = "1 person" if report.late == 1 else f"{report.late} people"
    return f"; {people} found no place"


def _mean(points: tuple[float, ...]) -> str:
    return f"{sum(points) / len(points):.2f}" if points else "-"


def _cost(study: Study, report: Report) -> str:
    """Return the estimated cost of the models that a study asks."""
    if not report.calls:
        return "no model is asked, so it costs nothing"
    loaded = effective(study.design)
    named = {loaded.house(variant)["opponent"].partition("@")[2] for variant in loaded.variants}
    facts = [known(name) for name in named if name]
    each = {"input_tokens": TOKENS[0], "output_tokens": TOKENS[1]}
    costs = [found.price.of(each) for found in facts if found is not None and found.price is not None]
    told = f"{report.calls} decisions of models, {report.calls / max(1, report.people):.1f} a person"
    if not costs:
        return f"{told}; what they cost depends on the model"
    return f"{told}; about ${dollars(max(costs) * report.calls)}"


async def export(call: Call) -> Done:
    study = call.begun()
    if not study.frozen_at:
        raise BadWords(f"{study.slug}, version {study.version}, is a draft, so nobody has taken part in it yet.")
    at_machine = call.inbound.place.startswith("terminal:")
    if at_machine and call.now - call.inbound.at > AT_MACHINE:
        raise BadWords(f"The export of {study.slug} was interrupted. Run it again.")
    if call.exporter is None:
        raise BadWords("This program cannot write bundles: install parley[research].")
    texts = call.text("texts").casefold() or "redacted"
    lines = (f"data exported, texts {texts}",)
    if call.inbound.desk:  # the dashboard downloads the bundle by itself
        post = Post((line(f"{study.slug}, version {study.version}, is downloaded."),))
        return Done(post, call.realm, study.slug, lines)
    if call.text("to") and not at_machine:
        raise BadWords("to names a folder on the machine that runs Parley, so it works only at the command line.")
    try:
        if at_machine:
            folder = Path(call.text("to") or f"{study.slug}-v{study.version}")
            await call.exporter(call.realm, study, folder, texts)
            return Done(
                Post((line(f"{study.slug}, version {study.version}, is written to {folder}."),)),
                call.realm,
                study.slug,
                lines,
            )
        with tempfile.TemporaryDirectory() as room:
            folder = Path(room) / study.slug
            await call.exporter(call.realm, study, folder, texts)
            files = [Mono(_text(path), path.name) for name in IN_CHAT for path in folder.rglob(f"*{name}*.csv")]
    except ValueError as problem:
        raise BadWords(str(problem)) from None
    whole = 'The whole bundle, with its codebook, is written by "parley study export" at the command line.'
    return Done(Post((line(f"{study.slug}: its tables. {whole}"), *files)), call.realm, study.slug, lines)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
