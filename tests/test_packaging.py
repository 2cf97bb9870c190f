"""What is shipped, what importing it costs, and who may import whom."""

import ast
import importlib.metadata
import importlib.resources
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ptn
from ptn.rules.build import build

PACKAGE = Path(ptn.__file__).resolve().parent

# Rooms from the bottom up; a module may import from its own floor and from those below it. `ptn` itself (the public
# names) is above everything but the command line, which is its user.
FLOORS: dict[str, int] = {
    "core": 0,
    "notation": 1,
    "rules": 1,
    "replaying": 2,
    "validation": 2,
    "scoring": 2,
    "formatting": 2,
    "annotation": 2,
    "stats": 2,
    "archive": 2,
    "render": 2,
    "ptn": 3,
    "cli": 4,
    "__main__": 5,
}
# Neighbours on one floor that must not know each other: text knows nothing of rules and rules nothing of text.
STRANGERS = {frozenset({"notation", "rules"})}
# The one exception, inside a function only: Position.from_tps and .to_tps are the library's face for a TPS.
ALLOWED_IN_FUNCTIONS = {("ptn.rules.position", "ptn.notation.tps")}
# Third parties, each with the only room that may import it.
ONLY_IN = {"lark": "notation", "click": "cli"}


def room_of(module: str) -> str:
    """The room of a module of the package: `ptn.core.moves` -> `core`; the package itself is `ptn`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "ptn"


def module_of(path: Path) -> str:
    parts = ["ptn", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(node: ast.Import | ast.ImportFrom, module: str, is_package: bool) -> Iterator[str]:
    """Full names that an import statement asks for; `from ptn import core` is an import of `ptn.core`."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = node.module or ""
    if node.level:
        here = module.split(".")
        up = node.level - is_package
        base = ".".join([*here[: len(here) - up], *([node.module] if node.module else [])])
    for alias in node.names:
        name = f"{base}.{alias.name}"
        if base == "ptn":
            yield name if alias.name in FLOORS else "ptn"
        else:
            yield name


def find_violations(source: str, module: str, is_package: bool = False) -> list[str]:
    """Everything in one module that breaks the rules of the house, each as `line: what`."""
    room = room_of(module)
    if room not in FLOORS:
        return [f"1: no floor is given for the room {room!r}; add it to FLOORS in {Path(__file__).name}"]
    found: list[str] = []

    def judge_import(line: int, wanted: str, in_function: bool) -> None:
        top = wanted.split(".")[0]
        if top in ONLY_IN and room != ONLY_IN[top]:
            found.append(f"{line}: imports {top}, which only {ONLY_IN[top]} may")
        if top == "logging" and FLOORS[room] < FLOORS["cli"]:
            found.append(f"{line}: imports logging below cli")
        if top != "ptn":
            return
        other = room_of(wanted)
        if other not in FLOORS:
            found.append(f"{line}: imports {wanted}, a room without a floor")
        elif FLOORS[other] > FLOORS[room]:
            found.append(f"{line}: {room} imports {wanted}, which is above it")
        elif frozenset({room, other}) in STRANGERS:
            excused = {(module, wanted), (module, wanted.rpartition(".")[0])} & ALLOWED_IN_FUNCTIONS
            if not (in_function and excused):
                found.append(f"{line}: {room} imports {wanted}; these two never import each other")

    def judge_call(node: ast.Call) -> None:
        match node.func:
            case ast.Name(id="print" | "input" as name) if FLOORS[room] < FLOORS["cli"]:
                found.append(f"{node.lineno}: calls {name}() below cli")
            case ast.Name(id="__import__" | "import_module" as name) | ast.Attribute(attr="import_module" as name):
                if room not in ("ptn", "cli"):
                    found.append(f"{node.lineno}: {name}() hides an import from this test")

    def walk(node: ast.AST, in_function: bool) -> None:
        match node:
            case ast.Import() | ast.ImportFrom():
                for wanted in imported_modules(node, module, is_package):
                    judge_import(node.lineno, wanted, in_function)
            case ast.Call():
                judge_call(node)
            case ast.Attribute(value=ast.Name(id="sys"), attr=name) if name.strip("_") in ("stdout", "stderr"):
                if FLOORS[room] < FLOORS["cli"]:
                    found.append(f"{node.lineno}: touches sys.{name} below cli")
        inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            walk(child, inside)

    walk(ast.parse(source), False)
    return found


def run_python(code: str) -> str:
    """What a fresh interpreter prints on stderr when it runs the code from the checkout."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_the_walk_finds_the_package() -> None:
    assert {"core", "notation", "rules", "cli"} <= {room_of(module_of(path)) for path in PACKAGE.rglob("*.py")}


def test_imports_go_one_way() -> None:
    broken = [
        f"{path.relative_to(PACKAGE.parent)}:{violation}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for violation in find_violations(path.read_text("utf-8"), module_of(path), path.name == "__init__.py")
    ]
    assert not broken, "the rules of the house are broken:\n" + "\n".join(broken)


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("ptn.core.moves", "from ptn.rules.position import Position", "core imports ptn.rules.position.Position"),
        ("ptn.core.moves", "from ..notation import tps", "core imports ptn.notation.tps"),
        ("ptn.core.moves", "from ptn import Game", "core imports ptn, which is above it"),
        ("ptn.core.moves", "import lark", "imports lark, which only notation may"),
        ("ptn.core.moves", "def f():\n    from logging import getLogger", "2: imports logging below cli"),
        ("ptn.core.moves", "print('x')", "calls print() below cli"),
        ("ptn.core.moves", "import importlib\nimportlib.import_module('ptn.cli')", "import_module() hides an import"),
        ("ptn.rules.position", "from ptn.notation.tps import parse_tps", "these two never import each other"),
        ("ptn.rules.tak", "def f():\n    import ptn.notation.tps", "these two never import each other"),
        ("ptn.rules.position", "def f():\n    import ptn.notation.parser", "these two never import each other"),
        ("ptn.notation.parser", "from ptn import rules", "these two never import each other"),
        ("ptn.validation", "from ptn.cli import common", "validation imports ptn.cli.common, which is above it"),
        ("ptn.render.svg", "import sys\nsys.stdout.write('x')", "touches sys.stdout below cli"),
        ("ptn.replaying", "from click import echo", "imports click, which only cli may"),
        ("ptn", "from ptn.cli import main", "ptn imports ptn.cli.main, which is above it"),
        ("ptn.attic", "", "no floor is given for the room 'attic'"),
        ("ptn.cli.score", "from ptn import attic\nfrom ptn.attic import x", "2: imports ptn.attic.x, a room without"),
    ],
)
def test_a_broken_rule_is_seen(module: str, source: str, complaint: str) -> None:
    violations = find_violations(source, module)
    assert len(violations) == 1
    assert complaint in violations[0]


@pytest.mark.parametrize(
    ("module", "source", "is_package"),
    [
        ("ptn.rules.position", "def f():\n    from ptn.notation.tps import parse_tps", False),
        ("ptn.rules.position", "def f():\n    from ptn.notation import tps", False),
        ("ptn.notation.parser", "import lark\nfrom ptn.core.moves import Place\nfrom .record import Game", False),
        ("ptn.rules", "from .position import Position\nfrom ..core import moves", True),
        ("ptn.validation", "import sys\nfrom ptn.replaying import replay\nsys.stdin.read()", False),
        ("ptn.cli.score", "import click, sys, logging, ptn\nfrom ptn import score\nprint(sys.stdout)", False),
        ("ptn.__main__", "from ptn.cli import main\nmain()", False),
    ],
)
def test_what_the_rules_allow_passes(module: str, source: str, is_package: bool) -> None:
    assert find_violations(source, module, is_package) == []


def test_import_is_light() -> None:
    loaded = run_python("import sys, ptn; print(*sorted(sys.modules), file=sys.stderr)").split()
    assert "ptn" in loaded
    assert not {"lark", "click"} & set(loaded)


def test_help_loads_neither_lark_nor_the_parser() -> None:
    loaded = run_python(
        "import sys\n"
        "sys.argv = ['ptn', '--help']\n"
        "from ptn.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    ).split()
    assert "ptn.cli" in loaded
    assert not {"lark", "ptn.notation.parser"} & set(loaded)


def installed() -> importlib.metadata.Distribution:
    try:
        return importlib.metadata.distribution("tak-ptn")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("tak-ptn is not installed in this environment")


def test_version_is_the_installed_one() -> None:
    assert installed().version == ptn.__version__, "the installed copy is not of this checkout: install it again"


def test_the_build_is_the_one_meant_to_be_tested() -> None:
    """The compiled one is tested by `.ci/run`, which says so here; else it is the checkout, in pure Python."""
    assert build() == os.environ.get("PTN_TEST_BUILD", "pure Python")


def test_nothing_public_is_compiled() -> None:
    """Compiled functions have no help text, and compiled values can't be pickled."""
    hook = ast.parse((Path(__file__).resolve().parent.parent / "hatch_build.py").read_text("utf-8"))
    (modules,) = (
        ast.literal_eval(node.value)
        for node in hook.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MODULES"
    )
    compiled = {f"ptn.rules.{module}" for module in modules}
    assert all((PACKAGE / "rules" / f"{module}.py").is_file() for module in modules)
    assert "ptn.rules.engine" in compiled
    assert not compiled & {
        getattr(ptn, name).__module__ for name in ptn.__all__ if hasattr(getattr(ptn, name), "__module__")
    }


def test_the_command_is_installed() -> None:
    (command,) = installed().entry_points.select(group="console_scripts")
    assert (command.name, command.value) == ("ptn", "ptn.cli:main")
    assert callable(command.load())


def test_runtime_needs_are_lark_and_click_only() -> None:
    needs = [need for need in installed().requires or [] if "extra ==" not in need]
    assert sorted(need.split(">")[0] for need in needs) == ["click", "lark"]


@pytest.mark.parametrize("name", ["py.typed", "notation/ptn.lark", "notation/tps.lark"])
def test_data_files_are_in_the_package(name: str) -> None:
    assert importlib.resources.files("ptn").joinpath(name).is_file()


def test_no_grammar_is_empty() -> None:
    grammars = [entry for entry in importlib.resources.files("ptn.notation").iterdir() if entry.name.endswith(".lark")]
    assert grammars
    assert all(entry.read_text("utf-8").strip() for entry in grammars)
