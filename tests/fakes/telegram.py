"""A strict Telegram on a loopback port: the Bot API for the bot, and people for the tests. See README.md."""

import json
import math
import time
from collections import defaultdict, deque
from inspect import isawaitable
from typing import Any, Self

from aiohttp import web

from tests.fakes.loopback import Call, Fault, Json, Loopback, Upload
from tests.fakes.telegram_chats import Chat, InlineAsk, Message, Press, User
from tests.fakes.telegram_checks import ApiError, OverLimit
from tests.fakes.telegram_methods import Methods
from tests.fakes.telegram_updates import Updates

BOT_ID = 700
INTEGERS = {"message_id", "offset", "limit", "user_id", "message_thread_id", "max_connections", "cache_time"}
BOOLEANS = {
    "show_alert", "drop_pending_updates", "disable_notification", "protect_content", "has_spoiler", "is_personal",
    "is_big",
}  # fmt: skip
OBJECTS = {
    "reply_markup", "entities", "caption_entities", "allowed_updates", "commands", "scope", "reply_parameters",
    "link_preview_options", "menu_button", "message_ids", "reaction", "results", "button",
}  # fmt: skip
PATIENT_ERRORS = ("message is not modified", "query is too old", "chat not found", "not found", "Forbidden", "Conflict")


class FakeTelegram(Loopback):
    """`async with FakeTelegram() as tg`: the bot talks to `tg.url`, people act through `tg.user(...)`.

    `privacy` is BotFather's group privacy (on: in groups the bot hears commands and replies to it only), `inline` its
    inline mode. A test in which the bot goes beyond a published limit fails at its end, unless this is `forgiving`.
    `callback_lifetime` is how long a pressed button may wait for its answer, in seconds.
    """

    background = ("getUpdates",)

    def __init__(
        self,
        token: str = "700:TEST",
        *,
        name: str = "Parley",
        username: str = "parley_bot",
        privacy: bool = True,
        inline: bool = False,
        forgiving: bool = False,
        callback_lifetime: float = 15.0,
        port: int = 0,
    ) -> None:
        super().__init__(port)
        self.inline = inline
        self.forgiving = forgiving
        self.over: list[str] = []  # requests beyond a published limit
        self.inline_asks: dict[str, InlineAsk] = {}
        self.token = token
        self.bot_id = int(token.partition(":")[0]) if token.partition(":")[0].isdigit() else BOT_ID
        self.name = name
        self.username = username
        self.privacy = privacy
        self.callback_lifetime = callback_lifetime
        self.users: dict[int, User] = {}
        self.groups: dict[int, Chat] = {}
        self.updates = Updates(self.changes)
        self.methods = Methods(self)
        self.presses: dict[str, Press] = {}
        self._ids: dict[int, int] = defaultdict(int)  # private chats share one counter, each group has its own
        self._limit: tuple[int, float] | None = None
        self._sent: dict[int, deque[float]] = defaultdict(deque)
        self._wait_until: dict[int, float] = {}

    def env(self) -> dict[str, str]:
        """The environment that sends `parley serve` here."""
        return {"PARLEY_TELEGRAM_TOKEN": self.token, "PARLEY_TELEGRAM_API": self.url}

    # --------------------------------------------------------------------------------------------- for the tests

    def user(
        self,
        id: int | None = None,
        name: str | None = None,
        *,
        username: str | None = None,
        language: str | None = "en",
    ) -> User:
        """The person with this id, made where there is none yet."""
        user_id = id if id is not None else 1001 + len(self.users)
        if user_id not in self.users:
            self.users[user_id] = User(self, user_id, name or f"Person {user_id}", username, language)
        return self.users[user_id]

    def group(
        self, title: str, members: list[User], *, admins: list[User] | None = None, bot_admin: bool = False
    ) -> Chat:
        """A group the bot is in. Message ids count from 1 in each group, as in Telegram's supergroups."""
        chat = Chat(self, -1_001_000_000_001 - len(self.groups), "supergroup", title, members)
        chat.admins = {admin.id for admin in admins or ()}
        chat.bot_admin = bot_admin
        self.groups[chat.id] = chat
        return chat

    def upgrade(self, group: Chat) -> Chat:
        """Make a supergroup of a group: it goes on under another id, and nothing can be sent to the old one."""
        group.kind = "group"
        group.upgraded = self.group(group.title, list(group.members.values()))
        return group.upgraded

    def audience(self, text: str) -> set[str]:
        """Names of the people on whose screens `text` stands: the check for leaked secrets."""
        chats = [*self.groups.values(), *(user.private_chat() for user in self.users.values())]
        return {
            user.name
            for user in self.users.values()
            if any(text in seen.text for chat in chats if user.id in chat.members for seen in user.sees(chat))
        }

    def redeliver(self, update_id: int | None = None) -> int:
        """Give the bot an update (by default the last one) once more, with the same id."""
        again = update_id or self.updates.next_id - 1
        self.updates.again(again)
        return again

    def limit(self, sends: int, per: float) -> None:
        """From now on at most `sends` messages and edits in a chat within `per` seconds; then 429."""
        self._limit = (sends, per)

    def breaches(self) -> list[str]:
        """Dropped updates, writing first, not waiting as told, refused requests, presses left without an answer."""
        refused = [
            f"refused: {call.name} {call.params.get('text', '')!r}: {call.answer['description']}"
            for call in self.calls
            if call.status in (400, 404, 501) and call.answer and not any(e in str(call.answer) for e in PATIENT_ERRORS)
        ]
        silent = [
            f"never answered the press of {press.user.name} under {press.message.text!r}"
            for press in self.presses.values()
            if press.done is None and not press.tried
        ]
        return [*self.rudeness, *refused, *silent]

    # ------------------------------------------------------------------------------------------- state for the API

    def me(self) -> Json:
        return {"id": self.bot_id, "is_bot": True, "first_name": self.name, "username": self.username}

    def known_chat(self, chat_id: Any) -> Chat | None:
        """The group or private chat with this id, as far as the bot has met it."""
        try:
            number = int(chat_id)
        except (TypeError, ValueError):
            return None
        if number in self.groups:
            return self.groups[number]
        user = self.users.get(number)
        return user.private_chat() if user is not None and user.met else None

    def new_id(self, scope: int = 0) -> int:
        self._ids[scope] += 1
        return self._ids[scope]

    def post(self, chat: Chat, sender: Json, body: Json) -> Message:
        """Put a message into a chat; the bot gets an update for a person's message it may hear."""
        scope = 0 if chat.kind == "private" else chat.id
        wire = {
            "message_id": self.new_id(scope),
            "from": sender,
            "chat": chat.wire(),
            "date": int(time.time()),
            **body,
        }
        message = Message(chat, wire)
        chat.history.append(message)
        if not message.from_bot and self.hears(message):
            self.updates.put("message", wire)
        chat.last_speaker_is_bot = message.from_bot
        self.changes.notify()
        return message

    def hears(self, message: Message) -> bool:
        """Return whether this person's message reaches the bot, by the Bot API's rules of group privacy."""
        chat = message.chat
        if chat.kind == "private":
            return True
        if not chat.bot_in:
            return False
        if not self.privacy or chat.bot_admin:
            return True
        if message.wire.get("reply_to_message", {}).get("from", {}).get("id") == self.bot_id:
            return True
        text = message.text
        commands = [
            text[e["offset"] : e["offset"] + e["length"]] for e in message.entities if e["type"] == "bot_command"
        ]
        named = f"@{self.username}".lower()
        return any(c.lower().endswith(named) or ("@" not in c and chat.last_speaker_is_bot) for c in commands)

    def press(self, user: User, message: Message, data: str) -> Press:
        press = Press(self, f"{4_000_000_000 + len(self.presses)}", user, message, time.monotonic())
        self.presses[press.id] = press
        user.met = True
        user.presses_made.append(press)
        query = {
            "id": press.id,
            "from": user.wire(),
            "message": message.wire,
            "chat_instance": f"{abs(message.chat.id) * 7919}",
            "data": data,
        }
        self.updates.put("callback_query", query)
        return press

    def inline_query(self, user: User, query: str) -> InlineAsk:
        asked = InlineAsk(self, f"{5_000_000_000 + len(self.inline_asks)}", user)
        self.inline_asks[asked.id] = asked
        wire = {"id": asked.id, "from": user.wire(), "query": query, "offset": "", "chat_type": "private"}
        self.updates.put("inline_query", wire)
        return asked

    def membership(self, actor: User, chat: Chat, old: str, new: str) -> None:
        """Tell the bot that it was blocked, unblocked, added or removed."""

        def member(status: str) -> Json:
            return {"user": self.me(), "status": status, **({"until_date": 0} if status == "kicked" else {})}

        change = {
            "chat": chat.wire(),
            "from": actor.wire(),
            "date": int(time.time()),
            "old_chat_member": member(old),
            "new_chat_member": member(new),
        }
        self.updates.put("my_chat_member", change)

    def member_wire(self, chat: Chat, user: User) -> Json:
        if user.id not in chat.admins:
            return {"user": user.wire(), "status": "member"}
        return {"user": user.wire(), "status": "creator", "is_anonymous": False}

    def menu(self, user: User, chat: Chat) -> dict[str, str]:
        """The menu a client shows: the narrowest scope that has commands, the user's language before none."""
        scopes: list[tuple[str, int, int]] = [("chat", chat.id, 0), ("all_private_chats", 0, 0), ("default", 0, 0)]
        if chat.kind != "private":
            admin = user.id in chat.admins
            scopes = [
                ("chat_member", chat.id, user.id),
                *([("chat_administrators", chat.id, 0)] if admin else []),
                ("chat", chat.id, 0),
                *([("all_chat_administrators", 0, 0)] if admin else []),
                ("all_group_chats", 0, 0),
                ("default", 0, 0),
            ]
        for scope in scopes:
            for language in (user.language or "", ""):
                commands = self.methods.commands.get((*scope, language))
                if commands:
                    return {command["command"]: command["description"] for command in commands}
        return {}

    def pace(self, chat: Chat) -> None:
        """Refuse what comes too fast, and note a bot that does not wait as long as it was told."""
        now = time.monotonic()
        wait = self._wait_until.get(chat.id, 0.0) - now
        if wait > 0.05:
            self.rudeness.append(f"wrote to {chat.title} {wait:.1f} s before the imposed wait was over")
        if self._limit is None:
            return
        most, per = self._limit
        sent = self._sent[chat.id]
        while sent and sent[0] <= now - per:
            sent.popleft()
        if len(sent) >= most:
            retry_after = math.ceil(sent[0] + per - now)
            self._wait_until[chat.id] = now + retry_after
            raise ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)
        sent.append(now)

    # ---------------------------------------------------------------------------------------------------- HTTP

    def routes(self, app: web.Application) -> None:
        app.router.add_route("*", "/bot{token}/{method}", self._serve)

    async def up(self) -> Self:
        await super().up()
        self.updates.start_pushing()
        return self

    async def down(self) -> None:
        self.updates.stop_pushing()
        await super().down()

    async def __aexit__(self, *exc: object) -> None:
        await super().__aexit__(*exc)
        if not self.forgiving and exc[0] is None:
            self.assert_limits()

    def assert_limits(self) -> None:
        """AssertionError naming every request beyond a published limit."""
        if self.over:
            raise AssertionError("beyond the Bot API's limits:\n" + "\n".join(f"- {line}" for line in self.over))

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        call = Call(request.match_info["method"], await decoded(request), time.monotonic())

        async def apply() -> web.StreamResponse:
            try:
                if request.match_info["token"] != self.token:
                    raise ApiError(401, "Unauthorized")
                method = self.methods.find(call.name)
                if method is None:
                    raise ApiError(404, f"Not Found: this fake has no method {call.name}")
                result = method(call.params)
                call.answer = await result if isawaitable(result) else result
            except ApiError as error:
                if isinstance(error, OverLimit):
                    self.over.append(f"{call.name}: {error.description}: {str(call.params)[:300]}")
                return refusal(call, error.status, error.description, error.parameters)
            return web.json_response({"ok": True, "result": call.answer})

        return await self.through_faults(request, call, apply)

    def error(self, fault: Fault, call: Call) -> web.StreamResponse:
        status = fault.status or 500
        if status == 429:
            seconds = math.ceil(fault.retry_after or 1)
            if isinstance(call.params.get("chat_id"), int):
                self._wait_until[call.params["chat_id"]] = time.monotonic() + seconds
            return refusal(None, 429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
        words = {409: "Conflict: terminated by other getUpdates request", 502: "Bad Gateway", 403: "Forbidden"}
        description = fault.detail.get("description") or words.get(status, "Internal Server Error")
        return refusal(None, status, str(description), {})


def refusal(call: Call | None, status: int, description: str, parameters: Json) -> web.Response:
    body = {"ok": False, "error_code": status, "description": description}
    if parameters:
        body["parameters"] = parameters
    if call is not None:
        call.answer = body
    return web.json_response(body, status=status)


async def decoded(request: web.Request) -> Json:
    """Parameters of a request in any of the forms the Bot API takes: query, form, multipart or JSON."""
    params: Json = dict(request.query)
    if request.content_type == "application/json":
        params |= await request.json()
    elif request.method == "POST":
        for key, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                params[key] = Upload(value.filename, value.content_type, value.file.read())
            else:
                params[key] = value
    for key, value in params.items():
        if isinstance(value, str):
            params[key] = _typed(key, value)
        if isinstance(params[key], str) and params[key].startswith("attach://"):
            params[key] = params.get(params[key].removeprefix("attach://"))
    return params


def _typed(key: str, value: str) -> Any:
    if key in OBJECTS:
        try:
            return json.loads(value)
        except ValueError:
            return value
    if key in BOOLEANS:
        return value.lower() == "true"
    number = key in INTEGERS or key in ("chat_id", "timeout")
    return int(value) if number and value.lstrip("-").isdigit() else value
