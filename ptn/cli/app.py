"""The command ``ptn`` itself: finds commands when they are asked for, and lets nothing end in a traceback."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, Final

import click

import ptn
from ptn.cli import INTERRUPTED
from ptn.cli.console import Console, first_line

COMMANDS: Final[dict[str, str]] = {
    "validate": "Check games: notation, tags, every ply against the rules, the result.",
    "convert": "Convert games: to positions, PTN, server notation, JSON, links.",
    "score": "Score games: result, final count, points with their make-up.",
    "stats": "Count games by size: results, lengths, openings, players.",
    "fmt": "Put files of games into standard form; changes the files.",
    "annotate": "Mark tak, tinuë and smashes where the board has them; changes the files.",
    "show": "Draw the board of a game or position on the terminal.",
    "moves": "List the legal plies of a position.",
    "perft": "Count sequences of legal plies, the check of a move generator.",
    "explain": "Say what a code such as PTN104 means and how to mend it.",
}
"""Every command with its line in ``ptn --help``; the module ``ptn.cli.NAME`` holds the rest."""

EPILOG: Final = """\b
Examples:
  ptn validate game.ptn
  ptn convert game.ptn --to tps --ply 12b
  ptn convert game.ptn --to tps | ptn score -

\b
Exit status:
  0  all is well
  1  the input has errors (with --strict: or warnings)
  2  wrong usage, a file that can't be read, or a bug of ptn
"""


class Commands(click.Group):
    """A group that imports the module of a command when that command is run or its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names, the main job first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command, None when there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"ptn.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the arguments; name the near one when there is none."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            import difflib

            near = difflib.get_close_matches(name.lower(), COMMANDS, 1, 0.5)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"There is no command {first_line(name)!r}.{hint}")
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what stands before the command; help and version end well where nobody reads them."""
        try:
            return super().parse_args(ctx, args)
        except BrokenPipeError:
            ctx.ensure_object(Console).abandon()
            ctx.exit()

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; whatever happens, end with one of the documented exit statuses."""
        console = ctx.ensure_object(Console)
        if console.owns_process:
            from ptn.cli.signals import heed

            heed()
        try:
            super().invoke(ctx)
            console.flush()
        except BrokenPipeError:
            console.abandon()
        except KeyboardInterrupt:
            console.interrupted()
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            _report(error, console)
        ctx.exit(console.status)


def _report(error: Exception, console: Console) -> None:
    """Say that something went wrong that nobody foresaw: a full disk, or a bug of our own."""
    console.abandon()  # flushes what is taken
    if isinstance(error, OSError) and error.errno is not None:
        console.fail(f"{error.filename or 'output'}: {error.strerror}")
        return
    if os.environ.get("PTN_DEBUG"):
        import traceback

        traceback.print_exc(file=sys.stderr)
    what = first_line(f"{type(error).__name__}: {error}")
    console.fail(
        f"internal error in version {ptn.__version__}: {what}\n"
        "  This is a bug of ptn, not of your input; PTN_DEBUG=1 shows where it happened."
    )


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Say which version this is, and which build of it."""
    if asked and not ctx.resilient_parsing:
        from ptn.rules.build import build

        click.echo(f"ptn {ptn.__version__} ({build()})")
        ctx.exit()


@click.command(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version and exit.",
)  # fmt: skip
def app() -> None:
    """Reads Portable Tak Notation: checks games of Tak against the rules, converts them, scores them."""
