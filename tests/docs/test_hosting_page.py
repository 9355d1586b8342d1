"""What the page on hosting says is what the server does."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from punto.server.api.prices import DEFAULT_PRICE
from punto.server.config.loading import FILE_VARIABLE, flag, load, variable
from punto.server.config.settings import Config
from punto.server.config.text import as_table
from punto.server.live import rate_limits, room_names
from punto.server.live.loading import MISS_PRICE
from punto.server.process.metrics import Metrics
from punto.server.table import codes

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Find the blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_table_has_every_setting_as_it_is() -> None:
    found = re.search(r"<!-- settings.*?-->\n(.*?)<!-- end of settings -->", PAGE, re.DOTALL)
    assert found
    assert found[1] == as_table()


def test_every_variable_and_every_flag_on_the_page_exists() -> None:
    variables = {variable(name) for name in Config.model_fields} | {FILE_VARIABLE}
    assert set(re.findall(r"PUNTO_[A-Z_]+", PAGE)) <= variables
    flags = {flag(name) for name in Config.model_fields} | {"--config", "--show-config"}
    assert set(re.findall(r"`(--[a-z-]+)", PAGE)) <= flags
    assert set(re.findall(r"punto serve (--[a-z-]+)", PAGE)) <= flags


@pytest.mark.parametrize("text", blocks("toml"))
def test_files_of_settings_can_be_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "punto.toml"
    file.write_text(text, "utf-8")
    assert load({}, str(file), {}).config.public_url.startswith("https://")


def test_metrics_on_the_page_exist() -> None:
    named = set(re.findall(r"^\| `(punto_\w+)`", PAGE, re.MULTILINE))
    assert len(named) >= 7
    text = Metrics().text().decode()
    there = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    assert named <= there


def test_the_arithmetic_of_guessing_follows_from_the_limits() -> None:
    found = re.search(r"### Guessing codes\n(.*?)\n###", PAGE, re.DOTALL)
    assert found
    text = " ".join(found[1].split())
    day, year = 24 * 3600, 365.25 * 24 * 3600

    # Codes of twelve letters.
    price, limits = DEFAULT_PRICE + MISS_PRICE, Config()
    tries_per_second = limits.requests_per_second / price

    def seconds(tables: int, tries_per_second: float) -> float:
        return float(codes.COUNT / tables / tries_per_second)

    for sentence in (
        f"{codes.COUNT / 1e12:.1f} million million codes",
        f"costs {price:.0f} units",
        f"one address can try {tries_per_second:.1f} a second in the long run and "
        f"{int(limits.requests_burst / price)} at once",
        f"finds one of them after {seconds(1000, tries_per_second) / year:.0f} years",
        f"with 10,000 after {12 * seconds(10_000, tries_per_second) / year:.0f} months",
        f"with 100,000 after {seconds(100_000, tries_per_second) / day:.0f} days",
        f"at 2,000 wrong codes a second it takes {seconds(1000, 2000) / day:.0f} days",
    ):
        assert sentence in text

    # Codes of six letters, of which 20 are in use.
    needed = codes.SHORT_COUNT / 20
    one, everybody = (
        (burst, per_second, (needed - burst) / per_second / day, burst + per_second * day / 2)
        for burst, per_second in (
            (rate_limits.MISSED_CODES_BURST, rate_limits.MISSED_CODES_PER_SECOND),
            (rate_limits.ALL_MISSED_CODES_BURST, rate_limits.ALL_MISSED_CODES_PER_SECOND),
        )
    )
    assert 1000 * day / 2 == room_names.SHORT_CODE_MS
    assert (one[1], everybody[1]) == (1 / 120, 1 / 60)
    for sentence in (
        f"{codes.SHORT_COUNT / 1e6:.1f} million codes",
        f"one address to {one[0]} at once and then one in two minutes",
        f"on each node, to {everybody[0]} at once and then one a minute",
        f"With 20 open rooms, one address finds one of them after {one[2]:.0f} days",
        f"together after {everybody[2]:.0f} days",
        f"one address can try {one[3]:.0f} codes (a chance of 1 in "
        f"{round(codes.SHORT_COUNT / one[3], -2):,.0f})",
        f"all together {everybody[3]:.0f} (1 in "
        f"{round(codes.SHORT_COUNT / everybody[3], -2):,.0f})",
    ):
        assert sentence in text


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_understands_its_unit(tmp_path: Path) -> None:
    (unit,) = blocks("ini")
    file = tmp_path / "punto.service"
    file.write_text(unit.replace("/opt/punto/bin/punto", shutil.which("true") or ""), "utf-8")
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", file], capture_output=True, text=True, check=False
    )
    complaints = [line for line in run.stderr.splitlines() if "punto.service" in line]
    assert complaints == []


def test_the_unit_starts_again_and_has_a_memory_limit() -> None:
    (unit,) = blocks("ini")
    lines = unit.splitlines()
    wanted = {"Restart=on-failure", "RestartSec=5", "StartLimitIntervalSec=0", "MemoryMax=1G"}
    assert wanted <= set(lines)
    assert "docker run --memory" in PAGE
