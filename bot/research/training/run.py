"""A whole training of one seed: the supervised model, then every stage of rewards, with checkpoints on the way.

A training that was killed goes on at its last checkpoint and ends with the same agents: all chance follows from seed,
stage and step.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import to_builtins

from bot.players.trained import weights
from bot.players.trained.network import Parameters, Shape, fresh
from bot.players.trained.words import Vocabulary, vocabulary
from bot.research.training import synthetic
from bot.research.training.corpus import Corpus, Prepared
from bot.research.training.folder import Folder
from bot.research.training.gradients import Adam
from bot.research.training.match import Agent
from bot.research.training.recipe import LEAST_WORD, STAGES, SUPERVISED, Stage
from bot.research.training.reinforce import SIDE_BY_SIDE, Seen, Step, step
from bot.research.training.supervised import epoch, perplexity

EVERY: Final = 50
"""Steps between two checkpoints of a stage, each with a look at the perplexity."""
WORSE: Final = 1.2
"""A stage stops where its perplexity has risen by this factor over the supervised model's."""
WATCHED: Final = 300
"""Dialogues on which the perplexity is watched."""
CHECKPOINT: Final = "checkpoint"

Advance = Callable[[int], None]


class Training:
    """The training of one seed in a folder. `found` are the dialogues of a user's folder; None: they are made."""

    def __init__(self, folder: Folder, found: Corpus | None, advance: Advance = lambda done: None) -> None:
        self.folder, self.recipe, self.advance = folder, folder.recipe, advance
        seed, number = self.recipe.seed, self.recipe.dialogues
        self.corpus = found if found is not None else synthetic.corpus(number, seed, advance)
        self.known = self._vocabulary()
        self.words = Prepared(self.corpus.train, self.known)
        self.valid = Prepared(self.corpus.valid, self.known)

    def _vocabulary(self) -> Vocabulary:
        return vocabulary(self.corpus.texts(), LEAST_WORD[self.recipe.synthetic])

    def run(self) -> dict[str, str]:
        """Train the missing agents. Return the hash of each agent."""
        nets = {SUPERVISED: self._supervised()}
        for number, stage in enumerate(STAGES):
            nets[stage.name] = self._rewarded(number, stage, nets)
        return {name: self._written(name, net) for name, net in nets.items()}

    def _written(self, name: str, net: Parameters) -> str:
        made = to_builtins(self.recipe) | {"perplexity": round(perplexity(net, self.valid), 3)}
        return weights.write(self.folder.path / f"{name.replace('/', '-')}.npz", name, net, self.known, made)

    # --- the supervised model -----------------------------------------------------------------------------------------

    def _supervised(self) -> Parameters:
        """Return the network with the least perplexity of all epochs."""
        epochs, lines = self.recipe.epochs, len(self.words.rows)
        done = self.folder.load(SUPERVISED)
        if done is not None:
            self.advance(epochs * lines)
            return done.arrays
        shape = Shape(len(self.known), self.recipe.embedding, hidden=self.recipe.hidden)
        net = fresh(shape, self.recipe.seed)
        best, least, steps, first = {**net}, float("inf"), Adam(net), 0
        saved = self.folder.load(CHECKPOINT)
        if saved is not None:
            parts: dict[str, Parameters] = {"net": {}, "best": {}, "adam": {}}
            for key, part in saved.arrays.items():
                kind, _, name = key.partition(":")
                parts[kind][name] = part
            net, best, first = parts["net"], parts["best"], saved.notes["at"]
            least, steps = saved.notes["least"], Adam(net, parts["adam"], saved.notes["steps"])
        self.folder.rewind(SUPERVISED, first)
        self.advance(first * lines)
        for at in range(first, epochs):
            epoch(net, steps, self.words, at, epochs, self.recipe.seed)
            found = perplexity(net, self.valid)
            if found < least:
                best, least = {name: part.copy() for name, part in net.items()}, found
            self.folder.note({"stage": SUPERVISED, "at": at + 1, "perplexity": round(found, 4)})
            kept = {f"net:{k}": v for k, v in net.items()} | {f"best:{k}": v for k, v in best.items()}
            kept |= {f"adam:{k}": v for k, v in steps.kept.items()}
            self.folder.save(CHECKPOINT, kept, {"at": at + 1, "least": least, "steps": steps.steps})
            self.advance(lines)
        self.folder.save(SUPERVISED, best, {})
        self.folder.drop(CHECKPOINT)
        return best

    # --- rewards ------------------------------------------------------------------------------------------------------

    def _rewarded(self, number: int, stage: Stage, nets: dict[str, Parameters]) -> Parameters:
        total = self.recipe.steps
        done = self.folder.load(stage.name)
        if done is not None:
            self.advance(total * SIDE_BY_SIDE)
            return done.arrays
        net = {name: part.copy() for name, part in nets[SUPERVISED].items()}
        first, seen = 0, Seen()
        saved = self.folder.load(CHECKPOINT)
        if saved is not None:
            net, first, seen = saved.arrays, saved.notes["at"], Seen(*saved.notes["seen"])
        most = WORSE * perplexity(nets[SUPERVISED], self.valid, WATCHED)
        partner = Agent(nets[stage.partner], self.known)
        self.folder.rewind(stage.name, first)
        self.advance(first * SIDE_BY_SIDE)
        for start in range(first, total, EVERY):
            end, good = min(start + EVERY, total), {name: part.copy() for name, part in net.items()}
            steps: list[Step] = []
            for at in range(start, end):
                seed = (self.recipe.seed, number, at)
                learner = Agent(net, self.known)
                seen, made = step(learner, partner, stage.reward, self.corpus.contexts, self.words, seen, seed)
                steps.append(made)
                self.advance(SIDE_BY_SIDE)
            now = perplexity(net, self.valid, WATCHED)
            stops = now > most
            self.folder.note({"stage": stage.name, "at": end, **_means(steps), "perplexity": round(now, 4)})
            if stops:
                net = good
                self.folder.note({"stage": stage.name, "at": end, "stopped": True})
                self.advance((total - end) * SIDE_BY_SIDE)
                break
            self.folder.save(CHECKPOINT, net, {"at": end, "seen": [seen.number, seen.mean, seen.squares]})
        self.folder.save(stage.name, net, {})
        self.folder.drop(CHECKPOINT)
        return net


def _means(steps: list[Step]) -> dict[str, float]:
    return {key: round(float(np.mean([getattr(one, key) for one in steps])), 4) for key in Step.__struct_fields__}
