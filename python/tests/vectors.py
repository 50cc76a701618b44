"""The files of the vectors that the tests in C have, too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

DATA = Path(os.environ.get("CIERZO_TEST_DATA", Path(__file__).parent.parent.parent / "tests" / "data"))


def lines(name: str) -> Iterator[list[str]]:
    """The fields of each line that is neither blank nor a comment."""
    for line in (DATA / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split(";")
