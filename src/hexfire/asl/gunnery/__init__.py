"""C2–C6: from the shot declared to the target hit, and on to the effects."""
