"""The shelf: every game box this server offers."""

from __future__ import annotations

from hexfire.server.boxes import Boxes


def shelf() -> Boxes:
    return {}
