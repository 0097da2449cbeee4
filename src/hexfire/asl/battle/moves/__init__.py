"""Everything that moves: men, vehicles, Guns, and what moving gives away."""
