"""Commands for studies: declare, freeze, open, look. Trying and exporting: `trying`."""

import asyncio
import secrets
import string
from collections import Counter

from msgspec.structs import replace

from bot import keys
from bot.operators import dates
from bot.operators.call import Call, Done, is_study
from bot.operators.definitions import playable
from bot.operators.records import Realm
from bot.operators.typed import BadWords
from bot.studies import declaration, freezing, parts
from bot.studies.effective import effective
from bot.studies.ledger import label_of
from bot.studies.parts import Desk, Whose
from bot.studies.study import CODED, Part, Study, StudyState
from games.core.phrases import counted, whole
from games.core.post import Ask, Block, Choice, Mono, Post, Table, item, line, says
from games.core.registry import get, names
from games.core.settings import BadSetting

TOKEN = 12
"""Letters and digits of a token behind `st-`."""
SHOWN = 12
"""Number of coming assignments that the balance shows."""
LINK = "https://t.me/YOUR_BOT?start={}"
NOWHERE = "https://YOUR_ADDRESS"
TEMPLATE = """\
parley: 1
study: {slug}
title: {title}
game: {game}
settings:
  opponent: "{{ai}}"
factors:
  ai: [{players}]
participation:
  places: 60
  turn_minutes: 5
  study_minutes: 60
stages:
  - consent
  - tutorial
  - check: comprehension
  - game
  - survey: satisfaction_likeness
  - debrief
contact: the people who sent you here
analysis: |
  Write here what you will compare, and how.
"""


# --- declare ----------------------------------------------------------------------------------------------------------


async def new(call: Call) -> Done:
    kind = call.text("type").lower()
    if kind not in names():
        raise BadSetting("type", f"must be one of {', '.join(names())}", kind)
    if call.realm.study(call.text("name")) is not None:
        raise BadSetting("name", "must be new; /study import changes a draft that is there", call.text("name"))
    game = get(kind)
    players = ", ".join([name for name in game.players if name != game.default_player][:2])
    text = TEMPLATE.format(slug=call.text("name"), title=game.title, game=kind, players=players)
    return _declared(call, declaration.read(text), show=True)


async def imported(call: Call) -> Done:
    text = call.text("file") or call.text("text")
    if not text:
        raise BadWords("/study import needs a declaration, after the command or as a file. /study new writes one.")
    return _declared(call, await asyncio.to_thread(declaration.read, text))


def _declared(call: Call, read: Study, *, show: bool = False) -> Done:
    """Return the outcome of a declaration: a draft, or a change of one."""
    if call.realm.game(read.slug) is not None:
        raise BadSetting("study", "must not be the name of a game that is set up here", read.slug)
    before = call.realm.study(read.slug)
    if before is not None and before.state != "draft":
        raise BadWords(is_study(before))
    playable(call, effective(read.design))
    version, salt = (before.version, before.salt) if before is not None else (1, secrets.token_hex(16))
    made = replace(read, version=version, salt=salt)
    how = "changed" if before is not None else "made"
    blocks: list[Block] = [
        line(f"{made.slug}, version {version}, is a draft: {_shape(made)}."),
        *(item(f"{n}. {stage.name}") for n, stage in enumerate(made.stages, 1)),
        line(f"Try it with /study dryrun name:{made.slug}, then /study freeze name:{made.slug}."),
    ]
    if show:
        blocks.append(line("This is its file. Change it, then /study import it."))
        blocks.append(Mono(made.text, f"{made.slug}.yaml"))
    return Done(Post(tuple(blocks), _buttons(made)), put(call.realm, made), made.slug, (f"draft {how}", _shape(made)))


def _shape(study: Study) -> str:
    cells = counted(len(study.design.cells) or 1, "condition")
    places = counted(study.rules.places, "place") if study.rules.places else "any number of places"
    return f"{get(study.design.game).title}, {cells}, {counted(len(study.stages), 'stage')}, {places}"


def _state(study: Study) -> str:
    return "a draft" if study.state == "draft" else study.state


def put(realm: Realm, study: Study) -> Realm:
    """Return the realm with a version of a study in its place."""
    others = [s for s in realm.studies if (s.key, s.version) != (study.key, study.version)]
    return replace(realm, studies=tuple(sorted((*others, study), key=lambda s: (s.key, s.version))))


def _buttons(study: Study) -> tuple[Ask, ...]:
    turns: dict[StudyState, tuple[tuple[str, str], ...]] = {
        "draft": (("Dry run", "dryrun"), ("Freeze", "freeze")),
        "frozen": (("Dry run", "dryrun"), ("Open", "open")),
        "open": (("Show", "show"), ("Pause", "pause")),
        "paused": (("Show", "show"), ("Open", "open")),
        "closed": (("Show", "show"), ("Export", "export")),
    }
    return tuple(Choice(label, f"/study {verb} name:{study.slug}") for label, verb in turns[study.state])


# --- freeze and open --------------------------------------------------------------------------------------------------


async def freeze(call: Call) -> Done:
    before = call.study()
    if before.state != "draft":
        raise BadWords(is_study(before))
    playable(call, effective(before.design))
    made = freezing.freeze(before, call.now)
    files = freezing.bundle(made)
    seed = "is the one that your file names" if before.design.seed else "is drawn"
    blocks: list[Block] = [
        line(f"{made.slug}, version {made.version}, is frozen. Hash {made.hash}"),
        line(f"The seed of assignment {seed}; its commitment is {made.commitment}"),
        line("Completion codes, for your panel:"),
        *(item(f"{outcome}: {made.code(outcome)}") for outcome in CODED),
        line(f"Register these files, then /study open name:{made.slug}."),
        *(Mono(text, name) for name, text in files.items()),
    ]
    lines = (f"frozen, hash {made.hash}", f"commitment {made.commitment}")
    return Done(Post(tuple(blocks), _buttons(made)), put(call.realm, made), made.slug, lines)


async def fork(call: Call) -> Done:
    before = call.study()
    if before.state == "draft":
        raise BadWords(f"{before.slug}, version {before.version}, is a draft already: change its file and import it.")
    made = replace(declaration.read(before.text), version=before.version + 1, salt=before.salt)
    post = Post(
        (
            line(f"{made.slug}, version {made.version}, is a draft with what version {before.version} says."),
            line(f"Change its file and /study import it. Version {before.version} stays as it is: {before.state}."),
            Mono(made.text, f"{made.slug}.yaml"),
        ),
        _buttons(made),
    )
    return Done(post, put(call.realm, made), made.slug, (f"forked from version {before.version}",))


async def opened(call: Call) -> Done:
    before = _runnable(call)
    if before.state == "draft":
        raise BadWords(f"{before.slug} is a draft: /study freeze name:{before.slug} comes first.")
    if before.state == "closed":
        raise BadWords(f"{before.slug} is closed and its seed is revealed. /study fork name:{before.slug} goes on.")
    if freezing.changed(before):
        raise BadWords(
            f"This program loads {before.slug} differently from when it was frozen (hash {before.hash[:16]}). "
            f"Serve it with the version that froze it, or /study fork name:{before.slug}."
        )
    token = (
        before.token or f"st-{''.join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(TOKEN))}"
    )
    after = replace(before, state="open", token=token)
    post = Post(
        (
            line(f"{after.slug}, version {after.version}, is open. People enter it with {token}:"),
            *_ways(after, call.web),
        ),
        _buttons(after),
    )
    if after == before:
        return Done(post)
    named = (str(keys.study(token)), f"{call.realm.name}|{after.slug}|{after.version}")
    return Done(post, put(call.realm, after), after.slug, (f"open, hash {after.hash}",), (named,))


def _ways(study: Study, web: str) -> tuple[Block, ...]:
    """Return the ways into a study. A panel that must name each person leads through the browser alone."""
    address = f"{web or NOWHERE}/s/{study.token}{_query(study)}"
    page = item(f"in a browser: {address}{'' if web else ' (put the address of your pages there)'}")
    if study.panel is not None and study.panel.required:
        return (page, line("Your panel fills in what follows the equals signs."))
    return (
        item(f"on Telegram: {LINK.format(study.token)} (put your bot's name there)"),
        item(f"on Discord: /join {study.token}"),
        page,
        line("Words to post:"),
        Mono(_invitation(study)),
    )


def _query(study: Study) -> str:
    """Return the parameters that a panel adds to a study's link."""
    return f"?{'&'.join(f'{name}=…' for name in study.panel.takes)}" if study.panel is not None else ""


def _invitation(study: Study) -> str:
    once = " Each person can take part once." if study.rules.once else ""
    return (
        f"Take part in {study.title}: at most {study.rules.study_minutes} minutes in this chat.{once} "
        f"To begin, write /join {study.token} to the bot in private."
    )


async def paused(call: Call) -> Done:
    before = _runnable(call)
    if before.state != "open":
        raise BadWords(f"{before.slug} is {_state(before)}, so there is nothing to pause.")
    after = replace(before, state="paused")
    post = Post((line(f"{after.slug} is paused: nobody else can enter; people in it go on."),), _buttons(after))
    return Done(post, put(call.realm, after), after.slug, ("paused",))


async def closed(call: Call) -> Done:
    before = _runnable(call)
    if before.state == "draft":
        raise BadWords(f"{before.slug} is a draft, so there is nothing to close.")
    after = replace(before, state="closed")
    post = Post(
        (
            line(f"{after.slug}, version {after.version}, is closed: nobody else can enter; people in it go on."),
            line(f"Seed {after.design.seed}, seal {freezing.seal(after)}. Commitment: {freezing.SCHEME}."),
        ),
        _buttons(after),
    )
    return Done(post, put(call.realm, after), after.slug, (f"closed, seed {after.design.seed}",))


def _runnable(call: Call) -> Study:
    """Return the version of a study that people can be in: the newest that is frozen, else the newest."""
    newest = call.study()
    frozen = [s for s in call.realm.studies if s.key == newest.key and s.state not in ("draft", "closed")]
    return max(frozen, key=lambda s: s.version, default=newest)


# --- look -------------------------------------------------------------------------------------------------------------


async def listed(call: Call) -> Done:
    if not call.realm.studies:
        return Done(says("There are no studies here. /study new name:NAME type:TYPE makes one."))
    rows = tuple((s.slug, str(s.version), s.design.game, s.state) for s in call.realm.studies)
    return Done(Post((Table(("study", "version", "game", "state"), rows),)))


async def show(call: Call) -> Done:
    study = call.begun() if call.text("version") else call.study()
    whose = Whose(call.realm.name, study.slug, study.version)
    people = [held.part async for held in parts.all_of(call.sessions.store, whose.realm, study.slug, study.version)]
    blocks = [*_described(study), *_others(call.realm, study), *_counted(study, people)]
    if study.frozen_at:
        blocks.append(_places(study, (await parts.desk(call.sessions.store, whose)).value))
    return Done(Post(tuple(blocks), _buttons(study)))


def _described(study: Study) -> list[Block]:
    rules = study.rules
    return [
        line(f"{study.slug}, version {study.version}, is {_state(study)}: {_shape(study)}."),
        line(study.title),
        *([line(f"Hash {study.hash}, frozen {dates.shown(study.frozen_at)}.")] if study.frozen_at else []),
        *([line(f"Token {study.token}.")] if study.token and study.state != "closed" else []),
        line(
            f"{rules.turn_minutes} minutes for each act, {rules.study_minutes} for all; "
            f"{'once' if rules.once else 'any number of times'}; data of those who withdraw: {rules.withdrawal}."
        ),
    ]


def _others(realm: Realm, study: Study) -> list[Block]:
    """Return a line for each other version in which people can be."""
    return [
        item(f"Version {other.version} is {other.state}: /study show name:{other.slug} version:{other.version}")
        for other in realm.studies
        if other.key == study.key and other.version != study.version and other.token
    ]


def _counted(study: Study, people: list[Part]) -> list[Block]:
    """Return the numbers of people by stage, of ended parts by outcome, and of repeats."""
    where = Counter(part.stage for part in people if not part.outcome)
    ends = Counter(part.outcome for part in people if part.outcome)
    came = sum(part.entries - 1 for part in people)
    return [
        line("Where people are:"),
        *(item(f"{stage.name}: {where[stage.name]}") for stage in study.stages),
        line("How parts ended:"),
        *([item(f"{outcome}: {n}") for outcome, n in sorted(ends.items())] or [item("none has ended")]),
        *([line(f"{counted(came, 'repeat')} of people who had come before.")] if came else []),
    ]


async def balance(call: Call) -> Done:
    study = call.begun()
    if not study.frozen_at:
        return Done(says(f"{study.slug} is a draft: nobody is assigned before it is frozen."))
    desk = (await parts.desk(call.sessions.store, Whose(call.realm.name, study.slug, study.version))).value
    blocks: list[Block] = [_places(study, desk)]
    if study.state == "closed" and study.design.cells:
        free = sorted({*desk.ledger.vacant, *range(desk.ledger.next, desk.ledger.next + SHOWN)})[:SHOWN]
        coming = ", ".join(label_of(study.design.cells, study.design.seed, slot) for slot in free)
        blocks.append(line(f"Seed {study.design.seed}. Next would have been: {coming}."))
    return Done(Post(tuple(blocks)))


def _places(study: Study, desk: Desk) -> Table:
    current = desk.ledger
    cells = study.design.cells
    weights = sum(cell.weight for cell in cells) or 1
    rows = tuple(
        (
            label or "all",
            whole(study.rules.places * weight / weights) if study.rules.places else "-",
            str(current.completed(label)),
            str(current.running(label)),
        )
        for label, weight in ([(cell.label, cell.weight) for cell in cells] or [("", 1)])
    )
    return Table(("condition", "planned", "complete", "active"), rows)
