"""Archives that were damaged or made to harm: a reason, never a traceback, never much memory."""

from __future__ import annotations

import gzip
import io
import random
import struct
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from hexfire.boards import Board, read_board
from hexfire.rulebook import BadInput

METADATA = b'<boardMetadata name="x" width="3" height="2"/>'


def small() -> bytes:
    """A whole little archive, stored without packing, so that every byte of it may be flipped."""
    pixels = np.random.default_rng(1).integers(0, 3, 113 * 129 * 2, np.uint8)
    pixels[0::2] = 0
    payload = struct.pack(">4i", 3, 2, 113, 129) + pixels.tobytes() + bytes(7)
    stream = b"\xac\xed\x00\x05" + b"\x7a" + struct.pack(">i", len(payload)) + payload
    return packed([("BoardMetadata.xml", METADATA), ("LOSData", gzip.compress(stream, 1, mtime=0))])


def packed(entries: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def outcome(path: Path, data: bytes) -> Board | BadInput:
    """A board or a refusal: anything else is a fault."""
    path.write_bytes(data)
    try:
        return read_board(path)
    except BadInput as refusal:
        return refusal


def test_the_archive_itself_is_good(tmp_path: Path) -> None:
    assert isinstance(outcome(tmp_path / "bdx", small()), Board)


def test_flipped_bytes(tmp_path: Path) -> None:
    good, dice = small(), random.Random(3)
    refused = 0
    for round_ in range(500):
        bad = bytearray(good)
        near = [dice.randrange(len(bad)), dice.randrange(120), len(bad) - 1 - dice.randrange(220)]
        for at in dice.sample(near, dice.randint(1, 3)):
            bad[at] ^= 1 << dice.randrange(8)
        found = outcome(tmp_path / "bdx", bytes(bad))
        refused += isinstance(found, BadInput)
        if isinstance(found, Board):
            assert found.terrain.shape == (129, 113), round_
    assert refused > 300


def test_cut_anywhere(tmp_path: Path) -> None:
    good = small()
    for end in (*range(0, len(good), 97), *range(len(good) - 200, len(good), 7)):
        assert isinstance(outcome(tmp_path / "bdx", good[:end]), BadInput), end


def test_flipped_bytes_of_a_published_board(tmp_path: Path, vasl_boards: Path) -> None:
    good, dice = (vasl_boards / "bd44").read_bytes(), random.Random(4)
    for _ in range(25):
        bad = bytearray(good)
        for _ in range(dice.randint(1, 6)):
            bad[dice.randrange(len(bad))] ^= 1 << dice.randrange(8)
        outcome(tmp_path / "bd44", bytes(bad))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_packings_are_refused(tmp_path: Path, method: int) -> None:
    found = outcome(tmp_path / "bdx", packed([("BoardMetadata.xml", METADATA)], method))
    assert isinstance(found, BadInput)


def test_bombs_stay_small(tmp_path: Path) -> None:
    """A hundred megabytes in a file of a hundred kilobytes: refused within fixed memory."""
    zeros = bytes(100 << 20)
    inner = gzip.compress(zeros, 9)
    bombs = [
        packed([("BoardMetadata.xml", METADATA), ("LOSData", inner)]),
        packed([("BoardMetadata.xml", zeros)], zipfile.ZIP_DEFLATED),
        packed([("BoardMetadata.xml", METADATA), ("LOSData", zeros)], zipfile.ZIP_DEFLATED),
        packed([("BoardMetadata.xml", METADATA), ("LOSData", gzip.compress(inner))]),
    ]
    del zeros
    for bomb in bombs:
        path = tmp_path / "bdbomb"
        path.write_bytes(bomb)
        tracemalloc.start()
        with pytest.raises(BadInput):
            read_board(path)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 64 << 20


def test_billion_laughs(tmp_path: Path) -> None:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha">]><boardMetadata name="&a;"/>'
    for text in (laughs, laughs.decode().encode("utf-16")):
        found = outcome(tmp_path / "bdx", packed([("BoardMetadata.xml", text)]))
        assert isinstance(found, BadInput) and found.message.key == "sight.board.bad_metadata"
    deep = b"<a>" * 200_000
    assert isinstance(outcome(tmp_path / "bdx", packed([("BoardMetadata.xml", deep)])), BadInput)
