"""The signals that end a process: what is half done is cleared away before it ends."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import Final

from ptn.cli import Ended

_ENDINGS: Final = ("SIGTERM", "SIGHUP")


def heed() -> None:
    """Let the signals that end a process raise ``Ended`` once; what the caller ignores stays ignored."""
    ours = os.getpid()

    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        if os.getpid() != ours:  # a process that was forked off for a part of the work has nothing to clear away
            os.kill(os.getpid(), number)
        raise Ended(number)

    for name in _ENDINGS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the main thread
                signal.signal(number, end)
