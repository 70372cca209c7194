"""A frozen study: its hash covers all that it loads, its seed is promised, and its bundle tells no secret."""

import hashlib
import json

import pytest
from msgspec.structs import replace

from bot.studies import freezing
from bot.studies.declaration import read
from bot.studies.published import published
from bot.studies.study import CODED
from tests.bot.studies.harness import PRICE


def test_the_hash_covers_everything_that_is_loaded() -> None:
    frozen = freezing.freeze(replace(read(PRICE), salt="s"), 5)
    assert freezing.hash_of(frozen) == frozen.hash
    assert not freezing.changed(frozen)
    cells, stages, rules = frozen.design.cells, frozen.stages, frozen.rules
    for other in (
        replace(frozen, design=replace(frozen.design, cells=cells[:1])),
        replace(frozen, design=replace(frozen.design, wrote=(*frozen.design.wrote, ("item", "pen")))),
        replace(frozen, stages=stages[1:]),
        replace(frozen, rules=replace(rules, turn_minutes=6)),
        replace(frozen, codes=(("complete", "OTHER"), *frozen.codes[1:])),
        replace(frozen, analysis="another plan"),
        replace(frozen, version=2),
    ):
        assert freezing.changed(other)
    assert not freezing.changed(replace(frozen, state="open", token="st-x"))


def test_the_commitment_promises_a_seed_that_nobody_sees() -> None:
    first, second = (freezing.freeze(replace(read(PRICE), salt="s"), 5) for _ in range(2))
    assert first.design.seed != second.design.seed
    text = f"{freezing.seal(first)}:{first.design.seed}"
    assert first.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert freezing.freeze(replace(read(PRICE + "\nseed: 9"), salt="s"), 5).design.seed == 9


@pytest.mark.parametrize("seed", ["", "\nseed: 271828182845"])
def test_missing_codes_are_drawn_and_no_file_holds_a_code_or_the_seed(seed: str) -> None:
    frozen = freezing.freeze(replace(read(PRICE + seed), salt="s"), 5)
    assert {outcome for outcome, _ in frozen.codes} == set(CODED)
    assert frozen.code("complete") == "DONE-1"
    files = freezing.bundle(frozen)
    for text in files.values():
        assert str(frozen.design.seed) not in text
        assert not [code for _, code in frozen.codes if code in text]
        assert "salt" not in text
    assert json.loads(files["price-v1-loaded.json"])["hash"] == frozen.hash
    assert "We study prices" in files["price-v1-texts.md"]


@pytest.mark.parametrize(
    "file",
    [
        "study: x\ngame: bargaining\ncodes:\n  complete: ABCDE\n\n  # and\n  technical: FGHIJ\nseed: 77\ntitle: T",
        "study: x\ngame: bargaining\ncodes: {complete: ABCDE,\n  technical: FGHIJ}\ntitle: A study # not ABCDE",
        '{"study": "x", "game": "bargaining", "seed": 77, "codes": {"complete": "ABCDE"}, "title": "A study"}',
        "study: x\ngame: bargaining\n'codes':\n  complete: ABCDE\n'seed': 77\ntitle: A study",
    ],
)
def test_a_file_is_published_with_all_but_codes_and_seed(file: str) -> None:
    declared = read(file)
    text = published(declared)
    assert not [secret for secret in ("ABCDE", "FGHIJ", "77") if secret in text]
    plain = replace(declared, codes=(), design=replace(declared.design, seed=0), text="")
    assert replace(read(text), text="") == plain
    assert published(read(text)) == text
