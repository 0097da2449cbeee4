"""The balance report as a page: self-contained HTML with SVG plots, for printing and sending."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hexfire.folio import Scenario
from hexfire.lab import plots
from hexfire.lab.balance import Balance

Say = Callable[..., str]

STYLE = """
body{background:#f4efe3;color:#22201c;
font:16px/1.6 "Noto Sans JP","Noto Sans CJK JP",system-ui,sans-serif;
max-width:44rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid #d8cfbc;padding:.2rem .8rem;text-align:left}
svg{max-width:100%;height:auto;margin:1rem 0;border-radius:8px}
"""


def html(
    scenario: Scenario, bots: tuple[str, str], balance: Balance, language: str, say: Say
) -> str:
    """The whole page in one language."""
    sides = [side.name[language] for side in scenario.sides]
    draw = say("lab.report.draw")
    names = [f"{side} ({bot})" for side, bot in zip(sides, bots, strict=True)] + [draw]
    won = [say("lab.report.won", side=side) for side in sides] + [draw]
    title = f"{scenario.name[language]} — {say('lab.report.title')}"
    turn = say("lab.report.turn")
    turns = len(balance.losses)
    told = (
        say("lab.report.games", games=balance.games),
        score_told(balance, sides[0], say),
        say("lab.mean_margin", side=sides[0], margin=f"{balance.margin:+.1f}"),
    )
    objectives = scenario.victory.objectives
    shown = [
        plots.rates(
            say("lab.report.wins"), dict(zip(names, [*balance.wins, balance.draws], strict=True))
        ),
        plots.rates(
            say("lab.report.even"),
            dict(zip(names, [*balance.even_wins, balance.even_draws], strict=True)),
        ),
        plots.histogram(
            say("lab.report.margins", side=sides[0]), balance.margins, won, say("lab.report.points")
        ),
        plots.histogram(
            say("lab.report.decided"),
            {n: balance.decided.get(n, (0, 0, 0)) for n in range(1, turns + 1)},
            won,
            turn,
        ),
        plots.lines(
            say("lab.report.losses"),
            {sides[i]: [(n + 1, lost[i]) for n, lost in enumerate(balance.losses)] for i in (0, 1)},
            turn,
            say("lab.report.value"),
        ),
    ]
    if objectives:
        fallen = {
            objective.name[language]: row
            for objective, row in zip(objectives, balance.fallen, strict=True)
        }
        shown.append(plots.grid(say("lab.report.fallen"), fallen, turn))
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>"
        f"<p>{'<br>'.join(map(escape, told))}</p>"
        f"{''.join(shown)}<h2>{escape(say('lab.report.objectives'))}</h2>"
        f"{_objectives(scenario, balance, language, say)}</html>"
    )


def score_told(balance: Balance, side: str, say: Say) -> str:
    """How even a scenario is, in one sentence."""
    even = rate(balance.even_score)
    return say("lab.score", side=side, rate=rate(balance.score), even=even)


def _objectives(scenario: Scenario, balance: Balance, language: str, say: Say) -> str:
    """Each objective: points, who has it first, who has it at the end."""
    sides = [side.name[language] for side in scenario.sides]
    head = [say("lab.report.points"), say("lab.report.first"), *sides]
    rows = []
    for objective, share in zip(scenario.victory.objectives, balance.held, strict=True):
        holder = "—" if objective.holder is None else sides[objective.holder]
        points = "/".join(str(p) for p in dict.fromkeys(objective.points))
        cells = (points, holder, f"{share:.0%}", f"{1 - share:.0%}")
        rows.append(
            f"<tr><th>{escape(objective.name[language])}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        )
    return (
        "<table><tr><th></th>"
        + "".join(f"<th>{escape(name)}</th>" for name in head)
        + "".join(rows)
        + "</table>"
    )


rate = plots.percent
