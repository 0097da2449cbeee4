"""Fire & Movement: the Folio common rules, one module per chapter of the rules."""
