"""What a counter prints: vehicles, Guns, support weapons, squads and leaders. Nothing is added."""

from __future__ import annotations

import msgspec


class Depletion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """C8.9: a Depletion Number. `when` is the superscript as printed: year, month, theatre.

    `bracket` is the number of H#[9]; a star points to the counter's notes.
    """

    n: int
    when: str = ""
    star: bool = False
    bracket: int | None = None


Ammunition = tuple[tuple[str, tuple[Depletion, ...]], ...]


class Machineguns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The MG firepower of a vehicle, by position; `"6*"` where a star is printed."""

    bow: int | str | None = None
    coax: int | str | None = None
    rear: int | str | None = None
    aa: int | str | None = None


class Counter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry has. `image` and `confidence` say where the figures were read, and how well.

    `since` and `until` (years) are for user files that know when a counter was in use; the built-in
    counters do not print it.
    """

    nation: str
    id: str = ""
    image: str = ""
    confidence: str = ""
    note: str = ""
    since: int | None = None
    until: int | None = None


class Vehicle(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle. An unarmored one has `armored = false` and no AF.

    `aerial_af` is not printed: it is for users who own the table of C7.11, most of which is lost.
    """

    name: str
    movement: str
    mp: int
    target_size: int
    cs: int
    type: str = ""
    ground_pressure: str = ""
    armored: bool = True
    af_front: int | None = None
    af_front_mark: str = ""
    af_side_rear: int | None = None
    af_side_rear_mark: str = ""
    af_turret_front: int | None = None
    af_turret_side_rear: int | None = None
    open_topped: bool = False
    turret: str = ""
    ma: str = ""
    ma_no_ap: bool = False
    ma_no_he: bool = False
    rof: int = 0
    b: int | None = None
    b_circled: bool = False
    x: int | None = None
    ife: int | None = None
    sa: str = ""
    ft: str = ""
    ft_x: int | None = None
    mg: Machineguns = Machineguns()
    mg_printed: str = ""
    bmg_white_dot: bool = False
    ammo: Ammunition = ()
    ammo_37: Ammunition = ()
    range: str = ""
    back: tuple[str, ...] = ()
    cs_red: bool = False
    cs_other_source: int | None = None
    mp_red: bool = False
    mp_star: bool = False
    mp_water: int | None = None
    pp_capacity: str = ""
    tow: str = ""
    star_t_printed: bool = False
    boxed_star: bool = False
    rof_box_white: bool = False
    th_red_through: str = ""
    aerial_af: int | None = None

    def af(self, facing: str, turret: bool) -> int | None:
        """The AF of one facing (`"front"`, `"side"`, `"rear"`); `None` where there is no armour.

        A printed *T leaves the upper structure's rear without armour (R-D1.22).
        """
        if facing == "front":
            return self.af_turret_front if turret else self.af_front
        if turret and facing == "rear" and self.star_t_printed:
            return None
        return self.af_turret_side_rear if turret else self.af_side_rear

    @property
    def afs(self) -> tuple[int, ...]:
        """Every AF that is printed."""
        every = (
            self.af_front,
            self.af_side_rear,
            self.af_turret_front,
            self.af_turret_side_rear,
        )
        return tuple(af for af in every if af is not None)


class LimberedFire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a Gun's limbered side (C10.24)."""

    cal: str
    mount: str
    rof: int = 0
    ife: int | None = None
    b: int | None = None
    target_size: int | None = None


class Gun(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Gun on a 5/8" counter."""

    name: str
    gun_type: str = msgspec.field(name="class")
    printed: str
    caliber: float
    barrel: str
    mount: str
    m: int
    m_circled: bool = False
    m_star: bool = False
    target_size: int = 0
    caliber_star: bool = False
    no_ap: bool = False
    no_he: bool = False
    rof: int = 0
    b: int | None = None
    ife: int | None = None
    range: str = ""
    range_min: int | None = None
    range_max: int | None = None
    qsu: bool = False
    nm: bool = False
    rfnm: bool = False
    lf: bool = False
    limbered_fire: LimberedFire | None = None
    ammo: Ammunition = ()
    back: tuple[str, ...] = ()


class Dismantled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dismantled side of a support weapon."""

    pp: int
    fp: int | None = None
    range: int | None = None
    rof: int | None = None


class SupportWeapon(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A support weapon on a 1/2" counter."""

    name: str
    kind: str
    printed: str = ""
    fp: int | None = None
    set_fp: int | None = None
    range: int | None = None
    range_min: int | None = None
    range_max: int | None = None
    range_underlined: bool = False
    rof: int = 0
    b: int | None = None
    x: int | None = None
    tk: int | None = None
    pp: int | None = None
    repair: int | None = None
    disabled: int | None = None
    dm: Dismantled | None = None
    no_ap: bool = False
    wp: int | None = None
    contact: str = ""
    thrown_drm: str = ""
    elite_triangle: bool = False
    back: tuple[str, ...] = ()
    ammo_note: str = ""


class Squad(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A MMC: squad, half-squad or crew. `broken_morale` is `None` where it could not be read."""

    kind: str
    strength: str
    fp: int
    range: int
    morale: int
    broken_morale: int | None
    unit_class: str = msgspec.field(name="class")
    class_mark: str = ""
    fp_underlined: bool = False
    range_underlined: bool = False
    morale_underlined: bool = False
    smoke_exponent: int = 0
    self_rally: bool = False

    @property
    def name(self) -> str:
        return self.strength


class Leader(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A SMC: leader, commissar or hero. A hero prints FP, range and morale instead."""

    kind: str
    strength: str
    morale: int | None = None
    drm: int = 0
    broken_morale: int | None = None
    self_rally: bool = False
    wounded: str = ""
    wounded_mf: int | None = None

    @property
    def name(self) -> str:
        return self.strength


AnyCounter = Vehicle | Gun | SupportWeapon | Squad | Leader


def sort_of(counter: AnyCounter) -> str:
    """What sort of its kind a counter is: «MTR», «hs», «hero», a vehicle's type."""
    match counter:
        case Vehicle():
            return counter.type
        case Gun():
            return counter.gun_type
        case _:
            return counter.kind


def size_of(counter: AnyCounter) -> int:
    """The printed target size DRM; 0 for what has none."""
    return counter.target_size if isinstance(counter, Vehicle | Gun) else 0


def firepower_of(counter: AnyCounter) -> int:
    """The FP of men's own arms; 0 for who has none."""
    return counter.fp if isinstance(counter, Squad) else 0
