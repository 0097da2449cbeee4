"""At which range is which ammunition better? Exact chances, and why a way is closed."""

import hexfire

for distance in (2, 6, 12, 18):
    for ammo in ("AP", "APCR", "HE"):
        order = {"weapon": "ge-AT50L", "target": "ru-T34M43", "range": distance, "ammo": ammo}
        try:
            report = hexfire.shot(order, date="1943-07")
        except hexfire.Refusal as refusal:
            print(f"{distance:2} {ammo:5} {hexfire.words('en').refusal(refusal)}")
        else:
            print(f"{distance:2} {ammo:5} hit {report.p_hit}, destroyed {report.p_killed}")
