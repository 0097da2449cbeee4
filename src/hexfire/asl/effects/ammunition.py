"""C8: special ammunition: who has it when, Depletion Numbers, HE Equivalency."""

from __future__ import annotations

import re
from enum import StrEnum

from hexfire.asl.counters import AnyCounter, Depletion, Gun, Vehicle
from hexfire.asl.shots.shot import Ammo, Kind, Weapon
from hexfire.asl.tables import ift, read
from hexfire.rulebook import Refusal

SYMBOLS = {
    Ammo.AP: "AP",
    Ammo.HE: "HE",
    Ammo.APCR: "A",
    Ammo.APDS: "D",
    Ammo.HEAT: "H",
    Ammo.CANISTER: "C",
    Ammo.SMOKE: "s",
    Ammo.WP: "WP",
}
_AMMO = {symbol: ammo for ammo, symbol in SYMBOLS.items()}
_WHEN = re.compile(r"^([JFMASOND])?(\d)(\+)?\s*([EP])?$")
# The month that a superscript's letter stands for (units.toml, conventions).
_MONTHS = {"J": 6, "F": 2, "M": 3, "A": 8, "S": 9, "O": 10, "N": 11, "D": 12}
_COMMONWEALTH = frozenset({"British", "Free French", "Australian", "Canadian", "New Zealand"})


# -- when ----------------------------------------------------------------------------------------


def in_force(number: Depletion, date: str, theatre: str = "E") -> bool:
    """C8.91: whether a Depletion Number holds on a day: the superscript is the year's last digit.

    A letter before it is the first month, «+» means and later; E and P are Europe and the Pacific.
    A number without superscript always holds.
    """
    text = number.when.strip()
    if text in ("E", "P"):
        return text == theatre
    superscript = _WHEN.match(text)
    if superscript is None:  # none, or the calibre of the gun it belongs to
        return True
    month, digit, later, where = superscript.groups()
    if where and where != theatre:
        return False
    year, now_year, now_month = 1940 + int(digit), int(date[:4]), int(date[5:7] or 1)
    if now_year < year or (now_year == year and month and now_month < _MONTHS[month]):
        return False
    return now_year == year or bool(later)


def names_year(number: Depletion, date: str) -> bool:
    """C8.12: whether a counter gives a number for this year, if only for its later months."""
    superscript = _WHEN.match(number.when.strip())
    return superscript is not None and 1940 + int(superscript[2]) == int(date[:4])


def when_printed(number: Depletion) -> str:
    """C8.91: a superscript in full: «4+» is 1944+, «J4 E» is 6/1944 E; "" if there is none.

    >>> when_printed(Depletion(5, "S4"))
    '9/1944'
    """
    superscript = _WHEN.match(number.when.strip())
    if superscript is None:
        return number.when
    month, digit, later, where = superscript.groups()
    first = f"{_MONTHS[month]}/" if month else ""
    return f"{first}194{digit}{later or ''}{f' {where}' if where else ''}"


def printed_number(
    numbers: tuple[Depletion, ...], date: str, theatre: str = "E"
) -> Depletion | None:
    """C8.91: the Depletion Number of the day; the latest that holds, `None` if none does."""
    holding = [number for number in numbers if in_force(number, date, theatre)]
    return holding[-1] if holding else None


def chart_number(nation: str, size: str, ammo: Ammo, date: str) -> int | None:
    """C8.12-T: the Ammunition Supply Chart; American guns in British hands use American rows."""
    nations = {nation} | ({"British", "American"} if nation in _COMMONWEALTH else set())
    for row in read("ammunition")["supply"]:
        if row["nation"] in nations and size in row["guns"] and row["symbol"] == SYMBOLS[ammo]:
            cell = row["years"].get(date[:4])
            if cell and int(date[5:7] or 1) >= cell.get("from", 1):
                return int(cell["n"])
    return None


def heat_since(nation: str) -> str:
    """C8.3: the first month in which a nation's guns fire HEAT; "" where the rule names none."""
    return str(read("ammunition")["heat_from"].get(nation, ""))


# -- what a weapon has ---------------------------------------------------------------------------


def ammunition_on(
    counter: Vehicle | Gun, date: str, *, elite: bool = False, theatre: str = "E"
) -> tuple[tuple[Ammo, int], ...]:
    """C8.11, C8.12, C8.2, C8.8: the special ammunition of a counter on a day, with its numbers.

    Its printed numbers win; where it prints an ammunition but no number for the year the Supply
    Chart serves (R-C8.12). HEAT also waits for its first month (C8.3). Elite Forces have 1 more.
    """
    on_that_day: list[tuple[Ammo, int]] = []
    for symbol, numbers in counter.ammo:
        ammo = _AMMO.get(symbol)
        if ammo is None:  # smoke dispensers and mortars have no To Hit DR (C8.9)
            continue
        number = depletion_number(counter, ammo, numbers, date, theatre)
        if number is not None:
            on_that_day.append((ammo, number + elite))
    return tuple(on_that_day)


def depletion_number(
    counter: Vehicle | Gun,
    ammo: Ammo,
    numbers: tuple[Depletion, ...],
    date: str,
    theatre: str = "E",
) -> int | None:
    """R-C8.12: the number of one ammunition on a day, `None` where it has none."""
    if not date:
        if len(numbers) > 1:
            raise Refusal("C8.91", "effects.ammo.date", unit=counter.name, ammo=ammo.value)
        return numbers[0].n
    if ammo is Ammo.HEAT and date < heat_since(counter.nation):
        return None
    printed = printed_number(numbers, date, theatre)
    if printed is not None:
        return printed.n
    if ammo in (Ammo.APCR, Ammo.APDS) and not any(names_year(n, date) for n in numbers):
        return chart_number(counter.nation, _size(counter), ammo, date)
    return None


def _size(counter: Vehicle | Gun) -> str:
    printed = counter.ma if isinstance(counter, Vehicle) else counter.printed
    return printed.lstrip("*")


def is_elite_force(
    *, dyo: bool, majority_elite: bool = False, ssr: bool = False, ss_or_guards: bool = False
) -> bool:
    """C8.2: in a printed scenario by SSR, as SS or as Guards; in DYO by the Majority Squad Type."""
    return majority_elite if dyo else ssr or ss_or_guards


def refuse_ir(counter: AnyCounter) -> None:
    """C8.7: illuminating rounds have no Depletion Number; only weapons that print IR fire them.

    How they are fired is E1.93's, which the documents do not give: so it is refused to all.
    """
    back: tuple[str, ...] = getattr(counter, "back", ())
    has_ir = any(text.startswith("IR") for text in back)
    key = "effects.ammo.ir_elsewhere" if has_ir else "effects.ammo.no_ir"
    raise Refusal("C8.7", key, unit=counter.name)


# -- Depletion -----------------------------------------------------------------------------------


class Supply(StrEnum):
    """C8.9: what the Original To Hit DR says about the ammunition declared."""

    HAD = "had"
    LAST = "last"
    NEVER = "never"


def supply(number: int | None, original: int) -> Supply:
    """C8.9: below the Depletion Number it is fired; equal to it, it was the last; above it, there
    never was any. Intensive Fire does not change the number (C8.92)."""
    if number is None or original < number:
        return Supply.HAD
    return Supply.LAST if original == number else Supply.NEVER


# -- against men ---------------------------------------------------------------------------------


def he_equivalent(weapon: Weapon, ammo: Ammo) -> int | None:
    """C8.31-T: the IFT column of a shell against men: HE by calibre, AP and HEAT by equivalency.

    `None`: no attack (a MG's shot has none; an ATR's only if it is of 20 mm).
    """
    table = read("ammunition")["he_equivalent"]
    match ammo:
        case Ammo.HE if weapon.th_table == "MOL-P":  # C13.56
            return ift.special_fp("MOL")
        case Ammo.HE:
            return ift.he_fp(weapon.caliber)
        case Ammo.AP | Ammo.APCR | Ammo.APDS:
            if weapon.kind is Kind.MG or weapon.caliber < 20:
                return None
            return int(table["ap_from_37" if weapon.caliber >= 37 else "ap_below_37"])
        case Ammo.HEAT:
            return _heat_fp(weapon, table)
        case _:
            return None


def _heat_fp(weapon: Weapon, table: dict[str, object]) -> int | None:
    """C8.31-T: a shaped-charge weapon by its name, H#[9] 12 FP, other guns one column left."""
    by_name = table["heat"]
    assert isinstance(by_name, dict)
    name = weapon.th_table or ""
    for prefix in sorted(by_name, key=len, reverse=True):
        if name.startswith(prefix):
            return int(by_name[prefix])
    if _is_stick_bomb(weapon):
        return int(str(table["heat_bracket_9"]))
    he = ift.he_fp(weapon.caliber)
    return None if he is None else ift.column_left(he)


def _is_stick_bomb(weapon: Weapon) -> bool:
    """C8.31-T note 3: H#[9], the stick bomb of the German 37 mm AT and AA guns."""
    printed = weapon.figures.ammo if isinstance(weapon.figures, Vehicle | Gun) else ()
    return any(number.bracket == 9 for number in dict(printed).get("H", ()))


_NO_RESIDUAL = (Ammo.AP, Ammo.APCR, Ammo.APDS, Ammo.SMOKE, Ammo.WP)


def leaves_residual(weapon: Weapon, ammo: Ammo) -> bool:
    """C8.31: solid shot, PF, PFk and H#[9] leave no Residual FP."""
    if ammo in _NO_RESIDUAL:
        return False
    if ammo is Ammo.HEAT:
        return not (_is_stick_bomb(weapon) or (weapon.th_table or "") in ("PF", "PFk"))
    return True
