from bot.players.trained.words import UNK, Vocabulary, tokens, vocabulary, written


def test_text_comes_back_as_a_person_would_type_it() -> None:
    assert written(tokens("i'd like 2 books , please . can i have them ?")) == (
        "I'd like 2 books, please. Can I have them?"
    )


def test_digits_stand_alone_and_foreign_signs_are_left_out() -> None:
    assert tokens("2hats & 10 balls €") == ["2", "hats", "1", "0", "balls"]


def test_rare_words_are_unknown_and_the_most_frequent_come_first() -> None:
    known = vocabulary(["hat ball hat", "ball hat book"], least=2)
    assert known.words[-2:] == ("hat", "ball")
    assert known.numbered("hat book") == [known.numbers["hat"], UNK]


def test_numbers_become_text_again() -> None:
    known = Vocabulary(["deal", "."])
    assert known.text(known.numbered("Deal.")) == "Deal."
