"""Small arithmetic for derived settings: numbers, names, `+ - * /`, parentheses, `min`, `max`, in exact fractions."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from games.core.documents import clipped

LONGEST = 200
"""Characters in a formula; it also bounds the depth of parentheses."""
ALLOWED = f"numbers, names of settings, + - * / ( ), min and max, in at most {LONGEST} characters"

_TOKEN = re.compile(r"\s*(?:\$?([0-9]+(?:\.[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)|([-+*/(),]))")
_FUNCTIONS = ("min", "max")

Step = Fraction | str
"""One step of a stack machine: push a number, push the value of a name, or apply a sign to what lies on top.

Signs are `+ - * /`, `~` (minus one thing), `<` (the smaller of two) and `>` (the larger).
"""
_SIGNS = "+-*/~<>"


class BadFormula(ValueError):
    """A text that is not a formula, or a formula without a value."""


def names(formula: str) -> frozenset[str]:
    """Return the settings that a formula refers to. Raises `BadFormula`."""
    return frozenset(step for step in _compiled(formula) if isinstance(step, str) and step not in _SIGNS)


def evaluate(formula: str, values: Mapping[str, Fraction]) -> Fraction:
    """Return the exact value of a formula. Raises `BadFormula` for bad texts, unknown names or a division by zero."""
    stack: list[Fraction] = []
    for step in _compiled(formula):
        match step:
            case Fraction():
                stack.append(step)
            case "~":
                stack.append(-stack.pop())
            case "+" | "-" | "*" | "/" | "<" | ">":
                right, left = stack.pop(), stack.pop()
                stack.append(_combined(step, left, right))
            case name if name in values:
                stack.append(values[name])
            case name:
                raise BadFormula(f"{clipped(name)} has no number")
    return stack.pop()


def _combined(sign: str, left: Fraction, right: Fraction) -> Fraction:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "<":
            return min(left, right)
        case ">":
            return max(left, right)
    if not right:
        raise BadFormula("it divides by zero")
    return left / right


@lru_cache(maxsize=256)
def _compiled(formula: str) -> tuple[Step, ...]:
    if len(formula) > LONGEST:
        raise BadFormula("it is too long")
    parser = _Parser(_tokens(formula))
    parser.sum()
    if parser.tokens:
        raise BadFormula(f"{clipped(str(parser.tokens[-1]))} is in the wrong place")
    return tuple(parser.steps)


def _tokens(formula: str) -> list[Step]:
    tokens: list[Step] = []
    at, text = 0, formula.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise BadFormula(f"{text[at]!r} does not belong there")
        number, name, sign = found.groups()
        tokens.append(Fraction(number) if number else name or sign)
        at = found.end()
    return tokens[::-1]


class _Parser:
    """Recursive descent from tokens to steps."""

    def __init__(self, tokens: list[Step]) -> None:
        self.tokens, self.steps = tokens, list[Step]()

    def next(self) -> Step:
        return self.tokens.pop() if self.tokens else ""

    def sees(self, *signs: str) -> bool:
        return bool(self.tokens) and self.tokens[-1] in signs

    def expect(self, sign: str) -> None:
        if self.next() != sign:
            raise BadFormula(f"{sign} is missing")

    def sum(self) -> None:
        self.product()
        while self.sees("+", "-"):
            sign = self.next()
            self.product()
            self.steps.append(sign)

    def product(self) -> None:
        self.factor()
        while self.sees("*", "/"):
            sign = self.next()
            self.factor()
            self.steps.append(sign)

    def factor(self) -> None:
        token = self.next()
        if token == "-":
            self.factor()
            self.steps.append("~")
        elif token == "(":
            self.sum()
            self.expect(")")
        elif token in _FUNCTIONS:
            self.expect("(")
            self.sum()
            while self.sees(","):
                self.next()
                self.sum()
                self.steps.append("<" if token == "min" else ">")
            self.expect(")")
        elif isinstance(token, Fraction) or token[:1].isalpha() or token[:1] == "_":
            self.steps.append(token)
        else:
            wrong = f"{clipped(str(token))} is in the wrong place"
            raise BadFormula(wrong if token else "a number or a name is missing")
