"""Report of a form for programs and researchers: its answers, its checks, and the scores of known instruments."""

from collections.abc import Mapping
from typing import Any

from games.core.codec import digest, encode
from games.forms.analysis.orientation import svo_slider, triple_dominance
from games.forms.instruments import SVO_SLIDER, TRIPLE_DOMINANCE
from games.forms.items import Choose
from games.forms.rules import SKIPPED, FormState, wrong


def report(state: FormState) -> Mapping[str, Any]:
    """Return the outcome so far, ready for JSON.

    - `instrument`, `version`, `text`: the form's name, its version, and a hash of all its words.
    - `why`: the reason of the end; None before it.
    - `answers`: each answer with its item, value and attempt, in order; the value of an item left out is "".
    - `skipped`: items left out. `checks`, `failed`: checks that were answered, and those whose last answer was wrong.
    - `svo_angle` (degrees), `svo_type`, `svo_own`, `svo_other` (means), `svo_consistent`: scores of known instruments.
    """
    form, last = state.form, final(state)
    checks = [item for item in form.items if isinstance(item, Choose) and item.right and item.id in last]
    return {
        "instrument": form.name,
        "version": form.version,
        "text": digest(encode(form)),
        "why": state.why,
        "answers": [{"item": a.item, "value": a.value, "attempt": a.attempt} for a in state.answers],
        "skipped": sum(value == SKIPPED for value in last.values()),
        "checks": len(checks),
        "failed": sum(wrong(item, last[item.id]) for item in checks),
        **_scores(form.name, last),
    }


def final(state: FormState) -> dict[str, str]:
    """Return the last value of each item that was answered."""
    return {answer.item: answer.value for answer in state.answers}


def _scores(name: str, last: Mapping[str, str]) -> dict[str, Any]:
    if name == SVO_SLIDER.name and (slid := svo_slider(last)):
        return {"svo_angle": slid.angle, "svo_type": slid.type, "svo_own": slid.own, "svo_other": slid.other}
    if name == TRIPLE_DOMINANCE.name and (chosen := triple_dominance(last)):
        return {"svo_type": chosen.type, "svo_consistent": chosen.consistent}
    return {}
