"""Pictures as PNG, for places that show no SVG. On the standard library alone."""
