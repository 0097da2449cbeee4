"""A whole Folio battle, both sides choosing at random; the same seed gives the same battle."""

import random

import hexfire
from hexfire.folio import builtin

table = hexfire.new_game("folio", builtin("tutorial"), seed=1944)
rng = random.Random(1944)
actions = 0
while seats := table.to_act():
    table.do(seats[0], rng.choice(list(table.legal(seats[0]))))
    actions += 1
print(f"{actions} actions, then {table.outcome()}")
