"""The files of the built page: which are read, and how browsers may cache them."""

import gzip
from pathlib import Path

from punto.server.api.page_files import NOT_BUILT, Page


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def test_only_known_file_types_are_read_with_their_encodings(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "index.html": '<base href="/" />',
            "sw.js": "1",
            "made-of.txt": "2",
            "assets/a.js": "3",
            "assets/a.js.br": "4",
            "assets/a.js.gz": "5",
        },
    )
    page = Page(tmp_path)
    assert page.is_built
    assert sorted(page.files) == ["assets/a.js", "sw.js"]
    assert page.files["assets/a.js"].bodies == {"": b"3", "br": b"4", "gzip": b"5"}
    assert page.files["sw.js"].bodies == {"": b"1"}


def test_files_with_a_hash_in_their_name_are_cached_forever(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": "", "assets/a.css": "", "icon.svg": ""})
    page = Page(tmp_path)
    assert "immutable" in page.files["assets/a.css"].cache_control
    assert page.files["icon.svg"].cache_control == "no-cache"
    assert page.index.cache_control == "private, no-cache"


def test_the_index_contains_the_base_path(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": '<base href="/" /><a href="/">'})
    index = Page(tmp_path, "/game").index
    assert index.bodies[""] == b'<base href="/game/" /><a href="/">'
    assert gzip.decompress(index.bodies["gzip"]) == index.bodies[""]


def test_without_a_build_a_plain_page_explains_how_to_build(tmp_path: Path) -> None:
    page = Page(tmp_path / "page")
    assert not page.is_built
    assert page.files == {}
    assert page.index.bodies[""].decode() == NOT_BUILT
    assert "python3 dev.py run" in NOT_BUILT
