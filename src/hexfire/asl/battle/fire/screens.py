"""C8.5–C8.6, A24 on the table: SMOKE and WP counters are laid, thin out, and blow away."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from hexfire.asl.artillery.smoke import SmokeCounter, Wind, weathered
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import LASTING, ON_THE_GROUND, State, Weather
from hexfire.asl.effects import smoke
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Shot
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.play import Seat
from hexfire.rulebook import BadInput

OFF_BOARD = "off"
_KINDS = {MarkerKind.SMOKE: smoke.Screen.SMOKE, MarkerKind.WP: smoke.Screen.WP}


def screened(at: Position, shot: Shot) -> Position:
    """C8.51, C8.6: a shot with SMOKE or WP lays its counter on the hex that was hit."""
    dispersed = shot.phase is not Phase.PFPH
    return laid(at, shot.target.hex, wp=shot.ammo is Ammo.WP, dispersed=dispersed)


def laid(at: Position, hex: str, *, wp: bool, dispersed: bool) -> Position:
    """C8.51, C8.6: a SMOKE or WP counter on a hex, on the side that is up."""
    kind = MarkerKind.WP if wp else MarkerKind.SMOKE
    side = SmokeCounter.DISPERSED if dispersed else SmokeCounter.FULL
    screen = _turned(Marker(kind=kind, hex=hex), side)
    return at.then(replace(at.state, ground=(*at.state.ground, screen)))


def _hindrance(kind: MarkerKind, side: SmokeCounter) -> int:
    phase = Phase.PFPH if side is SmokeCounter.FULL else Phase.DFPH
    return smoke.place(_KINDS[kind], phase=phase).hindrance


def _turned(marker: Marker, side: SmokeCounter) -> Marker:
    return replace(marker, drm=_hindrance(marker.kind, side))


def side_of(marker: Marker) -> SmokeCounter:
    """Which side of a SMOKE counter is up, by the Hindrance it shows."""
    full = marker.drm is None or marker.drm >= _hindrance(marker.kind, SmokeCounter.FULL)
    return SmokeCounter.FULL if full else SmokeCounter.DISPERSED


def thin_out(state: State, log: Log) -> State:
    """A24.4: as a PFPh begins, Dispersed SMOKE goes and the rest is turned to its Dispersed side.

    R-A24.4.
    """

    def a_turn_later(side: SmokeCounter) -> SmokeCounter | None:
        return SmokeCounter.DISPERSED if side is SmokeCounter.FULL else None

    return _changed(state, a_turn_later, "A24.4", log)


def drift(at: Position, seat: Seat, hex: str, to: str, log: Log) -> State:
    """C1.71, A24: by hand, a SMOKE counter goes on into the next hex; off the board it is gone."""
    screen, there = drifting(at, hex, to)
    log.say("", "hand_drift", seat=f"@{seat}", hex=screen.hex, to=there or to)
    rest = tuple(marker for marker in at.state.ground if marker is not screen)
    moved = (replace(screen, hex=there),) if there else ()
    return replace(at.state, ground=rest + moved)


def drifting(at: Position, hex: str, to: str) -> tuple[Marker, str]:
    """The SMOKE of a hex, and the label of the next hex; empty for `off`, beyond the edge."""
    here = at.grid.hex(hex)
    label = at.grid.label(here)
    screen = next((m for m in at.state.ground if m.kind in _KINDS and m.hex == label), None)
    if screen is None:
        raise BadInput("battle.hand.no_marker", hex=label)
    if to == OFF_BOARD:
        return screen, ""
    there = at.grid.hex(to)
    if not here.is_adjacent(there):
        raise BadInput("battle.hand.drift", hex=label, to=to)
    return screen, at.grid.label(there)


def change_weather(state: State, seat: Seat, what: Weather, log: Log) -> State:
    """C1.71: rain and Heavy Winds remove SMOKE, Gusts what is Dispersed; the rest is turned.

    Mud and deep snow hold no SMOKE of OBA (`artillery.smoke.holds_smoke`), and drive none away.
    """
    log.say("", "hand_weather", seat=f"@{seat}", weather=f"@battle.weather.{what.value}")
    ground = tuple(one for one in state.weather if one in ON_THE_GROUND)
    if what in ON_THE_GROUND:
        above = tuple(one for one in state.weather if one not in ON_THE_GROUND)
        return replace(state, weather=(*above, what.value))
    if what is not Weather.CLEAR:
        wind = Wind(what.value)
        state = _changed(state, lambda side: weathered(side, wind), "C1.71", log)
    if what is Weather.CLEAR:
        return replace(state, weather=())
    return replace(state, weather=(what.value, *ground) if what in LASTING else ground)


def _changed(
    state: State,
    becomes: Callable[[SmokeCounter], SmokeCounter | None],
    rule: str,
    log: Log,
) -> State:
    """Every SMOKE counter as it is afterwards, or gone."""
    ground, gone, thinner = list[Marker](), list[str](), list[str]()
    for marker in state.ground:
        if marker.kind not in _KINDS:
            ground.append(marker)
            continue
        now = becomes(side_of(marker))
        if now is None:
            gone.append(marker.hex)
            continue
        if now is not side_of(marker):
            thinner.append(marker.hex)
        ground.append(_turned(marker, now))
    for word, hexes in (("smoke_thins", thinner), ("smoke_gone", gone)):
        if hexes:
            log.say(rule, word, hexes=tuple(dict.fromkeys(hexes)))
    return replace(state, ground=tuple(ground))
