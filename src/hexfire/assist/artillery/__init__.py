"""Off-board artillery beside a table: a mission step by step, its odds, the shells, Bombardment."""
