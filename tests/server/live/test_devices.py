"""Devices: their cookie, the invitation link, and seats that move between them."""

import asyncio
import io
from http.cookies import SimpleCookie

import httpx
import segno

from ..client import PATIENCE, person
from ..gathering import gathering
from ..server_process import ServerProcess
from .matches import two


def picture(link: str) -> str:
    """Draw a link as a QR code, as anybody with the same library would."""
    out = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue().decode()


def path_of(svg: str) -> str:
    """Find the dark squares of a QR code."""
    return svg.rpartition('d="')[2].partition('"')[0]


def test_a_device_is_known_by_a_signed_cookie_that_scripts_cannot_read(
    running: ServerProcess,
) -> None:
    choices = f"{running.url}/api/choices"
    first = httpx.get(choices, timeout=PATIENCE)
    (header,) = first.headers.get_list("set-cookie")
    (cookie,) = SimpleCookie(header).values()
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/"
    assert not cookie["secure"]
    assert int(cookie["max-age"]) >= 30 * 24 * 3600
    cookies = {"cookie": header.split(";")[0]}
    again = httpx.get(choices, headers=cookies, timeout=PATIENCE)
    assert "set-cookie" not in again.headers
    name, _, value = header.split(";")[0].partition("=")
    forged = f"{name}={'A' if value[0] != 'A' else 'B'}{value[1:]}"
    other = httpx.get(choices, headers={"cookie": forged}, timeout=PATIENCE)
    assert "set-cookie" in other.headers
    assert other.headers["set-cookie"].split(";")[0] != forged


def test_the_invitation_is_the_link_as_a_picture(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            answer = await host.http.post("/api/tables", json={})
            opened = answer.json()
            link = f"{running.url}/t/{opened['table']}"
            assert opened["link"] == link
            response = await people.device().http.get(f"/api/tables/{opened['table']}/invite.svg")
            assert response.headers["content-type"].startswith("image/svg+xml")
            assert path_of(response.text) == path_of(picture(link))
            assert path_of(response.text) != path_of(picture(link + "x"))
            assert len(path_of(response.text)) > 500
            assert (await people.device().http.get(link)).status_code == 200

    asyncio.run(story())


def test_codes_are_read_however_they_are_typed(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"))
            for typed in (code.upper(), code.replace("-", ""), code.replace("-", "_")):
                assert (await host.get(f"/api/tables/{typed}"))["table"] == code
                assert (await people.sit(typed)).table["table"] == code
            wrong = code[:-1] + ("d" if code[-1] != "d" else "h")
            response = await host.http.get(f"/api/tables/{wrong}")
            assert (response.status_code, response.json()["code"]) == (404, "no-such-table")

    asyncio.run(story())


def test_a_seat_goes_on_with_another_device_once(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            tables = f"/api/tables/{ada.code}"
            phone = people.device()
            refused = await phone.http.post(f"{tables}/handover")
            assert (refused.status_code, refused.json()["code"]) == (403, "nothing-to-hand-over")
            response = await ada.device.http.post(f"{tables}/handover")
            assert response.status_code == 201
            offer = response.json()
            assert offer["link"] == f"{running.url}/t/{ada.code}#continue={offer['key']}"
            assert path_of(offer["qr"]) == path_of(picture(offer["link"]))
            event = max(event["at"] for event in ada.events.values())
            assert abs(offer["until"] - event - 300_000) < 60_000
            same = await ada.device.http.post(f"{tables}/takeover", json={"key": offer["key"]})
            assert same.json()["code"] == "same-device"
            taken = await phone.http.post(f"{tables}/takeover", json={"key": offer["key"]})
            assert taken.status_code == 200
            assert taken.json()["host"] == 3
            for device in (phone, people.device()):
                again = await device.http.post(f"{tables}/takeover", json={"key": offer["key"]})
                assert (again.status_code, again.json()["code"]) == (410, "no-such-handover")
            await ada.until(lambda: ada.you["seats"] == [])
            assert not ada.you["is_host"]
            client = await people.sit(ada.code, phone)
            assert client.you == {"type": "you", "device": 3, "seats": [1], "is_host": True}
            assert (await ada.place("f6", seat=1))["code"] == "not-your-seat"
            assert (await client.place("f6"))["kind"] == "placed"
            assert [entry["table"] for entry in await phone.get("/api/tables")] == [ada.code]
            texts = "".join(ben.received + ada.received + client.received)
            assert offer["key"] not in texts + running.logged()

    asyncio.run(story())


def test_a_key_of_another_table_or_of_nobody_hands_nothing_over(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, _ = await two(people)
            other, _ = await two(people)
            response = await ada.device.http.post(f"/api/tables/{ada.code}/handover")
            thief = people.device()
            for key in (response.json()["key"], "x" * 32):
                wish = {"key": key}
                answer = await thief.http.post(f"/api/tables/{other.code}/takeover", json=wish)
                assert answer.json()["code"] == "no-such-handover"

    asyncio.run(story())
