"""Exclusive rules: what one folio adds to the common rules, declared in its scenario file.

`declared` has what a file can say, family by family; `reading` reads and checks it. Most rules
change numbers that hold for a while (what the weather makes of the ground, what a lack of supply
leaves of a unit): `regime` makes of the scenario another one in which these numbers are printed so,
and every rule of the common rulebook then plays by that. The rest happens at a moment: `moments`
is asked when a game turn, a player turn or a phase begins, and when a unit has come to stand.

A scenario without exclusive rules never comes here.
"""
