"""Negation in typed words: words that turn what stands beside them into its opposite."""

import re
from typing import Final

NEGATORS: Final = (
    "no|not|never|cannot|cant|nor|nope|nah|neither|none|nothing|nobody|hardly|barely|"
    r"reject\w*|refus\w*|declin\w*|cancel\w*|forget|off|"
    r"(?:ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|should|sha|was|were|wo|would)n ?['`]? ?t"
)
"""Alternatives for a pattern over canonical text in lower case; they match whole words."""
NEGATION: Final = re.compile(rf"n't\b|\b(?:{NEGATORS})\b|[❌✖🚫👎🙅]")
