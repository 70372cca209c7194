"""The budgets of the house: `python -m tests.repo.budgets` prints each figure beside what is wanted.

Complexity is cyclomatic (McCabe 1976): one, and one more for each branch, loop, handler, comprehension, `and` and `or`.
A cycle is a set of modules, or of folders beside each other, that import one another. Lines are all lines of `*.py`.
"""

import ast
import asyncio
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp

from games.core.registry import HIDDEN, get, names
from tests.repo.route import OWN, ROOT, measured

COMPLEX, LONG = 15, 400
TURNED = re.compile(r"(?:What|Whether|Whoever|Who|Where|Which|How)\b")
"""Opening words of a docstring that the reader has to turn round."""
_PERHAPS = re.compile(rf"[\"'](?:\\\n\s*)?{TURNED.pattern}")
"""The same as they stand in a file: only one that has them behind a quote is read in full."""


def sources() -> Iterator[Path]:
    for part in OWN:
        yield from sorted((ROOT / part).rglob("*.py"))


def lines() -> dict[str, int]:
    """The lines of each module."""
    return {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}


def too_complex(limit: int = COMPLEX) -> dict[str, int]:
    """Functions above a cyclomatic complexity, each with its own."""
    made: dict[str, int] = {}
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (found := complexity(node)) > limit:
                made[f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"] = found
    return made


def complexity(function: ast.AST) -> int:
    """One more than the decisions in a function, functions inside it included."""
    made = 1
    for node in ast.walk(function):
        match node:
            case ast.If() | ast.IfExp() | ast.For() | ast.AsyncFor() | ast.While() | ast.ExceptHandler() | ast.Assert():
                made += 1
            case ast.comprehension(ifs=ifs):
                made += 1 + len(ifs)
            case ast.BoolOp(values=values):
                made += len(values) - 1
            case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
                pass  # what is left over is no decision
            case ast.match_case():
                made += 1
    return made


def cycles() -> list[list[str]]:
    """Sets of modules, or of neighbouring folders, that import one another."""
    graph = grimp.build_graph(*OWN)
    arrows = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    found = _circles(arrows)
    packages = {module for module in graph.modules if graph.find_children(module)}
    for package in packages:
        rooms: dict[str, set[str]] = defaultdict(set)
        for module, others in arrows.items():
            for other in others:
                here, there = _room(package, module), _room(package, other)
                if here and there and here != there:
                    rooms[here].add(there)
        found.extend(_circles(rooms))
    return [circle for n, circle in enumerate(found) if circle not in found[:n]]


def _room(package: str, module: str) -> str:
    """The folder, or the module beside the folders, of a package that a module lies in."""
    if module == package or not module.startswith(f"{package}."):
        return ""
    return f"{package}.{module[len(package) + 1 :].partition('.')[0]}"


def _circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Strongly connected sets of more than one node (Tarjan 1972), each in alphabetical order."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in arrows.get(node, ()):
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            circle = [stack.pop()]
            while circle[-1] != node:
                circle.append(stack.pop())
            if len(circle) > 1:
                found.append(sorted(circle))

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    for node in sorted(arrows):
        if node not in order:
            visit(node)
    return found


ROOMS = {
    "config": ("check",),
    "rules": ("seats", "deal", "turn", "stake", "apply", "result"),
    "view": ("view", "opening", "news"),
    "reader": ("read", "late"),
    "asks": ("asks",),
    "wording": ("tell", "status", "explain", "sheet", "refuse", "card"),
    "llm": ("prompt", "answered", "given", "thoughts", "loses", "described", "typed", "uttered", "agrees"),
    "analysis": ("report", "review", "hint", "ground", "mark", "lessons"),
}
"""The floor plan of a game: the room, a module or a package in the game's folder, that holds each contract method."""


def misplaced() -> list[str]:
    """Return a line for each contract method that a game keeps in another room than the floor plan says."""
    found = []
    for name in (*names(), *HIDDEN):
        kind = type(get(name))
        home = kind.__module__.split(".")[1]
        for room, methods in ROOMS.items():
            for method in methods:
                module = getattr(kind, method).__module__
                if not f"{module}.".startswith(("games.core.", f"games.{home}.{room}.")):
                    found.append(f"{name}: {method} is in {module}, not in {room}")
    return found


def turned_docstrings() -> list[str]:
    """Docstrings that open with a free relative, those of constants, fields and tests too, each with its place."""
    found = []
    for path in (*sources(), *sorted((ROOT / "tests").rglob("*.py"))):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if _PERHAPS.search(source) else ():
            match node:
                case ast.Expr(ast.Constant(str(text))) if TURNED.match(text):
                    found.append(f"{path.relative_to(ROOT)}: {text.splitlines()[0]}")
    return found


def table() -> Iterator[tuple[str, str, str]]:
    """Each figure, as it is and as it is wanted."""
    for name, route in asyncio.run(measured()).items():
        yield f"{name}: calls / modules / changes of module", " / ".join(map(str, route.figures)), "≤ 80 / ≤ 14 / ≤ 40"
    complicated, lengths = too_complex(), lines()
    yield f"functions with a complexity above {COMPLEX}", _count(complicated.values()), "0"
    yield "import cycles", str(len(cycles())), "0"
    yield f"modules above {LONG} lines", _count(n for n in lengths.values() if n > LONG), "0"
    methods = sum(map(len, ROOMS.values()))
    elsewhere = len({line.split()[1] for line in misplaced()})
    yield "methods of the contract in the same room in every game", f"{methods - elsewhere} of {methods}", "all"
    yield "lines in bot, games and storage", f"{sum(lengths.values()):,}", "36,000"
    yield "docstrings that open with What, Whether, Who, Where, Which, How", str(len(turned_docstrings())), "< 20"


def _count(values: Iterable[int]) -> str:
    found = sorted(values)
    return f"{len(found)} (most: {found[-1]})" if found else "0"


def main() -> None:
    rows = list(table())
    width = max(len(what) for what, _, _ in rows)
    for what, today, wanted in rows:
        print(f"{what:<{width}}  {today:>16}  wanted {wanted}")


if __name__ == "__main__":
    main()
