"""A server of its own, started once a worker, and a browser of the system, started once a module."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hand import Hand
from stage import PATIENCE, SWITCHES, find_browser, serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is."""
    with serving(tmp_path_factory.mktemp("site")) as found:
        yield found


# Not once a session: the driver keeps an event loop running in this thread, and other tests start loops of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = find_browser()
    if path is None:
        message = "NO BROWSER: install chromium (`make browser` tries to) to run the tests of the pages"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=SWITCHES)
        yield started
        started.close()


def is_trouble(said: Any) -> bool:
    """Errors on the console; that the API refused something with a reason is none."""
    refused = "/api/" in said.location["url"] and "status of 4" in said.text
    return said.type == "error" and not refused


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Callable[..., Hand]]:
    """Makes visitors, each with a browser profile of their own; complains about errors in their pages."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def make(noisy: bool = False, **how: Any) -> Hand:
        how = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"} | how
        context = browser.new_context(base_url=address, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        if not noisy:
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if is_trouble(said) else None)
        return Hand(page)

    yield make
    for context in contexts:
        context.close()
    assert troubles == [], "errors in the pages"


@pytest.fixture
def hand(visit: Callable[..., Hand]) -> Hand:
    """One visitor at a desk."""
    return visit()
