"""The lesson can't get stuck: a search taps everything at every step, and from each state the coach leads on."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from secret_hitler.words import ENGLISH
from tests.server.live_server import LiveServer
from tests.sizes import size

from .person import Person
from .touch import wait_for_change

LESSON: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "web/src/learn/lesson.json").read_text())
STOPS = [at for at, step in enumerate(LESSON) if "note" in step]

FOLLOW = """() => {
  const { seen, tap } = window.touch;
  const envelope = seen('dialog a, dialog button.main, dialog .envelope[aria-expanded=false]');
  for (const part of envelope.filter((part) => part.matches('.moment *'))) return tap(part);
  for (const selector of ['dialog[open] header ~ * button', 'button.scene', '.answer button:last-child',
    '.tray button.main:not([aria-disabled=true])', '.marked'])
    for (const part of seen(selector)) if (tap(part)) return true;
  return false;
}"""
"""Do what the coach says; whether something was tapped. What was chosen wrong is taken back first, a dialog is closed."""

SEARCH = """async ({ stops, depth, follow }) => {
  const { seen } = window.touch;
  const obey = eval(follow);
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const settle = async () => { await wait(0); await wait(0); };
  const go = async (path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    await settle();
  };
  const at = () => JSON.parse(localStorage.getItem('lesson'));
  const restore = async (stop, taps) => {
    await go('/about');
    localStorage.setItem('lesson', JSON.stringify(stop));
    await go('/learn');
    for (let tries = 0; !document.querySelector('.learn .tray') && tries < 200; tries++) await wait(5);
    await settle();
    for (const tap of taps) { tappable()[tap].click(); await settle(); }
  };
  const top = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('.learn');
  const tappable = () => [...top().querySelectorAll('button, a')].filter((part) =>
    part.checkVisibility() && !part.disabled && !part.matches('[href], .scene'));
  const words = () => document.querySelector('.coach p').textContent;
  const key = () => JSON.stringify([at(), words(), !!document.querySelector('dialog[open]'), !!document.querySelector('.lowered'),
    document.querySelector('.answer')?.textContent,
    tappable().map((part) => [part.textContent.trim(), part.ariaPressed, part.ariaDisabled, part.matches('.main')])]);
  const box = (selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height];
  };
  const lies = () => JSON.stringify([box('.coach'), box('.surface'), box('.bottom')]);
  const troubles = [];
  const look = (where) => {
    if (lies() !== first) troubles.push([where, 'moved', first, lies()]);
    const { x, y, width, height } = document.querySelector('.coach').getBoundingClientRect();
    const onTop = document.elementFromPoint(x + width * 0.6, y + height / 2);
    if (top().matches('.learn') && !onTop.closest('.coach')) troubles.push([where, 'covered', onTop.className]);
    const told = document.querySelector('.coach p');
    if (told.scrollHeight > height - 6) troubles.push([where, 'too long', words()]);
    if (document.documentElement.scrollWidth > innerWidth) troubles.push([where, 'too wide']);
  };
  let first = null;
  let [states, taps, ends] = [0, 0, 0];
  for (const stop of stops) {
    await restore(stop, []);
    first ??= lies();
    const known = new Set([key()]);
    let edge = [[]];
    for (let level = 0; edge.length && level <= depth; level++) {
      const next = [];
      for (const path of edge) {
        await restore(stop, path);
        const where = JSON.stringify([stop, path]);
        states++;
        look(where);
        const choices = level < depth ? tappable().length : 0;
        // From here the coach leads on.
        for (let tries = 0; at() === stop && tries < 60; tries++) { obey(); await wait(tries < 9 ? 0 : 25); }
        if (at() === stop) troubles.push([where, 'stuck', words()]); else ends++;
        for (let choice = 0; choice < choices; choice++) {
          await restore(stop, [...path, choice]);
          taps++;
          const now = key();
          if (at() !== stop || known.has(now)) continue;
          known.add(now);
          next.push([...path, choice]);
        }
      }
      edge = next;
    }
  }
  return { states, taps, ends, troubles };
}"""
"""From each stop: every path of taps, up to so many; what lies where, and whether one who then obeys goes on."""


def at_once(person: Person) -> Page:
    """Let the page tell its story without waiting, as it does while nobody looks."""
    person.page.add_init_script("Object.defineProperty(document, 'hidden', { value: true })")
    return person.page


@pytest.mark.parametrize(("width", "height", "less"), [(390, 844, 0), (360, 640, 1)], ids=["phone", "small"])
def test_from_wherever_the_learner_taps_the_coach_leads_on(
    browser: Browser, server: LiveServer, width: int, height: int, less: int
) -> None:
    person = Person(browser, "Pupil", {"width": width, "height": height})
    page = at_once(person)
    page.goto(f"{server.url}/learn")
    page.get_by_role("button", name=ENGLISH.say("role.iKnow")).wait_for()
    found = page.evaluate(SEARCH, {"stops": STOPS, "depth": size("taps of a lesson") - less, "follow": FOLLOW})
    sys.stdout.write(f"{found['states']} states by {found['taps']} taps, the coach leads on from {found['ends']}\n")
    assert found["troubles"] == []
    assert found["ends"] == found["states"] >= len(STOPS)
    assert person.troubles == []
    person.close()


def test_a_wrong_card_is_answered_and_shown_and_taken_back(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Pupil")
    page = at_once(person)
    page.goto(f"{server.url}/about")
    page.evaluate("at => localStorage.setItem('lesson', at)", next(at for at, step in enumerate(LESSON) if step.get("note") == 5))
    page.goto(f"{server.url}/learn")
    coach, words = page.locator(".coach"), {"friend": "Bruno", "L": "L", "F": "F"}
    page.locator(".fan [data-tile=L]").click()
    expect(coach).to_have_text(ENGLISH.say("learn.5.no", **words).replace("*", ""))
    page.get_by_role("button", name=ENGLISH.say("learn.show")).click()
    expect(page.locator("section.boards")).to_contain_text("1 of 6")
    page.get_by_role("button", name=ENGLISH.say("learn.back")).click()
    expect(page.locator("section.boards")).to_contain_text("0 of 6")
    expect(coach).to_have_text(ENGLISH.say("learn.5", **words).replace("*", ""))
    page.locator(".fan [data-tile=F]").first.click()
    page.locator(".hand .go").click()
    # Whoever leaves now comes back to what they were doing.
    page.reload()
    expect(page.locator(".form")).to_be_visible()
    page.get_by_role("button", name=ENGLISH.say("learn.skip")).click()
    page.get_by_role("button", name=ENGLISH.say("learn.again")).click()
    expect(page.get_by_role("button", name=ENGLISH.say("role.iKnow"))).to_be_visible()
    person.close()


def test_the_lesson_can_be_played_to_its_end(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Pupil")
    learns(person, server.url)
    assert person.troubles == []
    person.close()


def learns(person: Person, url: str) -> None:
    page = person.page
    page.goto(f"{url}/learn")
    assert person.looks_into_the_envelope().startswith("You're a liberal.")
    deadline = time.monotonic() + 120
    finish = page.get_by_role("link", name=ENGLISH.say("learn.finish"))
    while not finish.count():
        assert time.monotonic() < deadline, "the lesson does not end"
        if not page.evaluate(FOLLOW):
            wait_for_change(page)
    expect(finish).to_be_visible()
