"""The ways in: the first page, a game, a friend's code, a study's token. Each shows a button; only its press begins."""

from aiohttp import web
from msgspec.structs import replace

from bot import keys
from bot.adapters.base import Door
from bot.adapters.web.house import BECOMES, FORM, VISITOR, WRONG, House, page_for
from bot.adapters.web.visitors import MINUTES
from bot.session.arguments import CODE, joining, token
from bot.session.lobby import HUMAN
from bot.session.model import levels
from bot.session.model.inbound import Act, Command, Enter, Join
from bot.session.model.naming import LONGEST, clean
from bot.session.ports import Welcome
from games.core.contract import AnyGame
from games.core.registry import get, names

STUDY = "A study"
STUDY_LINES = (
    "You first read what it is about, and then decide whether to take part.",
    "It begins when you press the button. You can leave at any time.",
)
RESUME_LINES = (
    "This opens a conversation that was begun in another browser. This browser then shows that one's conversations.",
    "The link works once.",
)
CARRIED, BROUGHT = "with-", 50
"""Start of the name of a form's field that carries a link's parameter, and the most parameters that are looked at."""
TYPED = 12
"""Characters of the field for a code, which may be typed with spaces."""
NO_CODE = "That is no code. A code has six letters; your friend or your teacher has it."
WRONG_CODE = "Nobody waits under the code {code}. Check its letters, or ask for a new one: codes expire."
PLAYED_BY_AI = "The AI"
FRIEND = "A friend, by a link"


class Entrances:
    """Pages through which visitors come in."""

    def __init__(self, house: House, door: Door) -> None:
        self.house, self.door = house, door

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.home),
            web.get("/join", self.typed_code),
            web.get("/join/{code}", self.join),
            web.post("/join/{code}", self.join),
            web.get("/play/{game}", self.play),
            web.post("/play/{game}", self.play),
            web.get("/r/{token}", self.resume),
            web.post("/r/{token}", self.resume),
            web.get("/s/{token}", self.study),
            web.post("/s/{token}", self.study),
        ]

    async def home(self, request: web.Request) -> web.Response:
        games = [get(name) for name in names()] if self.house.terms.play else []
        mine = tuple(reversed(await self.house.book.listed(request[VISITOR])))[:10]
        return self.house.shown("home.html", games=games, mine=mine, typed="", longest=TYPED)

    async def typed_code(self, request: web.Request) -> web.Response:
        """Lead on from the code that somebody typed on the first page."""
        typed = request.query.get("code", "")
        code = joining(typed).code
        if not CODE.fullmatch(code):
            return self._no_code(typed, NO_CODE)
        raise web.HTTPSeeOther(f"/join/{code.upper()}")

    async def play(self, request: web.Request) -> web.Response:
        name = request.match_info["game"]
        if not self.house.terms.play or name not in names():
            raise web.HTTPNotFound
        game = get(name)
        if request.method == "POST":
            level = request[FORM].get("level", [""])[0]
            against = level if level in (*levels.of(game), HUMAN) else ""
            return await self._enter(
                request, request[FORM].get("once", [""])[0], game.title, Command("play", f"{name} {against}")
            )
        return await self._shown(
            request, game.title, (game.about, f"About {game.minutes} minutes."), "Play", _opponents(game), named=True
        )

    async def join(self, request: web.Request) -> web.Response:
        code = request.match_info["code"].upper()
        await self._come_back(request, code)
        if (welcome := await self.door.welcome(code)) is not None:
            return await self._class(request, code, welcome)
        found = await self.door.places.waiting(code, self._user(request)) if CODE.fullmatch(code) else None
        if found is None:
            self._wrong(request)
            return self._no_code(code, WRONG_CODE.format(code=code) if CODE.fullmatch(code) else NO_CODE)
        if request.method == "POST":
            return await self._enter(request, code, found.title, Join(code))
        return await self._shown(request, found.title, ("Somebody waits for you at this table.",), "Join", named=True)

    async def _class(self, request: web.Request, code: str, welcome: Welcome) -> web.Response:
        """Let a student into a class: one press, and no name."""
        if not welcome.open:
            return self.house.shown("notice.html", title=welcome.title, sentence=welcome.lines[0])
        if request.method == "POST":
            return await self._enter(request, code, welcome.title, Join(code))
        return await self._shown(request, welcome.title, welcome.lines, "Join")

    def _no_code(self, typed: str, sentence: str) -> web.Response:
        """Return the page after a code that leads nowhere. What was typed stays in its field, to be put right."""
        kept = typed if len(typed) <= TYPED and typed.isprintable() else ""
        return self.house.shown("code.html", 404, typed=kept, sentence=sentence, longest=TYPED)

    async def study(self, request: web.Request) -> web.Response:
        """Show the page that a study's link opens. Its parameters are in the form alone until the button is pressed."""
        entered, brought = token(request.match_info["token"]), _brought(request)
        act = Enter(entered, brought)
        if not entered or await self.door.title(self.house.inbound(request, "", act)) is None:
            self._wrong(request)
            raise web.HTTPNotFound
        found = await self.door.arrives(self._user(request), act)
        if found is not None and found.within:
            await self._come_back(request, entered)
        if found is None or found.refusal:
            sentence, shut = (found.refusal, found.shut) if found is not None else ("", True)
            return _unseen(self.house.shown("notice.html", 404 if shut else 400, title=STUDY, sentence=sentence))
        if request.method == "POST":
            return await self._enter(request, entered, STUDY, replace(act, panel=found.kept))
        carried = tuple((f"{CARRIED}{name}", value) for name, value in found.kept)
        return _unseen(await self._shown(request, STUDY, STUDY_LINES, "Begin", action=f"/s/{entered}", carried=carried))

    async def resume(self, request: web.Request) -> web.Response:
        """Let a person go on here with what they began on another device. The link works once."""
        link, book = request.match_info["token"], self.house.book
        page = (await self.house.visitors()).linked(link)
        visitor = await book.owner(page) if page else ""
        if not visitor:
            self._wrong(request)
            raise web.HTTPNotFound
        if request.method != "POST":
            return await self._shown(request, "Go on here", RESUME_LINES, "Go on")
        act = self.house.inbound(request, "", Command(""))
        if not await book.posts.claim(keys.resumed(link), act.id, act.at + 2 * MINUTES * 60_000):
            raise web.HTTPNotFound
        request[BECOMES] = visitor
        raise web.HTTPSeeOther(f"/g/{page}")

    def _user(self, request: web.Request) -> str:
        return self.house.inbound(request, "", Command("")).user

    def _wrong(self, request: web.Request) -> None:
        """Count an address that leads nowhere. Raises 429 for a network that tries many."""
        if self.house.addresses.stops(request, WRONG):
            raise web.HTTPTooManyRequests

    async def _come_back(self, request: web.Request, what: str) -> None:
        """Lead a visitor who came in here before to the page that they have."""
        visitor = request[VISITOR]
        page = page_for(visitor, what)
        if any(one.page == page for one in await self.house.book.listed(visitor)):
            raise web.HTTPSeeOther(f"/g/{page}")

    async def _enter(self, request: web.Request, what: str, title: str, act: Act) -> web.Response:
        """Begin a page for this act, and lead there."""
        if self.house.addresses.stops(request):
            raise web.HTTPTooManyRequests
        visitor, name = request[VISITOR], request[FORM].get("name", [""])[0]
        page = page_for(visitor, what)
        place = await self.house.book.open(visitor, page, title)
        async with self.house.settled(place):
            await self.door.handle(self.house.inbound(request, place, act, clean(name)[:LONGEST]))
        raise web.HTTPSeeOther(f"/g/{page}")

    async def _shown(
        self,
        request: web.Request,
        title: str,
        lines: tuple[str, ...],
        button: str,
        opponents: tuple[tuple[str, str], ...] = (),
        named: bool = False,
        action: str = "",
        carried: tuple[tuple[str, str], ...] = (),
    ) -> web.Response:
        return self.house.shown(
            "door.html",
            title=title,
            lines=lines,
            button=button,
            levels=opponents,
            usual="",
            named=named,
            action=action or request.path,
            carried=carried,
            **await self.house.forms(request),
        )


def _brought(request: web.Request) -> tuple[tuple[str, str], ...]:
    """Return the parameters of a study's link: behind its `?`, or in the form that carries them to the press."""
    if request.method != "POST":
        return tuple(request.query.items())[:BROUGHT]
    sent = request[FORM].items()
    return tuple((name.removeprefix(CARRIED), v) for name, vs in sent if name.startswith(CARRIED) for v in vs)[:BROUGHT]


def _unseen(page: web.Response) -> web.Response:
    """Return a page whose address no other page learns: it may hold what a panel calls a person."""
    page.headers["Referrer-Policy"] = "no-referrer"
    return page


def _opponents(game: AnyGame) -> tuple[tuple[str, str], ...]:
    others = tuple((level, f"{'An' if level[0] in 'aeiou' else 'A'} {level} AI") for level in levels.of(game))
    return (("", PLAYED_BY_AI), *(one for one in others if one[0] != "normal"), (HUMAN, FRIEND))
