"""The page about the architecture: its pictures are up to date, and its files exist."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text()
DRAWING = runpy.run_path(str(ROOT / "docs" / "draw_layers.py"))
FILES = sorted(set(re.findall(r"`((?:src|web|docs)/[^`]+)`", PAGE)))


@pytest.mark.parametrize("name", FILES)
def test_files_on_the_page_exist(name: str) -> None:
    assert (ROOT / name).exists()


def test_pictures_show_the_layers_of_today() -> None:
    for file, text in DRAWING["pictures"]().items():
        assert file.read_text() == text, f"{file.name}: run `python docs/draw_layers.py`"


def test_every_import_in_the_pictures_goes_down() -> None:
    for container, layers in DRAWING["contracts"]().items():
        text = (ROOT / "docs" / f"layers-{container.replace('.', '-')}.svg").read_text()
        found = re.findall(r"<!-- (\w+) imports (\w+) -->", text)
        assert found
        for upper, lower in found:
            assert layers.index(upper) < layers.index(lower)


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index
