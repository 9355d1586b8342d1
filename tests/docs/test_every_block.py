"""Every block of code on every page is executed, or is on a short list with a reason."""

import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import punto
from docs.blocks import BLOCKS, PAGES, ROOT, Block
from docs.commands import run_command
from docs.samples import lay_out
from punto.rules.kernel import COMPILED
from server.server_process import server

NOT_RUN = {
    ("CONTRIBUTING.md", "uv pip compile"): "asks registries for newer versions",
    ("docs/analysis.md", "5. Round"): "figures of one network; tests/cli runs the command",
    (
        "docs/analysis.md",
        "Red threatens",
    ): "figures of one network; tests/cli runs the command",
    ("docs/cookbook.md", "import chess, chess.engine"): "needs Stockfish",
    ("docs/daily.md", "Punto, deal of the day"): "sent by people; read by tests/page/test_daily.py",
    ("docs/daily.md", "gain * "): "a formula; web/src/play/level.test.ts tests what it is for",
    ("docs/hosting.md", "map $http_upgrade"): "needs nginx",
    ("docs/hosting.md", "location = /game"): "needs nginx",
    ("docs/hosting.md", "upstream punto"): "needs nginx",
    ("docs/hosting.md", "proxy_pass http://punto"): "needs nginx",
    ("docs/hosting.md", "punto.example.org {"): "needs Caddy",
    ("docs/hosting.md", "example.org {"): "needs Caddy",
    ("docs/hosting.md", "host  punto  punto"): "a line of PostgreSQL's own settings",
    ("docs/hosting.md", "bind 10.0.0.10"): "settings of Redis",
    ("docs/scaling.md", "people ──"): "a drawing",
    (
        "docs/server.md",
        '{"wants": "cells"',
    ): "shortened; server/api/test_analysis.py",
    ("docs/shuffle.md", "digest = HMAC"): "a formula; the numbers on the page follow from it",
}
"""Blocks that nothing runs, by their page and how they begin, and why."""

OWN_TEST = {
    ("docs/bots.md", "python"): "test_bots_page.py",
    ("docs/bots.md", "toml"): "test_bots_page.py",
    ("docs/hosting.md", "toml"): "test_hosting_page.py",
    ("docs/hosting.md", "ini"): "test_hosting_page.py",
    ("docs/learning.md", "python"): "test_learning_page.py",
    ("docs/programs.md", "python"): "test_programs_page.py",
    ("docs/protocol.md", "text"): "test_protocol_page.py",
    ("docs/server.md", "python"): "test_server_page.py",
    ("docs/shuffle.md", "indented"): "test_shuffle_page.py",
    ("docs/record.md", "regex"): "test_record_page.py",
}
"""Blocks that are run by the test of their page, by page and language."""


def reason(block: Block) -> str | None:
    """Say why a block is not run, if it is on the list."""
    keys = (key for key in NOT_RUN if key[0] == block.page and block.text.startswith(key[1]))
    return next((NOT_RUN[key] for key in keys), None)


def run_shell(block: Block, folder: Path) -> None:
    """Run the commands of a block in a folder with the files that the pages speak of."""
    places = lay_out(folder)
    for line, shown in block.commands():
        run_command(line, shown, folder, places)


def read_record(block: Block, folder: Path) -> None:
    """Read a record, and write it again."""
    record = punto.read_record(block.text)
    assert punto.read_record(str(record)) == record


def read_position(block: Block, folder: Path) -> None:
    """Read a position, and write it again."""
    text = block.text.strip()
    assert punto.write_position(punto.read_position(text)) == text


def executor(block: Block) -> Callable[[Block, Path], None] | None:
    """Find what runs a block here."""
    if block.language in ("console", "sh"):
        return run_shell
    if block.language == "punto":
        return read_record
    if block.language == "indented" and block.page == "docs/position.md":
        return read_position
    is_command = re.match(r"(python3 dev\.py|punto) ", block.text)
    return run_shell if block.language == "indented" and is_command else None


HERE = [block for block in BLOCKS if executor(block) and not reason(block)]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let a server make its database, once for all blocks that speak of one."""
    with server(tmp_path_factory.mktemp("server")) as running:
        pass
    return running.database


@pytest.mark.parametrize("block", HERE, ids=str)
def test_the_block_can_be_run(block: Block, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    run = executor(block)
    assert run is not None
    if not COMPILED and re.search(r"^\$ punto review.*\n[^$]", block.text, re.MULTILINE):
        pytest.skip("millions of simulations: interpreted, they take hours")
    if "/var/lib/punto" in block.text:
        (tmp_path / "lib").mkdir()
        shutil.copy(request.getfixturevalue("database"), tmp_path / "lib" / "punto.sqlite")
    run(block, tmp_path)


def test_no_block_is_left_out() -> None:
    forgotten = [
        str(block)
        for block in BLOCKS
        if not block.is_session
        and not executor(block)
        and (block.page, block.language) not in OWN_TEST
        and not reason(block)
    ]
    assert forgotten == [], "run these, or put them on the list with a reason"


def test_the_list_has_only_blocks_that_there_are() -> None:
    for page, beginning in NOT_RUN:
        assert any(it.page == page and it.text.startswith(beginning) for it in BLOCKS), beginning
    assert set(OWN_TEST) <= {(block.page, block.language) for block in BLOCKS}


@pytest.mark.parametrize(("key", "test"), OWN_TEST.items())
def test_the_test_of_a_page_reads_that_page(key: tuple[str, str], test: str) -> None:
    text = (Path(__file__).parent / test).read_text("utf-8")
    assert f'"{Path(key[0]).name}"' in text


def test_no_page_installs_a_package_from_an_index_that_is_not_ours() -> None:
    wrong = re.compile(r"pip install[^\n`]*?[\s'\"]punto(?:\[|\b(?![/-]))")
    assert wrong.search("pip install punto")
    assert wrong.search("pip install --upgrade 'punto[lab]'")
    assert not wrong.search("pip install ./punto")
    pages = [*PAGES, ROOT / "CHANGELOG.md"]
    assert [page.name for page in pages if wrong.search(page.read_text("utf-8"))] == []


def test_version_and_licence_of_the_citation_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    facts = dict(re.findall(r"^([a-z-]+): (\S+)$", citation, re.MULTILINE))
    assert (facts["version"], facts["license"]) == (project["version"], project["license"])
    assert facts["cff-version"] == "1.2.0"
