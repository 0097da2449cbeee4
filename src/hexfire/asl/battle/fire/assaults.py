"""C7.344, C7.346, C13.7 on the table: flamethrowers, Demolition Charges and magnetic mines.

They attack a vehicle without a To Hit DR: from its hex, the next, or (FT) the one after that. At
men a FT fires on the IFT like any other weapon (R-A22); what a DC does to them goes by hand.
"""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.antitank.close import CloseAttack, CloseOutcome, assault, close_attack
from hexfire.asl.battle.fire.aiming import check_able
from hexfire.asl.battle.fire.groups import AND
from hexfire.asl.battle.fire.hands import check_hands
from hexfire.asl.battle.fire.harm import carry_out, men_of, show
from hexfire.asl.battle.fire.targets import (
    check_aerial_af,
    in_target_hex,
    is_armored,
    target,
)
from hexfire.asl.battle.fire.weapons import Arm, with_service
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import GONE, AnyPiece, Men, Service, Support, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.whose import fire_phase
from hexfire.asl.counters import Leader, SupportWeapon
from hexfire.asl.gunnery.firer_cases import HEROIC
from hexfire.asl.gunnery.rof import marker_after
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Firer, Kind, Shot, Weapon
from hexfire.asl.shots.targets import Rank
from hexfire.dice import Dice, play
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal

MINE = "ATMM"
_KINDS = {"FT": Kind.FT, "DC": Kind.DC}


def arm_of(at: Position, name: str, seat: Seat) -> Arm:
    """A FT or DC counter, or `S.ATMM`: the mine that German Infantry may have with it."""
    id, _, part = name.partition(".")
    piece = at.piece(id)
    if piece.side != seat:
        raise Refusal("A2.9", "battle.not_yours", id=id)
    if isinstance(piece, Men) and part == MINE:
        weapon = Weapon(caliber=0, name=MINE, kind=Kind.ATMM, nation="German")
        return Arm(piece, Armament.MA, Service(), weapon, piece, MINE)
    counter = at.counter(piece) if isinstance(piece, Support) else None
    if not isinstance(piece, Support) or not isinstance(counter, SupportWeapon):
        raise BadInput("battle.no_weapon", name=name)
    if part or counter.kind not in _KINDS:
        raise BadInput("battle.no_weapon", name=name)
    weapon = Weapon(caliber=0, name=counter.name, kind=_KINDS[counter.kind], nation=counter.nation)
    return Arm(piece, Armament.MA, piece.service, weapon, at.crew(piece))


def check(at: Position, seat: Seat, action: act.Assault) -> None:
    """Refuse an attack that may not be made, with its rule."""
    attack(at, seat, action)


def attack(at: Position, seat: Seat, action: act.Assault) -> tuple[CloseAttack, Arm]:
    """The attack that an order means on this table, or the rule against it."""
    arm = arm_of(at, action.weapon, seat)
    check_able(at, arm)
    assert arm.crew is not None
    phase = _phase(at, seat, arm, action)
    check_hands(at, (arm,))
    aimed = at.piece(action.at)
    here, there = at.hex(arm.piece), at.hex(aimed)
    if not isinstance(aimed, Vehicle) or aimed.wreck or aimed.side == seat or there is None:
        raise Refusal("C7.344", "battle.assault.vehicle", id=action.at)
    assert here is not None
    if arm.weapon.kind is Kind.DC:
        check_aerial_af(at, aimed)  # C7.346-T1: where the charge lies best
    met = target(at, arm, aimed, phase)
    if here != there and not met.in_los:
        raise Refusal("C3.4", "battle.fire.no_los", weapon=action.weapon, target=action.at)
    spot, crew = at.spot(arm.piece), arm.crew
    assert spot is not None
    shot = Shot(
        weapon=arm.weapon,
        target=met,
        range=here.distance(there),
        phase=phase,
        firer=Firer(
            level=at.board.base_level(here) + spot.level,
            thrown=action.thrown,
            cx=crew.cx,
            pinned=crew.pinned,
            opportunity_fire=crew.opportunity,
            ccv=action.ccv,
            leadership=_leadership(at, arm, action),
        ),
        nation=at.counter(crew).nation,
        date=at.scenario.date,
    )
    return close_attack(shot, _ranks(at, arm, action), action.drm or 0), arm


def _team(at: Position, arm: Arm, action: act.Assault) -> tuple[Men, ...]:
    """C13.73: who attacks together with the SMC that lays the mine, as declared beforehand."""
    names = action.team.split(AND) if action.team else []
    if names and not arm.inherent:
        raise Refusal("C13.73", "battle.assault.alone", id=action.weapon)
    team = []
    for name in names:
        men = at.piece(name)
        fit = isinstance(men, Men) and men.side == arm.piece.side and not men.broken
        here = at.spot(men) == at.spot(arm.piece) and men.id != arm.piece.id
        if not isinstance(men, Men) or not fit or not here or men.pf_checks or men in team:
            raise Refusal("C13.73", "battle.assault.team", id=name)
        team.append(men)
    return tuple(team)


def _ranks(at: Position, arm: Arm, action: act.Assault) -> tuple[Rank, ...]:
    team = _team(at, arm, action)
    return tuple(men_of(at, men).rank for men in (_hand(arm), *team))


def _leadership(at: Position, arm: Arm, action: act.Assault) -> int:
    """C13.71: the modifier of the leader who directs a Close Combat attack."""
    if not action.leader:
        return 0
    leader = at.piece(action.leader)
    counter = at.counter(leader) if isinstance(leader, Men) else None
    if not isinstance(leader, Men) or not isinstance(counter, Leader):
        raise Refusal("A7.531", "battle.fire.no_leader", id=action.leader)
    if leader.broken or leader.side != arm.piece.side or at.spot(leader) != at.spot(arm.piece):
        raise Refusal("A7.531", "battle.fire.leader_elsewhere", id=action.leader)
    return counter.drm if counter.kind != "hero" else HEROIC


def _phase(at: Position, seat: Seat, arm: Arm, action: act.Assault) -> Phase:
    """C13.7: a mine is laid in Close Combat; FT and DC are used when their side fires.

    A DC is thrown in any fire phase; one that was placed goes off in the AFPh (R-A23).
    """
    clock, crew = at.state.clock, arm.crew
    assert crew is not None
    if arm.inherent:
        if clock.phase is not Phase.CCPH:
            raise Refusal("C13.7", "battle.assault.ccph", id=action.weapon)
        if crew.pf_checks:
            raise Refusal("A11.2", "battle.assault.once", id=crew.id)
        return Phase.AFPH
    phase = fire_phase(at.state, seat)
    if phase is None or phase is Phase.MPH:
        raise Refusal("A3", "battle.fire.not_now", phase=f"@battle.phase.{clock.phase.value}")
    if arm.service.marker is not FireCounter.NONE:
        shown = f"@gunnery.marker.{arm.service.marker.name}"
        raise Refusal("A9.3", "battle.fire.marked", id=arm.name, marker=shown)
    if arm.weapon.kind is Kind.DC and not action.thrown and phase is not Phase.AFPH:
        raise Refusal("C7.346", "battle.assault.placed", id=action.weapon)
    move = at.state.move
    if phase is Phase.DFF and (move is None or not move.open or move.unit != action.at):
        raise Refusal("A8.1", "battle.fire.no_window")
    return phase


def apply(at: Position, seat: Seat, action: act.Assault, dice: Dice, log: Log) -> Position:
    """The attack from its first die to what is left of the vehicle and of the weapon."""
    close, arm = attack(at.then(known(at.state, seat)), seat, action)
    around = _around(at, arm, action) if arm.weapon.kind is Kind.DC else ()
    others = tuple(target(at, arm, piece, close.shot.phase) for piece in around)
    close = close_attack(
        replace(close.shot, others=others), _ranks(at, arm, action), action.drm or 0
    )
    asked = len(dice.log)
    outcome: CloseOutcome = play(dice, assault, close)
    rolls = " ".join(",".join(map(str, faces)) for _, faces in dice.log[asked:])
    after = outcome.vehicle
    log.say(
        "C13.7" if arm.inherent else "C7.344",
        "assaulted",
        weapon=action.weapon,
        target=action.at,
        rolls=rolls,
    )
    assert arm.crew is not None
    at = show(at, arm.crew.id, log)
    if arm.inherent:
        men = at.piece(arm.crew.id)
        assert isinstance(men, Men)
        pinned = outcome.check == "pinned"
        at = at.changed(men, pinned=men.pinned or pinned, pf_checks=men.pf_checks + 1)
        for other in _team(at, arm, action):
            at = show(at.changed(other, pf_checks=other.pf_checks + 1), other.id, log)
    else:
        at = _spent(at, arm, close.shot, dice.log[asked][1], log)
    at = carry_out(at, action.at, after, log)
    for piece, harm in zip(around, outcome.bystanders, strict=False):
        at = carry_out(at, piece.id, harm, log)
    return at


def _hand(arm: Arm) -> Men:
    assert arm.crew is not None
    return arm.crew


def _around(at: Position, arm: Arm, action: act.Assault) -> tuple[AnyPiece, ...]:
    """C7.346-T1: who is not armored in the AFV's Location, and in that of who throws the charge."""
    places = [at.spot(at.piece(action.at))]
    if action.thrown:
        places.append(at.spot(arm.piece))
    return tuple(
        piece
        for place in dict.fromkeys(places)
        if place is not None
        for piece in in_target_hex(at, place.hex)
        if piece.spot is not None and piece.spot.level == place.level and not is_armored(at, piece)
    )


def _spent(at: Position, arm: Arm, shot: Shot, faces: tuple[int, ...], log: Log) -> Position:
    """A DC is gone; a FT is marked, and lost on an Original DR of its X# (A9.7)."""
    piece = at.piece(arm.piece.id)
    assert isinstance(piece, Support)
    counter = at.counter(piece)
    x = counter.x if isinstance(counter, SupportWeapon) else None
    lost = arm.weapon.kind is Kind.DC or (x is not None and sum(faces[:2]) >= x)
    if lost:
        log.say("A9.7", "weapon_gone", id=piece.id)
        return at.changed(piece, place=GONE, by="")
    marked = replace(piece.service, marker=marker_after(shot, False), shots=1)
    return at.then(at.state.put(with_service(piece, marked)))
