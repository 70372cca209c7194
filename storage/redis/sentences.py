"""A sentence for every error of a server: what happened, and what to do about it."""

from collections.abc import Callable

from redis import exceptions
from redis.asyncio.sentinel import MasterNotFoundError

from storage.redis.address import Address
from storage.redis.pipeline import REPLICA, Demoted, Uncopied

Check = Callable[[BaseException], bool]


def _is(*kinds: type[BaseException]) -> Check:
    return lambda problem: isinstance(problem, kinds)


def _says(text: str) -> Check:
    return lambda problem: text in str(problem).upper()


def _refused(problem: BaseException) -> bool:
    return isinstance(problem, exceptions.ResponseError) and not isinstance(problem, exceptions.ClusterError)


SENTENCES: tuple[tuple[Check, str], ...] = (
    (
        _is(exceptions.AuthenticationError),
        "{name} does not let Parley in: the user or the password in PARLEY_STORE is wrong.",
    ),
    (_is(exceptions.NoPermissionError), "{name} does not let this user do what Parley needs: {why}"),
    (_is(exceptions.OutOfMemoryError), "{name} is out of memory and takes nothing new. Raise maxmemory."),
    (
        _is(MasterNotFoundError),
        (
            "No sentinel of {name} knows a primary of that name that works. Are the sentinels running there, "
            "and are the name and ?sentinel_password= right?"
        ),
    ),
    (
        _is(Uncopied),
        (
            "{name} did not confirm in time that what was written is in {copies} ({problem}). "
            "Start more replicas, or lower ?wait= in PARLEY_STORE."
        ),
    ),
    (
        _says("NOREPLICAS"),
        "{name} has fewer replicas than its min-replicas-to-write, and takes nothing. Start more.",
    ),
    (_is(*REPLICA, Demoted), "{name} {demoted}"),
    (
        _is(exceptions.ClusterDownError),
        (
            "{name} has stopped as a whole, because a part of it is down. Start that part again; with "
            "cluster-require-full-coverage no the others would go on."
        ),
    ),
    (_is(exceptions.BusyLoadingError), "{name} is still loading its data. Try again in a moment."),
    (_refused, "{name} refuses what it was asked: {why}"),
    (
        _says("CERTIFICATE"),
        "{name} and Parley do not trust each other: {why} An authority of your own is named in SSL_CERT_FILE.",
    ),
    (
        _says("MAX NUMBER OF CLIENTS"),
        "{name} has as many clients as it takes. Raise maxclients, or end some of them.",
    ),
)
"""The first that fits counts."""
OTHERWISE = "{name} cannot be reached, or does not answer. Is Redis running there, and is the address right?"
ELECTING = "has no primary just now: its sentinels have not agreed on one yet."
READS = "is a replica, which only reads. Name the primary in PARLEY_STORE."


def sentence(address: Address, problem: BaseException) -> str:
    """Return the sentence for an error at an address. It repeats no password."""
    return next((text for fits, text in SENTENCES if fits(problem)), OTHERWISE).format(
        name=address.name,
        why=ended(problem),
        problem=problem,
        copies=f"{address.wait} replica{'' if address.wait == 1 else 's'}",
        demoted=ELECTING if address.primary else READS,
    )


def ended(problem: BaseException) -> str:
    """Return an error's text as a sentence that ends with a full stop."""
    return f"{str(problem).rstrip('. ')}."
