"""Handlers: what each intent leads to. One function for each kind; the manager looks it up here."""

from collections.abc import Mapping

from bot.session.handlers import account, help, lobby, operate, play, rematch, study
from bot.session.handlers.base import Handler
from bot.session.model.inbound import Enter, Join, Open, Operate
from bot.session.model.intent import (
    Account,
    Aside,
    Decline,
    Help,
    Participation,
    PlayPress,
    PlayText,
    Refused,
    Resume,
    Turn,
)

HANDLERS: Mapping[type, Handler] = {
    PlayText: play.words,
    PlayPress: play.press,
    Aside: play.aside,
    Open: lobby.open,
    Join: lobby.join,
    Enter: study.enter,
    Participation: study.part,
    Decline: lobby.decline,
    Resume: rematch.resume,
    Turn: rematch.turn,
    Account: account.answer,
    Operate: operate.operate,
    Help: help.answer,
    Refused: help.refuse,
}
