"""Errors that end the program with a sentence for the operator."""


class CannotServe(Exception):
    """Error: a platform, or the whole program, lacks something that it needs to serve. The text says what to set or to
    install.
    """
