"""Units, weapons, vehicles: what a counter prints, and the catalogue of them."""
