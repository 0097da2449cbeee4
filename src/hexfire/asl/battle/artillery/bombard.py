"""C1.8 on the table: Bombardment after set-up and before play, on everything in its area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hexfire.asl.artillery.bombardment import Share, bombarded, spared_numbers
from hexfire.asl.artillery.devastation import Place, Ruin, Suffered, Victim, devastate
from hexfire.asl.artillery.ffe import Immune
from hexfire.asl.artillery.on_ground import built_in
from hexfire.asl.battle.artillery.shelling import met
from hexfire.asl.battle.fire.harm import carry_out, men_of, show
from hexfire.asl.battle.fire.weapons import services, with_service
from hexfire.asl.battle.orders.actions import Bombard
from hexfire.asl.battle.table.carriers import (
    carrier,
    is_exposed,
    passengers,
    riders,
)
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import (
    GONE,
    Aboard,
    AnyPiece,
    Dummy,
    Gun,
    Men,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.shots.targets import CrewFate, Effect, Rank, VehicleAfter
from hexfire.asl.situation import Entrenchment, Marker, MarkerKind
from hexfire.boards.terrain import Category
from hexfire.dice import Dice
from hexfire.hexes import Hex
from hexfire.play import Seat
from hexfire.rulebook import Refusal

_EFFECTS = {
    "none": Effect.NONE,
    "immobilized": Effect.IMMOBILIZED,
    "eliminated": Effect.ELIMINATED,
    "burning": Effect.BURNING,
}
_BUILT = "@artillery.built."
_FORTS = {
    "wire": MarkerKind.WIRE,
    "minefield": MarkerKind.MINES,
    "roadblock": MarkerKind.ROADBLOCK,
    "brown_pillbox": MarkerKind.BROWN_PILLBOX,
    "grey_pillbox": MarkerKind.GREY_PILLBOX,
    "sangar": MarkerKind.SANGAR,
}


def area(at: Position, action: Bombard) -> dict[Hex, int]:
    """C1.81: the hexes of the area with their numbers: a board, or two half boards."""
    named = [Share.of(text) for text in action.area.split(",") if text]
    return bombarded(at.grid, named or [Share()])


def check(at: Position, seat: Seat, action: Bombard) -> None:
    """C1.8, C1.81: only where the scenario gives it, after all set-up and before play."""
    if not at.scenario.side(seat).bombardment:
        raise Refusal("C1.8", "artillery.no_bombardment")
    if seat not in at.state.bombards:
        raise Refusal("C1.81", "battle.bombard_when")
    area(at, action)


def apply(at: Position, seat: Seat, action: Bombard, dice: Dice, log: Log) -> Position:
    """C1.81–C1.823: the spared numbers, then hex by hex what the shells do."""
    numbers = area(at, action)
    spared, results = spared_numbers(dice)
    shown = tuple(str(number) for number in sorted(spared))
    log.say("C1.81", "bombarded", seat=f"@{seat}", spared=shown, data={"drs": list(results)})
    for hex, number in numbers.items():
        if number in spared:
            continue
        place = _place(at, hex, seat)
        if not place.empty:
            at = _ruined(at, devastate(dice, place), log)
    left = tuple(side for side in at.state.bombards if side != seat)
    return at.then(replace(at.state, bombards=left))


# What is there


def _place(at: Position, hex: Hex, side: str) -> Place:
    label = at.grid.label(hex)
    there = tuple(_everybody(at, label))
    kinds = [marker.kind for marker in at.state.ground if marker.hex == label]
    return Place(
        hex=label,
        built=tuple(built_in(at.scene, hex)),
        victims=tuple(_victim(at, piece, side) for piece in there),
        dummies=tuple(p.id for p in at.in_hex(label) if isinstance(p, Dummy)),
        unpossessed=tuple(p.id for p in at.in_hex(label) if isinstance(p, Support) and not p.by),
        sangar=MarkerKind.SANGAR in kinds,
        shellhole=MarkerKind.SHELLHOLES in kinds,
        flame=MarkerKind.FLAME in kinds or MarkerKind.BLAZE in kinds,
    )


def _everybody(at: Position, hex: str) -> Iterator[Men | Gun | Vehicle]:
    """Men, Guns and vehicles of a hex; who works a Gun is one with it; who is aboard comes too."""
    for piece in at.in_hex(hex):
        match piece:
            case Men() if at.mans(piece) is None:
                yield piece
            case Gun(dismantled=False):
                yield piece
            case Vehicle() if not piece.wreck:
                yield piece
                yield from (p for p in at.aboard(piece) if isinstance(p, Men))


def _victim(at: Position, piece: Men | Gun | Vehicle, side: str) -> Victim:
    spot, hex = at.spot(piece), at.hex(piece)
    assert spot is not None and hex is not None
    terrain = at.board.centre_terrain(hex)
    places = at.board.locations(hex)
    over = any(place.kind == "bridge" and place.level == spot.level for place in places)
    pillbox = spot.entrenched is Entrenchment.PILLBOX
    aboard = piece.place.vehicle if isinstance(piece.place, Aboard) else ""
    inside = met(at, piece, friendly=piece.side == side)
    vehicle = carrier(at, piece)
    if vehicle is not None and isinstance(piece, Men) and not is_exposed(at, piece, vehicle):
        inside = replace(inside, immune=Immune.NOT_VULNERABLE_PRC)
    holder = at.crew(piece) if isinstance(piece, Gun) else piece
    return Victim(
        id=piece.id,
        inside=inside,
        level=spot.level,
        in_building=terrain.is_building and not spot.bypass and not pillbox,
        on_bridge=over or (terrain.category is Category.BRIDGE and spot.level == 0),
        in_pillbox=pillbox,
        concealed=piece.veil is not Veil.KNOWN,
        weapons=tuple(
            p.id
            for p in at.state.pieces
            if isinstance(p, Support) and holder is not None and p.by == holder.id
        ),
        aboard=aboard,
    )


# What becomes of it


def _ruined(at: Position, ruin: Ruin, log: Log) -> Position:
    for one in ruin.suffered:
        at = _suffers(at, one, log)
    kinds = ((MarkerKind.SHELLHOLES, ruin.shellhole), (MarkerKind.FLAME, ruin.flame))
    marks = [kind for kind, there in kinds if there]
    return _marked(at, ruin.hex, marks, "C1.823", log)


def _suffers(at: Position, one: Suffered, log: Log) -> Position:
    if one.who.startswith(_BUILT) or one.who == "sangar":
        return _built_suffers(at, one, log)
    piece = at.by_id.get(one.who)
    if piece is None or set(one.fate) == {"none"}:
        return at
    if "dummy_removed" in one.fate:
        log.say("C1.82", "dummy_gone", id=piece.id, reveals=True)
        return at.then(at.state.put(replace(piece, place=GONE, veil=Veil.KNOWN)))
    match piece:
        case Vehicle():
            at = _vehicle(at, piece, one, log)
        case Gun() | Support() if one.rule == "C1.821":
            at = _weapon(at, piece, one, log)
        case Gun():
            crew = at.crew(piece)
            words = tuple(word.removeprefix("crew_") for word in one.fate)
            at = _men(at, crew, words, log) if crew else at
        case Men():
            at = _men(at, piece, one.fate, log)
    return show(at, one.who, log) if one.shown else at


def _men(at: Position, men: Men, words: tuple[str, ...], log: Log) -> Position:
    """C1.82: what a 2MC did, carried out as that of any attack."""
    now = men_of(at, men)
    if "eliminated" in words:
        return carry_out(at, men.id, now.gone(), log)
    if "reduced" in words and now.rank is Rank.SQUAD:
        now = replace(now, rank=Rank.HS)
    now = replace(
        now,
        broken=now.broken or "broken" in words,
        pinned="pinned" in words,
        wounded=now.wounded or "wounded" in words,
    )
    return carry_out(at, men.id, now, log)


def _vehicle(at: Position, piece: Vehicle, one: Suffered, log: Log) -> Position:
    """C1.821, C1.82: the vehicle's own NMC, or the 2MC of its CE crew."""
    crew = next((word for word in one.fate if word.startswith("crew_")), "crew_safe")
    effect = _EFFECTS[one.fate[0]] if one.rule == "C1.821" else Effect.NONE
    aboard = (*riders(at, piece), *passengers(at, piece))  # each of them is told of by himself
    after = VehicleAfter(
        effect=effect,
        crew=CrewFate(crew.removeprefix("crew_")),
        aboard=tuple(men_of(at, men) for men in aboard),
    )
    return carry_out(at, piece.id, after, log)


def _weapon(at: Position, piece: Gun | Support, one: Suffered, log: Log) -> Position:
    """C1.821: one too many is a malfunction, more is the end of it."""
    if "eliminated" in one.fate:
        log.say("C1.821", "gun_destroyed", id=piece.id, reveals=piece.veil is not Veil.KNOWN)
        return at.changed(piece, place=GONE, veil=Veil.KNOWN, by="")
    log.say("C1.821", "gun_malfunctioned", id=piece.id)
    broken = replace(services(piece)[0], state=WeaponState.MALFUNCTIONED)
    changed: AnyPiece = with_service(piece, broken)
    return at.then(at.state.put(changed))


def _built_suffers(at: Position, one: Suffered, log: Log) -> Position:
    """C1.822: levels become rubble; what was laid is gone."""
    if "rubble" in one.fate:
        return _marked(at, one.hex, [MarkerKind.RUBBLE], "C1.822", log)
    kind = _FORTS.get(one.who.removeprefix(_BUILT))
    if "removed" not in one.fate or kind is None:
        return at
    gone = [m for m in at.state.ground if (m.hex, m.kind) == (one.hex, kind)]
    for hidden in dict.fromkeys(marker.hidden for marker in gone):
        # What is HIP its owner alone strikes off.
        who, said = (hidden,) if hidden else None, f"@battle.marker.{kind.value}"
        log.say("C1.822", "bombard_removed", seats=who, hex=one.hex, kind=said)
    return at.then(replace(at.state, ground=tuple(m for m in at.state.ground if m not in gone)))


def _marked(at: Position, hex: str, kinds: Iterable[MarkerKind], rule: str, log: Log) -> Position:
    """C1.822, C1.823: rubble, shellholes or a Flame, one counter of each kind in a hex."""
    there = {marker.kind for marker in at.state.ground if marker.hex == hex}
    for kind in kinds:
        if kind not in there:
            log.say(rule, "bombard_mark", hex=hex, kind=f"@battle.marker.{kind.value}")
            marker = Marker(kind=kind, hex=hex)
            at = at.then(replace(at.state, ground=(*at.state.ground, marker)))
    return at
