"""Pictures of cards and tables, as SVG text that stands on its own anywhere.

A picture carries no ids, styles, scripts or references, so many of them can share one page
without affecting one another or the page.
"""

from punto.svg._picture import table
from punto.svg.face import card

__all__ = ["card", "table"]
