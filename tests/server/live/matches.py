"""Helpers that begin matches, and that check a finished one."""

from pathlib import Path

from punto.cli.main import main
from punto.rules.shuffle import commitment

from ..client import Client, Message, person
from ..gathering import Gathering


async def two(people: Gathering, **settings: object) -> tuple[Client, Client]:
    """Let Ada, who begins, and Ben play on two devices."""
    host = people.device()
    code = await host.open(person("Ada"), start=1, **settings)
    ada, ben = await people.sit(code, host), await people.sit(code)
    await ben.ask("sit", seat=2, name="Ben")
    await ada.until(lambda: ada.phase == "playing")
    await ben.until(lambda: ben.phase == "playing" and ben.you["seats"] == [2])
    return ada, ben


async def check_record(people: Gathering, code: str, folder: Path) -> Message:
    """Read a finished match as anybody can, and let `punto verify` prove it."""
    stranger = people.device()
    shape: Message = await stranger.get(f"/api/tables/{code}")
    assert shape["phase"] == "over"
    seed = shape["over"]["seed"]
    assert commitment(bytes.fromhex(seed)) == shape["match"]["commitment"]
    response = await stranger.http.get(f"/api/tables/{code}/record")
    assert response.status_code == 200
    assert seed in response.text
    file = folder / f"{code}.punto"
    file.write_text(response.text, "utf-8")
    assert main(["verify", str(file)]) == 0
    return shape
