"""Advanced Squad Leader: chapter C, B9 and H1, and the supporting rules they need."""
