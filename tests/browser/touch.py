"""One finger on one screen: what is tapped is what lies on top at that place, and what changes is waited for, not slept for."""

from playwright.sync_api import Page

TOUCH = """() => {
  window.touch = {
    seen: (selector) =>
      [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility() && !part.disabled && !part.closest('[inert]')),
    /** Whether it was tapped: something that another thing covers is not. */
    tap: (part) => {
      part.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = part.getBoundingClientRect();
      const on_top = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!part.contains(on_top)) return false;
      part.focus({ preventScroll: true });
      part.click();
      return true;
    },
    /** The page has taken a tap in. */
    settle: () => new Promise((done) => setTimeout(() => setTimeout(done))),
    /** Something on the page changed, or so many milliseconds are over. */
    change: (longest) => new Promise((done) => {
      const watching = new MutationObserver(() => end());
      const end = () => { watching.disconnect(); clearTimeout(timer); done(); };
      const timer = setTimeout(end, longest);
      watching.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    }),
  };
}"""
LONGEST_WAIT = 300


def give_touch(page: Page) -> None:
    page.add_init_script(f"({TOUCH})()")


def knows_the_role(page: Page) -> None:
    """Look into the envelope as a screen reader does, and put it away."""
    page.locator("dialog button.envelope").evaluate("button => button.click()")
    page.locator("dialog .known button").click()


def wait_for_change(page: Page) -> None:
    page.evaluate("longest => touch.change(longest)", LONGEST_WAIT)


def tap(page: Page, selector: str, number: int = 0) -> bool:
    """Whether it was there and was tapped: what is asked may change under the finger, as it may for anybody."""
    tapped: bool = page.evaluate(
        "([selector, number]) => { const part = touch.seen(selector)[number]; return part !== undefined && touch.tap(part); }",
        [selector, number],
    )
    return tapped
