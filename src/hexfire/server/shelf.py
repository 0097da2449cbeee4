"""The shelf: every game box this server offers."""

from __future__ import annotations

from hexfire.server.boxes import Boxes
from hexfire.server.dyo_box import DyoBox
from hexfire.server.folio_box import FolioBox


def shelf() -> Boxes:
    return {"folio": FolioBox(), "asl-dyo": DyoBox()}
