"""What hands do at a Folio table."""

from __future__ import annotations

from typing import Any

COUNTERS = "n => document.querySelectorAll('.counter-place').length === n"


def now(page: Any) -> str:
    return str(page.locator(".now-line").inner_text())


def hex(page: Any, label: str) -> Any:
    return page.locator(f'[data-hex="{label}"]')


def start_tutorial(page: Any) -> None:
    page.locator(".page section .button.primary").first.click()
    page.wait_for_selector(".counter")


def type_order(page: Any, order: str) -> None:
    """Type an order and wait until the table has moved."""
    field = page.locator(".command input")
    if field.count() == 0:
        page.locator("body").press("/")
    field.fill(order)
    field.press("Enter")
    page.wait_for_function("() => document.querySelector('.command input').value === ''")


def set_up(page: Any) -> None:
    """Place whatever has to be placed, each unit in its first lit hex."""
    while "Set-up" in now(page):
        place_one(page)


def choose_one(page: Any) -> None:
    """Choose the first unit that may be placed."""
    page.locator(".tray-unit:not(:disabled)").first.click()
    page.locator(".lit g").first.wait_for()


def click_lit(page: Any) -> None:
    """Click the first lit hex, once it stands still: a sheet that rises moves the map."""
    box = at_rest(page, page.locator(".lit g").first)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def at_rest(page: Any, what: Any) -> dict[str, float]:
    """Where something is, as soon as it is there for two looks in a row."""
    before: dict[str, float] | None = None
    while True:
        now = what.bounding_box()
        if now is not None and now == before:
            return dict(now)
        before = now
        page.wait_for_timeout(150)


def place_one(page: Any) -> None:
    before = page.locator(".counter-place").count()
    choose_one(page)
    click_lit(page)
    page.wait_for_function(
        "n => document.querySelectorAll('.counter-place').length > n", arg=before
    )


def leave_lesson(page: Any) -> None:
    if page.locator(".lesson").count():
        page.locator(".lesson .icon-button").click()
        page.wait_for_selector(".lesson", state="detached")


CLICKS = """() => {
  const click = (s) => {
    const found = document.querySelector(s);
    if (!found) return false;
    found.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return true;
  };
  const at = (g) => {
    const box = g.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    for (const hit of document.elementsFromPoint(x, y)) {
      if (hit.dataset && hit.dataset.hex) {
        hit.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        return true;
      }
    }
    return false;
  };
  if (!document.querySelector('.lamp.on')) return 'waits';
  if (document.querySelector('.now-line .working')) return 'waits';
  if (click('.roll')) return 'roll';
  if (click('.builder .commit:not(:disabled)')) return 'attack';
  if (click('.builder .choice.boxed')) return 'marker';
  if (document.querySelector('.builder')) return 'assessing';
  const lit = document.querySelector('.lit g.choice');
  if (lit && at(lit)) return 'choice';
  if (click('.duel ~ .choices-grid .button:last-child')) return 'decline';
  if (click('.unit-choices .button')) return 'unit choice';
  const middle = (e) => {
    const box = e.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const second = !!document.querySelector('.phases .side-chip.side-b');
  const foes = [...document.querySelectorAll(second ? '.counter.side-a' : '.counter.side-b')]
    .filter((e) => e.closest('.counters'));
  const far = (e) => Math.min(...foes.map((f) => {
    const [a, b] = middle(e), [c, d] = middle(f);
    return Math.hypot(a - c, b - d);
  }));
  const go = [...document.querySelectorAll('.lit g.go')].sort((a, b) => far(a) - far(b));
  if (go.length && at(go[0])) return 'go';
  if (click('.tray-unit:not(:disabled)')) return 'tray';
  const able = document.querySelector('.counters .counter.able');
  if (able && at(able)) return 'able';
  const buttons = [...document.querySelectorAll('.panel-body .button')];
  const none = buttons.find((b) => /No answer|Decline/.test(b.innerText));
  if (none) { none.click(); return 'no'; }
  return click('.end-phase:not(:disabled)') ? 'end' : 'nothing';
}"""


def play_to_the_end(page: Any) -> None:
    """Decide something, whatever it is, until the result is shown."""
    deeds = idle = 0
    while page.locator("dialog .score").count() == 0:
        assert deeds < 2_000 and idle < 2_000, "the game does not end"
        waits = page.evaluate(CLICKS) in ("waits", "assessing", "nothing")
        deeds, idle = (deeds, idle + 1) if waits else (deeds + 1, 0)
        page.wait_for_timeout(60)
