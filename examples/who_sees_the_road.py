"""Which hexes of a board see most of a road?"""

import hexfire

board = hexfire.open_board("millbrook")
sight = hexfire.Sight(board)
road = [board.grid.hex(label) for label in ("A5", "C5", "E5", "G6", "I6")]
best = sorted(
    ((sum(not sight.check(hex, place).blocked for place in road), hex) for hex in board.grid.hexes),
    reverse=True,
)
for seen, hex in best[:5]:
    print(f"{board.grid.label(hex)} sees {seen} of {len(road)}")
