"""Draw a board in our own style: as SVG, or as a PNG of the same shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from hexfire.boards import terrain as kinds
from hexfire.boards.board import Board
from hexfire.boards.shapes import Points, area, outlines
from hexfire.boards.terrain import BOCAGE, HEDGE, WALL, Category
from hexfire.rulebook import BadInput

INK = "#3b3a30"
GROUND = {
    -2: "#a9b98a", -1: "#b6c497", 0: "#cdd3a3", 1: "#d9c68d", 2: "#cfae73",
    3: "#bf955f", 4: "#ab7d50", 5: "#966a45", 6: "#835b3d",
}  # fmt: skip
AREAS = (
    ({"Plowed Field"}, "#c2ac74"),
    ({"Marsh", "Swamp", "Mudflats"}, "#a9c3a0"),
    ({"Grain", "Rice Paddy, In Season", "Kunai"}, "#e2cf77"),
    ({"Brush", "Vineyard", "Scrub", "Broken Ground"}, "#b3bd78"),
    ({"Woods", "Forest", "Pine Woods", "Light Woods", "Light Jungle", "Dense Jungle"}, "#7f9b5b"),
    ({"Graveyard", "Crags", "Stone Rubble", "Wooden Rubble", "Debris"}, "#b9b4a2"),
    ({"Hillock", "Hillock Summit"}, "#c9a66b"),
    ({"Hillock Summit"}, "#a98250"),
)


@dataclass
class Drawing:
    """Shapes in the order they are drawn; colours as #rrggbb or #rrggbbaa."""

    width: float
    height: float
    shapes: list[tuple[str, Any]] = field(default_factory=list)

    def area(self, loops: list[Points], fill: str) -> None:
        if loops:
            self.shapes.append(("area", (loops, fill)))

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        self.shapes.append(("line", (list(points), colour, width)))

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        self.shapes.append(("disc", (x, y, radius, fill)))

    def text(self, x: float, y: float, words: str, size: float, colour: str) -> None:
        self.shapes.append(("text", (x, y, words, size, colour)))

    # As SVG

    def svg(self) -> str:
        """The drawing as an SVG document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}">'
        )
        return "\n".join([head, *(_svg(kind, what) for kind, what in self.shapes), "</svg>\n"])

    # As PNG

    def png(self, scale: int = 2) -> bytes:
        """The drawing as a PNG, `scale` times as large, with soft edges."""
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError:
            raise BadInput("sight.draw.no_pillow") from None
        fine = scale * 2
        size = round(self.width * fine), round(self.height * fine)
        image = Image.new("RGB", size, GROUND[0])
        for kind, what in self.shapes:
            layer = ImageDraw.Draw(image, "RGBA")
            match kind:
                case "area":
                    loops, fill = what
                    _paint_area(image, loops, fill, fine)
                case "line":
                    points, colour, width = what
                    scaled = [(x * fine, y * fine) for x, y in points]
                    layer.line(
                        scaled, fill=colour, width=max(1, round(width * fine)), joint="curve"
                    )
                case "disc":
                    x, y, r, fill = what
                    box = [(x - r) * fine, (y - r) * fine, (x + r) * fine, (y + r) * fine]
                    layer.ellipse(box, fill=fill)
                case _:
                    x, y, words, points_, colour = what
                    font = ImageFont.load_default(points_ * fine)
                    layer.text((x * fine, y * fine), words, fill=colour, font=font, anchor="mm")
        image = image.resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS)
        out = BytesIO()
        image.save(out, "PNG")
        return out.getvalue()


def _paint_area(image: Any, loops: list[Points], fill: str, fine: int) -> None:
    """Fill loops, holes left open."""
    from PIL import Image, ImageColor, ImageDraw

    # Only the part of the picture that the area covers is touched.
    xs, ys = ([point[i] * fine for loop in loops for point in loop] for i in (0, 1))
    left, top = max(int(min(xs)), 0), max(int(min(ys)), 0)
    size = min(int(max(xs)) + 2, image.width) - left, min(int(max(ys)) + 2, image.height) - top
    if min(size) <= 0:
        return
    mask = Image.new("L", size)
    brush = ImageDraw.Draw(mask)
    colour = ImageColor.getrgb(fill)
    shade = colour[3] if len(colour) == 4 else 255
    sized = sorted(((area(np.array(loop)), loop) for loop in loops), key=lambda one: -abs(one[0]))
    for whole, loop in sized:  # an island in a hole comes after the hole
        points = [(x * fine - left, y * fine - top) for x, y in loop]
        brush.polygon(points, fill=shade if whole > 0 else 0)
    image.paste(colour[:3], (left, top), mask)


def _svg(kind: str, what: Any) -> str:
    match kind:
        case "area":
            loops, fill = what
            path = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in loop) + "Z" for loop in loops)
            return f'<path d="{path}" fill="{fill}" fill-rule="evenodd"/>'
        case "line":
            points, colour, width = what
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return (
                f'<polyline points="{path}" fill="none" stroke="{colour}" '
                f'stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
            )
        case "disc":
            x, y, radius, fill = what
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}"/>'
        case _:
            x, y, words, size, colour = what
            return (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}" '
                f'font-family="Georgia, serif" text-anchor="middle" '
                f'dominant-baseline="central">{escape(words)}</text>'
            )


def draw(board: Board) -> Drawing:
    """The board: ground, fields and woods, water, roads, houses, walls, grid, names."""
    picture = Drawing(board.width, board.height)
    _ground(picture, board)
    for names, colour in AREAS:
        picture.area(outlines(_where(board, names)), colour)
    _textures(picture, board)
    _water(picture, board)
    _roads(picture, board)
    _trees(picture, board)
    _buildings(picture, board)
    _hexsides(picture, board)
    _slopes(picture, board)
    _grid(picture, board)
    return picture


def _where(board: Board, names: Iterable[str]) -> npt.NDArray[np.bool_]:
    codes = [code for code, terrain in kinds.terrains().items() if terrain.name in names]
    return np.isin(board.terrain, codes)


def _category(board: Board, *wanted: Category) -> npt.NDArray[np.bool_]:
    codes = [c for c, t in kinds.terrains().items() if t.category in wanted and not t.hexside_wall]
    return np.isin(board.terrain, codes)


def _ground(picture: Drawing, board: Board) -> None:
    """Levels as tints, each with a soft shadow on its slope and a crest line."""
    low = int(board.elevation.min())
    edge: Points = [(0, 0), (board.width, 0), (board.width, board.height), (0, board.height)]
    picture.area([edge], GROUND.get(low, GROUND[0]))
    depressed = _category(board, Category.DEPRESSION, Category.WATER, Category.BRIDGE)
    for level in range(low + 1, int(board.elevation.max()) + 1):
        raised = board.elevation >= level
        if level <= 0:
            raised |= depressed  # a brook is drawn as a brook, not as a valley
        loops = outlines(raised, least=60)
        if level > 0:
            for shift, shade in ((5.0, "#5a483020"), (2.5, "#5a483030")):
                picture.area([[(x + shift, y + shift) for x, y in loop] for loop in loops], shade)
        picture.area(loops, GROUND.get(level, "#835b3d"))
        if level > 0:
            for loop in loops:
                picture.line([*loop, loop[0]], "#8d6b3f90", 1.1)


def _scatter(mask: npt.NDArray[np.bool_], step: int, seed: int) -> list[tuple[float, float]]:
    """Points of an area on a jittered grid: the same on every machine."""
    if not mask.any():
        return []
    rows = [
        (x, y)
        for row, y in enumerate(range(step // 2, mask.shape[0], step))
        for x in range(step // 2 + row % 2 * step // 2, mask.shape[1], step)
    ]
    random = np.random.default_rng(seed)
    points = np.array(rows) + random.uniform(-0.3, 0.3, (len(rows), 2)) * step
    last = (mask.shape[1] - 1, mask.shape[0] - 1)
    x, y = np.clip(points.astype(np.int64), 0, last).T
    return [(px, py) for px, py in points[mask[y, x]].tolist()]


def _textures(picture: Drawing, board: Board) -> None:
    """Ears of grain, furrows, tufts, reeds."""
    for x, y in _scatter(_where(board, {"Grain", "Kunai"}), 7, 1):
        picture.line([(x, y + 2.2), (x + 0.6, y - 2.2)], "#b99a3e", 0.8)
    for x, y in _scatter(_where(board, {"Plowed Field"}), 8, 2):
        picture.line([(x - 4, y + 1), (x + 4, y - 1)], "#94804f", 0.7)
    for x, y in _scatter(_where(board, {"Brush", "Vineyard"}), 9, 3):
        picture.disc(x, y, 2.4, "#8f9e56")
        picture.disc(x - 0.8, y - 0.8, 1.2, "#a9b56d")
    for x, y in _scatter(_where(board, {"Marsh"}), 10, 4):
        for lean in (-1.6, 0.0, 1.6):
            picture.line([(x, y + 2), (x + lean, y - 3)], "#5f8a6a", 0.7)
    for x, y in _scatter(_where(board, {"Graveyard"}), 9, 5):
        picture.line([(x, y - 3), (x, y + 3)], "#6f6a5c", 1.1)
        picture.line([(x - 1.8, y - 1.2), (x + 1.8, y - 1.2)], "#6f6a5c", 1.1)


def _water(picture: Drawing, board: Board) -> None:
    wet = _category(board, Category.WATER) | _where(
        board, {"Shallow Stream", "Deep Stream", "Flooded Stream"}
    )
    dry = _where(board, {"Gully", "Dry Stream", "Wadi", "Sunken Road"})
    # A bridge hides the brook; below it the brook goes on.
    bridge = _category(board, Category.BRIDGE)
    for mask, bank, bed in ((wet | bridge, "#6f8f93", "#8fb6c4"), (dry, "#8d7a52", "#b39d6c")):
        loops = outlines(mask)
        picture.area(loops, bed)
        for loop in loops:
            picture.line([*loop, loop[0]], bank, 1.2)


def _roads(picture: Drawing, board: Board) -> None:
    for names, casing, colour in (
        ({"Dirt Road", "Path"}, "#9c7f51", "#cdb483"),
        ({"Paved Road", "Elevated Road", "Runway"}, "#807a6b", "#d8d2c0"),
    ):
        loops = outlines(_where(board, names), smooth=2)
        picture.area(loops, colour)
        for loop in loops:
            picture.line([*loop, loop[0]], casing, 1.0)
    loops = outlines(_category(board, Category.BRIDGE), smooth=1)
    loops = [loop for loop in loops if area(np.array(loop)) > 0]
    picture.area(loops, "#d3c8ae")
    for loop in loops:
        picture.line([*loop, loop[0]], "#5d5647", 1.3)


def _trees(picture: Drawing, board: Board) -> None:
    woods = _category(board, Category.WOODS) | _where(board, {"Forest", "Light Woods"})
    for loop in outlines(woods):
        picture.line([*loop, loop[0]], "#5d7843", 1.2)
    for x, y in _scatter(woods, 13, 6):
        picture.disc(x + 1.4, y + 1.6, 6.2, "#4f673860")
        picture.disc(x, y, 6.0, "#64834a")
        picture.disc(x - 1.6, y - 1.8, 3.1, "#7f9d5f")
    for loop in outlines(_where(board, {"Orchard", "Olive Grove", "Palm Trees"}), least=4):
        x, y = (sum(p[i] for p in loop) / len(loop) for i in (0, 1))
        if len(loop) < 60:
            picture.disc(x + 1.2, y + 1.4, 5.4, "#5d6f3c60")
            picture.disc(x, y, 5.2, "#86a052")
            picture.disc(x - 1.3, y - 1.4, 2.6, "#a2b96c")
        else:
            picture.area([loop], "#93aa5e")


def _buildings(picture: Drawing, board: Board) -> None:
    """Roofs: stone in slate, wood in brown, with a shadow and a ridge."""
    for word, roof, edge in (("Stone", "#a59f97", "#4d4943"), ("Wooden", "#b07f55", "#59391f")):
        codes = [
            code for code, t in kinds.terrains().items()
            if t.category in (Category.BUILDING, Category.FACTORY, Category.MARKETPLACE)
            and (word in t.name) and not t.hexside_wall
        ]  # fmt: skip
        loops = outlines(np.isin(board.terrain, codes), smooth=0)
        picture.area([[(x + 3, y + 3) for x, y in loop] for loop in loops], "#2d281f50")
        picture.area(loops, roof)
        for loop in loops:
            picture.line([*loop, loop[0]], edge, 1.4)
    bars = np.isin(board.terrain, [c for c, t in kinds.terrains().items() if t.hexside_wall])
    picture.area(outlines(bars, smooth=0, least=2), "#26231f")


def _hexsides(picture: Drawing, board: Board) -> None:
    """Walls as stone, hedges as bushes, bocage as bushes on a bank."""
    done = set()
    for index, hex in enumerate(board.grid.hexes):
        for k, side in enumerate(hex.sides()):
            code = int(board.facts.hexsides[index, k])
            if code not in (WALL, HEDGE, BOCAGE) or side in done:
                continue
            done.add(side)
            a, b = board.geometry.vertices[index][[k, (k + 1) % 6]].tolist()
            _hexside(picture, board, code, tuple(a), tuple(b))


def _hexside(picture: Drawing, board: Board, code: int, a: Any, b: Any) -> None:
    pieces = 9
    spots = [
        (a[0] + (b[0] - a[0]) * (i + 0.5) / pieces, a[1] + (b[1] - a[1]) * (i + 0.5) / pieces)
        for i in range(pieces)
    ]
    # Only where it is really painted, so that gaps stay open.
    painted = [(x, y) for x, y in spots if _is_painted(board, x, y, code)]
    if code == BOCAGE:
        for x, y in painted:
            picture.disc(x, y, 5.6, "#8c6f4680")
    if code == WALL:
        for x, y in painted:
            picture.disc(x + 0.8, y + 0.9, 2.7, "#33302a70")
        for x, y in painted:
            picture.disc(x, y, 2.6, "#8f8a7e")
            picture.disc(x - 0.6, y - 0.6, 1.2, "#b9b4a6")
        return
    size = 4.1 if code == BOCAGE else 3.3
    for x, y in painted:
        picture.disc(x + 1, y + 1.1, size, "#2f3d2060")
    for i, (x, y) in enumerate(painted):
        wobble = (i * 37 % 7 - 3) * 0.22
        picture.disc(x + wobble, y - wobble, size, "#4e6b35" if code == BOCAGE else "#64823f")
        picture.disc(x + wobble - 1, y - wobble - 1.1, size * 0.5, "#7c9a55")


def _slopes(picture: Drawing, board: Board) -> None:
    """Slopes as short strokes on their lower side."""
    for index, k in np.argwhere(board.facts.slopes).tolist():
        a, b = board.geometry.vertices[index][[k, (k + 1) % 6]]
        out = (a + b) / 2 - board.geometry.real_centres[index]
        for share in (0.2, 0.4, 0.6, 0.8):
            foot = a + (b - a) * share
            tip = foot + out * 0.22
            picture.line([tuple(foot.tolist()), tuple(tip.tolist())], "#6b4d2c", 1.3)


def _is_painted(board: Board, x: float, y: float, code: int) -> bool:
    window = board.terrain[
        max(int(y) - 3, 0) : max(int(y) + 4, 0), max(int(x) - 3, 0) : max(int(x) + 4, 0)
    ]
    return bool((window == code).any())


def _grid(picture: Drawing, board: Board) -> None:
    ends = board.geometry.vertices
    done = set()
    for index, hex in enumerate(board.grid.hexes):
        for k, side in enumerate(hex.sides()):
            if side not in done:
                done.add(side)
                a, b = ends[index][[k, (k + 1) % 6]].tolist()
                picture.line([tuple(a), tuple(b)], "#3b3a304d", 0.7)
    for hex in board.grid.hexes:
        x, y = board.geometry.real_centres[board.grid.index(hex)]
        picture.disc(x, y, 1.1, "#3b3a3080")
        if y - 22 > 12 and 10 < x < board.width - 10:
            picture.text(x, y - 23, board.grid.label(hex), 7.5, "#3b3a30b0")
