"""From a counter of the catalogue to the weapon it fires and the target it is."""

from __future__ import annotations

import re

from msgspec.structs import replace

from hexfire.asl.antitank.weapons import weapon as latw_weapon
from hexfire.asl.counters import AnyCounter, Gun, Leader, Squad, SupportWeapon, Vehicle
from hexfire.asl.effects.ammunition import ammunition_on
from hexfire.asl.gunnery.shot import Ammo, Barrel, Kind, Mount, Target, TargetKind, Weapon
from hexfire.rulebook import BadInput, Refusal

_GUN = re.compile(r"^\**(\d+(?:\.\d+)?)(\*|LL|L)?$")
_RANGE = re.compile(r"^\[(?:(\d+)-)?(\d+)\]$")
_OWN_TABLE = {"BAZ44(a)": "BAZ44"}
_BARRELS = {
    "short": Barrel.SHORT,
    "normal": Barrel.NORMAL,
    "L": Barrel.LONG,
    "LL": Barrel.EXTRA_LONG,
}
_MG = ("CMG", "BMG", "AAMG")


Stock = tuple[tuple[Ammo, int | None], ...]


def weapon_of(counter: AnyCounter, date: str = "", theatre: str = "E") -> Weapon:
    """The weapon of a counter: a vehicle's MA, a Gun, an ordnance SW."""
    match counter:
        case Vehicle():
            return _vehicle_ma(counter, _stock(counter, date, theatre))
        case Gun():
            return _gun(counter, _stock(counter, date, theatre))
        case SupportWeapon():
            return _support_weapon(counter, date)
        case _:
            raise BadInput("gunnery.not_a_weapon", name=counter.name)


def _caliber(printed: str, name: str) -> tuple[int, Barrel]:
    """C2.21: a printed calibre such as 75L: millimetres and barrel."""
    found = _GUN.match(printed.strip())
    if found is None:
        raise BadInput("gunnery.not_ordnance", name=name, printed=printed or "—")
    return int(float(found[1])), Barrel(found[2] or "")


def _range(printed: str) -> tuple[int, int | None]:
    """C2.25: «[#]» is the maximum range, «[#-#]» the minimum and the maximum."""
    found = _RANGE.match(printed)
    return (int(found[1] or 0), int(found[2])) if found else (0, None)


def _tk_rolls(back: tuple[str, ...]) -> int:
    for text in back:
        found = re.match(r"^(\d) ?TK DR", text)
        if found:
            return int(found[1])
    return 1


def _stock(counter: Vehicle | Gun, date: str, theatre: str) -> Stock:
    """C8.91: what the counter has on the day; without a date, what does not depend on one."""
    try:
        return ammunition_on(counter, date, theatre=theatre)
    except Refusal:
        dated = [(name, numbers) for name, numbers in counter.ammo if len(numbers) > 1]
        undated = tuple(entry for entry in counter.ammo if entry not in dated)
        return ammunition_on(replace(counter, ammo=undated), date, theatre=theatre)


def _vehicle_ma(vehicle: Vehicle, ammo: Stock) -> Weapon:
    printed = vehicle.ma.lstrip("*")
    kind = Kind.AT
    if printed in _MG or printed == "12.7":
        kind, caliber, barrel = Kind.MG, 12 if printed == "12.7" else 8, Barrel.NORMAL
    elif printed == "ATR":
        kind, caliber, barrel = Kind.ATR, 8, Barrel.NORMAL
    else:
        caliber, barrel = _caliber(printed, vehicle.name)
    low, high = _range(vehicle.range)
    if low or caliber == 81:
        kind = Kind.MTR
    back = vehicle.back
    return Weapon(
        caliber=caliber,
        barrel=barrel,
        name=vehicle.name,
        id=vehicle.id,
        nation=vehicle.nation,
        kind=kind,
        mount=Mount(vehicle.turret or "NT"),
        vehicular=True,
        armored=vehicle.armored,
        open_topped=vehicle.open_topped,
        rof=vehicle.rof,
        b=vehicle.b or 12,
        x=vehicle.x,
        circled_b=vehicle.b_circled,
        ife=vehicle.ife,
        no_ap=vehicle.ma_no_ap,
        no_he=vehicle.ma_no_he,
        no_intensive_fire="No IF" in back,
        min_range=low,
        max_range=high,
        ammo=ammo,
        gyro=any(text == "G" or text.startswith("G(") for text in back),
        aa="MA:AA" in back,
        aamg=printed == "AAMG",
        nt_tca="Pays NT TCA DRM" in back,
        no_bounding_fire=any(text.startswith("No Bnd(F)F") for text in back),
        no_bounding_first_fire="No BndFF" in back,
        no_acquisition=any("/Acq" in text for text in back),
        no_area=any(text.startswith("No ATT") for text in back),
        size=vehicle.target_size,
        tk_rolls=_tk_rolls(back),
        red_th_through=vehicle.th_red_through,
        figures=vehicle,
    )


def _gun(gun: Gun, ammo: Stock) -> Weapon:
    """C2.2: a Gun's counter. Its M# (C2.27) and the marks RFNM, NM and QSU (C2.4) stay with the
    counter in `figures`: they are a matter of moving it."""
    limbered = gun.limbered_fire
    barrel = _caliber(limbered.cal, gun.name)[1] if limbered is not None else None
    if "APCR TK" in gun.back:
        ammo += ((Ammo.APCR, None),)
    return Weapon(
        caliber=int(gun.caliber),
        barrel=_BARRELS[gun.barrel],
        name=gun.name,
        id=gun.id,
        nation=gun.nation,
        kind=Kind(gun.gun_type),
        mount=Mount(gun.mount or "NT"),
        rof=gun.rof,
        b=gun.b or 12,
        ife=gun.ife,
        no_ap=gun.no_ap,
        no_he=gun.no_he,
        no_intensive_fire="No IF" in gun.back,
        min_range=gun.range_min or 0,
        max_range=gun.range_max,
        ammo=ammo,
        size=gun.target_size,
        rfnm=gun.rfnm,
        limbered_barrel=barrel,
        tk_rolls=_tk_rolls(gun.back),
        figures=gun,
    )


_SW_AMMO = re.compile(r"\b(s|WP|H)(\d+)(?:\((\d)\+?\))?")
_SW_NAMES = {"s": Ammo.SMOKE, "WP": Ammo.WP, "H": Ammo.HEAT}


def _sw_ammo(sw: SupportWeapon, date: str) -> Stock:
    """C8.9: the Depletion Numbers on a SW counter's back; «WP7(5)» is from 1945 on."""
    found = _SW_AMMO.findall(" ".join((*sw.back, sw.ammo_note)))
    return tuple(
        (_SW_NAMES[name], int(number))
        for name, number, since in found
        if not since or date >= f"194{since}"
    )


def _support_weapon(sw: SupportWeapon, date: str) -> Weapon:
    """A SW that is ordnance; C12.1: the American RCLs are, the German ones are Guns."""
    if sw.kind not in ("MG", "ATR", "MTR", "INF", "RCL", "LATW"):
        raise BadInput("gunnery.not_ordnance", name=sw.name, printed=sw.kind)
    kind = Kind(sw.kind)
    if kind is Kind.LATW:
        return replace(
            latw_weapon(_OWN_TABLE.get(sw.name, sw.name), date, ssr=True),
            name=sw.name,
            id=sw.id,
            nation=sw.nation,
            figures=sw,
        )
    caliber, barrel = _caliber(sw.printed, sw.name) if sw.printed else (8, Barrel.NORMAL)
    return Weapon(
        caliber=caliber,
        barrel=barrel,
        name=sw.name,
        id=sw.id,
        nation=sw.nation,
        kind=kind,
        sw=True,
        rof=sw.rof or 0,
        b=sw.b or 12,
        x=sw.x,
        no_ap=sw.no_ap,
        min_range=sw.range_min or 0,
        max_range=12 if kind is Kind.ATR else sw.range_max,
        ammo=_sw_ammo(sw, date),
        # C12.22, C12.23: of the RCLs only the US 57mm fires on the move and from indoors.
        backblast=kind is Kind.RCL and caliber == 57 and sw.nation == "American",
        figures=sw,
    )


def target_of(counter: AnyCounter) -> Target:
    """What a counter is as a target: its kind, its size, its name."""
    match counter:
        case Vehicle():
            kind = TargetKind.AFV if counter.armored else TargetKind.VEHICLE
            return Target(name=counter.name, kind=kind, unit=counter, size=counter.target_size)
        case Gun():
            name, size = counter.name, counter.target_size
            return Target(name=name, kind=TargetKind.GUN, unit=counter, size=size)
        case Squad() | Leader():
            return Target(name=counter.name, kind=TargetKind.INFANTRY, unit=counter)
        case _:
            raise BadInput("gunnery.not_a_target", name=counter.name)
