"""Everything that is fired at somebody, from the weapon to what became of its target."""
