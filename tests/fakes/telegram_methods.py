"""The methods of the Bot API the fake knows. Each takes decoded parameters and returns the `result`."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.fakes.loopback import Json, Upload
from tests.fakes.telegram_chats import Chat, Message
from tests.fakes.telegram_checks import (
    ApiError,
    bad,
    caption_of,
    commands_of,
    effect_of,
    held,
    markup_of,
    reactions_of,
    results_of,
    text_of,
)

if TYPE_CHECKING:
    from tests.fakes.telegram import FakeTelegram

ACTIONS = {
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document",
    "choose_sticker", "find_location", "record_video_note", "upload_video_note",
}  # fmt: skip
SCOPES = {
    "default", "all_private_chats", "all_group_chats", "all_chat_administrators", "chat", "chat_administrators",
    "chat_member",
}  # fmt: skip
PICTURE_HEADS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
FILES = -1  # the counter of file ids
ScopeKey = tuple[str, int, int, str]  # type, chat, user, language


class Methods:
    """`find(name)` gives the method of that name; they change the chats of their fake and nothing else."""

    def __init__(self, tg: "FakeTelegram") -> None:
        self.tg = tg
        self.commands: dict[ScopeKey, list[Json]] = {}
        self.profile: dict[tuple[str, str], str] = {}  # text and language

    def find(self, name: str) -> Callable[[Json], Any] | None:
        method = getattr(self, f"do_{name.lower()}", None)
        return method if callable(method) else None

    # ------------------------------------------------------------------------------------------------ connection

    def do_getme(self, params: Json) -> Json:
        return {
            **self.tg.me(),
            "can_join_groups": True,
            "can_read_all_group_messages": not self.tg.privacy,
            "supports_inline_queries": self.tg.inline,
        }

    async def do_getupdates(self, params: Json) -> list[Json]:
        return await self.tg.updates.poll(params)

    async def do_setwebhook(self, params: Json) -> bool:
        self._dropping(params)
        self.tg.updates.set_webhook(params)
        return True

    async def do_deletewebhook(self, params: Json) -> bool:
        self._dropping(params)
        self.tg.updates.set_webhook({**params, "url": ""})
        return True

    def do_getwebhookinfo(self, params: Json) -> Json:
        return self.tg.updates.webhook_info()

    def do_close(self, params: Json) -> bool:
        return True

    do_logout = do_close

    def _dropping(self, params: Json) -> None:
        if params.get("drop_pending_updates"):
            self.tg.rudeness.append("dropped pending updates: what people wrote while the bot was away is lost")

    # -------------------------------------------------------------------------------------------------- messages

    def do_sendmessage(self, params: Json) -> Json:
        chat = self._writable(params)
        text, entities = text_of(params)
        return self._post(chat, params, {"text": text, **({"entities": entities} if entities else {})})

    def do_sendphoto(self, params: Json) -> Json:
        chat = self._writable(params)
        photo = params.get("photo")
        if isinstance(photo, Upload) and not photo.data.startswith(PICTURE_HEADS):
            raise bad("IMAGE_PROCESS_FAILED")
        held("photo", photo.data if isinstance(photo, Upload) else "x")
        size = {"file_id": f"photo-{self.tg.new_id(FILES)}", "file_unique_id": "p", "width": 800, "height": 600}
        return self._with_file(chat, params, photo, {"photo": [size]})

    def do_senddocument(self, params: Json) -> Json:
        chat = self._writable(params)
        document = params.get("document")
        held("document", document.data if isinstance(document, Upload) else "x")
        name = {"file_name": document.filename} if isinstance(document, Upload) else {}
        body = {"document": {"file_id": f"doc-{self.tg.new_id(FILES)}", "file_unique_id": "d", **name}}
        return self._with_file(chat, params, document, body)

    def _with_file(self, chat: Chat, params: Json, upload: object, body: Json) -> Json:
        if not upload:
            raise bad("there is no file in the request")
        caption, entities = caption_of(params)
        if caption:
            body |= {"caption": caption, **({"caption_entities": entities} if entities else {})}
        wire = self._post(chat, params, body)
        if isinstance(upload, Upload):
            chat.history[-1].uploads.append(upload)
        return wire

    def do_editmessagetext(self, params: Json) -> Json:
        message = self._own(params)
        if "text" not in message.wire:
            raise bad("there is no text in the message to edit")
        text, entities = text_of(params)
        return self._edit(message, {"text": text, "entities": entities}, params)

    def do_editmessagecaption(self, params: Json) -> Json:
        message = self._own(params)
        if "text" in message.wire:
            raise bad("there is no caption in the message to edit")
        caption, entities = caption_of(params)
        return self._edit(message, {"caption": caption, "caption_entities": entities}, params)

    def do_editmessagereplymarkup(self, params: Json) -> Json:
        return self._edit(self._own(params), {}, params)

    def do_deletemessage(self, params: Json) -> bool:
        chat = self._chat(params)
        message = self._find(chat, params)
        if message is None:
            raise bad("message to delete not found")
        if not message.from_bot and chat.kind != "private" and not chat.bot_admin:
            raise bad("message can't be deleted")
        message.deleted = True
        return True

    def do_deletemessages(self, params: Json) -> bool:
        for message_id in params.get("message_ids") or ():
            if self._find(self._chat(params), {"message_id": message_id}):
                self.do_deletemessage({**params, "message_id": message_id})
        return True

    def do_sendchataction(self, params: Json) -> bool:
        if params.get("action") not in ACTIONS:
            raise bad("wrong parameter action in request")
        chat = self._writable(params, counts=False)
        chat.actions.append((time.monotonic(), str(params["action"])))
        return True

    def do_pinchatmessage(self, params: Json) -> bool:
        if self._find(self._writable(params, counts=False), params) is None:
            raise bad("message to pin not found")
        return True

    def do_unpinchatmessage(self, params: Json) -> bool:
        self._writable(params, counts=False)
        return True

    def do_answercallbackquery(self, params: Json) -> bool:
        text = str(params.get("text") or "")
        held("press answer", text)
        press = self.tg.presses.get(str(params.get("callback_query_id")))
        if press is not None:
            press.tried = True
        late = press is None or press.expired or time.monotonic() - press.at > self.tg.callback_lifetime
        if press is None or late or press.done is not None:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        press.done = time.monotonic()
        press.text, press.alert = text or None, bool(params.get("show_alert"))
        return True

    def do_setmessagereaction(self, params: Json) -> bool:
        message = self._find(self._writable(params, counts=False), params)
        if message is None:
            raise bad("message to react not found")
        message.reactions = reactions_of(params)
        self.tg.changes.notify()
        return True

    def do_answerinlinequery(self, params: Json) -> bool:
        asked = self.tg.inline_asks.get(str(params.get("inline_query_id")))
        if asked is None or asked.results is not None:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        asked.results, asked.button = results_of(params), params.get("button")
        return True

    # --------------------------------------------------------------------------------------------- chats, menus

    def do_getchat(self, params: Json) -> Json:
        full = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": _no_gifts()}
        return {**self._chat(params).wire(), **full}

    def do_getchatmember(self, params: Json) -> Json:
        chat = self._chat(params)
        user_id = int(params.get("user_id") or 0)
        if user_id == self.tg.bot_id:
            return {"user": self.tg.me(), "status": "member" if chat.bot_in else "left"}
        member = chat.members.get(user_id)
        if member is None:
            raise bad("PARTICIPANT_ID_INVALID")
        return self.tg.member_wire(chat, member)

    def do_getchatadministrators(self, params: Json) -> list[Json]:
        chat = self._chat(params)
        if chat.kind == "private":
            raise bad("there are no administrators in the private chat")
        return [self.tg.member_wire(chat, chat.members[user_id]) for user_id in sorted(chat.admins)]

    def do_setmycommands(self, params: Json) -> bool:
        key = self._scope(params)
        self.commands[key] = commands_of(params.get("commands") or [])
        return True

    def do_deletemycommands(self, params: Json) -> bool:
        self.commands.pop(self._scope(params), None)
        return True

    def do_getmycommands(self, params: Json) -> list[Json]:
        return self.commands.get(self._scope(params), [])

    def _scope(self, params: Json) -> ScopeKey:
        scope = params.get("scope") or {"type": "default"}
        kind = scope.get("type")
        if kind not in SCOPES:
            raise bad("can't parse BotCommandScope: unsupported type specified")
        chat_id = user_id = 0
        if kind in ("chat", "chat_administrators", "chat_member"):
            chat_id = self._chat(scope).id
            user_id = int(scope.get("user_id") or 0)
        return kind, chat_id, user_id, str(params.get("language_code") or "")

    def do_setmydescription(self, params: Json) -> bool:
        return self._profiled("description", "description", params)

    def do_setmyshortdescription(self, params: Json) -> bool:
        return self._profiled("short_description", "short description", params)

    def do_getmydescription(self, params: Json) -> Json:
        return {"description": self._profile("description", params)}

    def do_getmyshortdescription(self, params: Json) -> Json:
        return {"short_description": self._profile("short_description", params)}

    def _profiled(self, key: str, limit: str, params: Json) -> bool:
        text = str(params.get(key) or "")
        held(limit, text)
        self.profile[key, str(params.get("language_code") or "")] = text
        return True

    def _profile(self, key: str, params: Json) -> str:
        return self.profile.get((key, str(params.get("language_code") or "")), "")

    def do_getmyname(self, params: Json) -> Json:
        return {"name": self.tg.name}

    def do_setchatmenubutton(self, params: Json) -> bool:
        return True

    # ---------------------------------------------------------------------------------------------------- parts

    def _chat(self, params: Json) -> Chat:
        if not params.get("chat_id"):
            raise bad("chat_id is empty")
        chat = self.tg.known_chat(params["chat_id"])
        if chat is None:
            raise bad("chat not found")
        return chat

    def _writable(self, params: Json, *, counts: bool = True) -> Chat:
        """The chat, where the bot may write in it; `counts` says whether the rate limits see it."""
        stranger = self.tg.users.get(params.get("chat_id") or 0)
        if stranger is not None and not stranger.started:
            self.tg.rudeness.append(f"wrote first to {stranger.name}, who never wrote to the bot")
        chat = self._chat(params)
        if chat.kind == "private":
            person = chat.members[chat.id]
            if person.deactivated:
                raise ApiError(403, "Forbidden: user is deactivated")
            if person.blocked:
                raise ApiError(403, "Forbidden: bot was blocked by the user")
            if not person.started:
                raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        elif chat.upgraded is not None:
            new = chat.upgraded.id
            raise ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=new)
        elif not chat.bot_in:
            raise ApiError(403, f"Forbidden: bot was kicked from the {chat.kind} chat")
        if params.get("message_thread_id") and params["message_thread_id"] not in chat.topics:
            raise bad("message thread not found")
        if counts:
            self.tg.pace(chat)
        return chat

    def _find(self, chat: Chat, params: Json) -> Message | None:
        wanted = int(params.get("message_id") or 0)
        return next((m for m in chat.history if m.id == wanted and not m.deleted), None)

    def _own(self, params: Json) -> Message:
        chat = self._writable(params)
        message = self._find(chat, params)
        if message is None:
            raise bad("message to edit not found")
        if not message.from_bot:
            raise bad("message can't be edited")
        return message

    def _post(self, chat: Chat, params: Json, body: Json) -> Json:
        markup = self._markup(params)
        body |= effect_of(params, chat.kind)
        if markup and "inline_keyboard" in markup:
            body["reply_markup"] = markup
        elif markup and "keyboard" in markup:
            chat.keyboard = [[str(button["text"]) for button in row] for row in markup["keyboard"]]
        elif markup and markup.get("remove_keyboard"):
            chat.keyboard = []
        chat.prompt = markup if markup and markup.get("force_reply") else None
        reply = params.get("reply_parameters") or {}
        if reply.get("message_id"):
            target = self._find(chat, reply)
            if target is not None:
                body["reply_to_message"] = {k: v for k, v in target.wire.items() if k != "reply_to_message"}
            elif not reply.get("allow_sending_without_reply"):
                raise bad("message to be replied not found")
        if params.get("message_thread_id"):
            body |= {"message_thread_id": params["message_thread_id"], "is_topic_message": True}
        if params.get("protect_content"):
            body["has_protected_content"] = True
        return self.tg.post(chat, self.tg.me(), body).wire

    def _markup(self, params: Json) -> Json | None:
        markup = markup_of(params)
        rows = (markup or {}).get("inline_keyboard", ())
        if not self.tg.inline and any(key.startswith("switch_inline") for row in rows for b in row for key in b):
            raise bad("BUTTON_TYPE_INVALID")
        return markup

    def _edit(self, message: Message, content: Json, params: Json) -> Json:
        old = message.wire
        markup = self._markup(params)
        if markup and "inline_keyboard" not in markup:
            raise bad("inline keyboard expected")
        new = {key: value for key, value in {**old, **content, "reply_markup": markup}.items() if value}
        fields = ("text", "entities", "caption", "caption_entities", "reply_markup")
        if all(old.get(field) == new.get(field) for field in fields):
            raise bad(NOT_MODIFIED)
        message.versions.append({**new, "edit_date": int(time.time())})
        return message.wire


def _no_gifts() -> Json:
    kinds = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    return dict.fromkeys(kinds, False)
