"""What goes over HTTP whatever the route: bodies, refusals, limits, who asks, the API's page."""
