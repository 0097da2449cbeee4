"""Shots: an order to fire, what it means, and what is answered."""
