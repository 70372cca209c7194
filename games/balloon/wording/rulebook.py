"""The rules of the balloon game for chats, and how people write who speak as they like."""

from games.balloon.view import View
from games.core.post import Item, item


def rules(view: View) -> list[Item]:
    terms = view.terms
    stall = f" {terms.stall + 1} in a row without a proposal also end it." if terms.stall else ""
    return [
        item(f"Agree on one set of items that stays on board. Together they may weigh at most {view.limit}."),
        item("You score what the kept items are worth to you. Neither side sees the other's worths."),
        item("A proposal stays open until the other side refuses it. Agreeing to an open one is the deal."),
        item(f"{terms.max_messages} messages in all, in turn. After that there's no deal, and nobody scores.{stall}"),
    ]


def plainly(view: View) -> list[Item]:
    """Return the rules for plain words, with items of this game."""
    names = [item.name for item in view.items]
    first, second, last = names[0], names[min(1, len(names) - 1)], names[-1]
    return [
        item(f'Propose: name the items, as in "{first}, {second}", or pick them with the button.'),
        item(f'Change a set: "swap {first} for {last}", "yours plus {last}". You see it before it goes out.'),
        item('Answer: "deal" or "no thanks"; by number "agree #2", "refuse #2".'),
        item(f'"check {first}, {second}" weighs a set for you alone. Nothing is sent.'),
        item("Anything else you write is said to the other side, and uses a message."),
    ]
