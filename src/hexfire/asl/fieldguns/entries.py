"""A hex to be entered, as a person names it: its MF and TEM from the terrain table."""

from __future__ import annotations

from hexfire.asl.fieldguns.manhandling import Entry
from hexfire.asl.gunnery.tables import terrain_name
from hexfire.asl.tables import read
from hexfire.rulebook import BadInput


def entry_into(
    terrain: str,
    across: str = "",
    *,
    mf: int | None = None,
    tem: int | None = None,
    uphill: bool = False,
    road: bool = False,
    mud_or_deep_snow: bool = False,
    cleared_road: bool = False,
    trail_break: bool = False,
    bypass: bool = False,
    upper_level: bool = False,
) -> Entry:
    """C10.3: the entry into `terrain`, across a hexside if it has a name (wall, hedge …).

    By road the hex costs 1 MF; a hex on a higher level costs double, the hexside does not (B9.4d).
    `mf` and `tem` stand for what the table does not know.
    """
    text = terrain.strip().casefold().replace(" ", "_").replace("-", "_")
    if text == "deep_stream":
        return Entry(deep_stream=True)
    if text == "bamboo":
        return Entry(mf=1 if mf is None else mf, bamboo=True, trail_break=trail_break)
    name = terrain_name("open_ground" if text == "road" else terrain)
    if name == "building":
        raise BadInput("fieldguns.which_building")
    base = 1 if road or text == "road" else _mf(name)
    side_mf, side_tem = _hexside(across)
    cost = mf if mf is not None else None if base is None else base * (1 + uphill) + side_mf
    if cost is None:
        raise BadInput("fieldguns.mf_needed", terrain=name)
    return Entry(
        mf=cost,
        terrain=name,
        hex_tem=tem if tem is not None else _tem(name),
        hexside_tem=side_tem,
        road=road or text == "road",
        mud_or_deep_snow=mud_or_deep_snow,
        cleared_road=cleared_road,
        bypass=bypass,
        upper_level=upper_level,
    )


def _row(name: str) -> dict[str, object]:
    row: dict[str, object] = read("terrain")["terrain"][name]
    return row


def _mf(name: str) -> int | None:
    """What Infantry pays, where the table prints a plain number."""
    cost = _row(name).get("cost")
    text = str(cost.get("infantry", "")) if isinstance(cost, dict) else ""
    digits = text.split(";")[0].split("+")[0].split(" or ")[0]
    return int(digits) if digits.isdigit() else None


def _tem(name: str) -> int:
    tem = _row(name).get("tem")
    return tem if isinstance(tem, int) else 0


def _hexside(across: str) -> tuple[int, int]:
    if not across:
        return 0, 0
    name = terrain_name(across)
    if name not in ("wall", "hedge", "bocage"):
        raise BadInput("fieldguns.which_hexside", text=across)
    return _mf(name) or 0, _tem(name)
