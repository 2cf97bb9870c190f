"""Find the tallest stack of every game and the ply that built it.

python examples/tallest_stacks.py FILE...
"""

import sys

import ptn


def tallest(game: ptn.Game) -> tuple[int, str, str]:
    """Return the greatest height of a stack, its square and the ply after which it stood there first."""
    best = (0, "", "")
    for index, (ply, position) in enumerate(ptn.replay(game)):
        board = position.board
        for rank in range(1, board.size + 1):
            for file in range(1, board.size + 1):
                square = ptn.Square.at(file, rank)
                stack = board.at(square)
                if stack is not None and stack.height > best[0]:
                    best = (stack.height, square.name, f"{game.label(index)} {ply.move}")
    return best


def main(paths: list[str]) -> None:
    """Print one line a game; a game that can't be played out is named."""
    for path in paths:
        for entry in ptn.read_games(path):
            if entry.game is None or not ptn.validate(entry.game).ok:
                print(f"{path}: game {entry.number}: has errors")
                continue
            height, square, ply = tallest(entry.game)
            print(f"{path}: game {entry.number}: {height} pieces on {square} after {ply}")


if __name__ == "__main__":
    main(sys.argv[1:])
