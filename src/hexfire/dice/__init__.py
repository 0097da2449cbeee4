"""Dice: one tape of faces behind play, typed rolls, replay and exact odds."""

from hexfire.dice.fair import Commitment, FairStream, commit, new_secret, opens
from hexfire.dice.odds import Memo, Odds, Policy, Then, by_itself, in_turn, odds, play
from hexfire.dice.request import (
    ANY,
    DR,
    AnyRequest,
    Choice,
    Die,
    Draw,
    Pick,
    Request,
    Selection,
    TwoDice,
    numbered,
)
from hexfire.dice.sources import Rolled, secure, seeded
from hexfire.dice.tape import BadFace, Dice, NeedAnswer, NeedChoice, NeedRoll, Source

__all__ = [
    "ANY",
    "DR",
    "AnyRequest",
    "BadFace",
    "Choice",
    "Commitment",
    "Dice",
    "Die",
    "Draw",
    "FairStream",
    "Memo",
    "NeedAnswer",
    "NeedChoice",
    "NeedRoll",
    "Odds",
    "Pick",
    "Policy",
    "Request",
    "Rolled",
    "Selection",
    "Source",
    "Then",
    "TwoDice",
    "by_itself",
    "commit",
    "in_turn",
    "new_secret",
    "numbered",
    "odds",
    "opens",
    "play",
    "secure",
    "seeded",
]
