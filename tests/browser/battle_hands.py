"""What two players do at a battle's table: one decision after the other, by clicks."""

from __future__ import annotations

from typing import Any

DECIDE = """(seat) => {
  const first = (what) => document.querySelector(what);
  const press = (found) => {
    if (!found) return false;
    found.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return true;
  };
  const button = (words) => [...document.querySelectorAll('.panel-body .button:not(:disabled)')]
    .find((one) => words.test(one.innerText));
  if (first('dialog[open]')) return 'over';
  if (!first('.now-line .lamp.on') || first('.now-line .working')) return 'waits';
  if (press(first('.fire-button:not(:disabled)'))) return 'fires';
  if (first('.panel-body .spinner')) return 'asks';
  if (press(first('.shot-card .button.quiet'))) return 'lets be';
  const aim = first('.aims .aim');
  if (aim && parseInt(aim.querySelector('b').innerText) > 0 && press(aim)) return 'aims';
  if (press(button(/^(Pass|Let the shot come|Forgo)/))) return 'passes';
  const moving = /Movement Phase|moves:/.test(first('.now-line').innerText);
  if (moving && seat === 'russian') {
    const steps = window.battleSteps ??= {};
    const chosen = first('.chosen-piece');
    const unit = chosen && chosen.getAttribute('aria-label');
    if (unit && (steps[unit] ?? 0) < 3) {
      if (press(button(/^Start/))) return 'starts';
      const lit = [...document.querySelectorAll('.steps .step-hex')];
      lit.sort((a, b) => a.getBBox().x - b.getBBox().x);
      for (const one of lit.slice(0, 1)) {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const hex = document.elementsFromPoint(x, y).find((hit) => hit.dataset?.hex);
        if (press(hex)) { steps[unit] = (steps[unit] ?? 0) + 1; return 'steps'; }
      }
      steps[unit] = 3;
    }
    if (press(button(/^(Stop|End its move)/))) return 'stops';
    const waiting = [...document.querySelectorAll('.set-up-list .unit-row')]
      .find((row) => /T-34|4-4-7/.test(row.innerText) && !row.dataset.done);
    if (waiting) { waiting.dataset.done = 1; press(waiting); return 'chooses'; }
  }
  if (press(first('.end-phase:not(:disabled)'))) { window.battleSteps = {}; return 'ends'; }
  return 'nothing';
}"""


def decide(page: Any, seat: str) -> str:
    """One decision of who sits there; what was done."""
    done = str(page.evaluate(DECIDE, seat))
    page.wait_for_timeout(60 if done not in ("waits", "asks") else 25)
    return done
