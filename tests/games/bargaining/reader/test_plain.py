"""The plain reading at a buyer who offered $44.00 and faces $57.00, and elsewhere.

`?` in front of a reading: it is asked about first. `-`: the text is no move.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bargaining import game
from games.bargaining.reader.message import ENDS, FRAMES, heard, scanned
from games.bargaining.rules import Accept, Offer, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Said, Unclear
from tests.games.bargaining.helpers import after, dealt, view
from tests.games.bargaining.reader.test_prices import ACCEPT, TABLE
from tests.games.bargaining.test_reader import ROWS, TEXTS
from tests.games.readings import misread


def at(*prices: float, **wrote: str) -> View:
    return view(after(dealt(reading="plain", **wrote), *prices))


STANDING = at(60, 44, 57)
SELLING = at(40, 60, 44, first="buyer")
FIRST = at(first="buyer")
LAST = at(60, 44, 57, rounds="3")
SELLING_LAST = at(40, 60, 44, first="buyer", rounds="3")
MUG = at(12, 5, 9, condition="mug")


def spelt(seen: View, text: str) -> str:
    reading = game.read(seen, Said(text))
    if isinstance(reading, Unclear):
        return "-"
    match reading.move:
        case Accept():
            said = "accept"
        case Reject():
            said = "reject"
        case Offer(price):
            said = f"{price / 100:.2f}"
    return f"?{said}" if reading.confirm else said


PLAIN = {
    "accept": """
        ok | fine | sounds good | I'll take it | sold! | 👍 | Agreed. | you have a deal | accept 57 | yes 57
        deal at 57 | okay, fine by me | sure thing | yeah, deal | it's a deal | 57 it is | I accept your offer of 57
        $57 works for me | I'll take it for 57 | fifty-seven is fine | I can live with that | let's shake on it
        I'll take your final offer | your final offer accepted | I agree to your terms | I am accepting this offer
        better 57 than no deal, accept | accept, thanks for the game | no complaints from me, accepted | done deal ji
        bit steep but alright, deal | it's more than I wanted but fine, I accept
        works 4 me | ok 4 me | gr8, deal m8 | im in, deal
        cant say no to that, deal | fine i accept your 57
        I think that's fair, deal | deal, I think it's fair | I accept because I think it's fair | no question, deal
        no doubt, deal | i mean it, deal | ok i give up, deal | fine. take my money | okay i give up, 57 it is
        i guess 57 is ok, deal | i suppose 57 is fair. I accept | I think I can accept that
        ok fine I'll take the 57 ugh | I'll take that 57 | 57 and we got ourselves a deal
        say less | bet | its a yes from me | lets go with yours | i acept your ofer | settled then | can do
        done | yup | ok! 🤝 | no problem, deal | you win, I accept | accept | yes | a
    """,
    "?accept": """
        57 is a lot but I accept | that's right | bit steep but ok | throw in a pen but ok deal
        I don't like it but I accept
        ok I guess | hmm ok | maybe yes | good | great! | perfect | of course | why not | 57 | $57.00 | 57 please
        i wanted 45 but ok, your price is fine | 45... actually nvm ill just take the 57 | wait no, yes. I take it.
        its worth 65 to me anyway so deal at 57 | fine whatever | if you insist | whatever, 57 | 57, whatever
        i accept i guess | accept, I guess | accept i suppose | deal i think | deal i guess lol | yes i think so
        i think i accept
        i guess we have a deal | I reckon I'll accept | accept (i think) | I give up | I surrender | take my money
        no, i mean yes | no, sorry, I meant deal | i accept. scratch that | deal. undo | accept. correction
        deal. dream on | deal. fooled you
        57 and we're done | ok 57 we're done | 57, we're done here | 57 and I'm done | $57 it is and we are done
        ok 57 and I'm done haggling | I'll take 57 and we're done | fine 57, I'm out of here | ok, I'll pay 57, I'm out
        57? | around 57 | fifty-seven | I suppose that's fine | ok, whatever | I'd take it
        The AI offers $57.00. | Round 3: Gina offered $57.00. | Last offer: $57.00 by Seller | $57.00 by the AI
        Bargaining status: round 2 of 6. Last offer: $57.00 by Seller.
    """,
    "45.00": """
        $45.00 again | $45 is a step | $45 by Friday | $45.00 by now | Last offer: $45 by tomorrow or I walk
        my company offers $45 | your humble buyer offers $45.00
        45 | $45 | forty five | forty-five dollars | how about 45? | 57 is too much, I'd say 45 | 45 instead of 57
        I can't do 57 but 45 works | 57? No way. 45. | no, 45 | not 57 but 45 | I can't accept 57, how about 45
        would you take 45? | 45, deal? | 45 ok? | ok, how about 45? | fine, I'll give you 45 | you said 57, I say 45
        44 was my last, now 45 | I'll go from 44 to 45 | 45, I am a student | 45 or I walk | 45, take it or leave it
        my final is 45, take it or we both get nothing
        45 and not a cent more | 45 if you don't mind | 45 max | my best offer is 45
        let me begin with 45 dollars | Good morning, would you sell for 45? | put me down for 45 | ill giv u 45
        57 would break my budget, 45 I could pay | rather 45, 57 is silly money | I came up from 44 to 45
        I think 45 is fair for both of us | I'd be comfortable at 45
        45 4 u | want 2 pay 45 | 57 is 2 much, 45 | why did you drop only to 57? 45. | 45 and thats my last word
    """,
    "?45.00": """
        round 3: 45 | Round 2: i offered $45.00 | 45 in round 3 of 6 | you said $57.00. Round 3: 45
        maybe 45? | around 45 | about 45 | 45ish | ~45 | something like 45 | ok 45 | fine, 45 | up 1 | +1
        another dollar | I can't go above 45 | no more than 45 | 45 and we have a deal | I'd accept 45
        47 no wait 45 | 45 would be a deal for me | 45 and u got a deal bro | 45 lol | deal at 45?
        I say yes when you say 45
        if you say 45 I'll accept | 45 if you throw in a pen | 500 is too much, 45 | 45 I guess
        is 45 your best price? | did you consider 45? | what did I say before? 45
         nobody pays 45 | 100% sure: 45 | people say 45 | a bit less than 46 | under 46 | 12 off
        drop it by 12 | 12 less | +45 | 45+ | I can do 45+ | 45? that's crazy | 45? no way | 45? too low | 45? ok
        I refuse to pay more than 45 | i refuse to go above 45 | would hate to pay more than 45 | over 45 i walk
        45 & we got ourselves a deal | 45 minimum or no deal
        above 45 I'm out | over 45 forget it | everything over 45 is too much | a round 45
        Gina offered $45.00. | Last offer: $45.00 by AI | Round 2: The AI counteroffers $45.00. | $45.00 by you
        Round 1: You offered $45.00. The AI rejects. | You offered $45.00.
        a quid more | a euro more | 1 pound higher | down 45 | <46 | < 46 pls | must be < 46 | ≤45 | <= 45
    """,
    "47.50": "forty-seven fifty | 47,50 | 47.50 | $47,50 | 47 and a half | 47 dollars 50 cents",
    "?50.50": """
        split the difference | split the diff | meet in the middle | 50/50 | fifty-fifty | let's meet halfway
        57 is too much, 50/50? | how about the middle
    """,
    "?50.00": "I'll go by 50 | let's go by 50 | going by fifty | move 50",
    "?12.00": "xyz 12 foo | 12 foo",
    "?46.00": """
        +2 | 50 is too much, I could add 2 | I'll add 2 | up 2 | two more | 2 more than my last offer | plus two
        I'll raise my offer by 2 | 44 plus 2 | 2 quid more | 2 pounds more | two euros extra | £2 more | raising by 2
        raising 2 | upping it by 2 | 2 on top of mine | 2 to mine | 2 to my offer | 2 further | additional 2
        2 on mine | 2 on my last offer | stretch 2 | stretching by 2
        climb 2 | a couple of quid more | adding another 2
    """,
    "?52.00": """
        5 below yours | drop 5 | 5 less | take 5 off | $5 below your price | knock off 5 | could you come down 5?
        57 is a lot, 5 off? | 5 quid less | take 5 quid off | 5 bux off | 5 pounds cheaper | 5 eur less | down 5
        down by 5 | down about 5 | I'm going down 5 | coming down 5 | lowering by 5 | lowering yours 5
        subtract 5 | deduct 5
        take 5 from your price | take 5 from that | 5 under | 5 below | 5 reduction | under your 57 by 5
        u gotta come down 5 more | drop 5 more | a fiver less | knock a fiver off
        yours - 5 | yours minus 5 | your price - 5 | 57, 5 quid off
    """,
    "?80.00": "At $80.00 you would lose $15.00. Is that your offer?",
    "?48.00": "in the high forties | somewhere in the high 40s",
    "46.00": "I'll add 2, so 46",
    "45.05": "45 dollars and 5 cents | 45 and 5 cents",
    "45.50": "forty-five and 50 cents | 45 quid and 50 cents",
    "?44.50": """
        50 cents more | 50 cents on top | raise it by 50 cents | another 50 cents | fifty cents higher | 50c more | +50¢
    """,
    "?49.00": "a fiver more | another fiver | up a fiver | I'd add a fiver",
    "?5.00": "a fiver",
    "?40.00": "my cousin (the buyer) says 40",
    "-": """
        yes but 40 | accept 45 | deal at 45 | sold for 45 | yes 45 | 40 or 45 | 40-45 | between 45 and 50 | 48 45
        -5 | minus 5 | -5, 45 | [Offer: 1 Sheep -> 1 Ore] | 57 is too much | not 57 | I don't accept 57
        no way I'm paying 57 | why 57? | should I accept? | ok? | deal? | ok but lower | deal if you add a pen
        anything but 45 | one hundred and one | a hundred and twenty-five | 57? that's crazy
        no deal | I don't accept | deal-breaker | please accept | you must accept | I'd never pay 45 | not 45
        I can't do 45, 57 works | yes, 2 less | up 2 and down 3 | I paid 45 for mine | it's worth 65 to me | round 4
        44 + 4 | 57 + 2 | we're 13 apart | 5 away | only 13 between us | the gap is 13 | split the 13 | I'd make 8
        5 closer | move 5 | by 2 | close the gap by 5 | you came down 5 | you only dropped 3 | your cost plus 5
        5 over cost | I'll go by 5 | not by 50
        48 per month | 48 a month | 2 payments of 24 | two instalments of 24 | $2/month | 12 weekly | 24 twice
        accept. in your dreams | deal. nvm | a deal is close
        if 57 is your final price im out | 57 and I'm out
        at 57 I'm done | over 57 we're done | 57? we're done | if it's 57 we're done | 57 and I'm done with you
        57 is too much, I'm done | ok if it's 57 I'm out | ok 57, I pass | fine 57? I'm out | 57 or we're done
        in 5 minutes | my last offer was 44 | 45 - just kidding | 50% | 45 cents | 45k | 101 | hello
        what is the weather like | no | reject | > accept | ~~45~~ | 🙂 | I won't split the difference
        ok let me think | yeah right | done with this | deal if you can | I accept if possible | ok if you agree
        agreed, it's too much | ok, your turn | yes, I'd like to counter | fine, forget it
        sure, make me a better offer | I'm good | accept or no deal | 2 for 50 | accept - oops | a little less
        forty-five fifty | forty-five forty-six | high forties | 45 is more than I can pay | I earn 8 at 57, right?
        I'd like to say deal but no | you said no but I accept | my offer is accepted | send it over | take my offer
        my friend got it for 45 | last week it was 45 at the store | I would have taken 45
        if it was 45 I'd have said yes
        see u at 5 | 3 installments | 57?? | ok wow | great deal for you | you started at 60
        they sell it for 45 on ebay
        45 50 | 40,45 | 2 much | w8 | b4 that | thx 4 nothing | nice 1 | my 2 cents | 1 sec | 2 more questions
        i didnt mean 45
        how much do I make at 45 | what do I get at 45? | 45 would give me how much? | what does 45 give me?
        how much is in it for me at 45? | whats in it for me at 45
        what did I offer before? 44? | what was my last offer? 45? | did I say 45? | was it 45? | so did you say 57?
        next you will say 54 | you started at 60 now 57 so next 54 | let me think about 48 | considering 48
        I'll offer 48 next time | I'll pay 48 next week | i take it thats your final offer | next time i'll accept
        convince me and i accept | everyone agreed | I'll have 2 offers left | in theory yes
        nobody offers $57.00 | no sane buyer offers $57.00 | who offered $57.00 | my neighbour offered $70.00
        Round 1 of 6 | round 2 of 6. | There can be 6. | No offer has been made yet. There can be 6.
        At $57.00 you earn $8.00, and the AI $17.00. | No deal: both earn $0.00. | Your cost: $40.00.
        At $57.00 you earn $8.00, and the AI $17.00. No deal: both earn $0.00.
        $54.50 is a step. Here's mine. | You've offered $54.50 twice. | thanks for coming down to $54.50, deal
        Thanks for coming down to $54.50. | Thanks for coming down to $54.50. I've moved as well. | At most 6 rounds:
        I offered 45, didn't I? | where were we, 45? | what did we say, 50? | how much did you start with? 60?
    """,
}
SELLER = {
    "accept": "ok | sold | deal at 44 | accept 44 | I'll sell",
    "?accept": "44 and we're done | fine 44, I'm out of here",
    "?50.00": "let's go by 50",
    "?56.00": """
        drop 4 | I'll come down 4 | 4 less | I'll lower my price by 4 | down 4 | coming down 4 | lowering by 4
        4 quid less | take 4 from mine
    """,
    "?46.00": """
        +2 | 2 more | add 2 | 2 more than your offer | 2 quid more | raising yours by 2 | u have to come up 2 more
    """,
    "?52.00": """
        split the difference | meet me halfway | refuse to go below 52 | under 52 i keep it | anything above 52 is ok
    """,
    "58.00": "44 is too low, I'd say 58 | 58 instead of 44 | I can't sell for 44, but 58 works",
    "?59.00": "a bit more than 58",
}
OPENING = {
    "45.00": "45 | how about 45?",
    "?45.00": "maybe 45?",
    "-": "ok | accept | let's go by 50 | +2 | drop 5 | 2 quid less | down 5 | 50/50 | split it",
}
FINAL = {
    "accept": "ok | accept 57 | deal | no question, deal",
    "?accept": """
        57 | good | no, i mean yes | reject, i mean accept | i think i accept | whatever, 57 | I give up
        57 and we're done | fine 57, I'm out of here
    """,
    "reject": """
        reject | no deal | no thanks | no | I reject | too expensive, I decline | nah not worth it | Nope, I'm out
        oh no thanks | oh no, no way | oh no. I reject | ok. no. | ok no | no. sorry. | well no
        sorry, can't do it. No. | not buying | nah im good | no, not at that price | no, that's way too much
    """,
    "?reject": """
        I'd rather walk away | I'm walking away | too expensive | I think I'll pass | probably not | not at that price
        I guess not | not really | I disagree | not acceptable | yes, i mean no | accept. i mean reject
        i think i reject | oh no | oh no... | Oh, no! | ohh nooo | oh no no no | ah no | oh no, sorry
        oh...... no | oh no. oh no. | oh no! no!
        oh no, too expensive | omg no | hell no | oh god no | no. ok. | ok. no. ok. | no, ok | no. okay then.
        no deal. ok. thanks | not gonna happen
        no.. hmm | no, but | no and | reject, because
        never gonna happen | I'd rather get nothing | rather no deal than 57 | keep your mug
    """,
    "-": """
        oh no, I accept | oh no 57? | uh oh
        45 | +2 | maybe 45? | split the difference | deal? | no idea | let me think about it | no, let me think
        should I pass? | no problem? | I'm good | no but I'd pay less | no wait | not yet | not now
    """,
}
KEPT = {
    "?reject": "I'll keep it | ill keep it | i keep it then | I'd rather keep it | oh no | hell no",
    "reject": "not selling",
}
NARROW = {"?8.85": "a bit less than 9", "?7.00": "split the difference", "-": "16 | +20"}


@pytest.mark.parametrize(
    ("seen", "table"),
    [(STANDING, PLAIN), (SELLING, SELLER), (FIRST, OPENING), (LAST, FINAL), (SELLING_LAST, KEPT), (MUG, NARROW)],
    ids=["facing 57", "selling", "first", "last", "selling last", "mug"],
)
def test_the_table(seen: View, table: dict[str, str]) -> None:
    texts = ((text.strip(), meant) for meant, cell in table.items() for text in cell.replace("\n", "|").split("|"))
    assert not misread((text, spelt(seen, text), meant) for text, meant in texts if text)


def test_a_question_names_the_price_that_would_count() -> None:
    reading = game.read(STANDING, Said("I'll add 2"))
    assert isinstance(reading, Reading)
    assert (reading.confirm, reading.question) == ("$46.00", "$46.00, is that your offer?")


@pytest.mark.slow
@settings(max_examples=500)
@given(TEXTS, st.sampled_from([STANDING, SELLING, FIRST, LAST, MUG]))
def test_what_is_confirmed_is_what_was_asked_about(text: str, seen: View) -> None:
    reading = game.read(seen, Said(text))
    if isinstance(reading, Reading) and reading.confirm:
        pressed = game.read(seen, Said(reading.confirm, via="pressed"))
        assert isinstance(pressed, Reading)
        assert (pressed.move, pressed.confirm) == (reading.move, "")


ASKED = (
    '"yes"', '{"action": "accept"}', "I'm going to accept", "I'm gonna accept", "I think yes", "I think I'll accept",
    "I guess I accept", "I suppose I'll accept", "guess I have to accept",
)  # fmt: skip
"""Acceptances of the strict reading, which has no questions: they are quoted, for later, or only thought of."""


def test_whatever_the_strict_reading_accepts_is_accepted() -> None:
    texts = [text for meant, text in ROWS if meant == ACCEPT] + [
        t for _, ts, meant in TABLE if meant == ACCEPT for t in ts
    ]
    assert not misread((text, spelt(STANDING, text), "?accept" if text in ASKED else "accept") for text in texts)


def test_no_price_of_the_strict_reading_becomes_another_price() -> None:
    """A number that is plain to both readings is the same price in both."""
    seen = at(55, 42, 50)
    differ = [
        (text, meant, spelt(seen, text))
        for meant, text in ROWS
        if meant not in (ACCEPT, "re-prompt") and spelt(seen, text).replace(".", "").isdigit()
        if spelt(seen, text) != meant
    ]
    assert not differ


@given(st.sampled_from(sorted(FRAMES)), st.integers(0, 9_999), st.sampled_from(sorted(ENDS)))
def test_a_quick_reading_is_the_whole_reading(before: str, cents: int, behind: str) -> None:
    text = f"{before}{cents // 100}.{cents % 100:02d}{behind}"
    assert game.read(STANDING, Said(text)) == heard(STANDING, text)


def test_buttons_and_forms_are_read_in_the_studys_forms() -> None:
    assert game.read(STANDING, Said("57.00", via="form")) == Reading(Offer(5700))
    assert game.read(STANDING, Said("accept", via="pressed")) == Reading(Accept())
    assert game.read(STANDING, Said("ok", via="pressed")) == Reading(Accept())
    assert isinstance(game.read(STANDING, Said("+2", via="form")), Unclear)


@pytest.mark.parametrize("seen", [STANDING, SELLING, FIRST, LAST, MUG])
def test_a_pressed_yes_is_what_the_whole_reading_makes_of_it(seen: View) -> None:
    for text in ("accept", "Accept!", "yes", "deal", "a"):
        now, whole = game.read(seen, Said(text, via="pressed")), heard(seen, text)
        assert now == whole or (isinstance(now, Unclear) and isinstance(whole, Unclear))


def test_the_strict_reading_is_the_default_and_stays() -> None:
    strict = view(after(dealt(), 60, 44, 57))
    for text in ("ok", "+2", "maybe 45?", "split the difference", "57"):
        now, scan = game.read(strict, Said(text)), scanned(strict, text)
        assert (now == scan) or (isinstance(now, Unclear) and isinstance(scan, Unclear) and now.code == scan.code)
    assert game.read(strict, Said("57")) == Reading(Offer(5700))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "unit",
    ["9 ", "ok ", "no ", "+2 ", "a bit ", "and ", "five ", "drop it ", ", ", "!", "50/50 ", "if ", "you ", "57 "],
)
def test_long_texts_are_read_in_linear_time(unit: str) -> None:
    for repeated in (unit * (6_000 // len(unit)), unit * (100_000 // len(unit))):
        spelt(STANDING, repeated)
        spelt(LAST, f"yes {repeated[:5_900]} 45")


@settings(max_examples=300)
@given(st.text(), st.sampled_from([STANDING, SELLING, FIRST, LAST, MUG]))
def test_every_text_is_a_reading_or_unclear(text: str, seen: View) -> None:
    assert isinstance(game.read(seen, Said(text)), Reading | Unclear)


@pytest.mark.parametrize("text", ["xyz 12 foo", "12 foo", "xyz 12", "lorem ipsum 45 dolor", "my dog is 45", "45 asdf"])
@pytest.mark.parametrize("talk", ["off", "both"])
def test_a_number_among_words_that_mean_nothing_binds_nobody(text: str, talk: str) -> None:
    for seen in (at(60, 44, 57, talk=talk), at(first="buyer", talk=talk)):
        assert spelt(seen, text).startswith("?")
    assert spelt(at(60, 44, 57, rounds="3", talk=talk), text) == "-"


def test_news_of_ours_with_several_lines_is_asked_about_and_a_person_s_own_words_behind_a_price_count() -> None:
    box = "Round 1: The AI offers $55.50.\nRound 1 of 6\nLast offer: $55.50 by the AI\n"
    news = "Round 2: You offered $44.00. The AI rejects.\nRound 3: The AI counteroffers $52.00."
    remark = "Round 1: The AI offers $55.50.\nAI: It is dear to me. Very."
    assert [spelt(STANDING, text) for text in (box, news, remark)] == ["?55.50", "?52.00", "?55.50"]
    assert spelt(SELLING, "Ann offered $44.00. deal") == spelt(SELLING, "deal. I offered $44.00") == "accept"


def test_an_answer_under_our_heads_is_asked_about_and_beside_our_words_keeps_its_side() -> None:
    assert [spelt(STANDING, text) for text in ("Round 4: deal", "round 2 of 6, ok", "round 5 of 6, i accept")] == [
        "?accept"
    ] * 3
    refused = ("Round 2: no", "no, the AI offers $57.00", "nope. Gina offered $57.00.", "no deal: you keep the mug")
    assert [spelt(LAST, text) for text in refused] == ["?reject"] * 4
    assert spelt(STANDING, "$57.00 by all means") == "accept"
