"""`/game prompt`: shows to the letter what a model gets when it plays a seat of a configured game. Calls no model.

It is shown at a table of its own, dealt for this answer with a seed that no session has. No running game is read.
"""

import asyncio
from functools import partial

from msgspec import UNSET

from bot.operators import begin
from bot.operators.call import Call, Done
from bot.operators.typed import BadWords, number
from bot.players import LLM
from bot.session.model.inbound import Open
from bot.studies.effective import ANY, effective
from games.core.contract import subseed
from games.core.post import Block, Mono, Post, line
from games.core.registry import get

MOST_TURNS = 200


async def prompt(call: Call) -> Done:
    from bot.players.llm.preview import told

    definition = call.game()
    opponent, turns = effective(definition).opponent, number("turns", call.text("turns") or "0", MOST_TURNS)
    plays = call.sessions.usual or get(definition.game).default_player if opponent == ANY else opponent
    kind, _, persona = plays.partition(":")
    drawn = Open(definition.game, seed=subseed(definition.seed, "prompt") >> 16)
    act, setup, _ = begin.previewed(call.realm.name, definition, drawn, "", call.text("condition"))
    condition = setup.condition if setup is not UNSET else ""
    work = partial(
        call.prompter,
        act.game,
        dict(act.wrote),
        seat=call.text("seat"),
        but=act.seat,
        seed=act.seed or 0,
        turns=turns,
        persona=persona if kind == LLM else "",
    )
    try:
        seat, body = await asyncio.to_thread(work)
    except ValueError as problem:
        raise BadWords(str(problem)) from None
    where = f"{definition.name}, condition {condition}," if condition else definition.name
    when = f"after {turns} turn{'' if turns == 1 else 's'}" if turns else "at its first decision"
    blocks: list[Block] = [
        line(f"{body['model']} gets this as {seat} of {where} {when}, at a table dealt for this answer.")
    ]
    if kind != LLM:
        change = f"/game config name:{definition.name} key:opponent value:{LLM} lets one play."
        blocks.append(line(f"At present {plays} plays, and no model is asked. {change}"))
    blocks.append(Mono(told(body, as_json=False), f"{definition.name}-prompt.txt"))
    return Done(Post(tuple(blocks)))
