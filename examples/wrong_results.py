"""List the games whose recorded result is not the one that the board shows.

    python examples/wrong_results.py FILE...

This is the library at work; on the command line `ptn validate --select PTN501,PTN503 FILE...` does the same.
"""

import sys

import ptn

CONTRADICTIONS = {"PTN501", "PTN503"}


def main(paths: list[str]) -> int:
    """Print one line a game and return how many there are."""
    found = 0
    for path in paths:
        for entry in ptn.read_games(path):
            report = ptn.validate_entry(entry)
            for diagnostic in report.diagnostics:
                if diagnostic.code in CONTRADICTIONS:
                    players = " - ".join(entry.partial.tags.get(name, "?") for name in ("Player1", "Player2"))
                    print(f"{path}: game {entry.number}, {players}: {diagnostic.message}")
                    found += 1
    return found


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
