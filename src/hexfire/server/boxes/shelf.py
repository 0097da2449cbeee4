"""The shelf: every game box this server offers."""

from __future__ import annotations

from hexfire.server.boxes.battle import BattleBox
from hexfire.server.boxes.box import Boxes
from hexfire.server.boxes.dyo import DyoBox
from hexfire.server.boxes.folio import FolioBox


def shelf() -> Boxes:
    return {"folio": FolioBox(), "asl-dyo": DyoBox(), "battle": BattleBox()}
