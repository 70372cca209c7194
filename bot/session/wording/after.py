"""Posts for people who look back at a game: its card, its moments as questions, their progress; and hints."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from bot.session.model.amounts import money
from bot.session.model.looking_back import Rated, Step, percent, word
from games.core.contract import Amount, written
from games.core.phrases import counted
from games.core.plots import Axis, Lines, Series
from games.core.post import Ask, Block, Bold, Chart, Choice, Gap, Post, line
from games.core.review import Hint, Moment, Review, Verdict
from games.language.text import bare

BETTER, SHARE = Choice("What could be better", "/review", mood="go"), Choice("Share", "/card share")
REMATCH = Choice("Rematch", "/rematch")
HINT = Choice("Hint", "/hint")
MORE = Choice("Look at more", "/progress")
AGAIN = "Try again"
LETTERS = "abcd"
_PRICE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,2})?")

STILL_ON = "Your game is still on. /card and /review come after its end."
NO_CARD = "This game has no card."
NO_REVIEW = "This game has no review."
NO_HINT = "This game has no hints."
NO_PRACTICE = "Hints are for practice: alone against AIs, with settings of your own."
NOTHING_TO_COMPARE = "You have no moves to choose from right now, so there is nothing to compare."
NOT_NOW = "A hint comes when it is your turn."
MOVED_ON = "The game has moved on. Ask again for a hint about where it stands now."
SLOW = "This takes longer than usual. Ask again in a moment."
NOTHING_DECIDED = "This game has no decision of yours that I can judge."
JUDGED = "Decisions count here, not luck: a poor one may end well."
NOTHING_LOST = "No single decision lost enough for another look. Well played."
NOTHING_STANDS_OUT = "No single decision clearly lost much, so there is none to look at."
WELL = 87
"""The rating from which a game without moments was well played: less was lost than an inaccuracy loses."""
NO_PROGRESS = "No finished game of yours has a rating yet. /play starts a game."
WRONG: dict[Verdict, str] = {"inaccuracy": "An inaccuracy", "mistake": "A mistake", "blunder": "A blunder"}


# --- the card ---------------------------------------------------------------------------------------------------------


def card(blocks: Sequence[Block] | None, coached: bool) -> Post:
    """Return a game's card for one of its people. `coached`: there is a look back at it as well."""
    return Post(
        tuple(blocks or (line(NO_CARD),)), (*((BETTER,) if coached else ()), REMATCH, *((SHARE,) if blocks else ()))
    )


def shared(blocks: Sequence[Block], title: str) -> Post:
    """Return a game's card for everybody: to be read here, or to be passed on. It has no buttons."""
    return Post((line(Bold(title), ", played with Parley"), Gap(), *blocks))


# --- the moments ------------------------------------------------------------------------------------------------------


def moment(review: Review, step: Step, unit: str) -> Post:
    """Return one step of a look back: the question, what a choice is worth, or the answer."""
    rating = percent(review)
    if not review.moments:
        return Post((line(_nothing(rating)), *_about(review)), (REMATCH,))
    at = min(max(step.moment, 1), len(review.moments))
    found = review.moments[at - 1]
    chosen = LETTERS.find(step.choice) if len(step.choice) == 1 else -1
    right = 0 <= chosen < len(found.options) and f" {found.better}".endswith(f" {found.options[chosen]}")
    if step.choice == "show" or right:
        return _answer(found, at, len(review.moments), unit, right)
    if 0 <= chosen < len(found.options):
        return _again(found.options[chosen], at)
    return _question(found, at, review, rating, unit)


def _nothing(rating: int | None) -> str:
    if rating is None:
        return NOTHING_DECIDED
    return f"{rated(rating)} {NOTHING_LOST if rating >= WELL else NOTHING_STANDS_OUT}"


def _about(review: Review) -> tuple[Block, ...]:
    return (line(review.about),) if review.about else ()


def rated(rating: int) -> str:
    return f"Your decisions rate {rating} of 100: {word(rating)}."


def _head(review: Review, rating: int, unit: str) -> tuple[Block, ...]:
    """Return the rating, what it stands on, and what it judges."""
    lost, most = (_roughly(amount, unit) for amount in (review.lost, review.attainable))
    share = f"Together they lost about {lost} of the {most} within reach."
    if review.lost > review.attainable:
        share = f"Together they lost about {lost}. Each loss counts, so that may be more than was within reach."
    return (line(rated(rating)), line(share), line(review.about or JUDGED))


def _roughly(amount: Amount, unit: str) -> str:
    """Return an estimate without digits that it cannot know: points in tenths, and whole from ten on."""
    if unit == "cents":
        return money(amount, unit)
    tenths = round(amount * 10)
    if abs(tenths) >= 100:
        tenths = 10 * round(Fraction(tenths, 10))
    return f"{tenths / 10} points" if tenths % 10 else money(tenths // 10, unit)


def _question(found: Moment, at: int, review: Review, rating: int | None, unit: str) -> Post:
    head = (*_head(review, rating, unit), Gap()) if at == 1 and rating is not None else ()
    place = f" ({at} of {len(review.moments)})" if len(review.moments) > 1 else ""
    blocks = (*head, line(Bold(found.when), place), *map(line, found.known), line("What would you do?"))
    return Post(blocks, (*options(review.moments, at), Choice("Show me", f"/review {at} show", mood="go")))


def options(moments: Sequence[Moment], at: int) -> tuple[Choice, ...]:
    """Return the buttons of the moves to choose from at a moment, from 1."""
    marked = zip(LETTERS, moments[at - 1].options, strict=False)
    return tuple(Choice(text, f"/review {at} {mark}") for mark, text in marked)


def _again(chosen: str, at: int) -> Post:
    asks = (Choice(AGAIN, f"/review {at}", mood="go"), Choice("Show me", f"/review {at} show"))
    return Post((line(f"You chose: {chosen}."), line("Another move is worth more there.")), asks)


def _answer(found: Moment, at: int, of: int, unit: str, right: bool) -> Post:
    worth = "" if _tells(found.why, found.gain, unit) else f" It is worth {money(found.gain, unit)} more on average."
    wrong, move = WRONG[found.verdict], f"{found.better.removesuffix('.')}.{worth}"
    if right:
        told = [f"Right: {move}", f"In the game {found.did}: {wrong.lower()}."]
    else:
        told = [f"{wrong}: {found.did}.", f"Better: {move}"]
    lines = [*told, found.why, *([found.then] if found.then else [])]
    onward = Choice("Next moment", f"/review {at + 1}", mood="go") if at < of else REMATCH
    return Post((line(Bold(found.when)), *map(line, lines)), (onward,))


def _tells(why: str, gain: Amount, unit: str) -> bool:
    """Return whether a reason names the gain, exactly or rounded, in the game's own words for points."""
    numbers = "|".join(re.escape(written(one, unit)) for one in (gain, round(gain)))
    return re.search(rf"(?<![\d.+-])(?:{numbers})(?!\.?\d)", why) is not None


def chosen(ask: Ask, text: str) -> bool:
    """Return whether typed words mean this button: its label, a price without its sign, or a move by its letter."""
    if not isinstance(ask, Choice) or not ask.says.startswith("/review "):
        return False
    _, _, mark = ask.says.removeprefix("/review ").partition(" ")
    return _plain(text) == _plain(ask.label) or (mark != "" and bare(text) == mark)


def _plain(text: str) -> str:
    """Return a text as it is compared: "offer 45" and "$45.00" are the same."""
    word = bare(text).removeprefix("offer ").removeprefix("$")
    return f"{Decimal(word):.2f}" if _PRICE.fullmatch(word) else word


# --- hints ------------------------------------------------------------------------------------------------------------


def hint(found: Hint) -> Post:
    return Post((line("A hint: ", Bold(found.move), "."), line(found.why)))


def with_hints(many: int) -> str:
    """Return a list's remark on games with hints; "" if there are none."""
    return f", {many} with hints" if many else ""


# --- progress ---------------------------------------------------------------------------------------------------------


def progress(games: Sequence[Rated], more: bool) -> Post:
    """Return a person's progress, the oldest game first. `more`: there are games that nobody has looked at yet."""
    asks = (MORE,) if more else ()
    if not games:
        return Post((line(NO_PROGRESS),), asks)
    mean = round(sum(one.rating for one in games) / len(games))
    over = counted(len(games), "game") + with_hints(sum(one.hints for one in games))
    head = line(f"Your decisions rate {mean} of 100 on average, over {over}: {word(mean)}.")
    return Post((head, *([_chart(games)] if len(games) > 1 else [])), asks)


def _chart(games: Sequence[Rated]) -> Chart:
    ratings = [one.rating for one in games]
    points = tuple(enumerate(ratings, 1))
    means = tuple((n, round(sum(ratings[:n]) / n)) for n in range(1, len(ratings) + 1))
    plot = Lines(
        Axis("game", 1, len(ratings), whole=True),
        Axis("your rating", 0, 100),
        (Series("your rating", points), Series("mean so far", means, "mean")),
    )
    first, last = means[0][1], means[-1][1]
    alt = f"The rating of your decisions, over {len(ratings)} games. The mean went from {first} to {last}."
    return Chart("Your rating", plot, alt, "\n".join(_rows(games)))


NEWEST = 10
"""Games that the twin of the picture lists, the newest ones."""


def _rows(games: Sequence[Rated]) -> Iterable[str]:
    """Yield one line for each of the newest games, the newest last, and what its mark means."""
    newest = list(enumerate(games, 1))[-NEWEST:]
    for n, one in newest:
        yield f"{n:>2} {one.rating:>3}  {one.title}{' *' if one.hints else ''}"
    if any(one.hints for _, one in newest):
        yield "* with hints"
