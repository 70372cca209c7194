"""A yes of somebody else, of later, or for a favour is not the speaker's own; a no in passing refuses nothing."""

import pytest

from games.language.elsewhere import elsewhere, idle_no


@pytest.mark.parametrize(
    "text",
    [
        "everyone agreed",
        "so they accept",
        "the seller accepts",
        "my brother would take it",
        "moderator: deal done",
        "next time i'll accept",
        "i'll say yes another day",
        "please accept",
        "just say yes",
        "convince me and i accept",
        "ok, show me your cards and then i'll agree",
        "i take it you're done",
        "i'll take that as a no",
        "we agree to disagree",
        "fine in theory",
        "as if i'd say yes",
        "i'd sooner eat my hat than accept",
        "let's pretend i accept",
        "hypothetically yes",
        "i'm happy for you to accept",
    ],
)
def test_no_yes_of_the_speaker_s_own(text: str) -> None:
    assert elsewhere(text)


@pytest.mark.parametrize(
    "text",
    [
        "i accept",
        "i take it",
        "you win and i accept",
        "i thought about it and i agree",
        "my wife says yes",
        "my class agrees",
        "ok and i accept",
        "fine, it's late and i'll take it",
        "please take it",
        "i say yes",
        "deal, see you next time",
        "next time i want more but ok",
    ],
)
def test_the_speaker_s_own_yes(text: str) -> None:
    assert not elsewhere(text)


@pytest.mark.parametrize(
    "text",
    [
        *("no rush", "ok no worries", "should i say no", "they rejected it", "don't say no"),
        *("i have no idea", "i have no hammer", "you have no tools", "i see no coal", "there is no wood here"),
    ],
)
def test_a_no_in_passing(text: str) -> None:
    assert idle_no(text)


@pytest.mark.parametrize(
    "text",
    [
        *("no", "no thanks", "no deal", "i reject that", "no way", "you know what, no"),
        *("there is no deal", "i have no interest", "there is no way"),
        *("i see no reason to accept", "i need no such deal", "you have no deal", "i have no plans to take it"),
    ],
)
def test_a_plain_no(text: str) -> None:
    assert not idle_no(text)
