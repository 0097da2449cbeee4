"""Clauses of C2–C13 that one shot shows: `clauses.tsv` has the order in words and what it must say.

A line is: the clauses; the shot as a player types it after `hexfire shot`, or as JSON; what the
answer holds.
What is expected is a list of facts parted by «;»:

- `TH 8`, `basic 8`, `needs 6`: the To Hit number, the number of the table, the highest DR that hits
- `J +2`, `no J`, `DRM +4`: a case of the To Hit DR (or IFT DR) or its absence; their sum
- `TK 17`, `final 11`, `turret final 2`, `CH final 9`: Basic and Final TK# of the hits of that kind
- `column 12`, `FP 6`, `IFT -1`, `CH column 24`, `hull CH IFT -1`: the column, the FP, the DRM
- `ROF 2`, `B 11`, `AP`, `Area`: the weapon's numbers for this shot, its ammunition, Target Type
- `burn`, `hull`, `turret`, `CH`, `miss`: what the dice did (`--dice`)
- `refused C3.33`, `asks`: the rule against it; something more must be said
- `odds.rof_kept=1/6`: any other field of the answer, by its place
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from calling import call

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("clauses.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
NUMBERS = {
    "TH": "modified_th",
    "basic": "basic_th",
    "needs": "max_original_dr",
    "ROF": "rof_for_shot",
    "B": "breakdown",
}
OF_A_HIT = {
    "TK": "basic_tk",
    "final": "final_tk",
    "AF": "af",
    "column": "ift_column",
    "FP": "ift_fp",
    "IFT": "ift_total_drm",
}
HIT = re.compile(r"^(?:(hull|turret) )?(CH )?(TK|final|AF|column|FP|IFT) (-|[+−-]?[\d/]+)$")
CASE = re.compile(r"^(\S+) ([+-]\d+)$")


@pytest.mark.parametrize(
    ("shot", "facts"),
    [
        pytest.param(shot, facts, id=f"{clauses} {shot}", marks=pytest.mark.rule(*clauses.split()))
        for clauses, shot, facts in ROWS
    ],
)
def test_clause(capsys: pytest.CaptureFixture[str], tmp_path: Path, shot: str, facts: str) -> None:
    words = shlex.split(shot)
    if shot.startswith("{"):
        file = tmp_path / "shot.json"
        file.write_text(shot)
        words = [str(file)]
    code, out, _ = call(capsys, "shot", *words, "--json")
    answer = json.loads(out)
    for fact in facts.split("; "):
        assert holds(answer, fact, code), f"{fact}: {out}"


def holds(answer: Any, fact: str, code: int) -> bool:
    """Whether an answer says a fact."""
    word, _, rest = fact.partition(" ")
    if word == "refused":
        return bool(answer.get("refused") == rest)
    if word == "asks":
        return code == 2 and answer["refused"] is None
    if answer.get("refused") is not None or "error" in answer:
        return False
    if "=" in fact:
        place, _, value = fact.partition("=")
        return str(at(answer, place)) == value
    if word in NUMBERS:
        return bool(answer[NUMBERS[word]] == int(rest))
    if found := HIT.match(fact):
        return any(hit_says(kill, found) for kill in answer["kills"])
    if word == "DRM":
        return bool(answer["total_drm"] == int(rest))
    if word == "no":
        return rest not in answer["drm"]
    if found := CASE.match(fact):
        return bool(answer["drm"].get(found[1]) == int(found[2]))
    return thrown_says(answer, fact)


def hit_says(kill: dict[str, Any], asked: re.Match[str]) -> bool:
    place, ch, name, value = asked.groups()
    if place is not None and kill["hit_location"] != place:
        return False
    given = kill.get(OF_A_HIT[name])
    wanted = None if value == "-" else value.lstrip("+").replace("−", "-")
    return kill["is_ch"] is bool(ch) and (None if given is None else str(given)) == wanted


def thrown_says(answer: dict[str, Any], fact: str) -> bool:
    match fact:
        case "miss":
            return answer["hit"] is False
        case "CH":
            return answer["is_ch"] is True
        case "hull" | "turret":
            return bool(answer["hit_location"] == fact)
        case "Vehicle" | "Infantry" | "Area":
            return bool(answer["target_type"] == fact)
        case "AP" | "HE" | "HEAT" | "APCR" | "SMOKE" | "WP":
            return bool(answer["ammo"] == fact)
    return fact in (result["result"] for result in answer["results"])


def at(answer: Any, place: str) -> Any:
    for name in place.split("."):
        if isinstance(answer, list):
            answer = answer[int(name)] if int(name) < len(answer) else None
        else:
            answer = answer.get(name)
    return answer
