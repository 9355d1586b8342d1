"""The two themes: warm, quiet tables on which only the cards have strong colours."""

from dataclasses import dataclass

from punto.rules.errors import UnreadableError


@dataclass(frozen=True, slots=True)
class CardPaint:
    """How the cards of one colour are painted."""

    face: str
    pip: str
    edge: str
    """The hairline round the card, which separates it from the table and from cards under it."""


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme; marks are in ink, never in a card's colour."""

    ground: str
    table: str
    settled: str
    """The edge of a table that cannot grow any further."""
    ink: str
    quiet_ink: str
    shadow: str
    cold: str
    """The worst cell of a heat map; ink is readable on every tint from here to `hot`."""
    hot: str
    """The best cell: a violet that no card has, far enough from `cold` in greyscale too."""
    cards: tuple[CardPaint, CardPaint, CardPaint, CardPaint]
    """Red, orange, blue, green."""


# Faces are as light as a contrast of 4.5 to 1 with their light dots allows. An orange face does
# not stand out from a light table, so its edge does.
PALETTES = {
    "light": Palette(
        ground="#f4efe6",
        table="#e9e1d3",
        settled="#8d7f6b",
        ink="#2a2420",
        quiet_ink="#6f665b",
        shadow="#2a2420",
        cold="#e6dde6",
        hot="#a678e6",
        cards=(
            CardPaint(face="#c92e44", pip="#fffaf2", edge="#8c1a2c"),
            CardPaint(face="#f2a71b", pip="#3d2408", edge="#a36205"),
            CardPaint(face="#2a66c6", pip="#fffaf2", edge="#173f84"),
            CardPaint(face="#217b54", pip="#fffaf2", edge="#0f4e33"),
        ),
    ),
    "dark": Palette(
        ground="#191714",
        table="#24211d",
        settled="#7d7467",
        ink="#f3ece1",
        quiet_ink="#a39a8c",
        shadow="#000000",
        cold="#302a36",
        hot="#7f4bc9",
        cards=(
            CardPaint(face="#d53c51", pip="#ffffff", edge="#6b1220"),
            CardPaint(face="#f4b43c", pip="#3d2408", edge="#7d4c04"),
            CardPaint(face="#3a72d2", pip="#ffffff", edge="#12305f"),
            CardPaint(face="#2a8560", pip="#ffffff", edge="#0b3a26"),
        ),
    ),
}


def palette(theme: str) -> Palette:
    """Return the theme of this name."""
    if not isinstance(theme, str) or theme not in PALETTES:
        raise UnreadableError("theme", expected=f"one of {', '.join(PALETTES)}", came=theme)
    return PALETTES[theme]


def mix(start: str, end: str, share: float) -> str:
    """Return the colour that lies `share` of the way from one colour to another."""
    channels = zip(bytes.fromhex(start[1:]), bytes.fromhex(end[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)
