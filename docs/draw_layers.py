"""Draw the layers of the package from its import graph: `python docs/draw_layers.py`.

The layers and their order come from the contracts in pyproject.toml, the dots from the imports that
the code really has. A test compares the pictures with the files that are committed.
"""

import ast
import re
import tomllib
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
ROW, LEFT, NAME, TEXT, DOT = 28, 14, 120, 640, 18
"""Height of a layer, left margin, widths of its name, its sentence and a column, in pixels."""


SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


def contracts() -> dict[str, list[str]]:
    """Read the ordered layers of every container, the top one first."""
    return {
        contract["containers"][0]: [
            layer.strip() for row in contract["layers"] for layer in re.split("[|:]", row)
        ]
        for contract in SETTINGS["contracts"]
    }


def are_one_layer(container: str, here: str, there: str) -> bool:
    """Whether two packages share a layer, in which they may import each other: `cli : tui`."""
    rows = (
        [name.strip() for name in row.split(":")]
        for contract in SETTINGS["contracts"]
        if contract["containers"][0] == container
        for row in contract["layers"]
    )
    return any(here in row and there in row for row in rows)


def exceptions() -> set[tuple[str, str]]:
    """Read the imports that the contracts allow for a reason of their own."""
    rules = (rule for one in SETTINGS["contracts"] for rule in one.get("ignore_imports", []))
    return {tuple(rule.split(" -> ")) for rule in rules}


def imports(graph: grimp.ImportGraph, container: str, layers: list[str]) -> set[tuple[int, int]]:
    """Find which layer imports which, by their places in the list."""
    places = {f"{container}.{layer}": place for place, layer in enumerate(layers)}

    def place_of(module: str) -> int | None:
        parts = module.split(".")
        return places.get(".".join(parts[: container.count(".") + 2]))

    found, allowed = set(), exceptions()
    for module in graph.modules:
        here = place_of(module)
        for other in graph.find_modules_directly_imported_by(module):
            there = place_of(other)
            is_allowed = (module, other) in allowed
            if here is None or there is None or here == there or is_allowed:
                continue
            if not are_one_layer(container, layers[here], layers[there]):
                found.add((here, there))
    return found


def sentence(container: str, layer: str) -> str:
    """Take the first sentence of a layer's docstring."""
    place = ROOT / "src" / Path(*f"{container}.{layer}".split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text())) or ""
    return " ".join(text.split("\n\n")[0].split())


def draw(container: str, layers: list[str], arcs: set[tuple[int, int]]) -> str:
    """Draw the layers from top to bottom; a dot on the right marks an import of the layer there."""
    height = ROW * (len(layers) + 1)
    right = LEFT + NAME + TEXT
    width = right + DOT * len(layers) + LEFT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' font-family="sans-serif" font-size="13" fill="#3a342c" role="img">',
        f"<title>Layers of {container}: each imports only from those below it</title>",
        f'<rect width="{width}" height="{height}" fill="#fbf8f3"/>',
    ]
    for place, layer in enumerate(layers):
        top = ROW * place + ROW // 2
        middle, x = top + ROW // 2, right + DOT * place + DOT // 2
        lines += [
            f'<path d="M{LEFT} {top}H{width - LEFT}" stroke="#e4dccf"/>',
            f'<text x="{LEFT}" y="{middle + 5}" font-weight="bold">{layer}</text>',
            f'<text x="{LEFT + NAME}" y="{middle + 5}" fill="#6d6353">'
            f"{escape(sentence(container, layer))}</text>",
            f'<rect x="{x - 5}" y="{middle - 5}" width="10" height="10" rx="2" fill="#c9bda9"/>',
        ]
    for here, there in sorted(arcs):
        x, y = right + DOT * there + DOT // 2, ROW * here + ROW
        lines.append(f'<circle cx="{x}" cy="{y}" r="4" fill="#3a342c"/>')
        lines.append(f"<!-- {layers[here]} imports {layers[there]} -->")
    return "\n".join([*lines, "</svg>", ""])


def pictures() -> dict[Path, str]:
    """Draw every container."""
    graph = grimp.build_graph("punto", exclude_type_checking_imports=True, cache_dir=None)
    return {
        ROOT / "docs" / f"layers-{container.replace('.', '-')}.svg": draw(
            container, layers, imports(graph, container, layers)
        )
        for container, layers in contracts().items()
    }


if __name__ == "__main__":
    for file, text in pictures().items():
        file.write_text(text)
        print(file.relative_to(ROOT))
