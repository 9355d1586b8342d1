"""Takes from a process of root what lets it open every file, as a server at home has it."""

import ctypes
import struct
from collections.abc import Mapping

VARIABLE = "TEST_WITHOUT_RIGHTS"
"""Set for a process that shall have no capabilities."""

VERSION_3 = 0x20080522
HEADER, SETS = struct.Struct("@Ii"), struct.Struct("@6I")
"""What capset(2) takes: a version and a process; three sets of capabilities, each in two words."""


def drop_rights(environment: Mapping[str, str]) -> None:
    """Drop all capabilities, if the test asked for that; programs started later have them again."""
    if VARIABLE in environment:
        this_process = HEADER.pack(VERSION_3, 0)
        library = ctypes.CDLL(None, use_errno=True)
        if library.capset(this_process, SETS.pack(0, 0, 0, 0, 0, 0)):
            raise OSError(ctypes.get_errno(), "cannot drop capabilities")
