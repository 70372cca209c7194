"""Errors that end the program with a sentence for the operator."""


class CannotServe(Exception):
    """Error: something that the program needs to serve is missing. The text says what to set or to install."""
