from pathlib import Path

import pytest

from bot.players.trained.meaning import move_of
from bot.players.trained.words import EOS, SELECT, THEM, YOU, vocabulary
from bot.research.training.corpus import BadCorpus, Dialogue, Prepared, loaded, sequence
from bot.research.training.phrases import COUNTERS, LAST, OPENINGS, REPEATS
from bot.research.training.synthetic import config, corpus, split
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.rules.play import deal
from games.dealornodeal.rules.state import YOU as FIRST
from games.dealornodeal.rules.state import Offer
from games.dealornodeal.view import view

LINE = (
    "<input> 2 1 1 2 3 2 </input> <dialogue> YOU: i want both books . <eos> THEM: fine <eos> YOU: <selection> "
    "</dialogue> <output> item0=2 item1=0 item2=0 item0=0 item1=1 item2=3 </output> "
    "<partner_input> 2 0 1 7 3 1 </partner_input>\n"
)


def test_a_folder_is_read(tmp_path: Path) -> None:
    for name in ("train.txt", "val.txt"):
        (tmp_path / name).write_text(LINE, encoding="utf-8")
    found = loaded(tmp_path)
    assert found.train[0].turns == ((True, "i want both books ."), (False, "fine"))
    assert found.contexts == found.held_out == (Context((2, 1, 3), ((1, 2, 2), (0, 7, 1))),)


def test_a_folder_without_dialogues_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCorpus, match=r"train\.txt"):
        loaded(tmp_path)


def test_a_dialogue_becomes_one_row() -> None:
    known = vocabulary(["deal hat"], 1)
    said = Dialogue((1, 1, 1), (1, 1, 1), ((True, "hat"), (False, "deal")))
    hat, deal = known.numbers["hat"], known.numbers["deal"]
    assert sequence(said, known) == [YOU, hat, EOS, THEM, deal, EOS, YOU, SELECT]


def test_synthetic_dialogues_follow_from_the_seed_and_keep_contexts_apart() -> None:
    made = corpus(30, 4)
    assert made == corpus(30, 4)
    train, held = split()
    assert not {(c.pool, frozenset(c.values)) for c in train} & {(c.pool, frozenset(c.values)) for c in held}
    assert any(not dialogue.taken or len(dialogue.turns) > 1 for dialogue in made.train)


def test_batches_hold_every_dialogue_once() -> None:
    made = corpus(30, 4)
    prepared = Prepared(made.train, vocabulary(made.texts(), 1))
    numbers = sorted(n for batch in prepared.shuffled(8, (1,)) for n in batch)
    assert numbers == list(range(len(made.train)))


@pytest.mark.parametrize("phrases", [OPENINGS, COUNTERS, REPEATS, LAST])
def test_the_reader_takes_most_phrases_for_the_offer_that_they_make(phrases: tuple[str, ...]) -> None:
    seen = view(deal(config(Context((2, 1, 3), ((1, 2, 2), (0, 7, 1)))), 0), FIRST)
    read = [move_of(seen, phrase.format(mine="two books and the hat", yours="3 balls")) for phrase in phrases]
    assert read.count(Offer((2, 1, 0))) > 0.8 * len(phrases)
