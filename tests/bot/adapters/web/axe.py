"""Barriers for people with disabilities, looked for on a page by axe-core: `await accessible(page)` in any test."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]
"""Rules of WCAG 2.2 AA, what axe recommends beyond them, and what it still tries out."""
OPTIONS = {
    "runOnly": TAGS,
    "resultTypes": ["violations", "incomplete"],
    # Off unless asked for: targets of at least 24 pixels (WCAG 2.5.8), which is new.
    "rules": {"target-size": {"enabled": True}},
}

_REPLACED = """() => {
    const seen = [];
    const removes = (one) => [...one.removedNodes].some((node) => node.nodeType === Node.ELEMENT_NODE);
    const keep = (all) => seen.push(...all.filter(removes));
    new MutationObserver(keep).observe(document, { childList: true, subtree: true });
    return seen;
}"""
"""Collect from now on where the page removes an element."""

_STUCK = """() => {
    const stuck = [...document.querySelectorAll("*")].filter((one) => getComputedStyle(one).position === "sticky");
    stuck.forEach((one) => one.style.setProperty("position", "static"));
    return stuck;
}"""
"""Let what sticks to the screen scroll with the page. Return it."""


async def barriers(page: Page, reviewed: Mapping[str, str] | None = None) -> list[str]:
    """Return what axe finds, a line each: violations, and what it leaves for people to judge.

    `reviewed` holds what people have judged, and the reason for which it is no barrier: by the id of a rule, or by that
    and the start of the element ("rule: <pre").
    """
    async with _with_scripts(page) as looked_at, _unstuck(looked_at):
        found = await _found(looked_at)
    told = [_line("violation", rule, node) for rule in found["violations"] for node in rule["nodes"]]
    told += [
        _line("to judge", rule, node)
        for rule in found["incomplete"]
        for node in rule["nodes"]
        if not any(_fits(one, rule["id"], node["html"]) for one in reviewed or {})
    ]
    return told


async def accessible(page: Page, reviewed: Mapping[str, str] | None = None) -> None:
    """Fail unless axe finds no barrier on a page, and leaves nothing to judge but what was reviewed."""
    found = await barriers(page, reviewed)
    assert not found, "\n".join([page.url, *found])


async def _found(page: Page) -> dict[str, Any]:
    """Run axe on a page that holds still. A live page may replace an element that axe is just judging."""
    for _ in range(5):
        replaced = await page.evaluate_handle(_REPLACED)
        found: dict[str, Any] = (await Axe().run(page, options=OPTIONS)).response
        if not await replaced.evaluate("seen => seen.length"):
            return found
    raise AssertionError(f"{page.url} replaced elements each time that axe looked at it")


@asynccontextmanager
async def _unstuck(page: Page) -> AsyncIterator[None]:
    """Let no bar stick to the screen: of what it covers until one scrolls, axe cannot tell the contrast."""
    stuck = await page.evaluate_handle(_STUCK)
    try:
        yield
    finally:
        await stuck.evaluate("all => all.forEach((one) => one.style.removeProperty('position'))")


@asynccontextmanager
async def _with_scripts(page: Page) -> AsyncIterator[Page]:
    """Give the page, or, where it runs no scripts, the same page in a context in which axe can run: axe is a script."""
    if not await page.evaluate("matchMedia('(scripting: none)').matches"):
        yield page
        return
    dark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    browser, html = page.context.browser, await page.content()
    assert browser is not None
    context = await browser.new_context(viewport=page.viewport_size, color_scheme="dark" if dark else "light")
    try:
        await context.add_cookies(await page.context.cookies())  # type: ignore[arg-type]
        copy = await context.new_page()
        seen = html.replace("<noscript>", "<div>").replace("</noscript>", "</div>")
        await copy.route(page.url.partition("#")[0], lambda route: route.fulfill(body=seen, content_type="text/html"))
        await copy.route("**/*.js", lambda route: route.abort())
        await copy.goto(page.url)
        yield copy
    finally:
        await context.close()


def _fits(reviewed: str, rule: str, html: str) -> bool:
    name, _, start = reviewed.partition(": ")
    return name == rule and html.startswith(start)


def _line(kind: str, rule: dict[str, Any], node: dict[str, Any]) -> str:
    why = "; ".join(" ".join(one["message"].split()) for key in ("any", "all", "none") for one in node[key])
    return f"{kind}: {rule['id']} ({rule['help']}): {node['html'][:160]} – {why}"
