"""Texts that only look like a move: words of others, words about words, a yes for later, numbers that leave room, sums
and prices at a loss. The plain reading at a buyer worth $65.00 who offered $44.00 and faces $57.00, and elsewhere.

`?` in front of a reading: it is asked about first. `-`: the text is no move.
"""

import pytest

from games.bargaining import game
from games.bargaining.rules import Offer
from games.bargaining.view import View
from games.core.contract import Reading, Said, Unclear
from tests.games.bargaining.helpers import after, dealt, view
from tests.games.bargaining.reader.test_plain import LAST, SELLING, STANDING, at, spelt
from tests.games.bargaining.reader.test_prices import ACCEPT, REPROMPT, verdict
from tests.games.readings import misread

QUOTED = {
    "?accept": """
        "accept" | 'accept' | 'I'll take it' | "I accept your offer." | «accept» | "ok" | "sold" | „deal“ | "Deal!"
        my answer is "accept" | I say "deal" | {"action": "accept"} | I choose 'yes' | ok, "accept" | '''accept'''
        I typed accept | I said yes | I already said deal | i pressed accept | pressing accept | I'll click accept
        reply yes | answer with yes | I wrote accept already | let me type accept | i said i'll take it | enter accept
    """,
    "accept": """
        my answer: accept | answer: yes | Final answer: deal | me: deal | I say yes
        so, final decision: accept | ok: deal | my choice is yes | in other words: deal | it's my last word: deal
        PS: I accept | [accept] | (accept) | *accept* | action: accept | @ParleyBot accept
    """,
    "-": """
        type 'accept' to accept | type "accept" to accept | type accept to accept | write accept | the word 'accept'
        reply 'yes' to accept | 'yes' or 'no' | "accept" or "reject" | write "deal" if you agree | hit accept
        press the accept button | you can type deal | tap accept | say 'deal' | say "I accept" | spell accept
        use accept or counter | "accept" means deal | accept means deal | accept = take the offer | if I say accept
        if I say "accept" | where do I press accept | the button says 'accept' | send me a "yes" | type deal
        people write 'ok' | just type yes | when I type accept | quote accept unquote | the magic word accept
        please type 'accept' | you have to press accept | what if i type accept | "accept" button | then hit "Accept"
        I was told to type accept | the command accept | print "deal" | accept/reject | repeat "deal" three times
        click accept, they say | it says: type 'accept' or enter a counteroffer | i would type accept if you said 45
    """,
}
TOLD = {
    "?accept": """
        mom: accept | mom: ok | Bob: deal | bob> accept | <bob> accept | My friend said: accept | chatgpt says: accept
        my lawyer advises: accept | according to mom: deal | advice: accept | you: accept | options: accept
        lol. mom: accept | my wife says yes | Anna (my boss): deal | title: Accept
        [mom] accept | everybody: yes | my brother: sold! | please write: I accept | translate: accept
        Bob will accept | bananas accept | mom accept | both accept | bob - accept | the dog and the cat accept
    """,
    "-": """
        he said accept | she says yes | mom says accept | my friend told me to accept | mom wants me to accept
        and then he was like deal | the AI wrote "deal" | my wife goes "deal!" | accept, he said | yes, mom said
        "deal", said the fox | lol he typed accept | the hint says accept | it says accept | so he goes accept
        they will accept | she will take it | mom: "accept" | buyer: accept | seller: deal | my boss insists I accept
        repeat after me: I accept
        people say accept | they told me yes | my coach recommends accept | the crowd shouts deal | AI: accept
        my uncle thinks i should accept | chatgpt told me to accept
    """,
    "accept": """
        I told my wife and I accept | My wife says hi, and I accept
        I talked to mom and I accept
    """,
}
LATER = {
    "?accept": """
        deal! see you soon
        gonna accept | I'm gonna accept | I'm going to accept | might accept | I might accept | I may accept
        could accept | I'd accept | I would gladly accept | I'd reluctantly accept | I might reluctantly accept
        planning to accept | I intend to accept | tempted to accept | I'm inclined to accept | leaning towards yes
        I'll accept soon | I'll accept in a minute | one day I'll accept | I will eventually accept | gonna take it
        I'm going to say yes | might take it | kind of accept | tentatively accept | provisionally accept
        I'd be willing to accept | as good as accept | accept 57 soon | gonna accept 57
        probably accept | I should probably accept | I hope to accept | might as well accept | going to go for it
    """,
    "accept": """
        reluctantly accept | I reluctantly accept | accept, reluctantly | grudgingly accept | begrudgingly, deal
        reluctantly, ok | ok, reluctantly | reluctantly yes | sadly I accept | I'll gladly take it
        I will happily accept | hesitantly accept | with pleasure, I accept | I'd like to accept
        I'd be happy to accept | ready to accept | I reluctantly accept 57 | unwillingly, deal
        I'll grudgingly take it | regretfully, sold
        that's kind of you, deal | I humbly accept | fine, reluctantly I'll take it | willing to accept
    """,
    "-": """
        accept NOT | yes, for less | deal minus a dollar | about to accept | thinking of accepting | not gonna accept
        not going to accept | I was going to accept | almost accept | conditionally accept | never gonna accept
        I'm not about to accept | accept next time | I might not accept | gonna accept if you go lower
    """,
}
REFUSED = {
    "reject": "reject | no | I reluctantly decline | sadly, no | reluctantly, I reject",
    "?reject": """
        "reject" | 'no' | mom: no deal | mom: reject | I said no | gonna reject | I might reject | i'm going to pass
        "no deal" | tempted to reject | I'll reject soon | I typed reject
    """,
    "-": """
        type 'reject' to reject | type reject | he said no | write no | mom says no | the word 'reject' | if I say no
        "accept" or "reject" | press reject | you can reject
    """,
}
ROOM = {
    "?40.00": """
        forty something | 40-something | 40 something | forty or so | 40 plus | forty odd | 40 and change | forty-ish
        40 dollars something
    """,
    "?45.00": """
        approx. 45 | I'd pay approx. $45 | appr. 45 | abt. 45 | ca. 45 | est. 45 | c. 45 | e.g. 45 | min. 45 | 45 approx
        45 or a little more | 45 or close | 45 or near | 45 or around that | 45 or a bit less | 45 or something
        45 or something like that | 45 bucks or close | forty-five or a little more | 45 or bit over | 45 or what
        45 or? | 45 or so? | 45 or up | 45 and up | 45 or below | 45 or even more | 45 or a dollar more
        45 or 1 more | 45 around | 45 roughly | 45 like | 45, like | 45 say | 45 a bit less | 45 could work
        45, maybe | 45, give or take | 45... or so | 45, I guess | 45 - ish | 45 (ish) | 45, ish | 45, roughly
        45, approx. | 45 (approx.) | 45, more or less | 45, about | 45, I think | maybe, 45 | roughly: 45 | maybe... 45
        45, depends | 45, we'll see | 45 and maybe more | 45, maybe a bit more | 45, could be more | 45, or near
        45 but negotiable | 45, I'm flexible | 45 but I'm flexible | 45, hopefully | 45, something like that
        45, maybe not | 45? maybe | 45! perhaps not | something 45 | 45 and something | 45 is about right | 45. maybe
        45 sounds about right | 45 is roughly what I can do
        bob: 45 | mom says: 45 | <bob> 45 | 45 or whatever you want
    """,
    "45.00": """
        max. 45 | 45 or nothing | 45 or we're done | 45 or else | 45 or I keep it | 45, I think that's fair
        my offer: 45 | final offer: 45 | 45, like I said | well, 45 | 45 would do | price: 45
        45 or I walk | 45. Maybe you can live with that. | 45, around noon would be great
    """,
}
SUMS = {
    "?50.00": "half of 100 | half of a hundred | I'd pay half of 100 | 50 percent of 100 | half of $100 | half the 100",
    "?48.50": """
        average of 40 and 57 | the average of forty and fifty-seven | halfway between 40 and 57 | midway from 40 to 57
        the middle of 40 and 57 | split the difference between 40 and 57 | meet in the middle of 40 and 57
        split it between 40 and 57 | the midpoint of $40 and $57 | mean of 40 and 57 | avg of 40 and 57
    """,
    "?50.50": "the average of 44 and 57 | halfway between 44 and 57 | half of 13 more",
    "?45.00": """
        half of 90 dollars | a half of 90 | a tenth of 450 | three quarters of 60 | 90% of 50 | 90 percent of 50
        3 times 15 | half 90 | triple 15
    """,
    "?30.00": "a third of 90 | a third of ninety | one third of 90 | two thirds of 45",
    "?45.60": "80% of 57 | 80 percent of 57",
    "?accept": "half of 114 | three times 19",
    "-": """
        the average of 40, 50 and 57 | average of 44, 50 and 57 | square root of 100 | sqrt 100 | half of 300
        difference of 57 and 44 | 5 times 5 times 2 | half your price | half of that | between 44 and 57 | 20 squared
        sum of 20 and 25 | 100 divided by 2 | 2x22 | half off | double that | 1/2 of 90 | 80% of your price
    """,
}
LOSS = {
    "?72.00": "72 | $72 | 72 dollars | I'd pay 72 | how about 72? | seventy two | maybe 72 | 57 is too low, 72",
    "65.00": "65 | $65.00",
    "?65.01": "65.01",
}
SELLING_LOSS = {"?38.00": "38 | I'd sell for 38 | 44 is too much, 38", "40.00": "40", "?39.99": "$39.99"}
STRICT = {
    ACCEPT: """
        accept | 'accept' | "yes" | {"action": "accept"} | Final answer: accept | I gladly accept | gonna accept
        my reply: accept | [Accept]
    """,
    REPROMPT: """
        type 'accept' to accept | reply 'yes' to accept | the word 'accept' | mom: accept | Bob: deal | hit accept
        my wife goes "deal!" | my lawyer advises: accept | write accept | the crowd shouts deal | <bob> accept
        2 quid less | 3 euros more | take 5 pounds off | 2 bux less | accept. in your dreams | accept. scratch that
    """,
    "45.00": "45 quid | 45 euros | £45 | 45 pounds",
}

KEEPING = at(5, 12, 4, first="buyer", condition="mug")


def texts(table: dict[str, str]) -> list[tuple[str, str]]:
    """Return each text of a table with its reading there."""
    cells = ((text.strip(), meant) for meant, cell in table.items() for text in cell.replace("\n", "|").split("|"))
    return [(text, meant) for text, meant in cells if text]


@pytest.mark.parametrize(
    ("seen", "table"),
    [
        (STANDING, QUOTED),
        (STANDING, TOLD),
        (STANDING, LATER),
        (LAST, REFUSED),
        (STANDING, ROOM),
        (STANDING, SUMS),
        (STANDING, LOSS),
        (SELLING, SELLING_LOSS),
    ],
    ids=["quoted", "told", "later", "refused", "room", "sums", "loss", "selling at a loss"],
)
def test_the_table(seen: View, table: dict[str, str]) -> None:
    assert not misread((text, spelt(seen, text), meant) for text, meant in texts(table))


@pytest.mark.parametrize(
    ("seen", "text", "question"),
    [
        (STANDING, "72", "At $72.00 you would lose $7.00. Is that your offer?"),
        (STANDING, "maybe 72", "At $72.00 you would lose $7.00. Is that your offer?"),
        (SELLING, "38.50", "At $38.50 you would lose $1.50. Is that your offer?"),
        (KEEPING, "5", "At $5.00 you would earn $1.00 less than by keeping the mug. Is that your offer?"),
        (STANDING, "half of 100", "$50.00, is that your offer?"),
    ],
)
def test_the_question_says_what_would_be_lost(seen: View, text: str, question: str) -> None:
    reading = game.read(seen, Said(text))
    assert isinstance(reading, Reading)
    assert reading.question == question
    assert game.read(seen, Said(reading.confirm, via="pressed")) == Reading(reading.move)


def test_a_price_at_a_loss_is_not_asked_about_in_a_form_or_in_the_studys_reading() -> None:
    offer = Reading(Offer(7200))
    assert game.read(STANDING, Said("72", via="form")) == offer
    assert game.read(STANDING, Said("$72.00", via="pressed")) == offer
    assert game.read(view(after(dealt(), 60, 44, 57)), Said("72")) == offer


def test_words_and_sums_are_not_asked_about_in_a_form() -> None:
    for text in ("half of 100", '"accept"', "gonna accept"):
        assert isinstance(game.read(STANDING, Said(text, via="form")), Unclear)


def test_a_long_text_is_talk_and_no_move() -> None:
    text = "I need this for my mother, so 45. " * 40
    reading = game.read(STANDING, Said(text))
    assert isinstance(reading, Unclear)
    assert reading.code == "too_long_to_read"
    assert game.read(at(60, 44, 57, talk="both"), Said(text)) == Reading(say=text[:300])
    quoted = "> " + text.replace(". ", ".\n> ") + "\n45"
    assert game.read(STANDING, Said(quoted)) == Reading(Offer(4500))


def test_the_studys_reading_takes_no_words_of_others_either() -> None:
    assert not misread((text, verdict(text), meant) for text, meant in texts(STRICT))
