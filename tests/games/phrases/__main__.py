"""`python -m tests.games.phrases [SET] [--misses GAME]`: prints the figures of a set, or the misses of a game."""

from argparse import ArgumentParser

from tests.games.phrases.contexts import GAMES
from tests.games.phrases.measure import measure, missed, sets, table


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.games.phrases", description="How well readers understand phrases.")
    parser.add_argument("set", nargs="?", choices=sets(), help="the set; all of them if not named")
    parser.add_argument("--misses", choices=GAMES, help="list what this game's reader misses; ! binds falsely")
    wanted = parser.parse_args()
    for name in (wanted.set,) if wanted.set else sets():
        print(f"\n{name}\n{len(name) * '='}")
        if wanted.misses:
            (one,) = measure(name, (wanted.misses,))
            print(missed(one))
        else:
            print(table(measure(name)))


main()
