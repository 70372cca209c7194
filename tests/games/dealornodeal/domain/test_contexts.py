"""Contexts by rule, by seed and from files."""

import pytest

from games.core.draw import config_of, recipe_of
from games.core.settings import BadSetting
from games.dealornodeal.domain.contexts import KINDS, Context, contexts, draw, fits, instance, pools, vectors
from games.dealornodeal.domain.deals import deals, most_joint, points, rest, worth
from games.dealornodeal.domain.items import BOOKS, CAMP
from tests.games.dealornodeal.helpers import dealt, game


def test_all_legal_contexts_are_there() -> None:
    assert len(pools(BOOKS)) == 28
    assert len(contexts(BOOKS)) == len(set(contexts(BOOKS))) == 5_295


def test_every_context_keeps_the_rule() -> None:
    for context in contexts(BOOKS):
        mine, yours = context.values
        assert 5 <= sum(context.pool) <= 7
        assert min(context.pool) >= 1
        assert worth(mine, context.pool) == worth(yours, context.pool) == 10
        assert fits(mine, yours)
        assert 16 <= len(deals(context.pool)) <= 36
        assert most_joint(context.pool, mine, yours) >= 10


def test_the_other_side_has_at_most_26_vectors() -> None:
    most = max(
        sum(fits(mine, yours) for yours in vectors(BOOKS, pool))
        for pool in pools(BOOKS)
        for mine in vectors(BOOKS, pool)
    )
    assert most == 26


def test_a_random_deal_has_ten_points_on_average() -> None:
    for context in contexts(BOOKS)[::500]:
        pairs = points(context.pool, *context.values)
        assert sum(map(sum, pairs)) == 10 * len(pairs)


def test_kinds_are_parts_of_all() -> None:
    everything = set(contexts(BOOKS))
    sizes = {kind: len(contexts(BOOKS, kind)) for kind in KINDS}
    assert sizes == {"all": 5_295, "gains": 5_178, "rich": 2_406}
    assert all(set(contexts(BOOKS, kind)) <= everything for kind in KINDS)


def test_equal_seeds_draw_equal_contexts_and_others_vary() -> None:
    drawn = [draw(BOOKS, "all", seed) for seed in range(200)]
    assert drawn == [draw(BOOKS, "all", seed) for seed in range(200)]
    assert len(set(drawn)) > 180


def test_roles_can_be_swapped() -> None:
    one, two = dealt(instance="", context="17"), dealt(instance="", context="17", roles="swapped")
    assert two.context == one.context.swapped() != one.context


def test_a_context_has_a_number() -> None:
    assert dealt(instance="", context="1").context == contexts(BOOKS)[0]
    assert dealt(instance="", context="5295").context == contexts(BOOKS)[-1]
    with pytest.raises(BadSetting, match="5295"):
        config_of(game, recipe_of(game, {"context": "5296"}), 1, 0)


def test_camping_is_nine_packages_and_orders_of_five_four_three() -> None:
    assert pools(CAMP) == ((3, 3, 3),)
    assert len(contexts(CAMP)) == 36
    assert all(sorted(values) == [3, 4, 5] for context in contexts(CAMP) for values in context.values)


def test_a_line_of_a_file() -> None:
    context = instance("2,1,3 1,2,2 0,7,1", "books").context
    assert context == Context((2, 1, 3), ((1, 2, 2), (0, 7, 1)))


def test_a_document_in_any_order_of_items() -> None:
    values = '{"me":{"hat":7,"ball":1,"book":0},"you":{"book":1,"hat":2,"ball":2}}'
    text = f'{{"values":{values},"pool":{{"ball":3,"book":2,"hat":1}}}}'
    assert instance(text, "books").context == instance("2,1,3 1,2,2 0,7,1", "books").context


def test_a_document_may_leave_the_rule_and_bring_its_own_items() -> None:
    text = '{"pool":{"apple":1,"pear":9},"values":{"you":{"apple":50,"pear":0},"me":{"apple":3,"pear":4}},"fallback":2}'
    made = instance(text, "books")
    assert made.context.pool == (1, 9)
    assert [kind.plural for kind in made.domain.items] == ["apples", "pears"]
    assert made.domain.fallback == 2


@pytest.mark.parametrize(
    "text",
    [
        "2,1,3 1,2,2",
        "2,1 1,2 0,7",
        "a,b,c 1,2,2 0,7,1",
        "{}",
        "{",
        '{"pool":{"book":2},"values":{"you":{"book":1}}}',
        '{"pool":{"book":2,"hat":1,"ball":3},"values":{"you":{"book":1.5,"hat":2,"ball":2},"me":{"book":0,"hat":7,"ball":1}}}',
        '{"pool":{"book":-2,"hat":1,"ball":3},"values":{"you":{"book":1,"hat":2,"ball":2},"me":{"book":0,"hat":7,"ball":1}}}',
        '{"pool":{"book":2},"values":{"you":{"book":1,"hat":3},"me":{"book":0}}}',
        '{"pool":{"book":99999},"values":{"you":{"book":1},"me":{"book":0}}}',
        '{"pool":[2,1,3],"values":{"you":[1,2,2],"me":[0,7,1]}}',
        '{"pool":{"a(b":2},"values":{"you":{"a(b":1},"me":{"a(b":3}}}',
    ],
)
def test_an_unusable_document_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadSetting, match="instance"):
        config_of(game, recipe_of(game, {"instance": text}), 1, 0)


def test_the_rest_is_what_the_other_side_gets() -> None:
    assert rest((2, 1, 3), (1, 0, 3)) == (1, 1, 0)
