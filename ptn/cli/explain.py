"""``ptn explain``: what a diagnostic means, an example, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, painted
from ptn.cli.options import with_console

if TYPE_CHECKING:
    from ptn.core.codes import Code

EPILOG = """\b
Examples:
  ptn explain PTN104
  ptn explain drop-count
  ptn explain --list

CODES are codes (PTN104), beginnings of codes (PTN1) or names (drop-count).
"""


@click.command(epilog=EPILOG, short_help="Explain codes.")
@click.argument("codes", nargs=-1, metavar="[CODES]...")
@click.option("--list", "list_", is_flag=True, help="List all codes, one a line.")
@with_console
def explain(console: Console, codes: tuple[str, ...], list_: bool) -> None:
    """Say what the codes of diagnostics mean, with an example and how to mend it."""
    from ptn.cli.reports import codes_named, near_code
    from ptn.core.codes import CODES

    wanted: dict[Code, None] = {}
    for word in codes:
        try:
            named = codes_named(word)
        except ValueError:
            raise click.UsageError(f"{word!r} is no code, beginning of a code or name.{near_code(word)}") from None
        wanted |= dict.fromkeys(kind for kind in CODES.values() if kind in named)
    if not wanted and not list_:
        raise click.UsageError("Which code? Give some, or --list.")
    if list_:
        for kind in wanted or CODES.values():
            console.result(f"{kind.code}  {kind.severity!s:<7}  {kind.name:<17}  {kind.summary}")
        return
    console.result("\n\n".join(_explained(kind, color=console.paints()) for kind in wanted))


def _explained(kind: Code, *, color: bool) -> str:
    import textwrap

    from ptn.cli.explanations import EXPLANATIONS
    from ptn.core.source import printable

    example, mend = EXPLANATIONS.get(kind.code, ("", ""))
    code = painted(kind.code, str(kind.severity)) if color else kind.code
    lines = [
        f"{code} {kind.name} ({kind.severity})",
        "",
        *textwrap.wrap(f"{kind.summary[0].upper()}{kind.summary[1:]}."),
    ]
    if example:
        lines += ["", "Example:", *(f"  {printable(line)}" for line in example.split("\n"))]
        lines += [f"  -> {message}" for message in _messages(example, kind)]
    if mend:
        lines += ["", *textwrap.wrap(mend)]
    return "\n".join(lines)


def _messages(example: str, kind: Code) -> list[str]:
    """Return what ``ptn validate`` says about an example, as far as it is about this code."""
    from ptn.notation.reader import read_text
    from ptn.validation import validate_entry

    found = (diagnostic for entry in read_text(example) for diagnostic in validate_entry(entry).diagnostics)
    return [
        f"line {diagnostic.where.line}, column {diagnostic.where.column}: {diagnostic.message}"
        for diagnostic in found
        if diagnostic.kind is kind and diagnostic.where is not None
    ]
