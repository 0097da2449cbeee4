"""A Folio game as somebody sits at it: its scenarios, its map, what he asks of a position."""
