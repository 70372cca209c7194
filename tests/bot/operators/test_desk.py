"""Operators' commands on every platform: rights, realms, versions. Sessions: test_session_commands.py."""

import pytest

from bot.operators.realms import load
from bot.session.model.inbound import Asked, Command, Inbound, Press
from bot.session.model.verbs import VERBS
from bot.studies.effective import effective, hash_of
from games.core.codec import decode, encode
from games.core.draw import config_of
from games.core.registry import get
from tests.bot.operators.harness import BOSS, HERE, NEW, THERE, Office, lab, setup_of
from tests.bot.session.harness import tiny_games

# --- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
async def test_nobody_else_may_use_any_command(office: Office, verb: object) -> None:
    await lab(office)
    usage = verb.usage.replace("[", "").replace("]", "")  # type: ignore[attr-defined]
    told = await office.writes("ann", usage)
    assert told.startswith("Operators only.")
    assert (await load(office.store, HERE)).realm.game("lab") is not None


async def test_whoever_runs_the_server_grants_roles_and_takes_them_back(office: Office) -> None:
    assert "operator here now" in await office.writes("chat:1", "/role grant user:2 role:operator", admin=True)
    assert "viewer here now" in await office.writes("chat:1", "/role grant user:3 role:viewer", admin=True)
    assert "draft" in await office.writes("chat:2", "/game new name:lab type:bargaining")
    assert "lab" in await office.writes("chat:3", "/game list")
    assert "your role is viewer" in await office.writes("chat:3", "/game open name:lab")
    assert "your role is viewer" in await office.writes("chat:3", "/condition balance name:lab seed:4")
    assert "Only the people who run this server" in await office.writes("chat:2", "/role grant user:4 role:operator")
    assert (await office.writes("chat:2", "/game list", THERE)).startswith("Operators only.")
    await office.writes("chat:1", "/role revoke user:2", admin=True)
    assert (await office.writes("chat:2", "/game list")).startswith("Operators only.")


async def test_an_operator_of_one_realm_sees_nothing_of_another(office: Office) -> None:
    await lab(office)
    sid = await office.plays("ann", "lab")
    other = "chat:9"
    for text in ("/game list", "/session list", "/audit"):
        told = await office.writes(other, text, THERE, admin=True)
        assert "lab" not in told
        assert sid not in told
    for text in ("/game show name:lab", "/game stop name:lab", "/results summary name:lab", "/game export name:lab"):
        assert "There is no game 'lab' here" in await office.writes(other, text, THERE, admin=True)
    for text in (f"/session show session:{sid}", f"/game stop session:{sid}", f"/results transcript session:{sid}"):
        assert "There is no session" in await office.writes(other, text, THERE, admin=True)
    assert (await office.session(sid)).table.phase == "play"
    answer = await office.acts("bob", Command("play", "lab"), THERE)
    assert answer.what == "refused"


# --- what is played -------------------------------------------------------------------------------------------------


async def test_three_commands_lead_from_nothing_to_a_game_that_plays_just_that(office: Office) -> None:
    assert "lab" in await office.boss("/game new name:lab type:bargaining")
    assert "$80.00" in await office.boss("/game config name:lab buyer_value:80 seller_cost:50")
    assert "/play lab" in await office.boss("/game open name:lab")
    sid = await office.plays("ann", "lab")
    assert "worth $80.00 to you" in "\n".join(office.texts("ann"))
    assert "costs the seller exactly $50.00" in "\n".join(office.texts("ann"))
    shown = await office.boss("/game show name:lab effective:true")
    terms = (await office.session(sid)).terms
    definition = (await load(office.store, HERE)).realm.game("lab")
    assert definition is not None
    loaded = effective(definition)
    assert setup_of(terms).hash == hash_of(loaded)
    assert f"hash {setup_of(terms).hash}" in shown
    config = config_of(get("bargaining"), loaded.variants[0].recipe, terms.seed, setup_of(terms).slot)
    assert bytes(terms.config) == encode(config)


async def test_a_hidden_game_is_opened_by_nobody_who_asks_for_it(office: Office) -> None:
    assert "There is no game called 'form'" in await office.writes("ann", "/play form")


async def test_a_draft_and_a_closed_game_take_no_players_and_running_ones_go_on(office: Office) -> None:
    await office.boss(NEW)
    assert "There is no game called 'lab'" in await office.writes("ann", "/play lab")
    await office.boss("/game open name:lab")
    sid = await office.plays("ann", "lab")
    assert "1 still running finishes" in await office.boss("/game close name:lab")
    assert "takes no new players" in await office.writes("bob", "/play lab")
    assert (await office.session(sid)).table.phase == "play"


async def test_a_running_session_keeps_the_version_that_it_began_with(office: Office) -> None:
    await lab(office)
    before = await office.plays("ann", "lab")
    told = await office.boss("/game config name:lab key:rounds value:4")
    assert "rounds is 4 now (was 6)" in told
    after = await office.plays("bob", "lab")
    old, new = (await office.session(before)).terms, (await office.session(after)).terms
    assert (setup_of(old).version, setup_of(new).version) == (1, 2)
    assert setup_of(old).hash != setup_of(new).hash
    assert b'"rounds":6' in bytes(old.config)
    assert b'"rounds":4' in bytes(new.config)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("key:buyer_value value:-5", "buyer_value must be a price from $0.01 to $100.00"),
        ("key:buyer_value value:lots", "buyer_value must be a price from $0.01 to $100.00"),
        ("key:buyer_value value:40", "above seller_cost ($50.00), unless no_zopa is on"),
        ("key:rounds value:0", "rounds must be a whole number from 1 to 100"),
        ("key:information value:some", "information must be one of exact, range, claimed, none"),
        ("key:first value:uniform(1,2)", "first must be one of seller, buyer"),
        ("key:buyer_value value:uniform(45, 90)", "above seller_cost ($50.00), unless no_zopa is on; it is $45.00"),
        ("key:colour value:red", "colour is not a setting of this game; there are buyer_value"),
        ("key:opponent value:nobody", "opponent must be one of default"),
        ("key:opponent value:llm", "opponent cannot be llm here."),
        ("key:opponent value:llm:fair", "opponent cannot be llm:fair here."),
        ("key:opponent value:LLM:Fair@Some/Model-1", "opponent cannot be llm:fair@Some/Model-1 here."),
        ("key:opponent value:llm:@claude-opus-5-5", "opponent cannot be llm:@claude-opus-5-5 here."),
        ("key:opponent value:llm:fair@", "opponent must be one of default"),
        ("key:seat value:carpenter", "seat must be one of buyer, seller"),
        ("nonsense", "There is no game 'lab nonsense' here; there are lab."),
        ("value:4", "value needs a key"),
    ],
)
async def test_what_cannot_be_played_is_refused_with_what_is_allowed(office: Office, words: str, says: str) -> None:
    await lab(office)
    before = await load(office.store, HERE)
    assert says in await office.boss(f"/game config name:lab {words}")
    assert await load(office.store, HERE) == before


@pytest.mark.parametrize("preset", list(get("bargaining").presets))
async def test_every_condition_of_the_studies_is_a_preset(office: Office, preset: str) -> None:
    await office.boss(f"/game new name:lab type:bargaining preset:{preset}")
    await office.boss("/game open name:lab")
    sid = await office.plays("ann", "lab")
    assert f'"condition":"{preset}"'.encode() in bytes((await office.session(sid)).terms.config)


async def test_settings_in_turn_follow_the_number_of_the_session(office: Office) -> None:
    await lab(office, "/game config name:lab key:buyer_value value:sequence(60, 70, 80)")
    values = []
    for user in ("a", "b", "c", "d"):
        sid = await office.plays(user, "lab")
        values.append((await office.session(sid)).config.buyer_value)
    assert values == [6000, 7000, 8000, 6000]


async def test_draws_that_do_not_go_together_are_drawn_again(office: Office) -> None:
    # At 66 and 67 the cost is 100; at the ends, in the middle and one step further it is 10.
    gap = "derived(10 + 90 * min(1, max(0, 0 - (buyer_value - 65) * (buyer_value - 68))))"
    await lab(office, f"/game config name:lab buyer_value=uniform(60, 70, 1) seller_cost={gap}")
    dealt = set()
    for n in range(40):
        terms = (await office.session(await office.plays(f"p{n}", "lab"))).terms
        config = decode(bytes(terms.config), get("bargaining").Config)
        assert 6000 <= config.buyer_value <= 7000
        assert config.seller_cost == 1000
        dealt.add(config.buyer_value)
    assert dealt <= {n * 100 for n in range(60, 71)} - {6600, 6700}
    assert len(dealt) > 5


async def test_another_game_brings_its_settings_to_every_command(office: Office) -> None:
    """A game that is only registered: no command knows anything of it."""
    with tiny_games():
        assert "a draft of" in await office.boss("/game new name:lab type:number")
        listed = await office.boss("/game config name:lab")
        for setting in get("number").settings:
            assert f"{setting.key}: {setting.show(setting.default)}" in listed
            assert setting.help in await office.boss(f"/game config name:lab key:{setting.key}")
        keys = await office.manager.suggest(boss(office), Asked("game config", "key", "", (("name", "lab"),)))
        assert {s.key for s in get("number").settings} <= {value for _, value in keys}
        await office.boss("/game open name:lab")
        await office.plays("ann", "lab")


def boss(office: Office) -> Inbound:
    return Inbound("asks", "room:boss", BOSS, office.now, Command("help"), realm=HERE)


async def test_the_operator_says_who_plays_against_whom_and_how_fast(office: Office) -> None:
    await lab(office, "/game config name:lab seat=seller opponent=hard tempo=slow")
    session = await office.session(await office.plays("ann", "lab"))
    assert session.table.chair("seller").user == "ann"
    assert session.table.chair("buyer").strategy == "hard"
    assert session.terms.tempo.name == "slow"


async def test_a_game_for_two_people_waits_for_the_second(office: Office) -> None:
    await lab(office, "/game config name:lab key:opponent value:human")
    sid = await office.plays("ann", "lab")
    code = (await office.session(sid)).terms.code
    assert code in office.last("ann")
    await office.join("bob", code)
    assert (await office.session(sid)).table.phase == "play"


async def test_players_cannot_change_what_was_set_up(office: Office) -> None:
    await lab(office)
    for words in ("lab rounds=2", "lab seller", "lab human"):
        assert "is played as it was set up" in await office.writes("ann", f"/play {words}")


async def test_open_games_stand_in_the_menu_of_their_realm(office: Office) -> None:
    await lab(office)
    await office.acts("ann", Command("start"))
    await office.acts("bob", Command("start"), THERE)
    assert office.button("ann", "lab (Price bargaining)")
    with pytest.raises(AssertionError):
        office.button("bob", "lab")
    answer = await office.acts("ann", Press(*office.button("ann", "lab (Price bargaining)")))
    assert answer.what == "opened"


async def test_a_game_takes_as_many_sessions_as_were_asked_for(office: Office) -> None:
    await office.boss(NEW)
    await office.boss("/game open name:lab max_sessions:1")
    await office.plays("ann", "lab")
    assert "has all the players it needs" in await office.writes("bob", "/play lab")
    await office.boss("/game stop name:lab")
    await office.plays("bob", "lab")


async def test_a_channel_is_something_of_discord(office: Office) -> None:
    await office.boss(NEW)
    assert "channel must be a channel of this Discord server" in await office.boss("/game open name:lab channel:12")
    assert "open" in await office.boss("/game open name:lab channel:any")


async def test_a_game_closes_by_itself_when_its_time_is_over(office: Office) -> None:
    await office.boss(NEW)
    assert "still to come" in await office.boss("/game open name:lab until:1970-01-01")
    assert "closes at 2100-03-01 18:00 UTC" in await office.boss("/game open name:lab until:2100-03-01T18:00")
    await office.plays("ann", "lab")
    office.now = 5_000_000_000_000
    assert "takes no new players" in await office.writes("bob", "/play lab")
