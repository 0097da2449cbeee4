"""The balance report as a page: self-contained HTML with SVG plots, for printing and sending."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hexfire.folio import Scenario
from hexfire.lab import plots
from hexfire.lab.balance import Balance
from hexfire.lab.stats import Interval

Say = Callable[..., str]

STYLE = """
body{background:#f4efe3;color:#22201c;
font:16px/1.6 "Noto Sans JP","Noto Sans CJK JP",system-ui,sans-serif;
max-width:44rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid #d8cfbc;padding:.2rem .8rem;text-align:left}
svg{max-width:100%;height:auto;margin:1rem 0;border-radius:8px}
"""


def html(scenario: Scenario, bots: tuple[str, str], found: Balance, language: str, say: Say) -> str:
    """The whole page in one language."""
    sides = [side.name[language] for side in scenario.sides]
    names = [f"{side} ({bot})" for side, bot in zip(sides, bots, strict=True)]
    names.append(say("lab.report.draw"))
    title = f"{scenario.name[language]} — {say('lab.report.title')}"
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{rate(won)}</td></tr>"
        for name, won in zip(names, [*found.wins, found.draws], strict=True)
    )
    objectives = "".join(
        f"<tr><td>{escape(objective.name[language])}</td><td>{share:.0%}</td>"
        f"<td>{1 - share:.0%}</td></tr>"
        for objective, share in zip(scenario.victory.objectives, found.held, strict=True)
    )
    margins = plots.bars(
        say("lab.report.margins", side=sides[0]), {f"{m:+d}": n for m, n in found.margins.items()}
    )
    decided = plots.bars(
        say("lab.report.decided"), {str(turn): n for turn, n in found.decided.items()}
    )
    losses = plots.lines(
        say("lab.report.losses"),
        {sides[i]: [(turn + 1, lost[i]) for turn, lost in enumerate(found.losses)] for i in (0, 1)},
        say("lab.report.turn"),
        say("lab.report.value"),
    )
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{escape(say('lab.report.games', games=found.games))}</p>"
        f"<table>{rows}</table>{margins}{decided}{losses}"
        f"<h2>{escape(say('lab.report.objectives'))}</h2><table><tr><th></th>"
        f"<th>{escape(sides[0])}</th><th>{escape(sides[1])}</th></tr>{objectives}</table></html>"
    )


def rate(interval: Interval) -> str:
    """A rate as people read it: 54 % (47–61)."""
    return f"{interval.rate:.0%} ({interval.low * 100:.0f}–{interval.high * 100:.0f})"
