"""The balloon game in other projects' formats: the keys of Air Balloon Survival in clembench."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.balloon.protocol import reasoning
from games.core.contract import Export, Seat


def _message(text: str, reason: str) -> str:
    """Return the message behind its writer's private reasoning, if there is any."""
    return f"{reasoning(reason)}\n{text}" if reason else text


def _keys(report: Mapping[str, Any], labels: Mapping[Seat, str]) -> dict[str, Any]:
    """Return the keys of the published game; shares and means run to 100. Without a deal there are no shares, and a
    game that an operator stopped has no report.
    """
    if not report:
        return {}
    deal = report["why"] == "agreed"
    utility = {f"Normalized Utility {label}": report["share"][seat] if deal else None for seat, label in labels.items()}
    faults = {f"Violations {label}": report["faults"][seat] for seat, label in labels.items()}
    return {
        "final deal": report["set"] if deal else None,
        "Total weight deal": report["effort"] if deal else None,
        "Max weight allowed": report["limit"],
        "Max harmonic mean": report["best_harmonic_mean"],
        "Is Pareto Optimum Deal": report["pareto"] if deal else False,
        **utility,
        "Harmonic mean": report["harmonic_mean"] if deal else None,
        "Normalized harmonic mean": report["score"] if deal else None,
        **faults,
        "Total Violations": sum(faults.values()),
    }


EXPORTS: Final[Mapping[str, Export]] = MappingProxyType({"clembench": Export("air_balloon_survival", _message, _keys)})
