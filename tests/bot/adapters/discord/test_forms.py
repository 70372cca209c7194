"""Forms on Discord: what is picked and typed reaches the game, whatever process it reaches."""

from tests.bot.adapters.discord.service import House


async def test_35_options_are_two_menus_and_a_form_outlives_a_restart(house: House) -> None:
    ann = house.ann
    thread, board = await house.begins(ann, "picking", until="Guess the sum")
    form = await ann.opens(board, "Guess the sum")
    assert form.labels == ["Pick (1 of 2)", "Pick (2 of 2)"]
    await house.closes()
    await house.opens()
    await ann.fills(form, ["1", "20"], ["30"])
    await thread.wait_for("51 by you")
    house.dc.assert_manners()


async def test_counts_are_picked_from_menus_where_they_fit(house: House) -> None:
    house.in_public()
    ann = house.ann
    thread, board = await house.begins(ann, "dealornodeal", until="Offer")
    sheet = await (await ann.presses(board, "My private info")).reply()
    assert sheet.ephemeral
    form = await ann.opens(board, "Offer")
    assert [label.partition(": ")[2] for label in form.labels] == ["books", "hats", "balls"]
    await ann.fills(form, "1", "0", "0")
    await thread.wait_for("I read that as an offer")
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_forms_that_others_may_not_see_hang_under_the_private_sheet(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    thread, board = await house.begins(ann, "trading player_0", until="My private info")
    assert not any("offer…" in label for label in board.labels)
    assert "Press My private info for what only you know, and a form for what you propose." in board.text
    sheet = await (await ann.presses(board, "My private info")).reply()
    assert sheet.ephemeral
    form = await ann.opens(sheet, "Make an offer")
    assert form.labels == ["You give", "You get"]
    await ann.fills(form, "1 Wheat", "1 Ore")
    await thread.wait_for("1 Wheat")
    await dc.quiet()
    assert sheet.labels == []
    dc.assert_manners()


async def test_who_has_secrets_is_told_where_they_are(house: House) -> None:
    house.in_public()
    for settings, told in (("", 0), (" information=none", 1)):
        _, board = await house.begins(house.ann, f"bargaining{settings}")
        assert board.text.count("Press My private info for what only you know.") == told


async def test_marks_in_a_form_are_no_part_of_what_it_says(house: House) -> None:
    ann = house.ann
    thread, board = await house.begins(ann)
    form = await ann.opens(board, "Counteroffer")
    await ann.fills(form, "<:coin45:12> 44")
    await thread.wait_for("You offered $44.00")
