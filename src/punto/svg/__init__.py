"""Pictures of cards and tables, as SVG text that stands on its own anywhere.

A picture carries no ids, styles, scripts or references, so that many of them can be
put into one page without touching one another or the page.
"""

from punto.svg.face import card
from punto.svg.picture import table

__all__ = ["card", "table"]
