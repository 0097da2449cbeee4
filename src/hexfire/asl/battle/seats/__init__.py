"""What a seat may know of a battle, and how a counter is told."""
