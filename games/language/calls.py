"""Calls for help and for the rules: meant for Parley, not for the other side, in every game."""

import re
from typing import Final

HELP: Final = (
    r"(?:(?:i )?(?:need )?(?:some )?help(?: me)?|commands?|menu|info|instructions"
    r"|how (?:do i play|does (?:this|it|this game) work|to play)"
    r"|what (?:can|do|should) i (?:do|say|type|write)(?: now| here)?)"
)
"""Part of a pattern: a call for help. Games add calls of their own."""
RULES: Final = re.compile(r"(?:the |full |show (?:me )?(?:the )?)?rules")
