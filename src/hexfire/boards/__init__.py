"""Boards: geometry, terrain and height, hexsides; our own and VASL archives."""
