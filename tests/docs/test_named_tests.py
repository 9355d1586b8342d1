"""Every test that a page names as proof is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["SECURITY.md", "docs/hosting.md"]
PAGES_WITH_FILES = [*ROOT.glob("docs/*.md"), *ROOT.glob("*.md")]


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_the_page_names_exists(page: str) -> None:
    path = ROOT / page
    text = path.read_text("utf-8")
    linked = re.findall(r"\]\(((?:\.\./)?tests/[^)#]+)\)", text)
    named = re.findall(r"`(tests/[\w/.]+)`", text)
    assert linked
    missing = [
        *(link for link in linked if not (path.parent / link).resolve().is_file()),
        *(name for name in named if not (ROOT / name).exists()),
    ]
    assert missing == []
    known = {Path(name).name for name in (*linked, *named)}
    assert set(re.findall(r"\btest_\w+\.py\b", text)) <= known, "a test is named without its path"


@pytest.mark.parametrize("page", PAGES_WITH_FILES, ids=lambda page: page.name)
def test_every_file_of_the_sources_that_the_page_names_exists(page: Path) -> None:
    named = re.findall(
        r"`((?:src|web|docs|benchmarks|tests)/[\w/.-]+\.\w+)`", page.read_text("utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_the_page_leads_to_the_security_page(page: str) -> None:
    path = ROOT / page
    links = re.findall(r"\]\(([^)#]*SECURITY\.md)\)", path.read_text("utf-8"))
    assert [link for link in links if (path.parent / link).resolve() == ROOT / "SECURITY.md"]
