"""Draws a chat in light colours, as wide as a phone and twice as sharp."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import matplotlib
from PIL import Image, ImageDraw, ImageFont

from tests.pictures.scene import Bubble, Mood, Piece, Run

SHARP = 2
WIDTH = 360 * SHARP
GAP = 16 * SHARP
"""Pixels between phones that stand side by side."""
PAD = 13 * SHARP
"""Pixels between the edge of a card and its words."""
RULE = 14 * SHARP
"""Height of a rule between the parts of a card, with its margins."""
FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
COLOURS = 64
MOST_COLOURS = 256
"""Colours of a picture with a plot, where fewer would blend those that tell things apart."""
Colour = str


@dataclass(frozen=True, slots=True)
class Look:
    """The colours and measures of one platform; lengths in points."""

    paper: Colour
    bubble: Colour
    mine: Colour
    code: Colour
    title: str
    bar: Colour
    buttons: dict[str, tuple[Colour, Colour]]
    size: float = 13.5
    bubbles: bool = True


TELEGRAM = Look(
    paper="#dfe8ef",
    bubble="#ffffff",
    mine="#e4f7d2",
    code="#f1f4f7",
    title="Parley",
    bar="#517da2",
    buttons={"plain": ("#c3d3df", "#1d3445"), "go": ("#3a9c4e", "#ffffff"), "stop": ("#d9534f", "#ffffff")},
)
DISCORD = Look(
    paper="#ffffff",
    bubble="#ffffff",
    mine="#ffffff",
    code="#f2f3f5",
    title="# Price bargaining · Ann",
    bar="#e9eaee",
    buttons={"plain": ("#e3e5e8", "#2b2d31"), "go": ("#248046", "#ffffff"), "stop": ("#da373c", "#ffffff")},
    bubbles=False,
)


@cache
def font(name: str, points: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), round(points * SHARP))


class Sheet:
    """A column of things, drawn from the top; grows as it is filled."""

    def __init__(self, look: Look) -> None:
        self.look, self.y = look, 0
        self.image = Image.new("RGB", (WIDTH, 12_000), look.paper)
        self.draw = ImageDraw.Draw(self.image)
        self.plain = font("DejaVuSans", look.size)
        self.bold = font("DejaVuSans-Bold", look.size)
        self.small = font("DejaVuSans", look.size - 2.5)
        self.mono = font("DejaVuSansMono", look.size - 1.5)
        self.line = round(look.size * 1.42 * SHARP)

    def bar(self) -> None:
        """The head of the chat."""
        height = 44 * SHARP
        self.draw.rectangle((0, 0, WIDTH, height), fill=self.look.bar)
        ink = "#ffffff" if self.look.bubbles else "#313338"
        self.draw.text((16 * SHARP, height // 2), self.look.title, ink, self.bold, anchor="lm")
        self.y = height + 12 * SHARP

    # --- measuring ----------------------------------------------------------------------------------------------------

    def wrapped(self, runs: Sequence[Run], width: float) -> list[list[Run]]:
        """The lines of a paragraph, folded between words."""
        lines: list[list[Run]] = [[]]
        used = 0.0
        for text, bold in runs:
            for n, word in enumerate(text.split(" ")):
                piece = word if n == 0 else " " + word
                length = self._length(piece, bold)
                if used + length > width and lines[-1] and n:
                    lines.append([])
                    piece, used = word, 0.0
                    length = self._length(word, bold)
                lines[-1].append((piece, bold))
                used += length
        return lines

    def _length(self, text: str, bold: bool) -> float:
        return (self.bold if bold else self.plain).getlength(text)

    def size_of(self, pieces: Sequence[Piece], width: float) -> tuple[float, int]:
        """Return how wide and how high some pieces are when folded to a width."""
        widest, height = 0.0, 0
        for piece in pieces:
            if piece.code:
                rows = piece.code.split("\n")
                widest = max(widest, *(self._code_font(piece.code, width).getlength(row) + 20 * SHARP for row in rows))
                height += len(rows) * self._code_line(piece.code, width) + 22 * SHARP
                continue
            if piece.rule:
                height += RULE
                continue
            lines = self.wrapped(piece.runs, width)
            widest = max(widest, *(sum(self._length(*run) for run in line) for line in lines))
            height += len(lines) * self.line
        return min(widest, width), height

    def _code_font(self, code: str, width: float) -> ImageFont.FreeTypeFont:
        """As large as fits: phones let wide blocks shrink no further than this."""
        longest = max(map(len, code.split("\n")))
        points = self.look.size - 1.5
        while points > 8 and font("DejaVuSansMono", points).getlength("━" * longest) > width - 20 * SHARP:
            points -= 0.5
        return font("DejaVuSansMono", points)

    def _code_line(self, code: str, width: float) -> int:
        return round(self._code_font(code, width).size * 1.3)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def pieces(self, pieces: Sequence[Piece], x: float, width: float, ink: Colour = "#17212b") -> None:
        for piece in pieces:
            if piece.code:
                self._code(piece.code, x, width)
                continue
            if piece.rule:
                self.draw.line((x, self.y + RULE // 2, x + width, self.y + RULE // 2), "#dfe1e5", SHARP)
                self.y += RULE
                continue
            for line in self.wrapped(piece.runs, width):
                at = x
                for text, bold in line:
                    if piece.small:
                        self.draw.text((at, self.y + 2 * SHARP), text, "#6a7480", self.small)
                        at += self.small.getlength(text)
                        continue
                    self.draw.text((at, self.y), text, ink, self.bold if bold else self.plain)
                    at += self._length(text, bold)
                self.y += self.line

    def _code(self, code: str, x: float, width: float) -> None:
        rows, face, line = code.split("\n"), self._code_font(code, width), self._code_line(code, width)
        high = len(rows) * line + 14 * SHARP
        self.y += 4 * SHARP
        box = (x, self.y, x + width, self.y + high)
        self.draw.rounded_rectangle(box, 5 * SHARP, self.look.code, "#dde1e6" if not self.look.bubbles else None)
        for n, row in enumerate(rows):
            self.draw.text((x + 10 * SHARP, self.y + 7 * SHARP + n * line), row, "#17212b", face)
        self.y += high + 4 * SHARP

    def photo(self, png: bytes, x: float, width: float) -> None:
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        shown = picture.resize((round(width), round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        self.image.paste(shown, (round(x), self.y))
        self.y += shown.height + 8 * SHARP

    def button(self, label: str, mood: str, box: tuple[float, float, float, float], centred: bool = True) -> None:
        paper, ink = self.look.buttons[mood]
        self.draw.rounded_rectangle(box, 6 * SHARP, paper)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        self.draw.text(middle, label, ink, font("DejaVuSans", self.look.size - 1), anchor="mm")

    def done(self, colours: int = COLOURS) -> bytes:
        cut = self.image.crop((0, 0, WIDTH, self.y + 8 * SHARP)).quantize(colours, dither=Image.Dither.NONE)
        out = io.BytesIO()
        cut.save(out, "PNG", optimize=True)
        return out.getvalue()


def telegram(bubbles: Sequence[Bubble], colours: int = COLOURS) -> bytes:
    """A private chat: the bot's messages on the left, one's own on the right, keyboards under their messages."""
    sheet = Sheet(TELEGRAM)
    sheet.bar()
    margin, pad, gap = 10 * SHARP, 11 * SHARP, 8 * SHARP
    for bubble in bubbles:
        most = WIDTH - 2 * margin - (70 if bubble.mine else 24) * SHARP
        wide, high = sheet.size_of(bubble.pieces, most - 2 * pad)
        if bubble.pngs or bubble.rows:
            wide = most - 2 * pad
        left = WIDTH - margin - wide - 2 * pad if bubble.mine else margin
        top = sheet.y
        photos = sum(_height(png, wide) + 8 * SHARP for png in bubble.pngs)
        box = (left, top, left + wide + 2 * pad, top + high + photos + 2 * pad - 4 * SHARP)
        sheet.draw.rounded_rectangle(box, 13 * SHARP, TELEGRAM.mine if bubble.mine else TELEGRAM.bubble)
        sheet.y += pad - 2 * SHARP
        for png in bubble.pngs:
            sheet.photo(png, left + pad, wide)
        sheet.pieces(bubble.pieces, left + pad, wide)
        sheet.y = round(box[3]) + 5 * SHARP
        for row in bubble.rows:
            each = (wide + 2 * pad - 5 * SHARP * (len(row) - 1)) / len(row)
            for n, (label, mood) in enumerate(row):
                x = left + n * (each + 5 * SHARP)
                sheet.button(label, mood, (x, sheet.y, x + each, sheet.y + 34 * SHARP))
            sheet.y += 39 * SHARP
        sheet.y += gap
    return sheet.done(colours)


def _height(png: bytes, width: float) -> int:
    picture = Image.open(io.BytesIO(png))
    return round(picture.height * width / picture.width)


def discord(bubbles: Sequence[Bubble], title: str = DISCORD.title) -> bytes:
    """A thread: everybody on the left with a round badge, private answers on a tinted ground."""
    sheet = Sheet(replace(DISCORD, title=title))
    sheet.bar()
    left, width = 58 * SHARP, WIDTH - 74 * SHARP
    for bubble in bubbles:
        _, high = sheet.size_of(bubble.pieces, width)
        inner = width - 2 * PAD if bubble.boxed else width
        rows = 40 * SHARP * _button_rows(sheet, bubble, inner)
        if bubble.boxed:
            high += sheet.size_of(bubble.boxed, inner)[1] + 2 * PAD
        if bubble.private:
            foot = 22 * SHARP
            ground = (0, sheet.y - 6 * SHARP, WIDTH, sheet.y + 22 * SHARP + high + rows + foot + 2 * SHARP)
            sheet.draw.rectangle(ground, fill="#f3f4fd")
            sheet.draw.rectangle((0, ground[1], 3 * SHARP, ground[3]), fill="#5865f2")
        badge = (14 * SHARP, sheet.y, 48 * SHARP, sheet.y + 34 * SHARP)
        author = bubble.author or "Ann"
        sheet.draw.ellipse(badge, fill="#5865f2" if author == "Parley" else "#e0a458")
        centre = ((badge[0] + badge[2]) / 2, (badge[1] + badge[3]) / 2)
        sheet.draw.text(centre, author[0], "#ffffff", sheet.bold, anchor="mm")
        sheet.draw.text((left, sheet.y), author, "#17212b", sheet.bold)
        if author == "Parley":
            x = left + sheet.bold.getlength(author) + 6 * SHARP
            sheet.draw.rounded_rectangle(
                (x, sheet.y + SHARP, x + 32 * SHARP, sheet.y + 16 * SHARP), 3 * SHARP, "#5865f2"
            )
            face = font("DejaVuSans-Bold", 9)
            sheet.draw.text((x + 16 * SHARP, sheet.y + 8.5 * SHARP), "APP", "#ffffff", face, anchor="mm")
        sheet.y += 22 * SHARP
        quiet = bubble.mine and not bubble.author
        sheet.pieces(bubble.pieces, left, width, "#6a7480" if quiet else "#17212b")
        if bubble.boxed:
            _card(sheet, bubble, left, width)
        else:
            _buttons(sheet, bubble, left, width)
        if bubble.private:
            sheet.draw.text((left, sheet.y + 3 * SHARP), "Only you can see this", "#6a7480", sheet.small)
            sheet.y += 22 * SHARP
        sheet.y += 14 * SHARP
    return sheet.done()


def _card(sheet: Sheet, bubble: Bubble, left: float, width: float) -> None:
    """A box with a bar in its colour, and the buttons at its end."""
    inner = width - 2 * PAD
    high = sheet.size_of(bubble.boxed, inner)[1] + 40 * SHARP * _button_rows(sheet, bubble, inner) + 2 * PAD
    box = (left, sheet.y, left + width, sheet.y + high)
    sheet.draw.rounded_rectangle(box, 6 * SHARP, "#fafafb", "#dfe1e5", SHARP)
    sheet.draw.rounded_rectangle((left, sheet.y, left + 4 * SHARP, sheet.y + high), 2 * SHARP, bubble.accent)
    sheet.y += PAD - 2 * SHARP
    sheet.pieces(bubble.boxed, left + PAD, inner)
    _buttons(sheet, bubble, left + PAD, inner)
    sheet.y = round(box[3]) + 4 * SHARP


def _button_rows(sheet: Sheet, bubble: Bubble, width: float) -> int:
    return len({row for row, _, _ in _laid(sheet, bubble, width)})


def _laid(sheet: Sheet, bubble: Bubble, width: float) -> list[tuple[int, float, tuple[str, Mood]]]:
    """Buttons as Discord flows them: row, distance from the left, label and mood."""
    laid, row, x = [], 0, 0.0
    for label, mood in [button for buttons in bubble.rows for button in buttons]:
        long = sheet.plain.getlength(label) + 26 * SHARP
        if x and x + long > width:
            row, x = row + 1, 0.0
        laid.append((row, x, (label, mood)))
        x += long + 8 * SHARP
    return laid


def _buttons(sheet: Sheet, bubble: Bubble, left: float, width: float) -> None:
    laid = _laid(sheet, bubble, width)
    for row, x, (label, mood) in laid:
        top = sheet.y + 6 * SHARP + row * 40 * SHARP
        long = sheet.plain.getlength(label) + 26 * SHARP
        sheet.button(label, mood, (left + x, top, left + x + long, top + 33 * SHARP))
    if laid:
        sheet.y += 40 * SHARP * (laid[-1][0] + 1) + 4 * SHARP


def abreast(pngs: Sequence[bytes]) -> bytes:
    """Return several phones side by side in one picture, at the size of their screens."""
    phones = [Image.open(io.BytesIO(png)).convert("RGB") for png in pngs]
    high = max(phone.height for phone in phones)
    sheet = Image.new("RGB", (len(phones) * (WIDTH + GAP) - GAP, high), "#ffffff")
    for n, phone in enumerate(phones):
        sheet.paste(phone, (n * (WIDTH + GAP), 0))
    out = io.BytesIO()
    small = sheet.resize((sheet.width // SHARP, sheet.height // SHARP), Image.Resampling.LANCZOS)
    small.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
