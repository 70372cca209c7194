import asyncio
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from bot.players import UnknownStrategy, find
from bot.players.base import Brief, Decision, briefed
from bot.players.exchange import Done, exchange
from bot.players.trained import catalogue
from bot.players.trained.network import Shape, fresh
from bot.players.trained.player import Attempt, Trained, _attempted, degenerate
from bot.players.trained.weights import BadWeights, load, write
from bot.players.trained.words import EOS, Vocabulary, tokens
from bot.research import play_one
from bot.research.opponents.duel import duel, policy_of
from bot.research.training.synthetic import config, split
from games.core.contract import Moved
from games.core.registry import get
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.rules.state import (
    ME,
    SEATS,
    YOU,
    Accept,
    Confirm,
    DealMove,
    DealState,
    Heard,
    Offer,
    Reopen,
    Speak,
)
from games.dealornodeal.view import View

GAME = get("dealornodeal")
CONTEXT = Context((2, 1, 3), ((1, 2, 2), (0, 7, 1)))
KNOWN = Vocabulary(sorted(set(tokens("i get the hat and 3 balls . you books deal no sure want 2 1 for me ?"))))


def talk(*moves: tuple[DealMove, str]) -> DealState:
    """Return a game after messages of both sides in turn, the first seat's first."""
    state: DealState = GAME.deal(config(CONTEXT), 0)
    for at, (move, text) in enumerate(moves):
        state = GAME.apply(state, Moved(SEATS[at % 2], move, text))
    return state


def brief(state: DealState, seat: object = YOU) -> Brief:
    async def recall() -> object:
        dealt = GAME.deal(state.config, 0)
        done = [Done(Moved(said.seat, Speak(), said.text)) for said in state.spoken]
        return exchange(GAME, dealt, done, seat)  # type: ignore[arg-type]

    return briefed(GAME, state, seat, SEATS, turn=0, seed=3, recall=recall)  # type: ignore[arg-type]


def decided(player: Trained, made: Brief) -> Decision:
    return asyncio.run(player.decide(made, 1.0))


@pytest.fixture
def ignorant(tmp_path: Path) -> Trained:
    """A network that has learned nothing: its words are noise."""
    write(tmp_path / "a.npz", "selfish/S", fresh(Shape(len(KNOWN), 8, 4, 8), 1), KNOWN, {})
    return Trained(load(tmp_path / "a.npz"))


class Says(Trained):
    """A player whose network has just these words."""

    def __init__(self, text: str, move: DealMove) -> None:
        super().__init__(find("trained/S", GAME).weights)  # type: ignore[attr-defined]
        self.said = Attempt(text, move)

    def attempts(self, view: View, seed: int) -> Iterator[Attempt]:
        yield self.said


@pytest.mark.parametrize("name", catalogue.names("dealornodeal"))
def test_a_shipped_agent_negotiates_to_the_end_by_the_rules(name: str) -> None:
    players = {YOU: find(name, GAME), ME: find("normal", GAME)}
    played = asyncio.run(play_one.play(GAME, config(split()[1][5]), 4, players))
    assert played.illegal == 0


def test_a_decision_follows_from_the_seed() -> None:
    made = brief(talk((Offer((2, 0, 0)), "Books for me?")), ME)
    first, again = (decided(find("trained/selfish", GAME), made) for _ in range(2))  # type: ignore[arg-type]
    assert first == again
    assert first.say


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([9, 10, EOS], ""),
        ([EOS], "empty"),
        ([9] * 3 + [EOS], "repeats"),
        ([9, 10, 9, 10, 9, 10, EOS], "repeats"),
        ([9, 10], "endless"),
    ],
)
def test_degenerate_words_are_noticed(words: list[int], fault: str) -> None:
    assert degenerate(words) == fault


def test_a_sentence_that_breaks_off_is_noticed() -> None:
    view = GAME.view(talk(), YOU)
    broken = "The hat for me and two books for."
    assert _attempted(view, [9, 10, 11, EOS], broken).fault == "unfinished"
    assert _attempted(view, [9, 10, 11, EOS], "I get the hat, what is it for you?").fault == ""


@pytest.mark.parametrize(
    ("said", "fault"), [((Speak(), "Hi."), "nothing_to_take"), ((Offer((2, 0, 0)), "Books for me?"), "")]
)
def test_a_yes_needs_an_offer(said: tuple[DealMove, str], fault: str) -> None:
    view = GAME.view(talk(said), ME)
    assert _attempted(view, [9, 10, 11, 12, EOS], "I can do that.").fault == fault


def test_noise_is_never_posted(ignorant: Trained) -> None:
    players = {YOU: ignorant, ME: find("easy", GAME)}
    for seed in range(3):
        log: list[Done] = []
        played = asyncio.run(play_one.play(GAME, config(CONTEXT), seed, players, log=log))
        assert played.illegal == 0
        assert not any("endless" in str(done) for done in log if done.private is None)
    made = decided(ignorant, brief(talk()))
    assert made.source.startswith("fallback:") or made.note.startswith("words:")


@pytest.mark.parametrize(
    "leak",
    [
        "A hat is worth 7 points to me.",
        "I get 9 points from that, so I take the hat.",
        "My value for books is zero. I take the hat and you get the rest.",
    ],
)
def test_words_about_private_numbers_become_a_template(leak: str) -> None:
    offer = Offer((0, 1, 0))
    made = decided(
        Says(leak, offer),
        brief(
            talk(
                (Speak(), "Hi."),
            ),
            ME,
        ),
    )
    assert made.move == offer
    assert made.say != leak
    assert made.note.startswith("words:")


def test_words_of_another_move_become_a_template() -> None:
    made = decided(Says("I take everything.", Offer((0, 1, 0))), brief(talk()))
    assert made.note == "words:another_move"
    assert "everything" not in made.say


def test_an_illegal_move_is_left_to_the_analytic_player_of_the_same_kind() -> None:
    made = decided(Says("Deal.", Accept()), brief(talk()))
    assert (made.source, made.player) == ("fallback:illegal", "normal")


def test_the_card_of_its_own_offer_is_confirmed_and_another_put_aside() -> None:
    player = find("trained/S", GAME)
    own = talk((Offer((2, 0, 0)), "Books for me?"), (Accept(), "Deal."))
    assert decided(player, brief(own)).move == Confirm(1)  # type: ignore[arg-type]
    assert decided(player, brief(own, ME)).move == Confirm(1)  # type: ignore[arg-type]
    forced = talk((Heard("offer", (2, 1, 3), True, (), 100), "I get everything, and it's a deal."))
    assert decided(player, brief(forced, ME)).move == Reopen(1, misread=False)  # type: ignore[arg-type]


def test_other_items_are_left_to_the_analytic_player() -> None:
    state = GAME.deal(replace(config(CONTEXT), domain="camp", instance=""), 1)
    made = decided(find("trained/fair", GAME), briefed(GAME, state, YOU, SEATS, turn=0, seed=1))  # type: ignore[arg-type]
    assert (made.source, made.player) == ("fallback:other_context", "fair/S")


def test_a_search_can_play_a_trained_agent() -> None:
    policies = {YOU: policy_of(GAME, "trained/fair/fair"), ME: policy_of(GAME, "hard")}
    assert duel(GAME, config(CONTEXT), 2, policies).ended


def test_without_numpy_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "ready", lambda: False)
    with pytest.raises(UnknownStrategy, match=r"pip install 'parley\[trained\]'"):
        find("trained/fair", GAME)


def test_names_and_files_that_hold_no_agent_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="trained/selfish/S"):
        find("trained/greedy", GAME)
    (tmp_path / "none.npz").write_bytes(b"PK nothing")
    for path in (tmp_path / "none.npz", tmp_path / "nowhere.npz"):
        with pytest.raises(BadWeights, match=path.name):
            find(f"trained:{path}", GAME)
    with pytest.raises(BadWeights, match=r"is a folder\. Name a file"):
        find(f"trained:{tmp_path}", GAME)
    with pytest.raises(UnknownStrategy):
        find("trained/fair", get("bargaining"))


def test_equal_agents_are_equal_files(tmp_path: Path) -> None:
    net = fresh(Shape(len(KNOWN), 8, 4, 8), 1)
    hashes = [write(tmp_path / name, "S", net, KNOWN, {}) for name in ("a.npz", "b.npz")]
    assert hashes == [load(tmp_path / "a.npz").hash] * 2
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert np.allclose(load(tmp_path / "a.npz").net["state"], net["state"], atol=1e-3)
