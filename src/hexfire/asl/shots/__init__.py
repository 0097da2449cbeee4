"""What a shot, a hit, a target and an effect are: the values that all rooms of fire share.

`shot`: the weapon, who fires it, at what. `hit`: what a To Hit DR has decided. `targets`: what an
attack meets, and what has become of it. `latw`: the light anti-tank weapons' figures and dates.
"""
