"""Runs in an environment of its own that holds `anl-agents`: winners of the Automated Negotiation League of 2024.

Reads and writes lines of JSON, and imports nothing of Parley. A line begins one negotiation:

    {"agent": "Shochan", "player": "ours", "pool": [2, 1, 3], "own": [1, 2, 2], "told": [1, 2, 2], "agents": [0, 7, 1],
     "begins": true, "steps": 10}

`own` and `agents` are points of a unit for the player and for the agent; `told` is what the agent believes `own` to
be. The player `ours` is the other end of the pipe: each of its turns is a line {"heard": UNITS}, answered by
{"offer": UNITS} or {"accept": true}. UNITS are those that the player gets; nothing has been heard before the first
offer. MiCRO, the other player, sits in this process. The last line of a negotiation is {"deal": UNITS, "fault": WHY}.
"""

import json
import os
import random
import sys
from collections.abc import Sequence
from typing import Any

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="", OMP_NUM_THREADS="1")
os.environ.update(TF_NUM_INTRAOP_THREADS="1", TF_NUM_INTEROP_THREADS="1")
ANSWERS = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what agents print must not mix with the answers

import anl_agents.anl2024.team_renting.renting2024 as renting  # type: ignore[import-not-found]  # noqa: E402
from anl_agents.anl2024.takafam.shochan import Shochan  # type: ignore[import-not-found]  # noqa: E402
from anl_agents.anl2024.team_moto.uoagent import UOAgent  # type: ignore[import-not-found]  # noqa: E402
from negmas import make_issue  # type: ignore[import-not-found]  # noqa: E402
from negmas.preferences import LinearAdditiveUtilityFunction  # type: ignore[import-not-found]  # noqa: E402
from negmas.sao import ResponseType, SAOMechanism, SAONegotiator  # type: ignore[import-not-found]  # noqa: E402
from negmas.sao.negotiators import MiCRONegotiator  # type: ignore[import-not-found]  # noqa: E402

AGENTS = {"Shochan": Shochan, "UOAgent": UOAgent, "AgentRenting2024": renting.AgentRenting2024}


class Ours(SAONegotiator):  # type: ignore[misc]
    """The player at the other end of the pipe. It decides once for each of its turns."""

    made: tuple[int, ...] | None = None

    def ask(self, heard: Any) -> tuple[int, ...] | None:
        tell({"heard": heard and list(heard)})
        answer = json.loads(sys.stdin.readline())
        return None if answer.get("accept") else tuple(answer["offer"])

    def respond(self, state: Any, source: str | None = None) -> Any:
        if state.current_offer is None:
            return ResponseType.REJECT_OFFER
        self.made = self.ask(state.current_offer)
        return ResponseType.ACCEPT_OFFER if self.made is None else ResponseType.REJECT_OFFER

    def propose(self, state: Any, dest: str | None = None) -> Any:
        made, self.made = self.made, None
        return self.ask(None) if made is None else made


def tell(what: dict[str, Any]) -> None:
    print(json.dumps(what), file=ANSWERS, flush=True)


def negotiate(game: dict[str, Any]) -> dict[str, Any]:
    pool = game["pool"]
    issues = [make_issue(name=str(item), values=count + 1) for item, count in enumerate(pool)]

    def utility(values: Sequence[float], turned: bool = False) -> Any:
        gets = [
            {units: value * (count - units if turned else units) / 10 for units in range(count + 1)}
            for value, count in zip(values, pool, strict=True)
        ]
        return LinearAdditiveUtilityFunction(values=gets, issues=issues, reserved_value=0.0)

    table = SAOMechanism(issues=issues, n_steps=game["steps"])
    agent = AGENTS[game["agent"]](private_info={"opponent_ufun": utility(game["told"])})
    player = Ours() if game["player"] == "ours" else MiCRONegotiator()
    seats = [(player, utility(game["own"])), (agent, utility(game["agents"], turned=True))]
    for negotiator, points in seats if game["begins"] else reversed(seats):
        table.add(negotiator, ufun=points)
    try:
        deal = table.run().agreement
    except Exception as problem:  # an agent's fault costs it the deal, and is counted
        return {"deal": None, "fault": repr(problem)}
    return {"deal": deal and list(deal), "fault": ""}


def main() -> None:
    random.seed(0)
    predictor = renting.ReservationValuePredictor()  # loading its network takes longer than a negotiation
    renting.ReservationValuePredictor = lambda: predictor
    for line in iter(sys.stdin.readline, ""):
        tell(negotiate(json.loads(line)))


if __name__ == "__main__":
    main()
