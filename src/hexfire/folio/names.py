"""What a scenario calls its own: sides, units, levels of victory, for a catalogue to take in.

Messages name a side as «@blue»; a catalogue that has taken in these texts says it in words.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexfire.folio.scenario import Scenario


def texts(scenario: Scenario, language: str) -> Mapping[str, str]:
    """The scenario's own words in a language, by the keys its messages use."""
    texts = {side.id: side.name[language] for side in scenario.sides}
    texts |= {f"level.{i}": level.name[language] for i, level in enumerate(scenario.victory.levels)}
    texts |= {f"sudden.{i}": way.name[language] for i, way in enumerate(scenario.victory.sudden)}
    texts |= {f"terrain.{t.id}": t.name[language] for t in scenario.terrains}
    texts |= {f"hexside.{h.id}": h.name[language] for h in scenario.hexsides}
    rows = [(h.row, h.id, h.name) for h in scenario.hexsides if h.row is not None]
    rows += [(t.row, t.id, t.name) for t in scenario.terrains]
    for row, kind, name in rows:
        # A row is called after the terrain of its own name, else after one that uses it.
        if row == kind or f"row.{row}" not in texts:
            texts[f"row.{row}"] = name[language]
    if scenario.exclusive is None:
        return texts
    for bridge in scenario.exclusive.bridges:
        texts[f"bridge.{bridge.id}"] = bridge.name[language]
    rules = scenario.exclusive.rules
    return texts | {f"exclusive.{rule.id}": rule.name[language] for rule in rules}
