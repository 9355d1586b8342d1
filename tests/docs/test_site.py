"""The site of all pages: every link leads somewhere, and it needs no network and no server."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.blocks import PAGES, ROOT
from docs.building import build_site

sys.path.insert(0, str(ROOT / "docs"))
from site_links import broken_links, foreign_requests

PACKAGES = ("punto", "punto.svg", "punto.bots", "punto.engine")
NAMES = {
    "README.md": "overview.html",
    "CHANGELOG.md": "changelog.html",
    "CONTRIBUTING.md": "contributing.html",
    "SECURITY.md": "security.html",
    "docs/README.md": "index.html",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


def test_every_page_is_on_the_site(site: Path) -> None:
    for page in [*PAGES, ROOT / "CHANGELOG.md"]:
        name = page.relative_to(ROOT).as_posix()
        assert (site / NAMES.get(name, f"{page.stem}.html")).is_file()


def test_every_link_leads_somewhere(site: Path) -> None:
    assert broken_links(site) == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert foreign_requests(site) == []


def test_every_page_is_in_the_navigation_of_every_page(site: Path) -> None:
    text = (site / "rules.html").read_text("utf-8")
    linked = set(re.findall(r'<a href="(?:\./)?([\w-]+\.html)" class="md-nav__link', text))
    assert linked >= {file.name for file in site.glob("*.html")} - {"404.html", "rules.html"}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_reference_has_every_public_name(site: Path, package: str) -> None:
    text = (site / "reference.html").read_text("utf-8")
    names = importlib.import_module(package).__all__
    missing = [name for name in names if f'id="{package}.{name}"' not in text]
    assert missing == [], "add these to docs/reference.md"


def test_the_reference_shows_what_a_class_has_from_a_private_one(site: Path) -> None:
    text = (site / "reference.html").read_text("utf-8")
    assert 'id="punto.Match.place"' in text
    assert 'id="punto.Match.score"' in text


def test_the_reference_shows_what_the_docstrings_say(site: Path) -> None:
    text = (site / "reference.html").read_text("utf-8")
    assert "Take back the last placement" in text
    assert re.search(r'<span class="gp">&gt;&gt;&gt; ?</span>', text), "examples are not code"
    assert "<blockquote>" not in text


def test_numbered_steps_stay_one_list(site: Path) -> None:
    text = (site / "hosting.html").read_text("utf-8")
    assert text.count("<ol>") == 1


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<p id="there">x</p><img src="gone.svg">')
    (tmp_path / "index.html").write_text(
        '<a href="other.html#there">good</a><a href="other.html#gone">1</a>'
        '<a href="gone.html">2</a><a href="#gone">3</a><a href="https://example.org">far</a>'
    )
    assert broken_links(tmp_path) == [
        "index.html: #gone: there is no such heading",
        "index.html: gone.html: there is no such file",
        "index.html: other.html#gone: there is no such heading",
        "other.html: gone.svg: there is no such file",
    ]


def test_foreign_requests_are_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<script src="https://example.org/a.js"></script><a href="https://example.org">link</a>'
        '<link rel="canonical" href="https://example.org/"><img src="data:image/gif;base64,x">'
    )
    (tmp_path / "a.css").write_text("@import url(//example.org/b.css)")
    assert foreign_requests(tmp_path) == [
        "a.css: has a remote style",
        "index.html: loads https://example.org/a.js",
    ]


def slugs(page: Path) -> set[str]:
    """Name the headings of a page as hosts of repositories do in links."""
    text = re.sub(r"^( *)```.*?^\1```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_files_lead_somewhere_without_the_site(page: Path) -> None:
    text = re.sub(r"^( *)```.*?^\1```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r'\]\(([^)\s]+)\)|<img\s+src="([^"]+)"', text):
        name, _, anchor = (target[0] or target[1]).partition("#")
        if ":" in name:
            continue
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name}: {name}"
        assert not anchor or anchor in slugs(file), f"{page.name}: {name}#{anchor}"


def test_a_page_with_a_broken_link_is_not_built(tmp_path: Path) -> None:
    """Zensical itself is strict, so `dev.py docs` fails before anything is published."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.md").write_text("# A page\n\n[nowhere](gone.md)\n")
    (tmp_path / "zensical.toml").write_text('[project]\nsite_name = "x"\ndocs_dir = "pages"\n')
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "zensical.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, env=os.environ, check=False)
    assert done.returncode
