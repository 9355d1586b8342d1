"""What the page on hosting says is what the server does."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from punto.server.config.loading import FILE_VARIABLE, flag, load, variable
from punto.server.config.settings import Config
from punto.server.config.text import as_table
from punto.server.process.metrics import Metrics

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
