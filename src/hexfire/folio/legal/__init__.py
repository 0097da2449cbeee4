"""What a seat may do now: listed lazily, counted without listing, and asked with reasons.

A menu is a sequence, so that `random.choice(menu)` takes a legal action without listing the others:
moves are counted as bits of a set, attacks as the non-empty subsets of those who could take part.
"""

from hexfire.folio.legal.answers import menu_of
from hexfire.folio.legal.combats import Combats
from hexfire.folio.legal.menu import Listed, Menu, Nothing, side_to_act
from hexfire.folio.legal.moves import Moves

__all__ = ["Combats", "Listed", "Menu", "Moves", "Nothing", "menu_of", "side_to_act"]
