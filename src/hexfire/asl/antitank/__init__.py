"""C12, C13: recoilless rifles and light anti-tank weapons."""
