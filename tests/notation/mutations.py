"""Records that are changed by chance in one place, and what must be true of each."""

from collections.abc import Iterator
from random import Random

from naive import NaiveError, check_record
from punto import RecordError, read_record

from .completion import can_be_completed, completed

ALPHABET = b'ROBG123456789abcdefghijk@x 0.:()+"[];*\\\n\tdealroundline'


def is_true(raw: bytes) -> bool:
    """Read a record that may be false; what is accepted must be true for the second opinion."""
    try:
        record = read_record(raw)
    except RecordError as error:
        has_line = 1 <= error.line <= raw.count(b"\n") + 1
        assert has_line and error.sentence.startswith(f"line {error.line}: ")  # noqa: PT017, PT018
        return False
    written = str(record)
    again = read_record(written)
    assert again == record
    assert str(again) == written
    if record.deals:
        check_record(written)
    elif can_be_completed(record.match):
        check_record(completed(record))
    return True


def is_true_for_the_second_opinion(raw: bytes) -> bool:
    try:
        check_record(raw.decode())
    except (NaiveError, UnicodeDecodeError):
        return False
    return True


def has_plain_text(raw: bytes) -> bool:
    text = raw.decode(errors="replace").replace("\n", "")
    return text.isprintable()


def at_every_byte(raw: bytes, chance: Random, step: int = 1) -> Iterator[bytes]:
    """Change, take out and put in a byte at every place."""
    for place in range(0, len(raw), step):
        before, after = raw[:place], raw[place + 1 :]
        yield before + bytes([chance.randrange(256)]) + after
        yield before + bytes([chance.choice(ALPHABET)]) + after
        yield before + bytes([raw[place] ^ 1 << chance.randrange(7)]) + after
        yield before + after
        yield before + bytes([chance.choice(ALPHABET)]) + raw[place:]


def with_lines_moved(raw: bytes, chance: Random, times: int) -> Iterator[bytes]:
    """Swap two lines, double one, drop one, and put one elsewhere."""
    for _ in range(times):
        lines = raw.split(b"\n")
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        swapped = lines.copy()
        swapped[one], swapped[other] = lines[other], lines[one]
        rest = [*lines[:one], *lines[one + 1 :]]
        yield b"\n".join(swapped)
        yield b"\n".join([*lines[:other], lines[one], *lines[other:]])
        yield b"\n".join(rest)
        yield b"\n".join([*rest[:other], lines[one], *rest[other:]])


def with_words_moved(raw: bytes, chance: Random, times: int) -> Iterator[bytes]:
    """Swap two words of a line or of the record, and copy one over another."""
    for _ in range(times):
        lines = [line.split(b" ") for line in raw.split(b"\n")]
        one = chance.choice([line for line in lines if len(line) > 2])
        other = chance.choice([one, chance.choice(lines)])
        here, there = chance.randrange(len(one)), chance.randrange(len(other))
        if chance.random() < 0.7:
            one[here], other[there] = other[there], one[here]
        else:
            one[here] = other[there]
        yield b"\n".join(map(b" ".join, lines))


def with_cards_moved(raw: bytes, chance: Random, times: int) -> Iterator[bytes]:
    """Swap two cards at the bottom of the decks of a round, which are seldom played."""
    lines = [line.split(b" ") for line in raw.split(b"\n")]
    deals = [at for at, line in enumerate(lines) if line[0] == b"deal"]
    seats = max(int(lines[at][1]) for at in deals)
    for _ in range(times):
        first = seats * chance.randrange(len(deals) // seats)
        decks = [lines[at].copy() for at in deals[first : first + seats]]
        one, other = chance.choice(decks), chance.choice(decks)
        here, there = -chance.randint(1, 6), -chance.randint(1, 6)
        one[here], other[there] = other[there], one[here]
        place = deals[first]
        moved = [*lines[:place], *decks, *lines[place + seats :]]
        yield b"\n".join(map(b" ".join, moved))
