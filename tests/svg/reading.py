"""Reading pictures back: what is drawn, where, and in which paint."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from punto.rules.card import Card
from punto.rules.cell import Cell

NAMESPACE = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"

Point = tuple[float, float]


def stacks(text: str) -> dict[Cell, list[Card]]:
    """Read "f6:R3:B7 g6:O1" as stacks, their cards from bottom to top."""
    parts = [stack.split(":") for stack in text.split()]
    return {Cell(cell): [Card(card) for card in cards] for cell, *cards in parts}


def cells(text: str) -> list[Cell]:
    return [Cell(name) for name in text.split()]


def kind(element: ET.Element) -> str:
    return element.tag.removeprefix(NAMESPACE)


def title(element: ET.Element) -> str | None:
    return element.findtext(f"{NAMESPACE}title")


def card_groups(root: ET.Element) -> dict[str, ET.Element]:
    """Find what is drawn for each stack, by the text of its tooltip."""
    return {text: group for group in root.iter(f"{NAMESPACE}g") if (text := title(group))}


def marks(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if element.get("data-mark") == name]


def texts(root: ET.Element) -> set[str]:
    return {element.text or "" for element in root.iter(f"{NAMESPACE}text")}


def offset(element: ET.Element) -> Point:
    """Where a transform moves an element's own origin."""
    x, y = re.findall(NUMBER, element.get("transform", "translate(0 0)"))
    return float(x), float(y)


def trace(path: str) -> list[Point]:
    """Follow a path of straight lines through all its corners."""
    points: list[Point] = []
    for command, rest in re.findall(r"([A-Za-y])([^A-Za-z]*)", path):
        numbers = [float(found) for found in re.findall(NUMBER, rest)]
        for step in zip(numbers[::2], numbers[1::2] or [0.0], strict=True):
            match command:
                case "M" | "L":
                    points.append(step)
                case "l" | "h":
                    points.append((points[-1][0] + step[0], points[-1][1] + step[1]))
                case _:
                    raise AssertionError(f"no way to follow {command} in {path}")
    return points


@dataclass(frozen=True)
class Bounds:
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: "Bounds") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def meets(self, other: "Bounds") -> bool:
        return not (
            self.right <= other.left
            or other.right <= self.left
            or self.bottom <= other.top
            or other.bottom <= self.top
        )

    def moved(self, by: Point) -> "Bounds":
        x, y = by
        return Bounds(self.left + x, self.top + y, self.right + x, self.bottom + y)


def corners(shape: ET.Element) -> list[Point]:
    """The outline of a shape; of a circle, the corners of the square around it."""
    numbers = {key: float(v) for key, v in shape.items() if re.fullmatch(NUMBER, v)}
    match kind(shape):
        case "circle":
            x, y, r = numbers["cx"], numbers["cy"], numbers["r"]
            return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
        case "rect":
            x, y = numbers.get("x", 0), numbers.get("y", 0)
            to_x, to_y = x + numbers["width"], y + numbers["height"]
            return [(x, y), (to_x, y), (to_x, to_y), (x, to_y)]
        case "path":
            return trace(shape.get("d", ""))
        case other:
            raise AssertionError(f"no outline for {other}")


def bounds(shape: ET.Element, stroke: float = 0) -> Bounds:
    """The box around a shape, with half of its stroke."""
    xs, ys = zip(*corners(shape), strict=True)
    half = stroke / 2
    return Bounds(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


def view(root: ET.Element) -> Bounds:
    left, top, width, height = map(float, root.get("viewBox", "").split())
    return Bounds(left, top, left + width, top + height)


def pip_group(card: ET.Element) -> ET.Element:
    """Find the dots of a drawn stack, which are the last thing laid on it."""
    found = list(card)[-1]
    assert kind(found) == "g"
    return found


def sheets(card: ET.Element) -> list[ET.Element]:
    """Find the cards of a drawn stack that can be seen, from bottom to top."""
    return [shape for shape in card if shape.get("stroke") and shape.get("fill") != "none"][:-1]


def shape_name(pip: ET.Element) -> str:
    if kind(pip) == "circle":
        return "circle"
    points = corners(pip)
    if len(points) == 3:
        return "triangle"
    is_upright = len({x for x, _ in points}) == 2
    return "square" if is_upright else "diamond"


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""

    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, bytes.fromhex(colour.removeprefix("#")))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
