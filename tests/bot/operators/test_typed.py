"""Commands as people type them, and games as files."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.operators import files
from bot.operators.typed import BadWords, act_of, pairs, understood
from bot.session.model.verbs import GROUPS, VERBS, Verb
from bot.studies.effective import effective, hash_of, texts_of
from games.core.settings import BadSetting

TYPED = [
    ("game", "new name:lab type:bargaining", "game new", {"name": "lab", "type": "bargaining"}),
    ("game", "new name=lab type=bargaining", "game new", {"name": "lab", "type": "bargaining"}),
    ("game", "new lab bargaining", "game new", {"name": "lab", "type": "bargaining"}),
    ("game", "NEW  NAME:lab   TYPE:bargaining", "game new", {"name": "lab", "type": "bargaining"}),
    ("game", 'new name:"lab" type:bargaining', "game new", {"name": "lab", "type": "bargaining"}),
    ("game", "config name:lab key:rounds value:4", "game config", {"name": "lab", "key": "rounds", "value": "4"}),
    ("game", "config lab rounds 4", "game config", {"name": "lab", "key": "rounds", "value": "4"}),
    ("game", "config lab rounds=4 first=buyer", "game config", {"name": "lab", "settings": "rounds=4\nfirst=buyer"}),
    (
        "game",
        "config name:lab key:buyer_value value:uniform(45, 75, 0.50)",
        "game config",
        {"name": "lab", "key": "buyer_value", "value": "uniform(45, 75, 0.50)"},
    ),
    (
        "game",
        'config lab instance={"pool": {"book": 1}, "values": {}}',
        "game config",
        {"name": "lab", "settings": 'instance={"pool": {"book": 1}, "values": {}}'},
    ),
    ("game", "show effective name:lab", "game show", {"name": "lab", "effective": "true"}),
    ("game", "show lab effective", "game show", {"name": "lab", "effective": "true"}),
    (
        "game",
        "stop name:lab reason:the fire alarm, again",
        "game stop",
        {"name": "lab", "reason": "the fire alarm, again"},
    ),
    ("game", "import name: lab\ngame: bargaining", "game import", {"text": "name: lab\ngame: bargaining"}),
    ("audit", "", "audit", {}),
    ("audit", "since:2027-01-01", "audit", {"since": "2027-01-01"}),
    ("condition", "add lab rounds=4|6", "condition add", {"name": "lab", "settings": "rounds=4|6"}),
]


@pytest.mark.parametrize(("group", "words", "verb", "given"), TYPED)
def test_words_become_a_command_and_its_options(group: str, words: str, verb: str, given: dict[str, str]) -> None:
    found, options = understood(act_of(group, words))
    assert (found.name, options) == (verb, given)


@pytest.mark.parametrize(
    ("group", "words", "says"),
    [
        ("game", "frobnicate", "/game new name:NAME"),
        ("game", "new", "/game new needs name"),
        ("game", "new name:lab", "/game new needs type"),
        ("game", "open lab max:3", "/game open has no option max; it has name, max_sessions, until"),
        ("game", "close lab now", "I don't understand 'now'"),
        ("game", "list state:asleep", "state must be one of draft, open, closed; you wrote asleep."),
        ("role", "grant 7 king", "role must be one of operator, viewer; you wrote king."),
    ],
)
def test_words_that_are_no_command_are_answered_with_what_can_be_written(group: str, words: str, says: str) -> None:
    with pytest.raises(BadWords) as told:
        understood(act_of(group, words))
    assert says in str(told.value)


def test_settings_stand_on_lines_or_beside_each_other() -> None:
    assert pairs("a=1 b = two words c:3") == {"a": "1", "b": "two words", "c": "3"}
    assert pairs("a=1\nb: 2\n") == {"a": "1", "b": "2"}
    assert pairs("a=1 a=1") == {"a": "1"}
    with pytest.raises(BadSetting, match="a must have one value; you wrote 1 and 2"):
        pairs("a=1 b=3\na=2")
    with pytest.raises(BadSetting, match="key=value"):
        pairs("just words")


def test_the_table_of_commands_is_complete_and_short_enough_for_every_platform() -> None:
    assert len({verb.name for verb in VERBS}) == len(VERBS)
    assert {verb.group for verb in VERBS} == set(GROUPS)
    for verb in VERBS:
        assert 1 <= len(verb.about) <= 100
        assert all(1 <= len(option.about) <= 100 for option in verb.options)
        needed = [option.needed for option in verb.options]
        assert needed == sorted(needed, reverse=True)


@given(st.sampled_from(list(GROUPS)), st.text(max_size=80))
def test_whatever_is_typed_is_a_command_or_answered(group: str, text: str) -> None:
    with suppress(BadWords):
        verb, given = understood(act_of(group, text))
        assert all(verb.option(key) is not None for key in given)


@given(
    st.sampled_from(VERBS),
    st.lists(st.sampled_from((*"abc:=|()", "name", "key:", " ", "\n", '"', "rounds=", "effective"))),
)
def test_whatever_stands_behind_a_verb_is_understood_or_answered(verb: Verb, words: list[str]) -> None:
    with suppress(BadWords):
        understood(act_of(verb.group, f"{verb.name.removeprefix(verb.group)} {''.join(words)}"))
    with suppress(BadSetting):
        pairs("".join(words))


PIECES = (
    *("game: bargaining", "settings:", "  rounds: ", "conditions:", "- label: a", "  weight: ", "seed: ", "name: "),
    *("[", "}", "4", "- ", "&a", "*a", "!!x", ".nan", "1e999", "2027-01-01", "~", "on", "? ", "|", ">", "'", '"', "\t"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("\n".join))
def test_whatever_a_file_holds_is_a_game_or_refused(text: str) -> None:
    with suppress(BadSetting):
        effective(files.read(text))


BARE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
ANYTHING = st.recursive(
    BARE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(files.KEYS), inner, max_size=4)
)


@given(ANYTHING)
def test_whatever_json_a_file_holds_is_a_game_or_refused(data: object) -> None:
    if isinstance(data, dict):
        data["game"] = "bargaining"
    with suppress(BadSetting):
        effective(files.read(json.dumps(data)))


def test_a_file_may_leave_out_what_is_as_usual() -> None:
    read = files.read("name: lab\ngame: bargaining\nsettings:\n  buyer_value: 80\n  talk: off\n  seller_cost: 50.00\n")
    texts = texts_of(effective(read))
    assert (texts["buyer_value"], texts["seller_cost"], texts["talk"]) == ("$80.00", "$50.00", "off")
    same = files.read('{"game": "bargaining", "settings": {"buyer_value": "80", "seller_cost": 50}}')
    assert hash_of(effective(same)) == hash_of(effective(read))


@pytest.mark.parametrize(
    "form", ["{}", "```\n{}\n```", "lab, hash 19a80432a6ae68d5\n```\n{}\n```", "x-1, hash 19a80432a6ae68d5\n{}"]
)
def test_an_export_may_be_copied_with_all_that_stands_round_it(form: str) -> None:
    whole = effective(files.read("name: lab\ngame: bargaining\nsettings:\n  rounds: 4\n"))
    for text in (files.as_yaml("lab", whole), files.as_json("lab", whole)):
        assert hash_of(effective(files.read(form.replace("{}", text)))) == hash_of(whole)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "file must be what /game export writes"),
        ("just words", "file must be what /game export writes"),
        ("{", "file must be YAML or JSON"),
        ("a: b: c", "file must be YAML or JSON"),
        ("game: chess", "game must be one of"),
        ("game: bargaining\ncolour: red", "colour is not part of a game's file"),
        ("game: bargaining\nparley: 2", "parley must be 1"),
        ("game: bargaining\nrules: 99", "rules must be"),
        ("game: bargaining\nseed: minus", "seed must be a whole number"),
        ("game: bargaining\nsettings: 4", "settings must hold a setting and its value"),
        ("game: bargaining\nsettings:\n  rounds: 0", "rounds must be a whole number from 1 to 100"),
        ("game: bargaining\nsettings:\n  rounds: [1]", "rounds must be a text or a number"),
        ("game: bargaining\nseat: king", "seat must be one of buyer, seller"),
        ("game: bargaining\nconditions: 4", "conditions must be a list"),
        ("game: bargaining\nconditions:\n- weight: 0", "weight must be a whole number from 1 to 20"),
        ("game: bargaining\nconditions:\n- label: a\n- label: A", "label must be new"),
        ("game: bargaining\nconditions:\n- settings:\n    seat: king", "seat must be one of buyer, seller"),
        ("game: bargaining\nname: a\nname: b", "name must appear there once"),
        ("game: bargaining\nsettings:\n  rounds: 4\n  rounds: 8", "rounds must appear there once"),
        ('{"game": "bargaining", "settings": {"rounds": 4, "rounds": 8}}', "rounds must appear there once"),
        ("? [1, 2]\n: 3", "file must be YAML or JSON"),
        ("[" * 49_000, "file must be"),
        ('{"a":' * 9_000, "file must be"),
        ("x" * 50_001, "file must have at most 50000 characters"),
        ("!!python/object/apply:os.system ['true']", "file must be what /game export writes"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_what_is_allowed(text: str, says: str) -> None:
    with pytest.raises(BadSetting) as told:
        files.read(text)
    assert says in str(told.value)
