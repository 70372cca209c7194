"""The forms that come with the program, by name, and the conditions of the form game that open them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.forms.checks import CHECKS
from games.forms.config import written
from games.forms.instruments import ATTENTION, SATISFACTION_LIKENESS, SVO_SLIDER, TRIPLE_DOMINANCE
from games.forms.items import Form
from games.forms.tutorials import TUTORIALS
from games.forms.welcome import consent, debrief

FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        form.name: form
        for form in (
            consent(),
            SVO_SLIDER,
            TRIPLE_DOMINANCE,
            *TUTORIALS.values(),
            ATTENTION,
            *CHECKS.values(),
            SATISFACTION_LIKENESS,
            debrief(),
        )
    }
)
"""Forms by name: `consent`, `svo_slider`, `triple_dominance`, `tutorial_GAME`, `attention`, `check_GAME`,
`satisfaction_likeness`, `debrief`.
"""
PRESETS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "form": MappingProxyType({"content": written(SATISFACTION_LIKENESS)}),
        **{name: MappingProxyType({"content": written(form)}) for name, form in FORMS.items()},
    }
)
"""The conditions: a form by its name. `form`, the first, is for contents of one's own."""
