"""Review of a game: how the chances went, what luck did and what the players did."""
