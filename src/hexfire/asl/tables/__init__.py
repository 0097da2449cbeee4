"""To hit, to kill, fire table, nations, terrain: numbers live here as TOML, not in code."""
