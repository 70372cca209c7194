"""Errors of a store."""


class StoreError(Exception):
    """Error: the store cannot be used. The text says why and what to do about it."""


class PartlyDown(StoreError):
    """Error: the part of the store that a call concerns cannot be used; other parts can.

    Only this call fails: the process goes on, and no outage begins. Lists over all parts leave the missing ones out.
    """
