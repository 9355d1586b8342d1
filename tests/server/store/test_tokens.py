"""Tokens in both databases: made, recognised by their hash, revoked, and never stored."""

import asyncio

import pytest

from punto.server.store.errors import StoreError
from punto.server.store.model import TokenRow
from punto.server.store.store import Store
from punto.server.store.tokens import fingerprint, list_tokens, make_token, revoke_token
from punto.server.wire.programs import device_of_program

from .appends import begin, go_on
from .test_migrate import asked


def test_a_token_is_recognised_by_its_hash_until_it_is_revoked(address: str) -> None:
    token = make_token(address, "Robo", 10, max_tables=2, rate=3)
    other = make_token(address, "Other", 11)
    rows = asked(address, "SELECT * FROM tokens")
    assert not any(token in map(str, row) or other in map(str, row) for row in rows)

    async def story() -> None:
        async with Store(address) as store:
            row = await store.token(fingerprint(token))
            assert row == TokenRow(row.id if row else "", "Robo", 10, None, 2, 3)
            assert row is not None
            assert await store.token(fingerprint(f"{token}x")) is None
            assert await store.valid_tokens([row.id, "nobody"]) == {row.id}
            device = device_of_program(row.id, "Robo")
            await store.append(begin())
            await store.append(go_on(1, at=40, devices=[device]))
            revoke_token(address, "Robo", 50)  # while the server runs
            assert await store.valid_tokens([row.id]) == frozenset()
            revoked = await store.token(fingerprint(token))
            assert revoked == row._replace(revoked_at=50)

    asyncio.run(story())
    listed = [(one.token.name, one.token.revoked_at, one.played_at) for one in list_tokens(address)]
    assert listed == [("Robo", 50, 40), ("Other", None, None)]
    with pytest.raises(StoreError, match="no program"):
        revoke_token(address, "Robo", 60)
    with pytest.raises(StoreError, match="revoke it first"):
        make_token(address, "Other", 60)
    make_token(address, "Robo", 60)
