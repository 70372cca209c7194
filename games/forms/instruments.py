"""Published and standard instruments as forms: social value orientation, satisfaction and likeness, attention.

- `SVO_SLIDER`: six primary items of the SVO Slider Measure (Murphy, Ackermann and Handgraaf, 2011, Judgment and
  Decision Making 6(8), 771-781). Its nine divisions run evenly from one published end to the other, and are rounded
  half up, as in the paper-based measure.
- `TRIPLE_DOMINANCE`: nine items of the Triple Dominance Measure (Van Lange, Otten, De Bruin and Joireman, 1997, Journal
  of Personality and Social Psychology 73(4), appendix).
- `SATISFACTION_LIKENESS`: two questions after a negotiation, with the labels of CaSiNo (Chawla and others, 2021,
  NAACL), coded 1 to 5.
"""

from typing import Final

from games.forms.items import Choose, Divide, Form, Notice, Scale

Pair = tuple[int, int]
"""Points of self and other."""

STEPS: Final = 9
"""Divisions of a slider."""
SLIDERS: Final[tuple[tuple[Pair, Pair], ...]] = (
    ((85, 85), (85, 15)),
    ((85, 15), (100, 50)),
    ((50, 100), (85, 85)),
    ((50, 100), (85, 15)),
    ((100, 50), (50, 100)),
    ((100, 50), (85, 85)),
)
"""First and last division of each primary item, in their published order."""
TRIPLES: Final[tuple[tuple[Pair, Pair, Pair], ...]] = (
    ((480, 80), (540, 280), (480, 480)),
    ((560, 300), (500, 500), (500, 100)),
    ((520, 520), (520, 120), (580, 320)),
    ((500, 100), (560, 300), (490, 490)),
    ((560, 300), (500, 500), (490, 90)),
    ((500, 500), (500, 100), (570, 300)),
    ((510, 510), (560, 300), (510, 110)),
    ((550, 300), (500, 100), (500, 500)),
    ((480, 100), (490, 490), (540, 300)),
)
"""The three divisions of each item, in their published order."""


def slider(first: Pair, last: Pair) -> tuple[Pair, ...]:
    """Return the divisions of a slider from one end to the other, in even steps, rounded half up."""

    def at(step: int, low: int, high: int) -> int:
        # Half up in whole numbers: floor(x + 1/2) with x = low + (high - low) * step / 8.
        return (2 * (low * (STEPS - 1) + (high - low) * step) + STEPS - 1) // (2 * (STEPS - 1))

    return tuple((at(step, first[0], last[0]), at(step, first[1], last[1])) for step in range(STEPS))


_OTHER = "someone you don't know and won't meet"

SVO_SLIDER: Final = Form(
    name="svo_slider",
    title="Dividing points",
    items=(
        Notice(
            "svo_start",
            f"Six times, you divide points between yourself and another person: {_OTHER}. Imagine that points are "
            "worth money to both of you.\n\nThere is no right or wrong answer. Choose what you like best.",
            "Start",
        ),
        *(
            Divide(f"svo_{number}", "Which division do you like best?", slider(*ends))
            for number, ends in enumerate(SLIDERS, 1)
        ),
    ),
)

TRIPLE_DOMINANCE: Final = Form(
    name="triple_dominance",
    title="Dividing points",
    items=(
        Notice(
            "tdm_start",
            f"Nine times, you divide points between yourself and another person: {_OTHER}. Imagine that points matter "
            "to both of you: the more points you get, the better for you, and the more the other gets, the better for "
            "them.\n\nThere is no right or wrong answer. Choose what you like best.",
            "Start",
        ),
        *(
            Divide(f"tdm_{number}", "Which division do you like best?", options)
            for number, options in enumerate(TRIPLES, 1)
        ),
    ),
)

SATISFACTION_LIKENESS: Final = Form(
    name="satisfaction_likeness",
    title="About the negotiation",
    items=(
        Scale(
            "satisfaction",
            "How satisfied are you with the outcome?",
            1,
            5,
            (
                "Extremely dissatisfied",
                "Slightly dissatisfied",
                "Undecided",
                "Slightly satisfied",
                "Extremely satisfied",
            ),
            skippable=True,
        ),
        Scale(
            "likeness",
            "How much did you like the other side?",
            1,
            5,
            ("Extremely dislike", "Slightly dislike", "Undecided", "Slightly like", "Extremely like"),
            skippable=True,
        ),
    ),
)

ATTENTION: Final = Form(
    name="attention",
    title="One quick question",
    items=(
        Choose(
            "attention",
            "People are busy, and some don't read. To show that you do, please answer Green, whatever your favourite "
            "colour is.\n\nWhich colour do you choose?",
            (("red", "Red"), ("blue", "Blue"), ("green", "Green"), ("yellow", "Yellow")),
            right=("green",),
        ),
    ),
)
