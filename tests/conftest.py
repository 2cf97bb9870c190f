"""What every test shares: the hypothesis profiles and the place of the collection of real games."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# No deadline: the first example builds the parser. The quick profile draws the same examples in every run, so that a
# red run is red for everybody; the soak profile searches further, with new examples each time.
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=100)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=10_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    """`pytest -m soak` brings its own profile; `--hypothesis-profile NAME` has the last word."""
    if config.getoption("markexpr") == "soak" and not config.getoption("--hypothesis-profile", default=None):
        settings.load_profile("soak")


def find_corpus() -> Path | None:
    """The folder of real games, or None: $PTN_CORPUS where it is set, else ../shared/corpus beside the checkout."""
    named = os.environ.get("PTN_CORPUS")
    folder = Path(named) if named else ROOT.parent / "shared" / "corpus"
    return folder.resolve() if folder.is_dir() else None


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real games; a test that asks for it is skipped where there is none."""
    folder = find_corpus()
    if folder is None:
        named = os.environ.get("PTN_CORPUS")
        if named:
            pytest.fail(f"PTN_CORPUS names a folder that does not exist: {named}")
        pytest.skip("the shared collection of real games is not beside this checkout")
    return folder


@pytest.fixture
def heeded_signals() -> Iterator[None]:
    """Signals that whoever runs the tests ignores, as ``nohup`` does, are not ignored by processes of the test."""
    named = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    ignored = [number for number in named if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
