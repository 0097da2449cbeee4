"""VASL archives: what is read, and what is refused with a reason."""

from __future__ import annotations

import gzip
import struct
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from vasl_archive import HEIGHT, METADATA, WIDTH, los_data, write_archive

from hexfire.boards import has_los_data, read_board
from hexfire.rulebook import BadInput


@pytest.fixture
def archive(tmp_path: Path) -> Callable[..., Path]:
    def make(entries: list[tuple[str, bytes]] | None = None, **los: int) -> Path:
        return write_archive(tmp_path / "bdTest", entries, **los)

    return make


def refused(path: Path, key: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_board(path)
    assert caught.value.message.key == key, caught.value
    return caught.value


def test_a_small_board(archive: Callable[..., Path]) -> None:
    board = read_board(archive())
    assert (board.name, len(board.grid), board.width, board.height) == ("Test", 7, WIDTH, HEIGHT)
    assert [board.grid.label(hex) for hex in board.grid] == [
        "A1",
        "A2",
        "B0",
        "B1",
        "B2",
        "C1",
        "C2",
    ]


@pytest.mark.parametrize(
    ("los", "key"),
    [
        ({"code": 255}, "sight.board.unknown_terrain"),
        ({"cut": 200}, "sight.board.wrong_length"),
        ({"stairs": 6}, "sight.board.wrong_length"),
        ({"columns": -3}, "sight.board.absurd_size"),
        ({"columns": 100_000}, "sight.board.absurd_size"),
        ({"columns": 33, "rows": 10}, "sight.board.unknown_layout"),
    ],
)
def test_wrong_los_data(archive: Callable[..., Path], los: dict[str, int], key: str) -> None:
    refused(archive(**los), key)


def test_a_size_that_lies(archive: Callable[..., Path]) -> None:
    stream = b"\xac\xed\x00\x05\x77\x10" + struct.pack(">4i", 33, 10, 60_000, 60_000)
    path = archive([("BoardMetadata.xml", METADATA), ("LOSData", gzip.compress(stream))])
    refused(path, "sight.board.absurd_size")


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "sight.board.truncated"),
        (b"nothing of the kind", "sight.board.broken_entry"),
        (los_data()[:-40], "sight.board.truncated"),
        (gzip.compress(b"\xac\xed\x00\x05\x73garbage", mtime=0), "sight.board.not_los_data"),
        (gzip.compress(b"\xac\xed\x00\x05\x7a\x7f\xff\xff\xff", mtime=0), "sight.board.truncated"),
        (gzip.compress(b"\xac\xed\x00\x05\x7a\xff\xff\xff\xff", mtime=0), "sight.board.truncated"),
        (gzip.compress(b"PK not java", mtime=0), "sight.board.not_los_data"),
        (gzip.compress(b"\xac\xed\x00\x05\x77", mtime=0), "sight.board.not_los_data"),
        (gzip.compress(b"\xac\xed\x00\x05\x7a\x00\x00", mtime=0), "sight.board.not_los_data"),
        (gzip.compress(b"\xac\xed\x00\x05\x77\x09x", mtime=0), "sight.board.truncated"),
    ],
)
def test_damaged_los_data(archive: Callable[..., Path], data: bytes, key: str) -> None:
    refused(archive([("BoardMetadata.xml", METADATA), ("LOSData", data)]), key)


def test_a_bomb_costs_neither_memory_nor_time(archive: Callable[..., Path]) -> None:
    zeros = bytes(1 << 20)
    bomb = gzip.compress(b"\xac\xed\x00\x05" + zeros * 60)
    path = archive([("BoardMetadata.xml", METADATA), ("LOSData", bomb)])
    tracemalloc.start()
    start = time.perf_counter()
    refused(path, "sight.board.too_big")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 << 20
    assert time.perf_counter() - start < 30  # not a benchmark: a bomb would take minutes


def test_a_zip_bomb(archive: Callable[..., Path]) -> None:
    path = archive([("BoardMetadata.xml", METADATA), ("LOSData", bytes(20 << 20))])
    refused(path, "sight.board.too_big")


@pytest.mark.parametrize("name", ["../../evil", "/etc/passwd", "a\\..\\b", "C:evil"])
def test_names_that_lead_out(archive: Callable[..., Path], name: str) -> None:
    entries = [("BoardMetadata.xml", METADATA), ("LOSData", los_data()), (name, b"x")]
    refused(archive(entries), "sight.board.bad_name")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_doubled_name(archive: Callable[..., Path]) -> None:
    entries = [("BoardMetadata.xml", METADATA), ("LOSData", los_data()), ("LOSData", b"")]
    refused(archive(entries), "sight.board.doubled_name")


def test_only_a_picture(archive: Callable[..., Path]) -> None:
    path = archive([("BoardMetadata.xml", METADATA), ("x.gif", b"GIF")])
    refused(path, "sight.board.no_los_data")
    assert not has_los_data(path)
    refused(archive([("LOSData", los_data())]), "sight.board.no_metadata")


@pytest.mark.parametrize(
    "metadata",
    [
        b"<boardMetadata",
        b'<!DOCTYPE a [<!ENTITY b "c">]><boardMetadata name="&b;"/>',
        b'<boardMetadata hexWidth="wide"/>',
        b'<boardMetadata hexHeight="1e300"/>',
        b'<boardMetadata hexHeight="nan"/>',
        b'<boardMetadata hexWidth="0.001"/>',
        bytes(range(256)),
    ],
)
def test_bad_metadata(archive: Callable[..., Path], metadata: bytes) -> None:
    path = archive([("BoardMetadata.xml", metadata), ("LOSData", los_data())])
    refused(path, "sight.board.bad_metadata")


def test_what_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "bdX"
    for data in (b"", b"text", b"PK\x03\x04 broken", b"PK\x05\x06" + bytes(18) + b"x" * 70_000):
        path.write_bytes(data)
        refused(path, "sight.board.not_an_archive")
    # A directory that claims to be huge is not even looked at.
    path.write_bytes(b"PK\x05\x06" + bytes(8) + struct.pack("<II", 1 << 30, 0) + bytes(2))
    refused(path, "sight.board.too_big")
    refused(tmp_path / "bdNone", "core.no_file")
    refused(tmp_path, "core.not_a_file")


def test_every_cut_of_an_archive_is_refused(archive: Callable[..., Path]) -> None:
    path = archive()
    whole = path.read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 40)):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            read_board(path)


def test_half_boards_begin_at_their_own_column_and_number(archive: Callable[..., Path]) -> None:
    metadata = (
        b'<boardMetadata A1CenterX="-901" A1CenterY="-612.75" hexWidth="56.25" hexHeight="64.5"/>'
    )
    board = read_board(archive([("BoardMetadata.xml", metadata), ("LOSData", los_data())]))
    assert board.grid.label(board.grid.hexes[0]) == "Q10"


def with_children(children: str) -> bytes:
    return METADATA.replace(b"/>", b">" + children.encode() + b"</boardMetadata>")


def test_slopes_are_read_from_the_metadata(archive: Callable[..., Path]) -> None:
    text = '<slopes><slope hex="A2" hexsides="01"/><slope hex="Z9" hexsides="3"/></slopes>'
    board = read_board(
        archive([("BoardMetadata.xml", with_children(text)), ("LOSData", los_data())])
    )
    a2 = board.grid.index(board.grid.hex("A2"))
    assert board.facts.slopes[a2].tolist() == [True, True, False, False, False, False]
    assert board.facts.slopes.sum() == 2
    for sides in ("6", "x", "-1"):
        text = f'<slopes><slope hex="A2" hexsides="{sides}"/></slopes>'
        path = archive([("BoardMetadata.xml", with_children(text)), ("LOSData", los_data())])
        refused(path, "sight.board.bad_metadata")


@pytest.mark.parametrize("what", ["rrembankment", "partialorchard"])
def test_terrain_that_is_not_modelled_is_refused(archive: Callable[..., Path], what: str) -> None:
    text = f'<{what}s><{what} hex="A2" hexsides="01"/></{what}s>'
    path = archive([("BoardMetadata.xml", with_children(text)), ("LOSData", los_data())])
    assert refused(path, "sight.board.not_modelled").message.params == (
        ("path", str(path)),
        ("what", f"@sight.board.{what}"),
    )
    empty = archive([("BoardMetadata.xml", with_children(f"<{what}s/>")), ("LOSData", los_data())])
    assert not read_board(empty).facts.slopes.any()


def test_a_huge_directory_is_refused_before_it_is_read(archive: Callable[..., Path]) -> None:
    path = archive()
    data = path.read_bytes()
    end = data.rfind(b"PK\x05\x06")
    assert read_board(path).name == "Test"
    # A ZIP64 locator right before the end record: sizes beyond what the record can say.
    path.write_bytes(data[:end] + b"PK\x06\x07" + bytes(16) + data[end:])
    assert dict(refused(path, "sight.board.too_big").message.params)["what"] == "directory"
    big = struct.pack("<I", (1 << 20) + 1)
    path.write_bytes(data[: end + 12] + big + data[end + 16 :])
    assert dict(refused(path, "sight.board.too_big").message.params)["what"] == "directory"
    path.write_bytes(data[: end + 10])
    refused(path, "sight.board.not_an_archive")


def test_the_picture_comes_only_if_it_is_asked_for(archive: Callable[..., Path]) -> None:
    board = [("BoardMetadata.xml", METADATA), ("LOSData", los_data())]
    path = archive([*board, ("x.gif", b"GIF89a")])
    assert read_board(path).picture is None
    assert read_board(path, picture=True).picture == b"GIF89a"
    assert read_board(archive(board), picture=True).picture is None  # there is none
