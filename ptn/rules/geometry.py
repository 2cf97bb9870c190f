"""The geometry of a board as integers: bitboards, and moves compiled to the bits they touch.

A bitboard holds one bit per square, rank by rank from a1. Every row has one spare bit behind its last file that is
never set, so that a shift to the left or right can't run into the next rank: the bit of a square is ``(rank - 1) *
stride + (file - 1)`` with ``stride = size + 1``. A board of size 5 needs 30 bits, which is one digit of a Python
integer.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from ptn.core.board_terms import MAX_SIZE, SIZES, Direction, Square, Stone
from ptn.core.moves import DROPS, Move, Place, Spread

EMPTY_STACK: Final = 1
"""The bits of a stack without pieces: the leading one alone (see ``ptn.core.board.Stack.bits``)."""
FIRST_SPREAD_KEY: Final = 0x10000
"""Keys of placements are below it, keys of spreads are not (see ``Place.key``)."""

Step: TypeAlias = tuple[int, int, int, int, int]
"""One drop: index and bit of the square, the number dropped, and shift and mask that cut it out of the lift."""
CompiledPlace: TypeAlias = tuple[int, int, int, int, int]
"""Index and bit of the square, the stone, the slot of White's reserve that pays (0 flats, 2 capstones), and the bits of
the neighbour squares."""
CompiledSpread: TypeAlias = tuple[int, int, int, int, int, int, int, bool, int, tuple[Step, ...]]
"""Index and bit of the start, number lifted, bits of the path, all bits but start and path, index and bit of the last
square, whether the last drop is a single piece, bits of the neighbours of start and path, and the drops in order."""


PLACEABLE: Final[tuple[tuple[Stone, ...], ...]] = (
    (),
    (Stone.FLAT, Stone.WALL),
    (Stone.CAPSTONE,),
    (Stone.FLAT, Stone.WALL, Stone.CAPSTONE),
)
"""What a reserve allows to place: index 0 nothing is left, 1 flats, 2 capstones, 3 both."""


class Geometry:
    """What never changes on the boards of one size. Get it with ``geometry(size)``.

    ``full`` has the bits of all squares; ``top``, ``bottom``, ``left`` and ``right`` those of the edges. ``places`` and
    ``spreads`` are the compiled moves by ``move.key``; spreads are compiled when they are first asked for, since an 8x8
    board has more than 60,000 of them and a game uses a few hundred.
    """

    __slots__ = (
        "_fans",
        "bottom",
        "edges",
        "full",
        "indices",
        "left",
        "lines",
        "moves",
        "neighbours",
        "place_keys",
        "places",
        "rays",
        "right",
        "shifts",
        "size",
        "spreads",
        "squares",
        "stride",
        "top",
    )

    def __init__(self, size: int) -> None:
        """Make the tables of a size 3-8; raise ``ValueError`` outside of it."""
        if size not in SIZES:
            raise ValueError(f"size {size} is outside 3-8")
        stride = size + 1
        self.size: Final[int] = size
        self.stride: Final[int] = stride
        rank = (1 << size) - 1
        file = sum(1 << stride * row for row in range(size))
        self.full: Final[int] = rank * file
        self.bottom: Final[int] = rank
        self.top: Final[int] = rank << stride * (size - 1)
        self.left: Final[int] = file
        self.right: Final[int] = file << (size - 1)
        self.edges: Final[int] = self.bottom | self.top | self.left | self.right
        self.lines: Final[tuple[int, ...]] = (
            *(rank << stride * row for row in range(size)),
            *(file << column for column in range(size)),
        )
        """The bits of every rank, from 1, and then of every file, from a."""
        self.shifts: Final[tuple[int, int, int, int]] = (stride, 1, -stride, -1)
        """What one square in a direction adds to an index, by ``Direction``."""
        self.squares: Final[dict[int, Square]] = {
            row * stride + column: Square.at(column + 1, row + 1) for row in range(size) for column in range(size)
        }
        """The square of every index of the board, in the order a1, b1, ..., a2, ..."""
        self.indices: Final[dict[int, int]] = {int(square): index for index, square in self.squares.items()}
        """The index of every square of the board."""
        self.rays: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
            tuple(self._ray(index, shift) for shift in self.shifts) for index in range(stride * size)
        )
        """The indices of the squares from a square to the edge, the next one first, by index and ``Direction``."""
        self.neighbours: Final[tuple[int, ...]] = tuple(
            sum(1 << ray[0] for ray in rays if ray) if index in self.squares else 0
            for index, rays in enumerate(self.rays)
        )
        """The bits of the up to four neighbours, by index."""
        self.places: Final[dict[int, CompiledPlace]] = {}
        self.spreads: Final[dict[int, CompiledSpread]] = {}
        self.moves: Final[dict[int, Move]] = {}
        """The moves of all placements, and of the spreads compiled so far, by key."""
        for index, square in self.squares.items():
            for stone in Stone:
                key = self._add(Place(square, stone))
                slot = 2 if stone is Stone.CAPSTONE else 0
                self.places[key] = (index, 1 << index, int(stone), slot, self.neighbours[index])
            self._add(Place(square, count=2))
        self.place_keys: Final[tuple[list[tuple[int, ...]], ...]] = tuple(
            [self._place_keys(index, kinds) for index in range(-1, stride * size)] for kinds in PLACEABLE
        )
        """The keys of the placements on a square by what the reserve has (``PLACEABLE``) and the index plus 1."""
        self._fans: Final[dict[int, tuple[int, ...]]] = {}

    def _add(self, move: Move) -> int:
        self.moves[move.key] = move
        return move.key

    def _place_keys(self, index: int, kinds: tuple[Stone, ...]) -> tuple[int, ...]:
        square = self.squares.get(index)
        return () if square is None else tuple(Place(square, stone).key for stone in kinds)

    def _ray(self, index: int, shift: int) -> tuple[int, ...]:
        ray: list[int] = []
        index += shift
        while index >= 0 and self.full >> index & 1:
            ray.append(index)
            index += shift
        return tuple(ray)

    def squares_of(self, bits: int) -> frozenset[Square]:
        """Return the set of squares of a bitboard."""
        return frozenset(square for index, square in self.squares.items() if bits >> index & 1)

    def compile_spread(self, spread: Spread) -> CompiledSpread | None:
        """Return a spread as bits, None when it can't be played on any board of this size.

        It can't when it starts off the board, lifts more than the carry limit (the size) or leaves the board.
        """
        found = self.spreads.get(spread.key)
        if found is not None:
            return found
        index = self.indices.get(spread.square)
        if index is None or spread.count > self.size:
            return None
        ray = self.rays[index][spread.direction]
        if len(spread.drops) > len(ray):
            return None
        steps: list[Step] = []
        path = 0
        around = self.neighbours[index]
        held = spread.count
        for where, drop in zip(ray, spread.drops, strict=False):
            held -= drop
            steps.append((where, 1 << where, drop, held, (1 << drop) - 1))
            path |= 1 << where
            around |= self.neighbours[where]
        compiled: CompiledSpread = (
            index,
            1 << index,
            spread.count,
            path,
            self.full & ~path & ~(1 << index),
            steps[-1][0],
            steps[-1][1],
            spread.drops[-1] == 1,
            around,
            tuple(steps),
        )
        self.spreads[self._add(spread)] = compiled
        return compiled

    def fan(self, index: int, direction: int, lift: int, reach: int, smash: bool) -> tuple[int, ...]:
        """Return the keys of the spreads from a square in one direction, compiled, ordered by ``Spread.pattern``.

        At most ``lift`` pieces are lifted (0 to the size) and at most ``reach`` squares passed; with ``smash`` also
        those that go one square further and drop a single piece there.
        """
        key = ((index * 4 + direction) * (MAX_SIZE + 1) + lift) * MAX_SIZE + reach << 1 | smash
        fan = self._fans.get(key)
        if fan is None:
            fan = self._fans[key] = self._make_fan(index, Direction(direction), lift, reach, smash)
        return fan

    def _make_fan(self, index: int, direction: Direction, lift: int, reach: int, smash: bool) -> tuple[int, ...]:
        keys: list[int] = []
        for pattern in PATTERNS[lift][reach][smash]:
            spread = Spread(self.squares[index], direction, DROPS[pattern])
            if spread.key not in self.spreads:
                self.compile_spread(spread)
            keys.append(spread.key)
        return tuple(keys)


def _patterns(lift: int, reach: int, smash: bool) -> tuple[int, ...]:
    """List the drop patterns that lift at most ``lift`` and reach at most ``reach`` squares, or smash behind them."""
    return tuple(
        pattern
        for pattern in range(1, 1 << lift)
        if pattern.bit_count() <= reach or (smash and pattern.bit_count() == reach + 1 and pattern & 1)
    )


PATTERNS: Final = tuple(
    tuple((_patterns(lift, reach, smash=False), _patterns(lift, reach, smash=True)) for reach in range(MAX_SIZE))
    for lift in range(MAX_SIZE + 1)
)
"""The drop patterns of ``Spread.pattern`` by the number that may be lifted (0-8), the number of free squares (0-7) and
whether a capstone may smash the wall behind them. How many there are is the number of spreads."""


@cache
def geometry(size: int) -> Geometry:
    """Return the tables of a size 3-8, made once; raise ``ValueError`` outside of it."""
    return Geometry(size)
