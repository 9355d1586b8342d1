"""Planes of cells as bytes: in C by rows, by vector instructions, and in Python, all the same."""

import shutil
import subprocess
from ctypes import CDLL, c_uint64, create_string_buffer
from pathlib import Path
from random import Random

import pytest

from punto.envs import frame

HEADERS = Path(frame.__file__).parent
FRAME = 0x007F7F7F7F7F7F7F
PLANES = 5 * frame.CELLS

SOURCE = """
#include "frame.h"
int can_use_vectors(void) { return has_vectors; }
void bits(int fast, uint64_t cards, unsigned char *to) {
    if (fast) write_bits_by_vectors(cards, to); else write_bits_by_rows(cards, to);
}
void numbered(int fast, const uint64_t *boards, unsigned char *to) {
    if (fast) write_numbered_by_vectors(boards, boards + 4, to);
    else write_numbered_by_rows(boards, boards + 4, to);
}
"""


@pytest.fixture(scope="module")
def header(tmp_path_factory: pytest.TempPathFactory) -> CDLL:
    """Compile frame.h, with functions that choose a way to write."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("frame")
    library, source = folder / "frame.so", folder / "frame.c"
    source.write_text(SOURCE)
    command = [compiler, "-O2", "-shared", "-fPIC", f"-I{HEADERS}", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return CDLL(str(library))


@pytest.mark.parametrize("fast", [False, True])
def test_c_writes_what_python_writes(header: CDLL, fast: bool) -> None:
    if fast and not header.can_use_vectors():
        pytest.skip("this processor has no such vector instructions")
    random = Random(1)
    for _ in range(300):
        boards = [random.getrandbits(64) & random.getrandbits(64) & FRAME for _ in range(8)]
        expected = bytearray(b"?" * (PLANES + 8))
        frame.write_cells(boards, expected, 0)
        written = create_string_buffer(b"?" * (PLANES + 8), PLANES + 8)
        header.numbered(int(fast), (c_uint64 * 8)(*boards), written)
        assert written.raw == expected  # and nothing after it
        mask = create_string_buffer(b"?" * 57, 57)
        header.bits(int(fast), c_uint64(boards[0]), mask)
        assert mask.raw == expected[: frame.CELLS] + b"?" * 8
