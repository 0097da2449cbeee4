"""The terrain chart's TEM (`terrain.toml`)."""

from __future__ import annotations

from hexfire.asl.tables import read


def indirect_tem(row: str) -> int:
    """C1.52: a terrain's TEM against Indirect Fire; none of its own where other terrain decides.

    Rubble shelters as the building it was.
    """
    chart = read("terrain")["terrain"][row]
    value = chart.get("tem_indirect", 0)
    if value == "as building":
        value = chart["tem"]
    return value if isinstance(value, int) else 0
