"""From a counter of the catalogue to the weapon it fires and the target it is."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec.structs import replace

from hexfire.asl.counters import Ammunition, AnyCounter, Gun, Leader, Squad, SupportWeapon, Vehicle
from hexfire.asl.effects.ammunition import ammunition_on
from hexfire.asl.shots.latw import weapon as latw_weapon
from hexfire.asl.shots.shot import (
    Ammo,
    Barrel,
    Kind,
    Mount,
    PrintedSide,
    Target,
    TargetKind,
    Weapon,
)
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


class Armament(StrEnum):
    """Which of a vehicle's weapons fires."""

    MA = "MA"
    SA = "SA"
    BMG = "BMG"
    CMG = "CMG"
    RMG = "RMG"
    AAMG = "AAMG"


def weapon_of(
    counter: AnyCounter, date: str = "", theatre: str = "E", armament: Armament = Armament.MA
) -> Weapon:
    """The weapon of a counter: one of a vehicle's (its MA, if not said), a Gun, a SW that fires."""
    match counter:
        case Vehicle() if armament is Armament.SA:
            return _vehicle_sa(counter, date, theatre)
        case Vehicle() if armament is not Armament.MA:
            return _vehicle_mg(counter, armament)
        case Vehicle():
            main = _vehicle_ma(counter, ())
            ammo = _stock(_carried(counter, main.caliber), date, theatre)
            return replace(main, ammo=ammo, no_he=main.no_he and not _he_since(counter, date))
        case Gun():
            return _gun(counter, _stock(counter, date, theatre))
        case SupportWeapon():
            return _support_weapon(counter, date)
        case _:
            raise BadInput("gunnery.not_a_weapon", name=counter.name)


def _caliber(printed: str, name: str) -> tuple[int, Barrel]:
    """C2.21: a printed calibre such as 75L: millimetres and barrel."""
    gun = _GUN.match(printed.strip())
    if gun is None:
        raise BadInput("gunnery.not_ordnance", name=name, printed=printed or "—")
    return int(float(gun[1])), Barrel(gun[2] or "")


def _range(printed: str) -> tuple[int, int | None]:
    """C2.25: «[#]» is the maximum range, «[#-#]» the minimum and the maximum."""
    limits = _RANGE.match(printed)
    return (int(limits[1] or 0), int(limits[2])) if limits else (0, None)


def _tk_rolls(back: tuple[str, ...]) -> int:
    for text in back:
        rolls = re.match(r"^(\d) ?TK DR", text)
        if rolls:
            return int(rolls[1])
    return 1


def _stock(counter: Vehicle | Gun, date: str, theatre: str) -> Stock:
    """C8.91: what the counter has on the day; without a date, what does not depend on one."""
    try:
        return ammunition_on(counter, date, theatre=theatre)
    except Refusal:
        dated = [(name, numbers) for name, numbers in counter.ammo if len(numbers) > 1]
        undated = tuple(entry for entry in counter.ammo if entry not in dated)
        return ammunition_on(replace(counter, ammo=undated), date, theatre=theatre)


def _carried(vehicle: Vehicle, caliber: int) -> Vehicle:
    """The vehicle with the ammunition of one of its guns: «s8(75)» is for the 75 alone."""
    own = tuple(
        (name, tuple(n for n in numbers if not n.when.isdigit() or len(n.when) == 1))
        for name, numbers in vehicle.ammo
    )
    more = vehicle.ammo_37 if caliber == 37 else ()
    every = (*own, *_only_marked(vehicle, caliber), *more)
    return replace(vehicle, ammo=tuple(entry for entry in every if entry[1]))


_HE_SINCE = re.compile(r"^(?:37:)?HE\((\d)\+\)$")


def _he_since(vehicle: Vehicle, date: str) -> bool:
    """C2.21, C2.9: an underlined calibre for which the back allows HE from a year on: «HE(4+)»."""
    years = [1940 + int(since[1]) for text in vehicle.back if (since := _HE_SINCE.match(text))]
    return bool(date) and any(int(date[:4]) >= year for year in years)


_PLACES = {
    Armament.BMG: "bow",
    Armament.CMG: "coax",
    Armament.RMG: "rear",
    Armament.AAMG: "aa",
}
_NORMAL_RANGE = re.compile(r"^Nml Rng:(\d+)$")
_MG_FP = re.compile(r"^(\d+)\*?$")


def _mg_fp(vehicle: Vehicle, armament: Armament) -> int | None:
    """The FP of one of a vehicle's MG; `None` where the counter only points to its notes."""
    fp = _MG_FP.match(str(getattr(vehicle.mg, _PLACES[armament])))
    return int(fp[1]) if fp else None


def _mg_range(vehicle: Vehicle) -> int | None:
    """The Normal Range of a vehicle's MG, printed on a few only (R-D1.8)."""
    ranges = [match for text in vehicle.back if (match := _NORMAL_RANGE.match(text))]
    return int(ranges[0][1]) if ranges else None


def _vehicle_mg(vehicle: Vehicle, armament: Armament) -> Weapon:
    """D1.8: a vehicle's MG: the bow's has no turret, the coaxial one shares the MA's.

    The AAMG turns freely.
    """
    if getattr(vehicle.mg, _PLACES[armament]) is None:
        raise BadInput("gunnery.no_mg", name=vehicle.name, place=armament.value)
    mounts = {Armament.CMG: Mount(vehicle.turret or "NT"), Armament.AAMG: Mount.T}
    return Weapon(
        caliber=8,
        name=f"{vehicle.name} {armament.value}",
        id=vehicle.id,
        nation=vehicle.nation,
        kind=Kind.MG,
        mount=mounts.get(armament, Mount.NT),
        vehicular=True,
        armored=vehicle.armored,
        open_topped=vehicle.open_topped,
        fp=_mg_fp(vehicle, armament),
        normal_range=_mg_range(vehicle),
        aamg=armament is Armament.AAMG,
        main_armament=False,
        aa="MA:AA" in vehicle.back and armament is Armament.CMG,
        size=vehicle.target_size,
        figures=vehicle,
    )


_SA = re.compile(r"^(?:\d+x)?(B?)(\d+)(\*|LL|L)?( \(overlined\))?$")


def _vehicle_sa(vehicle: Vehicle, date: str, theatre: str) -> Weapon:
    """A vehicle's Secondary Armament: a bow gun (B) has no turret; ROF and B# are not printed."""
    printed = _SA.match(vehicle.sa)
    if printed is None:
        raise BadInput("gunnery.no_sa", name=vehicle.name)
    caliber = int(printed[2])
    carried = replace(vehicle, ammo=_only_marked(vehicle, caliber))
    return replace(
        _vehicle_ma(replace(vehicle, ma=f"{caliber}{printed[3] or ''}"), ()),
        mount=Mount.NT if printed[1] else Mount(vehicle.turret or "NT"),
        rof=0,
        b=12,
        x=None,
        circled_b=False,
        ife=None,
        no_ap=bool(printed[4]),
        no_he=False,
        ammo=_stock(carried, date, theatre),
        gyro=any(str(caliber) in text for text in vehicle.back if text.startswith("G(")),
    )


def _only_marked(vehicle: Vehicle, caliber: int) -> Ammunition:
    marked = (
        (name, tuple(replace(n, when="") for n in numbers if n.when == str(caliber)))
        for name, numbers in vehicle.ammo
    )
    return tuple(entry for entry in marked if entry[1])


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
        fp=_mg_fp(vehicle, Armament(printed)) if printed in _MG else None,
        normal_range=_mg_range(vehicle),
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
    """C2.2: a Gun's counter: its type (C2.22) and mount (C2.3) among the rest.

    Its M# (C2.27) and the marks RFNM, NM and QSU (C2.4) stay with the counter in `figures`: they
    are a matter of moving it.
    """
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
        limbered=_limbered_side(gun),
        tk_rolls=_tk_rolls(gun.back),
        figures=gun,
    )


def _limbered_side(gun: Gun) -> PrintedSide | None:
    """C10.24: the figures of the limbered side, if the Gun may fire from it."""
    printed = gun.limbered_fire
    if printed is None:
        return None
    return PrintedSide(
        barrel=_caliber(printed.cal, gun.name)[1],
        mount=Mount(printed.mount or "NT"),
        rof=printed.rof,
        b=printed.b or 12,
        ife=printed.ife,
    )


_SW_AMMO = re.compile(r"\b(s|WP|H)(\d+)(?:\((\d)\+?\))?")
_SW_NAMES = {"s": Ammo.SMOKE, "WP": Ammo.WP, "H": Ammo.HEAT}


def _sw_ammo(sw: SupportWeapon, date: str) -> Stock:
    """C8.9: the Depletion Numbers on a SW counter's back; «WP7(5)» is from 1945 on."""
    printed = _SW_AMMO.findall(" ".join((*sw.back, sw.ammo_note)))
    return tuple(
        (_SW_NAMES[name], int(number))
        for name, number, since in printed
        if not since or date >= f"194{since}"
    )


def _support_weapon(sw: SupportWeapon, date: str) -> Weapon:
    """A SW that fires; C12.1: the American RCLs are SW, the German ones are Guns."""
    if sw.kind not in ("MG", "ATR", "MTR", "INF", "RCL", "LATW", "FT"):
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
        fp=sw.fp,
        normal_range=sw.range,
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
