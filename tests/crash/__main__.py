"""`python -m tests.crash`: play, kill, and see whether anything was lost. Exit 1 if it was."""

import argparse
import asyncio
import sys
import time

from games.core.registry import names
from tests.crash.siege import ALWAYS, REWINDING, siege
from tests.storage.servers import Server


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="processes to kill, Redis among them (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=3, help="processes that serve (default: 3)")
    parser.add_argument("--people", type=int, default=24, help="players; half of them play in pairs (default: 24)")
    parser.add_argument(
        "--rewind", action="store_true", help="Redis comes back from an older dump, and has lost what came after it"
    )
    parser.add_argument("--game", action="append", choices=names(), help="only this game; may be repeated")
    wanted = parser.parse_args()
    began = time.monotonic()
    games = tuple(wanted.game or (name for name in names() if name != "society"))
    server = Server(*(REWINDING if wanted.rewind else ALWAYS))
    size = {"nodes": wanted.nodes, "people": wanted.people}
    try:
        town, made = asyncio.run(siege(server, wanted.seed, wanted.kills, **size, games=games, forgets=wanted.rewind))
    finally:
        server.end()
    print(f"{time.monotonic() - began:.0f} s, {wanted.nodes} nodes, {wanted.people} people, seed {wanted.seed}")
    repeats = sum(person.repeats for person in town.people)
    for what, count in {**town.counts, "deliveries repeated": repeats, **made.looked}.items():
        print(f"{count:>8}  {what}")
    for what, found in (("lost", made.lost), ("doubled", made.doubled), ("wrong earnings", made.earnings)):
        print(f"{len(found):>8}  {what}")
    print(f"{len(made.other):>8}  other findings")
    for problem in made.problems[:40]:
        print(f"  {problem}")
    sys.exit(1 if made.problems else 0)


if __name__ == "__main__":
    main()
