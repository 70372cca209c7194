"""The look of posts: that of the seed, or that of chats (`style`). One post tells all that happened in a step."""

from collections.abc import Callable, Mapping
from typing import Final

from games.core.post import Block, Post, Voice
from games.trading.view import Fact, Sent, View
from games.trading.wording import chat, posts
from games.trading.wording.phrases import Told, data_of, is_receipt, titled

_TOLD: Final[Mapping[str, Told]] = {"seed": posts.TOLD, "chat": chat.TOLD}
_FOLLOWING: Final[Mapping[str, Callable[[View, Voice], list[Block]]]] = {
    "seed": posts.following,
    "chat": chat.following,
}


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    voice = titled(view, voice)
    told, following = _TOLD[view.terms.style], _FOLLOWING[view.terms.style]
    blocks = [block for fact in facts for block in told[type(fact)](fact, view, voice)]
    if not blocks:
        return ()
    heard = next((fact for fact in reversed(facts) if isinstance(fact, Sent)), None)
    if heard is not None and view.close is None and heard.seat != voice.you:
        blocks += following(view, voice)
    return (Post(tuple(blocks), data=data_of(view), receipt=is_receipt(facts, voice)),)


def status(view: View, voice: Voice) -> Post:
    voice = titled(view, voice)
    return chat.status(view, voice) if view.terms.style == "chat" else posts.status(view, voice)


def sheet(view: View, voice: Voice) -> Post:
    voice, chats = titled(view, voice), view.terms.style == "chat" and view.me >= 0
    return chat.sheet(view, voice) if chats else posts.sheet(view, voice)
