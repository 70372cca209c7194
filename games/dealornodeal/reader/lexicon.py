"""The reader's vocabulary: words and their kinds.

The lists were made by reading negotiations of many people; they hold single words, no sentences.
"""

from typing import Final

from games.language.lexicon import YES

_WORDS: Final = """
i: i myself
you: you yourself
we: we us
them: them those these they it that this ones
all: all every entire
each: each apiece
no: no nope nah naw none
not: not never neither nor cannot
rest: rest remainder others leftovers
except: except besides minus excluding
and: and plus
the: the my your our
want: want wants wanted wanting need needs needed needing like love prefer desire require insist
get: get gets take takes keep keeps have has had getting taking keeping having receive grab hold use settle got claim
give: give gives giving offer offering gave leave leaves leaving spare let allow send return throw toss chuck hand pass
    add adds added adding include including
cede: cede concede sacrifice relinquish surrender
trade: trade swap exchange
can: can could may might will would should must shall do does did
split: split divide share splitting sharing dividing halve halves
more: more another extra also too additional further second makeit
just: just only
thing: thing things item items object objects stuff
what: what which why when who
be: is are was were be am being
worth: worth worths worthless useless value values valuable valued points point pts pt
without: without unless
so: so then because cause since
deal: deal deals
make: make makes making reach see end play read wear put know
oneeach: oneeach oneother
"""
"""Kinds, and the words of each; indented lines continue a row."""
_THEMSELVES: Final = """
me mine yours both half everything nothing but or if for to of least about how instead than with evenly ofeach
back ornothing aslongas themall onethird twothirds onequarter threequarters manage anew grant deny recount asis
allbut
"""
"""Words that are a kind by themselves; the last ones stand for rewritten phrases."""
_ROWS: Final = (row.split(": ") for row in _WORDS.replace("\n    ", " ").strip().splitlines())
_OWN: Final = {word: kind for kind, words in _ROWS for word in words.split()} | {w: w for w in _THEMSELVES.split()}
KINDS: Final = dict.fromkeys((*YES, "ys"), "yes") | _OWN

_COUNTED: Final = "zero one two three four five six seven eight nine ten"
NUMBERS: Final = {word: n for n, word in enumerate(_COUNTED.split())} | {"single": 1, "a": 1, "an": 1, "couple": 2}

_CORRECTED: Final = (
    "everything have take want need keep give rest both would please deal initial original previous offer will like "
    "accept agreed else three with each other agree okay then least split sounds"
)
CORRECTED: Final = tuple(_CORRECTED.split())
"""Words in which one typing slip is corrected."""

_SPELT = (
    "alrite:alright oki:ok ook:ok yeh:yeah dealio:deal urs:yours gud:good hav:have haz:has wat:what hwat:what wut:what"
)
SPELT: Final = {slip: word for slip, _, word in (pair.partition(":") for pair in _SPELT.split())}
"""Intended spellings, which are not slips."""

_ORDINARY: Final = (
    "off in on at as well please hi hello hey there up go going lets than work sound sounds really thank thanks "
    "willing trying by most any much many way button think guess maybe been else something anything "
    "look looks looked took tool cook hook call calls called fall falls tall hall bell bill bull wall walls small "
    "best test real ideal lead meal seal heal dear dead wait went wont hate hates heart chat cap his hit "
    "hits live save lake made sake late rate line life nice king wing bring "
    "head bead feel feet feed seed weed seen keen deep kept kind find mind land send lend bend "
    "lose loss less lest last list mist host cost lost post west nest vest pest rent sent tent cent "
    "their here where some same come home time game name fame side "
    "site kids kidding back pack lack luck fuck stuck black check clock teach peach beach bath bother "
    "other brother mother either bet better letter matter latter later water after over very even "
    "ever fever level lever band sand stand start smart heard hear near bear tear year fear "
    "offers often open order under until using useful won word world worry "
    "initial original previous still stay stuff such suck sun sorry sort short show slow snow soon south house hours "
    "ours file fire gone alone stone phone bone tone line online thin think third "
    "thus though through thought tough rough enough laugh talk talking walk walking waiting wasting tasting taste "
    "wise wish wide wife wild win wind winner dinner ended needless odd old told "
    "sold gold cold bold fold mold bald balk ballot halt salt calf self shelf help held hell yell "
    "boat goat coat boots boost book booth tooth cooks looking cookie rookie pool fool tool wool hood food mood wood "
    "ill id im ive cant dont whats theres heres wouldnt couldnt shouldnt doesnt didnt isnt arent "
    "hot hut cat bat rat mat fat eat pat vat oat had has ham hay hag haw heat hart haste gnat that what cats bats rats "
    "cars card cards cabs cans laps maps gaps mats eats pats hots huts hams hays cab cad cam can car caps clap cape "
    "camp carp crap cop cup map nap rap tap lap "
    "hah hath gap zap sap yap logs lag leg lot low dog fog hog jog log cog bog wow mean meat met meals "
    "ahead whatever lowball lowballing "
    "forgot forget forgotten aint youre youll youd theyre thats said says saying sat set sit "
    "thinking however someone anyone everyone forever otherwise anyway away gotten kill fake stake chats rounds fill "
    "till tree overall somewhat whenever whoever somehow somewhere nowhere everywhere anywhere sometime sometimes "
    "understand halfway anymore aside alive alike pointless meantime deadline bail boot ease shave goodwill fallback"
)
ORDINARY: Final = frozenset(_ORDINARY.split())
"""Words that mean nothing here, and that are no misspellings of words that do."""
