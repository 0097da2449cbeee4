"""All games the command line can open a journal of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfire.asl.purchase import DesignYourOwn
from hexfire.play import Game


def all_games() -> Mapping[str, Game[Any, Any]]:
    """The games by the name that their journals carry."""
    games: tuple[Game[Any, Any], ...] = (DesignYourOwn(),)
    return {game.name: game for game in games}
