"""The figures as a page that people read, in a terminal or in RESULTS.md."""

from collections.abc import Iterable

from bot.research.opponents.search import Searched
from games.core.contract import Seat
from tests.bench.classes import Classes
from tests.bench.classics import PLAYERS, Classics
from tests.bench.coach import Coached
from tests.bench.dashboard import Dashboard
from tests.bench.decisions import Decisions
from tests.bench.door import Door
from tests.bench.figures import Figure
from tests.bench.flood import Flood
from tests.bench.league import AGENTS, JOINT, OWN, League
from tests.bench.load import Load
from tests.bench.measure import Spread
from tests.bench.opponents import Exploited, ceiling
from tests.bench.reading import Slowest
from tests.bench.simulated import Simulated
from tests.bench.swaps import Swaps
from tests.bench.trained import Learned
from tests.bench.turns import Turns
from tests.bench.visits import Visits

Measured = (
    Turns
    | Simulated
    | Slowest
    | Door
    | Flood
    | Load
    | Classics
    | League
    | Swaps
    | Exploited
    | Decisions
    | Learned
    | Coached
    | Classes
    | Dashboard
    | Visits
)

SLOWEST = 5
"""Hostile texts that are listed for each game."""
INTRODUCTION = """\
# Measurements

One run of `make bench`. Each figure is the median over repetitions, with the lowest and the highest behind it. Machines
differ and are shared: compare ratios, and figures of one run. Turns on the rules and games of AIs are counted by
processor time, turns through the store by the clock.
"""


def page(measured: Iterable[Measured], machine: dict[str, str]) -> str:
    """Markdown with one section for each measurement."""
    where = ", ".join(f"{key} {value}" for key, value in machine.items())
    return "\n".join([INTRODUCTION, f"Machine: {where}.", *map(_section, measured)])


def _section(measured: Measured) -> str:
    match measured:
        case Turns():
            return _turns(measured)
        case Simulated():
            return _simulated(measured)
        case Slowest():
            return _reading(measured)
        case Door():
            return _door(measured)
        case Flood():
            return _flood(measured)
        case Load():
            about = "The whole program over a real Redis here; people and the chat platform run in the same process."
            return _aims("Many games over Redis", about, measured.figures)
        case Visits():
            about = (
                "`parley serve` on SQLite in a process of its own; this one is everybody's browser, half of them with "
                "scripts. From the press to the answer on the page. Where others used the machine, the service was "
                "often ready to run and had no processor: how much of the time stands with each load."
            )
            return _aims("Many people in browsers", about, measured.figures)
        case Classics():
            return _classics(measured)
        case League():
            return _league(measured)
        case Swaps():
            return _swaps(measured)
        case Exploited():
            return _opponents(measured)
        case Decisions():
            return _decisions(measured)
        case Learned():
            return _learned(measured)
        case Coached():
            return _coached(measured)
        case Classes():
            return _classes(measured)
        case Dashboard():
            return _dashboard(measured)


def _dashboard(m: Dashboard) -> str:
    about = (
        f"{m.sessions:,} sessions of a game, {m.running:,} of them running, and a small study. Milliseconds in the "
        "median (wanted: ≤ 200); behind it what nineteen of twenty pages stay below."
    )
    rows = [(f"`/dashboard{path}`", f"{half:.1f} ({most:.1f})") for path, (half, most) in m.pages.items()]
    rows += [
        ("first page after the start", f"{m.first:.0f}"),
        ("until all sessions were read", f"{m.read:.0f}"),
        ("another process's change until a page shows it (wanted: ≤ 2,000)", f"{m.seen:.0f}"),
    ]
    return _table(f"Dashboard of operators: {m.game}", about, rows)


def _turns(m: Turns) -> str:
    rows = [(f"{part}, µs a turn", _figure(spread, 2)) for part, spread in m.parts.items()]
    return _table(
        f"Turns on the rules: {m.game}",
        f"Text in, view, read, apply, event kept; {m.turns_a_game:.1f} turns a game, every game dealt afresh.",
        [("**turns a second**", _figure(m.per_second, 0)), *rows],
    )


def _simulated(m: Simulated) -> str:
    return _table(
        f"AI against AI: {m.game}",
        f"`parley simulate` in one process, default players; {m.turns_a_game:.1f} decisions a game.",
        [("**games a second**", _figure(m.per_second, 0))],
    )


def _reading(m: Slowest) -> str:
    rows = [
        (f"{timed.where}: `{_short(timed.text)}`", f"{timed.milliseconds:.2f} ({timed.half:.2f}, {timed.growth:.2f})")
        for timed in m.worst[:SLOWEST]
    ]
    return _table(
        f"Reading hostile texts: {m.game}",
        f"{m.texts:,} texts of 5,000 characters, made by repetition of the reader's own words, in {m.views} views. "
        "Milliseconds of one text; behind it those of half its length, and the ratio (wanted: ≤ 5 ms, ratio ≤ 2.2).",
        [
            ("**worst text, ms**", f"{m.worst[0].milliseconds:.2f}"),
            ("**greatest growth among the worst**", f"{m.growth:.2f}"),
            *rows,
        ],
    )


def _short(text: str) -> str:
    """A text in a cell of a table: what would end the cell, or the code in it, is left out."""
    return text.replace("`", "").replace("|", "")[:80]


def _door(m: Door) -> str:
    about = (
        f"Accept, commit, the AI's answer, outbox; {m.commits_a_turn:.2f} commits, {m.posts_a_turn:.2f} posts and "
        f"{m.bytes_a_turn / 1000:.1f} kB a turn. Bare: `Store.commit` of the same bytes in a second file."
    )
    return _table(
        f"Human turns through the session manager on SQLite: {m.game}",
        about,
        [
            ("whole turns a second", _figure(m.per_second, 0)),
            ("bare turns a second", _figure(m.bare_per_second, 0)),
            ("**whole / bare commits**, by the clock", _figure(m.share, 2)),
            ("**whole / bare commits**, by processor time", _figure(m.processor_share, 2)),
            ("whole / all bare store calls, by processor time", _figure(m.calls_share, 2)),
            *((f"{part}, µs a turn", _figure(spread, 1)) for part, spread in m.parts.items()),
        ],
    )


def _classics(m: Classics) -> str:
    about = (
        f"{m.contexts} contexts for measurements alone, both roles, each side begins as often, 20 messages (10 steps "
        f"of NegMAS). Own points ± standard error / joint points, agreement. Most joint points: {m.ceiling:.2f}."
    )
    if m.problem:
        about = f"{m.problem} Only our own figures follow."
    names = list(dict.fromkeys(met.classic for met in m.met))
    head = ["", "## Books, hats, balls: against the classic strategies of NegMAS", "", about, ""]
    rows = [f"| player | {' | '.join(names)} | mean own / joint |", "| --- |" + " --- |" * (len(names) + 1)]
    for player in PLAYERS if names else ():
        cells = [
            f"{met.own:.2f} ± {met.own_se:.2f} / {met.joint:.2f}, {met.agreed:.0%}"
            for met in m.met
            if met.player == player
        ]
        rows.append(
            f"| {player} | {' | '.join(cells)} | {m.mean(player, 'own'):.2f} / {m.mean(player, 'joint'):.2f}, "
            f"Pareto {m.mean(player, 'pareto'):.0%}, {m.mean(player, 'nash_distance'):.2f} from Nash |"
        )
    return "\n".join([*head, *(rows if names else ()), "", *_targets(m)])


def _targets(m: Classics) -> list[str]:
    """Figures of core beside what they should be."""
    micro = next((met for met in m.met if (met.player, met.classic) == ("core", "MiCRO")), None)
    rows = [
        ("core against itself: joint points", f"{m.self_joint:.2f}", "≥ 14.6"),
        ("core against itself: agreement", f"{m.self_agreed:.1%}", "100 %"),
        ("games a second, core against itself, bare offers", _figure(m.bare, 0), ""),
        ("games a second, core against itself, with rules and words", _figure(m.whole, 0), ""),
    ]
    if m.negmas and micro:
        rows = [
            ("core: mean own points over the classics", f"{m.mean('core', 'own'):.2f}", "≥ 7.0"),
            ("core: mean joint points over the classics", f"{m.mean('core', 'joint'):.2f}", "≥ 13.5"),
            ("core against MiCRO: own points", f"{micro.own:.2f}", "≥ 5.5"),
            ("core against MiCRO: agreement", f"{micro.agreed:.1%}", "≥ 90 %"),
            *rows,
            ("games a second, NegMAS's classics among themselves", _figure(m.negmas, 0), ""),
            ("**ours / NegMAS's**, bare offers", f"{m.bare.median / m.negmas.median:.1f}", "≥ 10"),
            ("**ours / NegMAS's**, with rules and words", f"{m.whole.median / m.negmas.median:.1f}", "≥ 10"),
        ]
    return ["| what | measured | wanted |", "| --- | --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)]


def _league(m: League) -> str:
    head = ["", "## Books, hats, balls: against winners of the Automated Negotiation League of 2024", ""]
    if m.problem:
        return "\n".join([*head, m.problem])
    about = (
        f"{m.contexts} contexts for measurements alone, both roles, both orders, 20 messages (10 steps of NegMAS). Own "
        "points ± standard error / joint points, agreement (own points when the player begins, when it answers; games "
        f"that an error of the agent ended). Most joint points: {m.ceiling:.2f}. *Told*: the agents know the player's "
        "values, as in the league; *guess*: they believe in the mean of those that may meet their own. "
        "The league played up to 10,000 steps; at 10 AgentRenting2024 never consults its network."
    )
    rows = [f"| player | agents | {' | '.join(AGENTS)} | mean own / joint |", "| --- " * (len(AGENTS) + 3) + "|"]
    for one in m.pooled:
        cells = [
            f"{met.own:.2f} ± {met.own_se:.2f} / {met.joint:.2f} ± {met.joint_se:.2f}, {met.agreed:.0%} "
            f"({met.begins:.2f}, {met.answers:.2f}; {met.faults})"
            for met in m.faced
            if (met.player, met.disclosed) == (one.player, one.disclosed)
        ]
        mean = f"{one.own:.2f} ± {one.own_se:.2f} / {one.joint:.2f} ± {one.joint_se:.2f}"
        rows.append(f"| {one.player} | {_told(one.disclosed)} | {' | '.join(cells)} | {mean} |")
    limits = ["", "| what | measured | wanted |", "| --- | --- | --- |"]
    for one in m.pooled:
        told = _told(one.disclosed)
        if one.player == "core":
            limits.append(f"| core, agents {told}: mean own points | {one.own:.2f} ± {one.own_se:.2f} | ≥ {OWN} |")
            limits.append(f"| core, agents {told}: joint points | {one.joint:.2f} ± {one.joint_se:.2f} | ≥ {JOINT} |")
        else:
            ahead = f"{one.ahead:+.2f} ± {one.ahead_se:.2f}"
            limits.append(f"| core's own points beyond {one.player}'s, agents {told} | {ahead} | ≥ 0 |")
    return "\n".join([*head, about, "", *rows, *limits])


def _told(disclosed: bool) -> str:
    return "told" if disclosed else "guess"


def _swaps(m: Swaps) -> str:
    rows = [("ours, events kept", _figure(m.kept, 0)), ("ours, log in canonical bytes", _figure(m.written, 0))]
    if m.textarena is not None:
        rows += [
            ("TextArena, SimpleNegotiation-v0-raw", _figure(m.textarena, 0)),
            ("**ours / TextArena's**, events kept (wanted: ≥ 3)", f"{m.kept.median / m.textarena.median:.1f}"),
            ("**ours / TextArena's**, canonical bytes", f"{m.written.median / m.textarena.median:.1f}"),
        ]
    about = m.problem or "The same deals and messages on both sides, text in, every game dealt afresh; turns a second."
    return _table("Trading: turns a second beside TextArena's", about, rows)


def _opponents(m: Exploited) -> str:
    head = ["", f"## Best replies to our players: {m.game}", ""]
    learner = "; where their number is given, a learner of so many games as well" if m.learn else ""
    about = (
        f"`parley evaluate opponent {m.game}`: the mean {m.unit} that ordinary play (the default player's) and the "
        f"best reply get from a player in this seat, ± standard error over {m.games} games; no deal counts 0. Wanted: "
        f"at most the ceiling. Families of policies everywhere{learner}."
    )
    rows = [
        _best_reply(m.game, one, learner)
        for found, learner in ((m.found, ""), (m.learned, f"{m.learn:,}"))
        for one in found
    ]
    columns = "| player | seat | settings | ordinary play, deals | best reply | ceiling | learner | by |"
    return "\n".join([*head, about, "", columns, "| --- " * 8 + "|", *rows])


def _best_reply(game: str, one: Searched, learner: str) -> str:
    settings = " ".join(f"{key}={value}" for key, value in one.settings.items())
    most = ceiling(game, one.player, Seat(one.seat), one.settings)
    return (
        f"| {one.player} | {one.seat} | {settings} | {one.honest:.3f} ± {one.honest_se:.3f}, {one.deals:.0%} | "
        f"{one.best.share:.3f} ± {one.best.se:.3f} | {most or ''} | {learner} | {_short(one.best.policy)} |"
    )


def _decisions(m: Decisions) -> str:
    head = ["", f"## Decisions of our players: {m.game}", ""]
    about = (
        f"{m.games:,} games under every preset, every second time with settings drawn by chance; players by chance, "
        f"in {m.seats_of_strangers:,} seats attacks, or somebody who changes players with every turn. Milliseconds of "
        "processor time (wanted: median ≤ 1, slowest ≤ 5). The slowest were timed again, with nothing remembered from "
        "before; a first decision includes the draw of the disposition."
    )
    legal = [f"Illegal moves of our players (wanted: 0): **{len(m.illegal)}**; of the others: {len(m.strange)}."]
    legal += [f"- {_short(one)}" for one in (*m.illegal[:SLOWEST], *m.strange[:SLOWEST])]
    rows = [
        f"| {one.player} | {one.decisions:,} | {one.median:.3f} | {one.most:.2f} | {one.worst:.2f} | {one.slow} |"
        for one in m.players
    ]
    columns = "| player | decisions | median | 99 of 100 at most | slowest | where |"
    return "\n".join([*head, about, "", *legal, "", columns, "| --- " * 6 + "|", *rows])


def _learned(m: Learned) -> str:
    return _table(
        "Trained players",
        f"{m.decisions:,} decisions in {m.games} games; milliseconds of processor time (wanted: 99 of 100 below 50).",
        [
            ("illegal moves (wanted: 0)", f"**{m.illegal}**"),
            ("**a decision, 99 of 100 at most**, ms", f"**{m.most:.1f}**"),
            ("a decision, median and slowest, ms", f"{m.median:.1f}, {m.worst:.1f}"),
            (
                "in words of their own, of a template, by the analytic player",
                f"{m.own:.1%}, {m.template:.1%}, {m.fallback:.1%}",
            ),
            ("memory of a worker for numpy, for all agents, MB", f"{m.numpy_kb / 1024:.0f}, {m.agents_kb / 1024:.0f}"),
        ],
    )


def _flood(m: Flood) -> str:
    head = ["", f"## One person floods: {m.game}", ""]
    about = (
        f"`parley serve` on SQLite and a loopback Telegram; {m.texts} hostile texts of one person at once, "
        f"{len(m.flooded)} questions of others within ten seconds."
    )
    rows = [f"| {what} | {figure} |" for what, figure in m.rows()]
    return "\n".join([*head, about, "", "| others wait for `/help` | ms |", "| --- | --- |", *rows])


def _coached(m: Coached) -> str:
    about = (
        f"Reviews of {m.games} random games at the default effort of {m.effort:,} rollouts. Players of the game with "
        "random deviations sit at the table; *unseen* opponents are not in the coach's field."
    )
    lines = [f"| {f.what} | {f.figure} | {f.n:,} | {f.limit} |" for f in m.figures]
    head = ["| what | figure (standard error) | n | wanted |", "| --- | --- | --- | --- |"]
    return "\n".join(["", f"## The coach: {m.game}", "", about, "", *head, *lines])


def _classes(m: Classes) -> str:
    about = "A class by its doors, over loopback servers; its students run in the same process."
    return _aims(f"A class at once: {m.game}", about, m.figures)


def _aims(title: str, about: str, figures: Iterable[Figure]) -> str:
    marks = {True: "yes", False: "**no**", None: ""}
    lines = [f"| {f.what} | {f.figure} | {f.limit} | {marks[f.met]} |" for f in figures]
    head = ["| what | figure | aim | met |", "| --- | --- | --- | --- |"]
    return "\n".join(["", f"## {title}", "", about, "", *head, *lines])


def _table(title: str, about: str, rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"| {what} | {figure} |" for what, figure in rows]
    return "\n".join(["", f"## {title}", "", about, "", "| what | median (low–high) |", "| --- | --- |", *lines])


def _figure(spread: Spread, places: int) -> str:
    return f"{spread.median:,.{places}f} ({spread.low:,.{places}f}–{spread.high:,.{places}f})"
