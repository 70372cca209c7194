"""A study's file: what it declares, and the sentence for everything that it cannot."""

import re
from pathlib import Path

import pytest

from bot.studies.declaration import read
from bot.studies.effective import effective
from games.core.settings import BadSetting

DOCS = Path(__file__).parents[3] / "docs" / "studies"
PLAIN = "study: x\ngame: bargaining\nstages:\n- {}\n- game"


def test_factors_make_a_condition_for_every_combination() -> None:
    study = read((DOCS / "004.yaml").read_text(encoding="utf-8"))
    loaded = effective(study.design)
    opponents = [loaded.house(variant)["opponent"] for variant in loaded.variants]
    assert opponents == [f"{r}/{p}" for r in ("selfish", "fair") for p in ("S", "selfish", "fair")]
    assert study.design.cells[1].label == "reward=selfish partner=selfish"
    assert study.design.cells[1].levels == (("reward", "selfish"), ("partner", "selfish"))
    assert loaded.tempo == "5 minutes"
    assert [stage.kind for stage in study.stages][-3:] == ["game", "survey", "debrief"]


def test_a_factor_named_like_a_setting_writes_it() -> None:
    study = read(
        "study: x\ngame: bargaining\nfactors: {rounds: ['4', '6'], seat: [buyer, seller]}\nsettings: {item: mug}"
    )
    assert [dict(cell.wrote) for cell in study.design.cells][1] == {"rounds": "4", "seat": "seller"}
    assert dict(study.design.wrote)["item"] == "mug"


def test_json_declares_the_same_as_yaml() -> None:
    yaml = "study: x\ngame: bargaining\nseed: 4\nparticipation: {places: 8, once: no}"
    json = '{"study": "x", "game": "bargaining", "seed": 4, "participation": {"places": 8, "once": false}}'
    one, other = read(yaml), read(json)
    assert (one.design, one.rules, one.stages) == (other.design, other.rules, other.stages)
    assert (one.design.seed, one.rules.places, one.rules.once) == (4, 8, False)


def test_own_forms_take_items_of_five_kinds() -> None:
    items = """
    - notice: Hello
      button: Go on
    - {id: eyes, choose: Colour, options: {b: blue, g: green}, right: b, tries: 2, explain: Blue.}
    - {scale: Fair, from: 0, to: 10}
    - write: Why
    - {divide: Share, options: [[85, 85], [85, 15]]}"""
    study = read(f"study: x\ngame: bargaining\nstages:\n- survey:\n    title: Yours\n    items:{items}\n- game")
    form = study.stages[0].form
    assert form is not None
    assert [item.id for item in form.items] == ["notice1", "eyes", "scale3", "write4", "divide5"]
    assert study.stages[1].name == "game"


def test_stages_of_one_kind_get_numbers() -> None:
    study = read("study: x\ngame: bargaining\nstages: [consent, {check: attention}, game, {check: comprehension}]")
    assert [stage.name for stage in study.stages] == ["consent", "check", "game", "check-2"]


def test_many_stages_of_one_kind_and_a_game_with_a_colon_are_read() -> None:
    study = read("study: x\ngame: bargaining\nstages: [" + "consent, " * 120 + "{game: }]")
    assert [stage.name for stage in study.stages][-2:] == ["consent-120", "game"]


def test_the_guide_for_researchers_declares_studies_that_can_be_read() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", (DOCS.parent / "research.md").read_text(encoding="utf-8"), re.DOTALL)
    study = read(blocks[0])
    for stage in blocks[1:]:
        whole = read(blocks[0].replace("  - debrief\n", f"{stage}  - debrief\n"))
        assert len(whole.stages) == len(study.stages) + 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "file must be a study's declaration"),
        ("study: [", "file must be YAML or JSON; it cannot be read (line 1"),
        ("game: bargaining", "study must be there"),
        ("study: A b\ngame: bargaining", "study must have 1 to 32 small letters"),
        ("study: x\ngame: chess", "game must be one of bargaining"),
        ("study: x\ngame: bargaining\ncolour: red", "colour is not part of a study's file; there are parley, study"),
        ("study: x\ngame: bargaining\nparley: 2", "parley must be 1"),
        ("study: x\ngame: bargaining\nseed: -1", "seed must be a whole number from 0"),
        ("study: x\ngame: bargaining\nsettings: {rounds: 0}", "rounds must be a whole number from 1 to 100"),
        ("study: x\ngame: bargaining\nsettings: {tempo: fast}", "tempo must be one of calm, chat, slow, or minutes"),
        ("study: x\ngame: bargaining\nfactors: {ai: [easy, hard]}", "ai changes nothing: it is no setting (accept, "),
        (
            "study: x\ngame: bargaining\nfactors: {rounds: ['4', '04']}",
            "factors must make different conditions; these are the same: rounds=4; you wrote rounds=04",
        ),
        (
            "study: x\ngame: bargaining\nsettings: {opponent: {ai}}\nfactors: {ai: [easy, hard]}",
            'opponent must be a text or a number; put quotes around it, as in "{ai}"',
        ),
        (
            "study: x\ngame: bargaining\nparticipation: {turn_minutes: 9, study_minutes: 5}",
            "study_minutes must be at least turn_minutes (9)",
        ),
        ("study: x\ngame: bargaining\nfactors: {rounds: ['4']}", "rounds must have 2 to 20 different levels"),
        ("study: x\ngame: bargaining\nfactors: {rounds: 4}", "rounds must be a list of levels"),
        ("study: x\ngame: bargaining\nfactors: {Ai: [a, b]}", "factors need names of small letters"),
        ("study: x\ngame: bargaining\nfactors: {rounds: ['4', '6'], seat: [king, buyer]}", "seat must be one of"),
        ("study: x\ngame: bargaining\nparticipation: {places: many}", "places must be a whole number from 0"),
        ("study: x\ngame: bargaining\nparticipation: {turn_minutes: 0}", "turn_minutes must be a whole number from 1"),
        ("study: x\ngame: bargaining\nparticipation: {once: maybe}", "once must be yes or no"),
        ("study: x\ngame: bargaining\nparticipation: {on_silence: wait}", "on_silence must be end or ai"),
        ("study: x\ngame: bargaining\nparticipation: {cake: 1}", "cake is not part of participation"),
        ("study: x\ngame: bargaining\ncodes: {silent: ABC}", "silent is not part of codes"),
        ("study: x\ngame: bargaining\ncodes: {complete: a b}", "complete must be a code of 3 to 40 letters"),
        ("study: x\ngame: bargaining\ncodes: {complete: ABC, technical: ABC}", "codes must all be different"),
        ("study: x\ngame: bargaining\nstages: [consent]", "stages must hold game exactly once"),
        ("study: x\ngame: bargaining\nstages: [dinner, game]", "stages must be of consent, svo"),
        ("study: x\ngame: bargaining\nstages: [{game: 1}]", "game takes nothing here"),
        (
            "study: x\ngame: bargaining\nstages: [{svo: ring}, game]",
            "svo must be slider or triple_dominance, or",
        ),
        ("study: x\ngame: bargaining\nstages: [survey, game]", "survey must be satisfaction_likeness, or a form"),
        (
            "study: x\ngame: bargaining\nstages: [{practice: {opponent: nobody}}, game]",
            "opponent of a practice must be",
        ),
        ("study: x\ngame: bargaining\nsettings: {opponent: human}", "stages must begin with another stage"),
        (
            "study: x\ngame: society\nsettings: {opponent: human}\nstages: [consent, game]",
            "opponent can be human where two play; here it is 4",
        ),
        (
            "study: x\ngame: society\nfactors: {opponent: [normal, human]}\nstages: [consent, game]",
            "opponent can be human where two play; here it is 4",
        ),
        (PLAIN.format("survey: {title: A}"), "survey must have either a text or items"),
        (PLAIN.format("survey: {items: [{dance: B}]}"), "survey, item 1 must have one of notice, choose"),
        (PLAIN.format("survey: {items: [{scale: B, to: x}]}"), "to must be a whole number from -1000"),
        (
            PLAIN.format("survey: {items: [{write: B, colour: x}]}"),
            "colour is not part of survey, item 1, a write; there are write, id",
        ),
        (PLAIN.format("survey: {items: [{choose: B, options: {a: b}, right: c}]}"), "right must name options of"),
        (PLAIN.format("survey: {items: []}"), "survey cannot be asked: it has no items"),
        (PLAIN.format("check: {items: [{notice: B}], fails: burn}"), "fails must be flag or end"),
        ("study: x\ngame: bargaining\ntitle: a\u202eb", "title must be one line"),
    ],
)
def test_a_file_that_declares_no_study_is_refused_with_what_is_allowed(text: str, says: str) -> None:
    with pytest.raises(BadSetting) as told:
        read(text)
    assert says in str(told.value)
