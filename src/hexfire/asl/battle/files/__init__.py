"""Scenario files of battles: read, checked, and made out of situations and purchases."""
