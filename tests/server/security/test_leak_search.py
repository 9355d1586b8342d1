"""The leak search finds planted leaks."""

import asyncio
import json

import pytest

from server.client import person
from server.server_process import ServerProcess

from .company import caught_up, stored
from .leaks import leaks_of_message
from .parties import check, party
from .truth import Truth, key_of, spellings


def planted(truth: Truth) -> list[str]:
    """Write unseen cards in deck order in many spellings."""
    moment = truth.moments[truth.began]
    tail = max(moment.tails, key=len)
    named = [(card.colour.name.lower(), card.colour.letter, card.value) for card in tail]
    first = [f"{letter}{value}" for _, letter, value in named[:3]]
    objects = [{"colour": name, "value": value} for name, _, value in named[:2]]
    backward = sorted(tail, reverse=True)
    unknown = next(card for card in tail if card not in moment.seen)
    return [
        *(sign.join(first[:2]) for sign in (" ", ",", ", ", "-", "/", "\n", "  |  ")),
        "".join(first),
        " ".join(first).lower(),
        " ".join(f"{value}{letter}" for _, letter, value in named[:2]),
        ", ".join(f"{name} {value}" for name, _, value in named[:2]),
        ", ".join(f"{value} {name}" for name, _, value in named[:2]),
        str([int(card) for card in tail[:5]]),
        str([hex(card) for card in tail[:5]]).replace("'", ""),
        repr(tail[:2]),
        json.dumps({"values": {"next": first[:2]}}),
        json.dumps({"objects": objects}),
        json.dumps({"rows": [[letter, value] for _, letter, value in named[:2]]}),
        json.dumps({"unseen": [" ".join(map(str, backward))]}),
        json.dumps({"face_up": [str(unknown)]}),
        json.dumps({"stacks": {"f6": str(unknown)}}),
        json.dumps({"cells": f"f6 {unknown}"}),
    ]


def is_found(text: str, truth: Truth) -> bool:
    try:
        return bool(leaks_of_message(text, truth, truth.began)[0])
    except AssertionError:
        return True


def test_the_leak_search_finds_planted_leaks(talkative: ServerProcess) -> None:
    async def story() -> None:
        async with party(talkative, [person("Ada"), person("Ben")], 0, 1, mode="2p") as here:
            await here.clients[0].ask("resign", seat=1)
            await caught_up(here.clients)
            check(here)
            truth, (ada, spectator) = Truth(stored(talkative, here.code)), here.wires
            assert not is_found('{"sentence": "R5 cannot be placed on g5"}', truth)
            for text in planted(truth):
                assert is_found(f"before {text} after" if text[0] != "{" else text, truth), text
            here.clients[1].received.insert(2, planted(truth)[0])
            with pytest.raises(AssertionError):
                check(here)
            del here.clients[1].received[2]
            secrets = [*spellings(truth.seed), *spellings(key_of(talkative)), ada.id]
            for secret in secrets:
                spectator.sent[:0] = raw = secret.encode("latin-1")
                with pytest.raises(AssertionError):
                    check(here)
                del spectator.sent[: len(raw)]
            check(here)

    asyncio.run(story())
