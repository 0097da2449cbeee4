"""Wall Advantage beside a table: a situation, what has happened since, and where it stands (B9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexfire.asl.situation import Scene
from hexfire.asl.walls import Change, State, Step, happen, start
from hexfire.asl.walls import advantage as wa
from hexfire.rulebook import BadInput, Refusal

Event = wa.Event

EVENTS: dict[str, type[wa.Event]] = {
    str(kind.__struct_config__.tag): kind for kind in wa.Event.__subclasses__()
}


def event_of(data: Mapping[str, Any], text: str = "", strict: bool = True) -> wa.Event:
    """An event out of plain data (`event` is its name); `text` is how it was written.

    Not `strict`: numbers may be written as words, as a command line does.
    """
    name = str(data.get("event", ""))[:40]
    if name not in EVENTS:
        raise BadInput("sight.wall.unknown_event", text=text or name, known=tuple(EVENTS))
    try:
        return msgspec.convert(dict(data), EVENTS[name], strict=strict)
    except msgspec.ValidationError as error:
        raise BadInput("sight.wall.bad_event", text=text or name, why=str(error)) from None


class After(msgspec.Struct, frozen=True):
    """Where a situation stands after its events."""

    step: Step
    dropped: tuple[Refusal, ...]
    """Claims to Wall Advantage that nobody can have as things stand."""
    changes: tuple[tuple[int, Change], ...]
    """What each event brought about, by its place in the list."""

    @property
    def state(self) -> State:
        return self.step.state


def after(scene: Scene, events: Iterable[wa.Event], lenient: bool = False) -> After:
    """B9.322a: a situation after its events, and who may claim.

    A claim that cannot stand is refused; if `lenient`, it is dropped and told.
    """
    state, dropped = _begun(scene) if lenient else (start(scene), ())
    step = Step(state, (), wa.offers(state))
    changes: list[tuple[int, Change]] = []
    for i, event in enumerate(events):
        step = happen(step.state, event)
        changes += ((i, change) for change in step.changes)
    return After(step, dropped, tuple(changes))


def _begun(scene: Scene) -> tuple[State, tuple[Refusal, ...]]:
    kept: tuple[str, ...] = ()
    dropped: list[Refusal] = []
    for claim in scene.situation.wall_advantage:
        try:
            wa.begin(_claiming(scene, (*kept, claim)))
            kept = (*kept, claim)
        except Refusal as refusal:
            dropped.append(refusal)
    return start(_claiming(scene, kept)), tuple(dropped)


def _claiming(scene: Scene, claims: tuple[str, ...]) -> Scene:
    return scene.with_situation(msgspec.structs.replace(scene.situation, wall_advantage=claims))
