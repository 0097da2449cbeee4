"""H1, Design Your Own: buying a force."""
