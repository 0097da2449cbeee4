"""Off-board artillery on the table: fire missions, their shells, Bombardment."""
