"""The laboratory: many games at once, balance, sweeps, curves, and an environment for learners."""
