"""The side that an answer takes as a whole, and that a remark takes beside a move."""

import pytest

from games.language.agreement import Finding, assents, departs, dissents, find


def each(text: str) -> list[str]:
    return [say.strip() for line in text.splitlines() for say in line.split(" | ") if say.strip()]


YES = """
    Ich nehme an. | Trato hecho! | D'accord. | J'accepte votre offre.
    Sold! | Agreed. | I take it. | Consider it sold. | I'll go with your price. | Your price is fine with me.
    Ok. | We're settled. | Perfect, I'm in. | That works. | Sure, why not. | You win. | I give up. | Deal!
    Thanks, agreed. | Very well then, as you wish. | Yes, take my ore. | Fine by me, the ore is yours.
    Agreed to #1! | Done deal. | I will take your set. | I accept what you proposed. | I accept your offer.
    You have a deal. | Good. I accept. | Well, it's a deal. | Fine. You have a deal. | I agree to that.
    I hereby accept | Let's shake on it! | Your offer is acceptable
"""
NO = """
    Nein, danke. | Je refuse.
    No way. | I reject that. | That's too low. | I'm out. | Not yet. | Let me think about it.
    I can't accept that. | No. | I deny. | Denied! | No deal. | Not for that. | Never. | I refuse your offer.
    Sorry... no thanks. | Way too high! | I would rather keep mine. | I won't take that | Thank you. No.
"""
GONE = """
    This is over. | I'm done negotiating. | I quit. | Goodbye, I'm leaving. | Goodbye! | I'm out.
    The deal is off. | Well, I walk away. | We are done here. | That is it. I'm leaving.
"""
TALK = """
    Deal? | Is that a deal? | Okay. How about this one? | I agree that we are close. | 52.50 and we are done.
    Good, now we talk. | Take it. | If you move, we have a deal. | I see your point. Meet me here?
    Thank you. Shall we meet higher? | We are almost done | Accept this and we're settled.
    I accept that you need it. | Your offer is fine, but I need more. | I'll take your words seriously.
    No one gains if we part without a deal. | No problem, here is another. | Done with the old price
    Never mind the past. | I am not done yet; neither are you. | This is it: my last step.
    We are getting closer. This is my step. | Take it or leave it. | Yes, but I need a little more.
    Not bad, not bad.
"""


@pytest.mark.parametrize("say", each(YES))
def test_a_yes(say: str) -> None:
    assert assents(say)


@pytest.mark.parametrize("say", each(NO))
def test_a_no(say: str) -> None:
    assert dissents(say)


@pytest.mark.parametrize("say", each(GONE))
def test_a_farewell(say: str) -> None:
    assert departs(say)


@pytest.mark.parametrize("say", each(TALK))
def test_ordinary_talk_takes_no_side(say: str) -> None:
    assert not assents(say)
    assert not dissents(say)
    assert not departs(say)


@pytest.mark.parametrize("say", ["", " ", "!!!", "?", "…", "\n", "a" * 5000, "ok, " * 3000 + "x", "i can " * 2000])
def test_any_text_is_looked_at_in_peace(say: str) -> None:
    for look in (assents, dissents, departs):
        look(say)


FOUND = {
    "accept | I accept your offer. | Deal! | it's a deal | agreed | I agree | sold | I'll take it": "yes accept",
    "ok, deal | Yes! Accepted. Thank you | yes I accept": "yes accept",
    "yes | Yep. | yup | y | yes please | oh yes, ok": "yes yes",
    "ok | OK! | k | sure thing | fine by me | sounds good | works for me | why not | 👍 | 👍🏽 | 🤝 | done": "yes fine",
    "correct | that's right | exactly | confirmed": "yes right",
    "deal? | is it a deal? | should I accept | ok?": "yes * asked",
    '"deal" | > deal | you said deal': "yes accept quoted",
    "yeah right | yeah, right.": "yes yes ironic",
    "deal... just kidding | accept, oops | deal, no wait | yes, never mind": "yes * taken_back",
    "yes, but I need more | if you add more, deal | deal once you pay | I accept unless you lie": "yes * conditional",
    "not a deal | that isn't a deal": "yes accept negated",
    "maybe deal | ok let me think": "yes * hedged",
    "deal with the devil | good question | yes I see": "yes * more",
    "don't accept | no | Nope.": "no no *",
    "no deal | no thanks | I refuse your offer | rejected | don't agree, I don't agree": "no no *",
    "❌ | no way, sorry": "no no",
    "not yet | not enough | too low | oh no | Oh no...": "no against",
    "oh no thanks | oh no, no": "no no",
    "yes and no | oh no, I accept | hello | | thanks | 45 | maybe | what do you mean?": "",
}


def _sign(found: Finding) -> str:
    return found.sign or ("" if found.whole or not found.side else "more")


def test_findings() -> None:
    wrong = []
    for texts, meant in FOUND.items():
        side, kind, sign = (*meant.split(), "", "", "")[:3]
        for text in texts.split("|"):
            found = find(text.strip())
            made = found.side, kind if kind == "*" else found.kind, sign if sign == "*" else _sign(found)
            if made != (side, kind, sign):
                wrong.append((text.strip(), found))
    assert not wrong


@pytest.mark.parametrize("text", ["ok " * 66, "no deal " * 25, "?" * 200, "'" * 200, "i " * 100, "a" * 5_000])
def test_any_answer_is_looked_at_in_peace(text: str) -> None:
    find(text)
