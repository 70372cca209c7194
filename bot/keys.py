"""Every key that the program writes into its store: names, lists, claims and leases.

A store keeps four kinds of keys, and each kind has a type here:

- `Name`: a name and its value (`Store.point`): a session's id, or a small text.
- `Tag`: a list of sessions (`Commit.tags`, `Store.sessions`). A session stays on its lists until it is rewritten
  without them or deleted.
- `Claim`: a right that only the first process to ask gets (`Store.claim`). It expires by itself.
- `Lease`: work that one process does at a time (`Store.lease`). It expires by itself.

The encoded texts are stored data: they never change. A key that holds a person's number, or a place of theirs, holds it
as a whole word, so that `Store.names` and `Store.erase` find it (`storage.base.holds`). The functions at the end say
what retention and erasure may delete.

Both session code and the layers below it (players, runtime) write keys, so this module imports neither.
"""

from hashlib import sha256
from typing import Final, NewType

Name = NewType("Name", str)
Tag = NewType("Tag", str)
Claim = NewType("Claim", str)
Lease = NewType("Lease", str)

# --- names: of people and places --------------------------------------------------------------------------------------


def focus(place: str, user: str) -> Name:
    """Return the name of the session that receives a user's words in a place.

    Value: a session's id. Archiving that session passes it on to another running game there, or deletes it; erasure
    deletes it.
    """
    return Name(f"focus:{place}|{user}")


def asked(place: str, user: str) -> Name:
    """Return the name of the open question to a person whether to erase their data, or to withdraw from a study.

    Value: the time of the question, in milliseconds; for the latter ` withdraw ` and the id of the part behind it. The
    answer deletes it, and so does erasure.
    """
    return Name(f"forget:{place}|{user}")


def settings(user: str) -> Name:
    """Return the name of a person's settings for all their games. Value: `Prefs` as JSON. Only erasure deletes it."""
    return Name(f"prefs:{user}")


def blocked(user: str) -> Name:
    """Return the name of the people whom a person has blocked. Value: digests of their numbers, with spaces between.
    Lifting the blocks deletes it, and so does erasure.
    """
    return Name(f"blocked:{user}")


def progress(user: str) -> Name:
    """Return the name of a person's ratings: the newest, of games that they looked back at.

    Value: `Kept` records as JSON. Only erasure deletes it.
    """
    return Name(f"progress:{user}")


def barred(who: str) -> Name:
    """Return the name of the ban that keeps a person, named by a digest, from playing in any realm.

    Value: `Ban` as JSON, without the person's number. Lifting the ban deletes it; erasure leaves it.
    """
    return Name(f"barred:{who}")


def invited(place: str) -> Name:
    """Return the name of the table to which people in a place were last invited.

    Value: its join code. Retention deletes it once that table no longer waits for players; erasure deletes it.
    """
    return Name(f"invited:{place}")


def buttons(place: str) -> Name:
    """Return the name of the messages in a place that have buttons now.

    Value: messages by what they belong to, as JSON. Deleted with the last button, and by erasure.
    """
    return Name(f"buttons:{place}")


def seen(place: str) -> Name:
    """Return the name of the last message that was read in a place, where the platform lets us catch up.

    Value: the message's number. Archiving a game of that place deletes it, and so does erasure.
    """
    return Name(f"seen:{place}")


def form(place: str, sid: str) -> Name:
    """Return the name of the form of a session that is open in a place, with its newest draft.

    Value: `Draft` as JSON. Sending or leaving the form deletes it, and so do archiving and erasure.
    """
    return Name(f"form:{place}|{sid}")


def page(place: str) -> Name:
    """Return the name of a browser page's contents. Value: `Page` as JSON. Deleted when the last game of the page is
    archived, and by erasure.
    """
    return Name(f"page:{place}")


def said(place: str) -> Name:
    """Return the name of a person's typed words on a page. Value: `Said` records as JSON. Deleted as the page is, and
    when the person leaves a game of the page for good.
    """
    return Name(f"said:{place}")


def pages(user: str) -> Name:
    """Return the name of a person's pages. Value: `Listed` records as JSON, the newest last. Only erasure deletes
    it.
    """
    return Name(f"pages:{user}")


# --- names: of tables and accounts ------------------------------------------------------------------------------------


def code(text: str) -> Name:
    """Return the name of the table that a join code opens, however the code was typed.

    Value: a session's id. Archiving that session deletes it.
    """
    return Name(f"code:{text.strip().upper()}")


SPENT: Final = "tokens:user"
"""The word that the names of all people's token accounts contain."""


def tokens(account: str) -> Name:
    """Return the name of an account of language-model tokens; `account` is `game_account`'s, `person_account`'s or
    the whole service's. It is also the lease under which a process changes the account.

    Value: the day ("" for one that no day empties) and the tokens. A game's account goes when the game is archived, a
    person's on the next day. Erasure leaves it: it holds no number of theirs, and an allowance is not spent twice.
    """
    return Name(f"tokens:{account}")


def game_account(sid: str) -> str:
    """Return the token account of one session."""
    return f"game:{sid}"


def person_account(who: str) -> str:
    """Return the token account of a person, by their number in memory and by a code in the store."""
    return f"user:{who}"


def study(token: str) -> Name:
    """Return the name of the study that a token opens. Value: its realm, slug and version. Kept for good."""
    return Name(f"study:{token.strip().casefold()}")


def part(study: str, pid: str) -> Name:
    """Return the name of the newest part of a person, by their pseudonym, in a study (`realm|slug`).

    Value: the id of the part's record. Erasure leaves it: it names nobody, and keeps a person from coming twice.
    """
    return Name(f"part:{study}|{pid}")


def takes_part(user: str) -> Name:
    """Return the name of the parts of a person in studies. Value: the ids of their records, the newest last, with
    spaces between. Only erasure deletes it.
    """
    return Name(f"parts:{user}")


CLASSROOM: Final = "class"
"""Beginning of the id of each class's record. A session's id is hexadecimal, so none begins like this."""


def board(token: str) -> Name:
    """Return the name of the class whose board a token opens. Value: the id of the class's record. Kept for good: it
    names nobody, and opens nothing once the record is deleted.
    """
    return Name(f"board:{token}")


DASHBOARD: Final = "dashboard"
"""The word that the names of all links and sign-ins of operators' dashboards contain."""
DESKS: Final = "web:dashboard"
"""The place in which dashboards are answered, before the stroke."""


def dashboard(key: str) -> Name:
    """Return the name of a link to the dashboard, or of a browser that is signed in there, by its secret key. The name
    does not tell the key.

    Value: when it expires (ms), and `Pass` as JSON. Using the link, and signing out, deletes it; so does retention once
    it has expired.
    """
    return Name(f"{DASHBOARD}:{sha256(key.encode()).hexdigest()[:32]}")


def desk_of(name: str) -> str:
    """Return the place in which commands from a dashboard are answered, by the name of its sign-in."""
    return "/".join((DESKS, name.removeprefix(DASHBOARD)[1:17]))


VAULT: Final = "vault"
"""The word with which the names of all entries of the vault begin."""


def vault(study: str, pid: str, user: str) -> Name:
    """Return the name of a person's values from a panel's link, by the study (`realm|slug`), their pseudonym there and
    their account.

    Value: `vault.Entry` as JSON. Deleted when its time is over, by the study's operators, and by erasure.
    """
    return Name(f"vault:{study}|{pid}|{user}")


def vault_of(study: str) -> str:
    """Return the word with which the names of a study's entries of the vault begin, up to the `|` behind it."""
    return f"{VAULT}:{study}"


# --- names: of the service --------------------------------------------------------------------------------------------

TOKENS_KEY: Final = tokens("key")
"""The key under which people's token accounts have codes today. Value: the day and the key. Replaced each day."""
ALIVE: Final = Name("alive")
"""The last heartbeat of any process. Value: `Beat` as JSON. Kept for good."""
ERASING: Final = Name("erasing")
"""The erasures that are not done yet, and the lease of the process that works on them. Value: `Left` as JSON. Deleted
when nothing is left to do."""
DISCORD_COMMANDS: Final = Name("discord:commands")
"""The commands that were last registered at Discord. Value: their digest. Kept for good."""
LAST_PLAYED: Final = Name("terminal:last")
"""The session that was last played in the terminal. Value: its id. Kept for good."""
PROBE: Final = Name("doctor:probe")
"""The value that `parley doctor` writes, reads and deletes."""

WEB_SECRET: Final = Name("web:secret")
"""The key that signs the pages' cookies, where no setting names one: kept for good, since the first process settled
it. Value, in stores of an earlier version: the key.
"""

# --- lists of sessions ------------------------------------------------------------------------------------------------

FORGETTING: Final = Tag("forget")
"""The sessions that have to be rewritten without somebody. Rewriting takes them off it."""


def played_by(user: str) -> Tag:
    """Return the list of a person's sessions. Erasure takes the sessions off it."""
    return Tag(f"user:{user}")


def of_game(game: str) -> Tag:
    """Return the list of all sessions of a game."""
    return Tag(f"game:{game}")


def in_namespace(namespace: str) -> Tag:
    """Return the list of all sessions of a namespace: `play`, `test`."""
    return Tag(f"namespace:{namespace}")


def of_realm(realm: str) -> Tag:
    """Return the list on which a realm's operators find its sessions."""
    return Tag(f"realm:{realm}")


def reported_in(realm: str) -> Tag:
    """Return the list on which a realm's operators find the sessions in which somebody was reported."""
    return Tag(f"reported:{realm}")


def of_setup(realm: str, name: str) -> Tag:
    """Return the list on which a realm's operators find the sessions of a configured game."""
    return Tag(f"setup:{realm}|{name.casefold()}")


def of_study(realm: str, study: str) -> Tag:
    """Return the list of the sessions of a study: its forms and games."""
    return Tag(f"study:{realm}|{study.casefold()}")


def parts_of(realm: str, study: str) -> Tag:
    """Return the list of the records of those who take part in a study."""
    return Tag(f"parts:{realm}|{study.casefold()}")


def of_class(classroom: str) -> Tag:
    """Return the list of the games of a class."""
    return Tag(f"class:{classroom}")


def classes_of(realm: str) -> Tag:
    """Return the list of the records of a realm's classes."""
    return Tag(f"classes:{realm}")


# --- claims -----------------------------------------------------------------------------------------------------------


def opens_game(post: str, index: int, user: str, period: int) -> Claim:
    """Return the claim that lets one press of this button in a period open a game. Erasure deletes it."""
    return Claim(f"open:{post}:{index}:{user}:{period}")


def opens_thread(post: str, index: int, user: str, period: int) -> Claim:
    """Return the claim that lets one press of this button in a period open a thread. Erasure deletes it."""
    return Claim(f"thread:{post}:{index}:{user}:{period}")


def shows_once(post: str, index: int, user: str, period: int) -> Claim:
    """Return the claim that lets one press of this button in a period show its post. Erasure deletes it."""
    return Claim(f"show:{post}:{index}:{user}:{period}")


def answers_message(input: str) -> Claim:
    """Return the right of one process to open the thread for a message."""
    return Claim(f"thread:{input}")


def unheard(sid: str, user: str) -> Claim:
    """Return the right of one message to bring a player of a session the hint that words without a mention are not
    read. Erasure deletes it.
    """
    return Claim(f"unheard:{sid}:{user}")


def admitted(study: str, pid: str) -> Claim:
    """Return the right of one account to begin the part of a person whom a panel knows, by their pseudonym."""
    return Claim(f"admitted:{study}|{pid}")


def resumed(token: str) -> Claim:
    """Return the right to use a link that leads to a page on another device. It tells nothing of whose page it is."""
    return Claim(f"resumed:{sha256(token.encode()).hexdigest()[:24]}")


def entered(key: str) -> Claim:
    """Return the right to use a link to the dashboard. It tells nothing of the key."""
    return Claim(f"entered:{sha256(key.encode()).hexdigest()[:32]}")


# --- leases -----------------------------------------------------------------------------------------------------------

TIDYING: Final = Lease("keeper")
"""The lease of the process that tidies the store."""


def posting(place: str) -> Lease:
    """Return the lease of the process that posts to a place. Erasure deletes it once nobody holds it."""
    return Lease(f"post:{place}")


def trying(input: str) -> Lease:
    """Return the lease of the process that tries an input again. It tells nothing of whose input it is."""
    return Lease(f"try:{sha256(input.encode()).hexdigest()[:16]}")


def probing(process: str) -> Lease:
    """Return the lease by which a process finds out whether the store answers. It is given back at once."""
    return Lease(f"probe:{process}")


# --- what may go ------------------------------------------------------------------------------------------------------


def with_session(sid: str, join: str, places: tuple[str, ...]) -> tuple[Name, ...]:
    """Return the names that go when a session is archived: its join code ("" for none), its token account, and in each
    of its places its open form and the last message read. Focuses and invitations may belong to a newer game and are
    looked at one by one.
    """
    open_forms = (form(place, sid) for place in places)
    return (*((code(join),) if join else ()), tokens(game_account(sid)), *map(seen, places), *open_forms)


def with_page(place: str) -> tuple[Name, ...]:
    """Return the names that go with the last game of a place: what a page there shows."""
    return page(place), said(place)


def with_place(place: str) -> tuple[Name, ...]:
    """Return the names that posts or messages write again; erasure deletes them once more after the last reply."""
    return buttons(place), seen(place), *with_page(place)
