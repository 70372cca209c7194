"""The look of posts: that of the seed, or that of chats (`style`)."""

from games.core.post import Post, Voice
from games.trading.view import Fact, View
from games.trading.wording import chat, posts


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    return chat.tell(facts, view, voice) if view.terms.style == "chat" else posts.tell(facts, view, voice)


def status(view: View, voice: Voice) -> Post:
    return chat.status(view, voice) if view.terms.style == "chat" else posts.status(view, voice)


def sheet(view: View, voice: Voice) -> Post:
    chats = view.terms.style == "chat" and view.me >= 0
    return chat.sheet(view, voice) if chats else posts.sheet(view, voice)
