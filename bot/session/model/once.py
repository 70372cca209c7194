"""Values that are worked out once for a record, which never changes."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class once(Generic[T]):
    """Property of a record with `dict=True`, worked out when it is first asked for.

    `functools.cached_property` takes a lock each time, up to Python 3.11, and records are read by one thread.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, record: Any, kind: type | None = None) -> T:
        # The record's own dictionary is asked before this from now on.
        found = record.__dict__[self._name] = self._work(record)
        return found
