"""What shells do to the ground: fires, rubble, shellholes, fortifications (C1.5).

C1.5 gives a hex its DR for their sake, C.7 says with which DRM, C3.73 that a CH changes nothing. On
what DR they come of it is in chapters that are not in our books (B2, B24, B25, A24.32 …). Nothing
is guessed: the player is shown the DRs and asked, and his answer is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.ffe import Ground, Shelling, payload_drm
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Event
from hexfire.rulebook import BadInput, Message, Refusal


class Trace(StrEnum):
    """What an FFE may leave behind, apart from what it does to units."""

    FLAME = "flame"
    RUBBLE = "rubble"
    SHELLHOLES = "shellholes"
    REMOVED = "removed"
    """A minefield or fortification that is gone."""

    @property
    def rule(self) -> str:
        """The chapter that says when; not one of our books."""
        return {"flame": "B25", "rubble": "B24", "shellholes": "B2", "removed": "C1.5"}[self.value]


class Fallen(msgspec.Struct, frozen=True):
    """A hex and the DR that was made for it. `ground` is None where nobody knows the terrain."""

    hex: str
    original: int
    ground: Ground | None = None


class Asked(msgspec.Struct, frozen=True):
    """A question to the players: where, with which Original and Final DR, a trace is left."""

    trace: Trace
    rule: str
    hexes: tuple[tuple[str, int, int], ...]


def ground_drm(shelling: Shelling) -> int:
    """C.7, C3.73: rubble and pillboxes meet the DR with the Heavy Payload DRM, never with a CH's.

    TEM is no part of it: that is what C1.52 gives to units.
    """
    return 0 if shelling.mission.is_smoke else payload_drm(shelling)


def _possible(trace: Trace, mission: Mission, ground: Ground | None) -> bool:
    """C1.5: whether a hex could bear the trace; WP burns (A24.32), smoke does nothing (C1.71)."""
    if mission is Mission.WP:
        return trace is Trace.FLAME and (ground is None or ground.could_burn)
    if mission.is_smoke or mission is Mission.IR:
        return False
    if ground is None:
        return True
    return {
        Trace.FLAME: ground.could_burn,
        Trace.RUBBLE: ground.could_rubble,
        Trace.SHELLHOLES: ground.could_crater,
        Trace.REMOVED: ground.mines_or_fortification,
    }[trace]


def questions(
    shelling: Shelling, fallen: Iterable[Fallen], entering: str = ""
) -> tuple[Asked, ...]:
    """C1.5: what the players must look up, one question for each kind of trace.

    C1.51: an attack on who enters touches neither terrain nor fortifications.
    """
    if entering:
        return ()
    rows = tuple(fallen)
    drm = ground_drm(shelling)
    asked = []
    for trace in Trace:
        hexes = tuple(
            (row.hex, row.original, row.original + drm)
            for row in rows
            if _possible(trace, shelling.mission, row.ground)
        )
        rule = "A24.32" if shelling.mission is Mission.WP else trace.rule
        if hexes:
            asked.append(Asked(trace, rule, hexes))
    return tuple(asked)


# -- kept in the record ---------------------------------------------------------------------------

_ASK, _SAID = "artillery.aftermath.ask", "artillery.aftermath.said"


def ask(record: Record, battery: str, asked: Iterable[Asked]) -> Record:
    """The record with these questions open."""
    return record.noted(battery, (Event(one.rule, question(one)) for one in asked))


def question(asked: Asked) -> Message:
    """A question as it is put to the players: the hexes with their Final DRs."""
    return Message.of(
        _ASK,
        trace=f"@artillery.trace.{asked.trace.value}",
        hexes=tuple(f"{hex} ({final})" for hex, _, final in asked.hexes),
        rule=asked.rule,
    )


def open_questions(record: Record) -> dict[tuple[str, Trace], tuple[str, ...]]:
    """What has been asked and not answered: the hexes, by battery and trace."""
    unanswered: dict[tuple[str, Trace], tuple[str, ...]] = {}
    for note in record.notes:
        if note.message.key not in (_ASK, _SAID):
            continue
        trace = Trace(str(note.message["trace"]).rpartition(".")[2])
        hexes = note.message["hexes"]
        if note.message.key == _SAID:
            unanswered.pop((note.battery, trace), None)
        elif isinstance(hexes, tuple):
            unanswered[note.battery, trace] = tuple(str(hex).partition(" ")[0] for hex in hexes)
    return unanswered


def answer(record: Record, battery: str, answers: Mapping[Trace, tuple[str, ...]]) -> Record:
    """The players' answers; only what was asked can be answered."""
    waiting = open_questions(record)
    for trace, hexes in answers.items():
        allowed = waiting.get((battery, trace))
        if allowed is None:
            raise BadInput("artillery.aftermath.not_asked", trace=f"@artillery.trace.{trace.value}")
        named = tuple(record.setup.label(record.setup.hex(hex)) for hex in hexes)
        for hex in named:
            if hex not in allowed:
                raise Refusal(
                    "C1.5", "artillery.aftermath.not_there", hex=hex, hexes=allowed,
                    trace=f"@artillery.trace.{trace.value}",
                )  # fmt: skip
        told = Message.of(_SAID, trace=f"@artillery.trace.{trace.value}", hexes=named or ("–",))
        record = record.noted(battery, (Event(trace.rule, told),))
    return record


def read_answers(words: Iterable[str]) -> dict[Trace, tuple[str, ...]]:
    """`flame=U4,V3 rubble=`: hexes by trace; none after the sign means nowhere."""
    by_name = {trace.value: trace for trace in Trace}
    answers: dict[Trace, tuple[str, ...]] = {}
    for word in words:
        name, sign, hexes = word.partition("=")
        trace = by_name.get(name.strip().lower())
        if not sign or trace is None:
            raise BadInput("artillery.aftermath.bad_answer", text=word, traces=tuple(by_name))
        answers[trace] = tuple(hex.strip() for hex in hexes.split(",") if hex.strip())
    return answers
