"""Tables in play: what is in memory, what a seat is shown, who is connected, the bots."""
