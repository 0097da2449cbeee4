"""The tools without a table over HTTP: shots, duels, missions, sight, situations, purchases."""
