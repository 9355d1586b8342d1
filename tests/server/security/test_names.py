"""Names contain nothing hidden and nothing that spills over, and come back unchanged."""

import asyncio

import pytest

from punto.notation.reader import read_record
from server.client import Device, person
from server.server_process import ServerProcess

from .company import answer_to

HIDING = {
    "nothing": "",
    "a space": " ",
    "only spaces": "   ",
    "an ideographic space": "\u3000",
    "a space before": " Ada",
    "a space after": "Ada ",
    "two spaces": "Ada  B",
    "a newline": "Ada\nBen",
    "a carriage return": "Ada\r",
    "a tab": "Ada\tB",
    "nul": "Ada\0",
    "escape": "\x1b[2JAda",
    "delete": "Ada\x7f",
    "next line": "Ada\x85B",
    "a line separator": "Ada\u2028B",
    "a no-break space": "Ada\u00a0B",
    "an override": "\u202eadA",
    "an isolate": "\u2067Ada\u2069",
    "a mark for direction": "Ada\u200f",
    "zero width": "A\u200bda",
    "a joiner": "A\u200dda",
    "a byte order mark": "\ufeffAda",
    "a soft hyphen": "A\u00adda",
    "a word joiner": "Ada\u2060",
    "a tag": "Ada\U000e0041",
    "a private sign": "Ada\ue000",
    "no sign at all": "Ada\uffff",
    "only marks": "\u0301\u0302",
    "only punctuation": "...",
    "a pile of marks": "A" + "\u0301\u0302\u0303" * 5 + "da",
    "a pile of enclosing marks": "A\u20dd\u20dd\u20dd\u20dd\u20dd",
    "a filler": "\u3164",
    "a half-wide filler": "Ada\uffa0",
    "a blank pattern": "\u2800\u2800",
    "a grapheme joiner": "A\u034fda",
    "half a sign": "\ud800",
}
PLAIN = (
    "Ada",
    "Zoë Ångström",
    "Nguyễn",
    "O'Brien-2",
    "Дмитрий",
    "王小明",
    "สมชาย",
    "राजेश",
    "🦊",
    "Ada ❤️ 4",
    'A"]\\',
    "<b>&amp;",
    "{0} %s",
    "e\u0301",
)


@pytest.mark.parametrize("what", HIDING)
def test_a_name_hides_nothing(running: ServerProcess, what: str) -> None:
    async def story() -> None:
        device = Device(running.url)
        escaped = "".join(f"\\u{unit:04x}" for unit in units(HIDING[what]))
        response = await device.http.post(
            "/api/tables",
            content=f'{{"seats": [{{"kind": "person", "name": "{escaped}"}}]}}',
            headers={"content-type": "application/json"},
        )
        assert (response.status_code, response.json()["code"]) == (422, "unreadable")
        client = await device.sit(await device.open(person("Ada")))
        message = f'{{"type": "sit", "id": "1", "seat": 1, "name": "{escaped}"}}'
        assert (await answer_to(client, message))["code"] == "unreadable"
        await client.close()
        await device.close()

    asyncio.run(story())


def units(text: str) -> list[int]:
    """Split a text into its JSON escapes."""
    raw = text.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(raw[place : place + 2], "big") for place in range(0, len(raw), 2)]


def test_names_in_all_scripts_are_accepted_and_returned(running: ServerProcess) -> None:
    async def story() -> None:
        device = Device(running.url)
        for name in PLAIN:
            code = await device.open(person(name), person("Ben"))
            client = await device.sit(code)
            shown = client.table["seats"][0]["name"]
            assert shown == ("é" if name == "e\u0301" else name)
            await client.ask("resign", seat=1)
            record = read_record((await device.http.get(f"/api/tables/{code}/record")).text)
            assert record.names == (shown, "Ben")
            await client.close()
        await device.close()

    asyncio.run(story())
