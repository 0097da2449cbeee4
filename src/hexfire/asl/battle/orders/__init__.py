"""What players order: the typed actions, and the one written form of each."""
