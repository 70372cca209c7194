"""Accounts and messages of the fake Discord: what people see of them and how they look on the wire."""

import itertools
import json
import re
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tests.fakes.discord_permissions import stamp
from tests.fakes.loopback import Json, Upload
from tests.fakes.screen import Impossible, pick

if TYPE_CHECKING:
    from tests.fakes.discord_interactions import Interaction
    from tests.fakes.discord_people import Person
    from tests.fakes.discord_world import Channel

EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
THREAD_CREATED, REPLY, SLASH_REPLY, THREAD_STARTER = 18, 19, 20, 21


class Account:
    """A user of the platform: the bot or a person."""

    def __init__(self, user_id: int, name: str, *, bot: bool) -> None:
        self.id = user_id
        self.name = name
        self.bot = bot

    def wire(self) -> Json:
        return {
            "id": str(self.id),
            "username": re.sub(r"\W+", "_", self.name).lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, containers before what they hold."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for key in ("component", "accessory"):
            if component.get(key):
                yield from walk([component[key]])


def numbered(components: Iterable[Json] | None) -> list[Json]:
    """A copy in which every component has an id, as the platform gives them: in sequence, skipping those taken."""
    copy: list[Json] = json.loads(json.dumps(list(components or ())))
    taken = {component.get("id") for component in walk(copy)}
    free = (number for number in itertools.count(1) if number not in taken)
    for component in walk(copy):
        if not component.get("id"):
            component["id"] = next(free)
    return copy


class Message:
    """A message as it is now; `versions` keeps the (content, components) of every state, oldest first."""

    def __init__(self, channel: "Channel", author: Account, body: Json, *, kind: int = 0) -> None:
        self.dc = channel.dc
        self.id = self.dc.ids.new()
        self.channel = channel
        self.author = author
        self.kind = kind
        self.content: str = body.get("content") or ""
        self.embeds: list[Json] = list(body.get("embeds") or ())
        self.components = numbered(body.get("components"))
        self.flags = int(body.get("flags") or 0)
        self.nonce = body.get("nonce")
        self.allowed_mentions: Json | None = body.get("allowed_mentions")
        self.uploads: list[Upload] = []
        self.attachments: list[Json] = []
        self.reply_to: Message | None = None
        self.only_for: Person | None = None  # whom an ephemeral message is for
        self.interaction: Interaction | None = None
        self.thread: Channel | None = None
        self.created = time.time()
        self.edited_at: float | None = None
        self.deleted = False
        self.versions: list[tuple[str, list[Json]]] = [(self.content, self.components)]

    @property
    def text(self) -> str:
        """Everything written: content, texts of layout components, embeds."""
        parts = [self.content, *(c["content"] for c in walk(self.components) if c.get("type") == 10)]
        for embed in self.embeds:
            parts += [embed.get("title"), embed.get("description")]
            parts += [f"{field['name']}: {field['value']}" for field in embed.get("fields") or ()]
            parts.append((embed.get("footer") or {}).get("text"))
        return "\n".join(part for part in parts if part)

    @property
    def layout(self) -> bool:
        """It was sent as components v2: a card."""
        return bool(self.flags & COMPONENTS_V2)

    @property
    def buttons(self) -> list[Json]:
        return [component for component in walk(self.components) if component.get("type") == 2]

    @property
    def menus(self) -> list[Json]:
        return [component for component in walk(self.components) if component.get("type") in (3, 5, 6, 7, 8)]

    @property
    def labels(self) -> list[str]:
        """Labels of the buttons that can be pressed, row by row."""
        return [label_of(button) for button in self.buttons if not button.get("disabled")]

    @property
    def from_bot(self) -> bool:
        return self.author.bot

    @property
    def on_board(self) -> bool:
        return not self.deleted and not self.ephemeral and not self.loading and self.kind != THREAD_CREATED

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Deferred and not yet filled: people see that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def edited(self) -> bool:
        return self.edited_at is not None

    @property
    def pinged(self) -> list["Person"]:
        """People this message notified, after its allowed_mentions."""
        everybody, named, _ = self.mentions()
        accounts = [*(self.channel.viewers() if everybody else ()), *named]
        people = [self.dc.people[account.id] for account in accounts if account.id in self.dc.people]
        return [person for person in dict.fromkeys(people) if person is not self.author]

    def mentions(self) -> tuple[bool, list[Account], list[str]]:
        """Return whom a text mentions after allowed_mentions: whether everyone, which accounts, which role ids."""
        rules = self.allowed_mentions
        ids = [int(number) for number in re.findall(r"<@!?(\d+)>", self.text)]
        roles = re.findall(r"<@&(\d+)>", self.text)
        everybody = self.channel.can(self.author, "mention_everyone")
        everybody = everybody and bool(re.search(r"@(everyone|here)\b", self.text))
        if rules is not None:
            parse = rules.get("parse") or ()
            listed = {int(number) for number in rules.get("users") or ()}
            ids = [number for number in ids if "users" in parse or number in listed]
            roles = [number for number in roles if "roles" in parse or number in (rules.get("roles") or ())]
            everybody = everybody and "everyone" in parse
        known = {**self.dc.people, self.dc.bot.id: self.dc.bot}
        accounts: list[Account] = [known[number] for number in ids if number in known]
        if self.reply_to is not None and (rules is None or rules.get("replied_user")):
            accounts.append(self.reply_to.author)
        return everybody, list(dict.fromkeys(accounts)), roles

    def button(self, label: str, *, stale: bool = False) -> Json:
        """The enabled button labelled so, or the only one whose label contains it; `stale`: of an earlier version."""
        states = reversed(self.versions) if stale else [(self.content, self.components)]
        for _, components in states:
            found = [c for c in walk(components) if c.get("type") == 2 and (stale or not c.get("disabled"))]
            index = pick(label, [label_of(button) for button in found])
            if index is not None:
                return found[index]
        raise Impossible(f"no single enabled button {label!r} among {self.labels} under {self.text!r}")

    def menu(self, label: str | None = None) -> Json:
        """The only menu, or the one whose placeholder contains `label`."""
        menus = [menu for menu in self.menus if not menu.get("disabled")]
        fitting = [menu for menu in menus if label is None or label in str(menu.get("placeholder"))]
        if len(fitting) != 1:
            raise Impossible(f"no single menu {label or ''!r} under {self.text!r}")
        return fitting[0]

    def change(self, body: Json) -> None:
        """Apply an edit: keys that are there replace, the rest stays."""
        if "content" in body:
            self.content = body["content"] or ""
        if "embeds" in body:
            self.embeds = list(body["embeds"] or ())
        if "components" in body:
            self.components = numbered(body["components"])
        if "flags" in body:
            kept = EPHEMERAL | LOADING
            self.flags = self.flags & kept | int(body["flags"] or 0) & ~kept
        if "allowed_mentions" in body:
            self.allowed_mentions = body["allowed_mentions"]
        if "attachments" in body:
            keep = {str(a.get("id")) for a in body["attachments"] or ()}
            self.attachments = [a for a in self.attachments if a["id"] in keep]
        self.versions.append((self.content, self.components))

    def attach(self, body: Json, files: list[Upload]) -> None:
        """Hang uploaded files on the message, with their alternative texts."""
        described = {str(a.get("id")): a.get("description") for a in body.get("attachments") or ()}
        for index, upload in enumerate(files):
            number = str(self.dc.ids.new())
            url = f"{self.dc.url}/attachments/{self.channel.id}/{number}/{upload.filename}"
            wire = {
                "id": number,
                "filename": upload.filename,
                "description": described.get(str(index)),
                "size": len(upload.data),
                "url": url,
                "proxy_url": url,
                "content_type": upload.content_type,
            }
            self.attachments.append(wire)
            self.uploads.append(upload)
            self.dc.uploads[number] = upload
        self._address()

    def _address(self) -> None:
        """Give each picture of the layout that names a file of the message that file's address."""
        urls = {f"attachment://{a['filename']}": a["url"] for a in self.attachments}
        for component in walk(self.components):
            for item in (component, *(component.get("items") or ())):
                media = item.get("media") or item.get("file")
                if media and media.get("url") in urls:
                    media["url"] = urls[media["url"]]

    def wire(self, *, hidden: bool = False) -> Json:
        """The message object; `hidden` empties what a bot without the message content intent does not get."""
        everybody, accounts, roles = self.mentions()
        wire: Json = {
            "id": str(self.id),
            "type": self.kind,
            "channel_id": str(self.channel.id),
            "author": self.author.wire(),
            "content": "" if hidden else self.content,
            "embeds": [] if hidden else self.embeds,
            "attachments": [] if hidden else self.attachments,
            "components": [] if hidden else self.components,
            "timestamp": stamp(self.created),
            "edited_timestamp": stamp(self.edited_at) if self.edited_at else None,
            "tts": False,
            "pinned": False,
            "mention_everyone": everybody,
            "mentions": [account.wire() for account in accounts],
            "mention_roles": roles,
            "flags": self.flags,
        }
        if self.nonce is not None:
            wire["nonce"] = self.nonce
        if self.reply_to is not None:
            wire["message_reference"] = {
                "type": 0,
                "message_id": str(self.reply_to.id),
                "channel_id": str(self.reply_to.channel.id),
            }
            gone = self.reply_to.deleted
            wire["referenced_message"] = (
                None if gone else {**self.reply_to.wire(hidden=hidden), "referenced_message": None}
            )
        if self.interaction is not None:
            wire |= {"application_id": str(self.dc.bot.id), "webhook_id": str(self.dc.bot.id)}
            wire["interaction_metadata"] = self.interaction.metadata()
        if self.thread is not None:
            wire["thread"] = self.thread.wire()
        return wire

    def __repr__(self) -> str:
        return f"<Message {self.id}{' deleted' if self.deleted else ''} {self.text!r} {self.labels}>"


def label_of(button: Json) -> str:
    return str(button.get("label") or (button.get("emoji") or {}).get("name") or "")
