"""Dice: one tape of faces behind play, typed rolls, replay and exact odds."""

from hexfire.dice.fair import Commitment, FairStream, commit, new_secret, opens
from hexfire.dice.odds import Odds, Policy, Then, odds, play
from hexfire.dice.request import (
    DR,
    AnyRequest,
    Choice,
    Die,
    Draw,
    Pick,
    Request,
    Selection,
    TwoDice,
)
from hexfire.dice.sources import Rolled, secure, seeded
from hexfire.dice.tape import BadFace, Dice, NeedAnswer, NeedChoice, NeedRoll, Source

__all__ = [
    "DR",
    "AnyRequest",
    "BadFace",
    "Choice",
    "Commitment",
    "Dice",
    "Die",
    "Draw",
    "FairStream",
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
    "commit",
    "new_secret",
    "odds",
    "opens",
    "play",
    "secure",
    "seeded",
]
