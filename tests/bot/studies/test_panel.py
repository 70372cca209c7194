"""People from a panel: what a file may declare, which links lead in, whose part an id has, and what the vault keeps."""

import asyncio
from typing import Any

import pytest

from bot.session import vault
from bot.session.model.inbound import Command, Enter
from bot.session.retention import Periods, Retention
from bot.studies import freezing, panel
from bot.studies.declaration import read
from bot.studies.panel import BadLink
from bot.studies.study import Panel
from bot.studies.wording import ELSEWHERE, UNBIDDEN
from games.core.settings import BadSetting
from storage.base import Store
from tests.bot.studies.harness import MINUTE, PRICE, Lab, study_of

BACK = "https://panel.example/done?cc={code}"
DECLARED = """
panel:
  takes: [PID, STUDY]
  person: PID
  keep_days: 30
  back: {complete: "https://panel.example/done?cc={code}"}
"""
SENT = (("PID", "panel-person"), ("STUDY", "77"), ("utm", "x"))


@pytest.fixture
async def sent(memory: Store) -> Lab:
    return await Lab(memory, study_of(PRICE + DECLARED)).ready()


async def comes(lab: Lab, user: str, *given: tuple[str, str]) -> str:
    """Enter by a link with these parameters; what the person reads then."""
    seen = len(lab.texts(user))
    await lab.does(user, Enter(lab.study.token, given))
    return "\n".join(lab.texts(user)[seen:])


async def kept(lab: Lab) -> list[tuple[tuple[str, str], ...]]:
    return [sealed.entry.pairs for sealed in await vault.of_study(lab.store, lab.whose.name)]


# --- declare ----------------------------------------------------------------------------------------------------------


def test_a_panel_is_declared_with_its_parameters_and_addresses() -> None:
    declared = Panel(("PID", "STUDY"), "PID", True, 30, (("complete", BACK),))
    assert read(PRICE + DECLARED).panel == declared
    assert read(PRICE).panel is None
    assert read(f"{PRICE}panel: {{takes: [ref], required: no}}").panel == Panel(("ref",), "ref", required=False)


def test_a_panel_is_frozen_with_its_study() -> None:
    study = study_of(PRICE + DECLARED)
    assert freezing.loaded(study)["panel"]["back"] == [["complete", BACK]]
    assert "panel" not in freezing.loaded(study_of())
    other = study_of(PRICE + DECLARED.replace("done", "elsewhere"))
    assert freezing.loaded(other)["panel"] != freezing.loaded(study)["panel"]


@pytest.mark.parametrize(
    "address",
    [
        "http://panel.example/{code}",
        "javascript:alert(1)",
        "//panel.example/",
        "panel.example",
        "https:///x",
        "https://{code}.example/",
        "https://panel.example{code}/",
        "https://user:word@panel.example/",
        "https://panel.example@evil.example/",
        "https://panel.example\\\\@evil.example/",
        "https://panel.example/?p={PID}",
        "https://panel.example/{",
        "https://panel.example/a b",
        "https://panel.example/\\x0d\\x0aSet-Cookie:a",
        "https://panel.example:99999/",
        "https://pаnel.example/",
        'https://panel.example/\\"onclick=',
        "https://panel.example/" + "a" * 500,
    ],
)
def test_an_address_that_could_lead_elsewhere_is_refused(address: str) -> None:
    with pytest.raises(BadSetting, match="complete must be an address with https://"):
        read(f'{PRICE}panel: {{takes: [PID], back: {{complete: "{address}"}}}}')


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        ("{takes: []}", "takes must be 1 to 12 different names"),
        ("{takes: [PID, PID]}", "takes must be 1 to 12 different names"),
        ("{takes: ['a b']}", "takes must be 1 to 12 different names"),
        ("{}", "takes must be a list"),
        ("{takes: [PID], person: X}", "person must be one of takes: PID"),
        ("{takes: [PID], required: often}", "required must be yes or no"),
        ("{takes: [PID], keep_days: 0}", "keep_days must be a whole number from 1 to 3650"),
        ("{takes: [PID], back: {withdrawn: x}}", "withdrawn is not part of back"),
        ("{takes: [PID], back: {complete: 'https://a.example/?cc=DONE-1'}}", "complete must have {code} where"),
        ("{takes: [PID], pays: 3}", "pays is not part of panel"),
        ("yes", "panel must hold takes"),
    ],
)
def test_a_panel_that_cannot_be_is_refused_with_what_is_allowed(declared: str, says: str) -> None:
    with pytest.raises(BadSetting) as told:
        read(f"{PRICE}panel: {declared}")
    assert says in str(told.value)


def test_a_code_stands_encoded_in_the_declared_address() -> None:
    there = Panel(("PID",), "PID", back=(("complete", BACK),))
    assert panel.way_back(there, "complete", "A&B=/?#é") == "https://panel.example/done?cc=A%26B%3D%2F%3F%23%C3%A9"
    assert panel.way_back(there, "technical", "A") == ""
    assert panel.way_back(None, "complete", "A") == ""


# --- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((("STUDY", "1"),), "lacks PID"),
        ((("PID", "  "),), "lacks PID"),
        ((("PID", "a"), ("PID", "a")), "has PID twice"),
        ((("PID", "a"), ("STUDY", "1"), ("STUDY", "2")), "has STUDY twice"),
        ((("PID", "a" * 129),), "PID can't be right"),
        ((("PID", "a\nb"),), "PID can't be right"),
        ((("PID", "a\u202eb"),), "PID can't be right"),
        ((("PID", "\ud800"),), "PID can't be right"),
        ((("PID", "a"), ("STUDY", "\x00")), "STUDY can't be right"),
        ((("PID", "{{%PID%}}"),), "was never filled in"),
        ((("PID", "%SURVEY_CODE%"),), "was never filled in"),
    ],
)
async def test_a_wrong_link_gets_a_sentence_and_begins_nothing(sent: Lab, given: Any, says: str) -> None:
    assert sent.study.panel is not None
    with pytest.raises(BadLink, match=says):
        panel.kept(sent.study.panel, given)
    assert says in await comes(sent, "ann", *given)
    assert not await kept(sent)
    assert not await sent.live()


async def test_nobody_comes_from_a_chat_where_an_id_is_required(sent: Lab) -> None:
    assert UNBIDDEN in await sent.enters("ann")
    assert UNBIDDEN in await sent.commands("ann", "join", sent.study.token)


async def test_who_has_no_id_counts_by_account_where_none_is_required(memory: Store) -> None:
    text = PRICE + DECLARED.replace("keep_days: 30", "required: no")
    lab = await Lab(memory, study_of(text)).ready()
    assert "We study prices" in await lab.enters("ann")
    assert "already taking part" in await lab.enters("ann")
    assert "We study prices" in await comes(lab, "bob", *SENT)
    assert await kept(lab) == [SENT[:2]]


# --- whose part -------------------------------------------------------------------------------------------------------


async def test_the_vault_alone_holds_what_a_link_brought(sent: Lab) -> None:
    assert "We study prices" in await comes(sent, "ann", *SENT)
    await sent.goes("ann")
    assert await kept(sent) == [SENT[:2]]
    shadow = dict(vars(sent.store))
    names = shadow.pop("_names")
    assert "panel-person" not in str(shadow)
    assert [name for name, value in names.items() if "panel-person" in value] == [
        name for name in names if name.startswith("vault:")
    ]


async def test_an_id_opens_nothing_in_another_browser(sent: Lab) -> None:
    await comes(sent, "ann", *SENT)
    for end in ("", "complete"):
        if end:
            await sent.goes("ann", end)
        assert await comes(sent, "eve", *SENT) == ELSEWHERE
        assert "DONE-1" not in await sent.commands("eve", "code")
        assert "not taking part" in await sent.commands("eve", "withdraw") + await sent.commands("eve", "code")
    assert "DONE-1" in await comes(sent, "ann", *SENT)
    assert (await sent.part("ann")).entries == 4


async def test_one_browser_is_one_person_whatever_id_it_brings(sent: Lab) -> None:
    await comes(sent, "ann", *SENT)
    assert "already taking part" in await comes(sent, "ann", ("PID", "other"))
    await sent.goes("ann")
    assert "each person takes part once" in await comes(sent, "ann", ("PID", "other"))
    assert len(await kept(sent)) == 1


async def test_of_two_browsers_at_once_one_begins(sent: Lab) -> None:
    told = await asyncio.gather(*(comes(sent, user, *SENT) for user in ("ann", "bob")))
    assert sorted(ELSEWHERE in one for one in told) == [False, True]
    assert len(await kept(sent)) == 1


async def test_an_account_cannot_be_kept_out_by_an_id_like_its_number(memory: Store) -> None:
    lab = await Lab(memory, study_of(PRICE + DECLARED.replace("keep_days: 30", "required: no"))).ready()
    await comes(lab, "eve", ("PID", "ann"))
    assert "We study prices" in await lab.enters("ann")


# --- erasing ----------------------------------------------------------------------------------------------------------


async def test_forgetting_empties_the_vault_and_once_still_means_once(sent: Lab) -> None:
    await comes(sent, "ann", *SENT)
    await sent.does("ann", Command("forget", "yes"))
    assert not await kept(sent)
    assert await comes(sent, "bob", *SENT) == ELSEWHERE


async def test_withdrawing_empties_the_vault_unless_a_code_was_earned(sent: Lab) -> None:
    await comes(sent, "ann", *SENT)
    await comes(sent, "bob", ("PID", "b0b"))
    await sent.goes("bob")
    await sent.commands("ann", "withdraw", "yes")
    assert "until you're paid" in await sent.commands("bob", "withdraw", "yes")
    assert await kept(sent) == [(("PID", "b0b"),)]


async def test_an_entry_goes_when_its_time_is_over(sent: Lab) -> None:
    await comes(sent, "ann", *SENT)
    keeper = Retention(sent.store, lambda: sent.now, Periods())
    await keeper.round()
    assert await kept(sent)
    sent.now += 31 * 24 * 60 * MINUTE
    await keeper.round()
    assert not await kept(sent)
