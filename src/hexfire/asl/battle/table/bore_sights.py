"""C6.43 on the table: what becomes of the notes of Bore Sighted Locations."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.table.state import State
from hexfire.asl.gunnery.bore_sight import Disturbed, after


def disturbed(state: State, id: str, event: Disturbed) -> State:
    """C6.43: the notes of a piece's weapons after an event: most events end them for good."""
    kept = tuple(
        secret
        for secret in state.secrets
        if secret.sight is None
        or secret.sight.weapon.partition(".")[0] != id
        or after(secret.sight, event) is not None
    )
    return state if kept == state.secrets else replace(state, secrets=kept)
