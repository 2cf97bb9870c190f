"""Builds the wheel with the rules engine as machine code when PTN_COMPILE=1 asks for it; otherwise it does nothing.

mypyc compiles the same sources that run without it, which stay in the wheel beside what is made of them. Needs a C
compiler and the headers of Python; mypy and setuptools are fetched for the build, and only then.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Only what lies below the public names: compiled functions have no help text, compiled dataclasses can't be pickled,
# and a long search within compiled code would not see Ctrl-C.
MODULES = ("engine", "generation", "geometry", "openings", "roads", "threats")


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def dependencies(self) -> list[str]:
        """Return what the build needs beside hatchling."""
        return ["mypy>=1.15", "setuptools>=77"] if self.wanted() else []

    def wanted(self) -> bool:
        """Whether PTN_COMPILE asks for the compiled build; end the build where its value is no answer."""
        value = os.environ.get("PTN_COMPILE", "")
        if value not in ("", "0", "1"):
            self.app.abort(f"PTN_COMPILE is {value!r}: 1 compiles, 0 or nothing does not")
        return value == "1"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name the files and the tag of the wheel that is about to be packed."""
        if not self.wanted():
            return
        if version == "editable":
            self.app.display_warning("an editable install is never compiled: PTN_COMPILE is ignored")
            return
        self.folder = tempfile.TemporaryDirectory()
        made = Path(self.folder.name, "lib")
        try:
            compile_modules(Path(self.root), Path(self.folder.name, "work"), made)
        except Exception as error:
            self.app.abort(
                f"the compiled build failed: {error}\n"
                "It needs a C compiler and the headers of Python (Debian: gcc, python3-dev); without PTN_COMPILE, none."
            )
        for file in sorted(made.rglob("*.*")):
            if file.is_file():
                build_data["force_include"][str(file)] = file.relative_to(made).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was made, which is in the wheel now."""
        if hasattr(self, "folder"):
            self.folder.cleanup()


def compile_modules(root: Path, work: Path, made: Path) -> None:
    """Compile the modules of the checkout ``root`` into the folder ``made``, with the rest of the work in ``work``."""
    from setuptools import Distribution  # first, so that mypyc uses it
    from setuptools.command.build_ext import build_ext

    from mypyc.build import mypycify  # isort: skip

    paths = [f"ptn/rules/{module}.py" for module in MODULES]
    with contextlib.chdir(root):  # mypyc tells the names of modules from their paths
        extensions = mypycify(
            # Of all other modules the types count and not the faults: lark need not be there.
            ["--config-file=", "--follow-imports=silent", f"--cache-dir={work / 'mypy'}", *paths],
            opt_level="3", debug_level="0", target_dir=str(work / "c"), group_name="ptn.rules.compiled",
        )  # fmt: skip
        command = build_ext(Distribution({"name": "tak-ptn", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(made), str(work / "o")
        command.ensure_finalized()
        command.run()
