"""Every game of the shared collection: read, replayed and written again, against what its manifest says.

Where we stop elsewhere than the manifest's own replay, a table below says where and why.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path

from findings import moves

from ptn.core.errors import Diagnostic
from ptn.notation.fine import FineReading
from ptn.notation.reader import parse_games, read_games
from ptn.notation.record import Entry
from ptn.validation import Report, validate_entry

Row = dict[str, str]

REASONS = {
    "game over": "PTN412",
    "not controlled": "PTN406",
    "occupied": "PTN402",
    "off board slide": "PTN409",
    "empty": "PTN405",
    "drop sum 5b4>21": "PTN104",
    "drop sum 2a1>10": "PTN105",
}
"""What the manifest gives as the reason why a ply is illegal, and our code for it."""

OTHERWISE = {
    "embedded__icco__branch_test.go__L32.ptn": (6, "PTN102", "a branch numbered `4a.`: a spelling no rule gives"),
    "gruppler__sample.ptn": (98, "PTN308", "branches numbered `49-1.49.`, after the result: not the main line"),
    "gruppler__sample-3.ptn": (98, "PTN308", "branches numbered `49-1.49.`, after the result: not the main line"),
    "gruppler__stresstest01.ptn": (0, "PTN207", "boards have 3 to 8 squares a side, this one 9"),
    "gruppler__stresstest02.ptn": (0, "PTN207", "boards have 3 to 8 squares a side, this one 9"),
}
"""Games whose replay fails in the manifest, and with us in another way: plies played, code, why."""

ERRORS = {
    "Innoviox__2.ptn": ("PTN103", "an old export ran `1d4-1` and `2` together: `12d4-12`"),
    "embedded__USTakAssociation__ptn_test.go__L13.ptn": (
        "PTN406",
        "a TPS with counter 1 and stones on the board is play as usual, the manifest takes it for an opening",
    ),
    "embedded__gruppler__branch-at-first-ply.spec.js__L18.ptn": (
        "PTN310",
        "the label 16w1/19w1, but the branch 16w1 ends with its 18th move",
    ),
    "embedded__gruppler__branch-at-first-ply.spec.js__L467.ptn": ("PTN310", "the label 3w1 in a game of one move"),
    "embedded__scrawlings__ptn.test.ts__L242.ptn": ("PTN423", "`c` behind a spread whose top is a flat"),
}
"""Games that replay in the manifest and that we find an error in: its code, and why we are right."""


def rows_of(corpus: Path, manifest: str) -> list[Row]:
    with (corpus / manifest).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def read(corpus: Path, row: Row) -> tuple[list[Entry], int | None]:
    """The games of a file; one without Size and TPS gets the manifest's size."""
    path = corpus / "games" / row["file"]
    entries = list(read_games(path))
    tags = entries[0].partial.tags
    if "Size" in tags or "TPS" in tags:
        return entries, None
    size = int(row["size"])
    return list(read_games(path, size=size)), size


def errors(report: Report) -> list[Diagnostic]:
    return [diagnostic for diagnostic in report.diagnostics if diagnostic.is_error]


def result_on_board(report: Report) -> str:
    assert report.position is not None
    return str(report.position.result or "unfinished")


def is_as_the_manifest_says(entry: Entry, report: Report, row: Row) -> None:
    """Plies, final position and result."""
    name = row["file"], row.get("index")
    assert report.position is not None, name
    assert report.position.to_tps() == row["final_tps"], name
    assert report.played == len(entry.partial.plies) == int(row["plies"]), name
    assert result_on_board(report) == row["computed_result"], name
    assert entry.partial.tags.get("Result", "(none)") == row["result_tag"], name
    if row["relation"] == "match":
        recorded, board = entry.partial.result, report.position.result
        assert recorded is not None, name
        assert board is not None, name
        assert recorded.winner is board.winner, name
        # Engines record every win as 1-0 or 0-1, which is said.
        said = "PTN502" in [diagnostic.code for diagnostic in report.diagnostics]
        assert said == (recorded != board), name


def test_single_games(corpus: Path) -> None:
    seen: Counter[str] = Counter()
    for row in rows_of(corpus, "games.tsv"):
        name, relation = row["file"], row["relation"]
        entries, size = read(corpus, row)
        seen["sized by the manifest"] += size is not None
        entry = entries[0]
        report = validate_entry(entry, size)
        codes = [diagnostic.code for diagnostic in errors(report)]
        seen[relation] += 1
        if relation == "replay-failed":
            ply, _, reason = row["replay"].removeprefix("illegal ply ").partition(": ")
            if name in OTHERWISE:
                played, code, _ = OTHERWISE[name]
                assert report.played == played, name
                later = [error.code for other in entries[1:] for error in errors(validate_entry(other, size))]
                assert code in [*codes, *later], name
                seen["otherwise"] += 1
                continue
            number, word = int(ply.split()[0]), ply.split()[1]
            assert report.played == number - 1, name
            code = next(code for start, code in REASONS.items() if reason.startswith(start))
            assert codes == [code], name
            [fault] = errors(report)
            assert fault.ply == entry.partial.label(number - 1), name
            assert fault.where is not None
            assert word in fault.where.text, name
            continue
        assert len(entries) == 1, name
        if name in ERRORS:
            code, _ = ERRORS[name]
            assert codes == [code], (name, codes)
            seen["errors"] += 1
            if code == "PTN406":
                assert report.played < int(row["plies"])
                continue
        elif relation == "unfinished-board" and "variation" not in row["features"]:
            # The tag or the text tells of a road that the main line doesn't have.
            assert codes == ["PTN501"], (name, codes)
        else:
            assert codes == [], (name, codes)
        is_as_the_manifest_says(entry, report, row)
    assert seen["match"] > 80
    assert seen["replay-failed"] > 10
    assert seen["otherwise"] == len(OTHERWISE)
    assert seen["errors"] == len(ERRORS)
    assert seen["sized by the manifest"] > 5


def test_files_of_many_games(corpus: Path) -> None:
    by_file = defaultdict(list)
    for row in rows_of(corpus, "multi.tsv"):
        by_file[row["file"]].append(row)
    assert {name: len(rows) for name, rows in by_file.items()} == {"many-games-54.ptn": 54, "engine-match-40.ptn": 40}
    bare = 0
    for name, rows in by_file.items():
        entries = list(read_games(corpus / "games" / name))
        assert [str(entry.number - 1) for entry in entries] == [row["index"] for row in rows]
        for entry, row in zip(entries, rows, strict=True):
            report = validate_entry(entry)
            if report.position is None:  # tags alone, without a size: the last one of the file
                assert [error.code for error in errors(report)] == ["PTN204"]
                assert row["plies"] == "0"
                bare += 1
                continue
            assert errors(report) == [], (name, row["index"])
            assert report.position.setup.komi == float(row["komi"] or 0), (name, row["index"])
            is_as_the_manifest_says(entry, report, row)
    assert bare == 1


def all_entries(corpus: Path) -> list[tuple[str, Entry, int | None]]:
    single = [(row["file"], *read(corpus, row)) for row in rows_of(corpus, "games.tsv")]
    many = [
        (name, list(read_games(corpus / "games" / name)), None) for name in ("many-games-54.ptn", "engine-match-40.ptn")
    ]
    return [(name, entry, size) for name, entries, size in [*single, *many] for entry in entries]


def test_what_is_written_reads_equal(corpus: Path) -> None:
    written = 0
    for name, entry, size in all_entries(corpus):
        if entry.game is None:
            continue
        text = entry.game.to_ptn()
        [again] = parse_games(text, size=size)
        assert again == entry.game, name
        assert again.to_ptn() == text, name
        assert [moves(branch) for branch in again.branches] == [moves(branch) for branch in entry.game.branches]
        written += 1
    assert written > 300


def test_the_fast_and_the_fine_reading_agree(corpus: Path) -> None:
    for name, entry, size in all_entries(corpus):
        if any(diagnostic.code == "PTN308" for diagnostic in entry.diagnostics):
            continue  # said by the reader of whole files, of whatever the reading of the game finds
        fine = FineReading(entry.source, entry.number, size).run()
        assert fine.partial == entry.partial, name
        assert fine.diagnostics == entry.diagnostics, name
        assert [ply.text for ply in fine.partial.plies] == [ply.text for ply in entry.partial.plies], name
