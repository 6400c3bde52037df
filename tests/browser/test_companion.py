"""Games with real cards, entered into the page by somebody who only sees the screen; and the network that goes away under it."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from secret_hitler.paper.files import game_from_line
from secret_hitler.paper.paper_game import (
    AnyEntry,
    Began,
    Enacted,
    Nominated,
    Opened,
    PaperGame,
    Targeted,
    Told,
    Unmasked,
    VetoAnswered,
    VetoAsked,
    Vetoed,
    Voted,
)
from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, RULESETS, ClaimParty, Policy, Role, Seat
from secret_hitler.words import ENGLISH
from secret_hitler.words.opening import cue_in_words, opening
from tests.games import random_record
from tests.paper.written_down import written_down
from tests.server.live_server import LiveServer

from .file_host import KEPT
from .person import Person
from .table import ask
from .test_accessibility import AXE, sideways, violations

HUMAN_GAMES = Path(__file__).parents[3] / "shared" / "data" / "human_games.jsonl"
NAMES = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fatma", "Gus", "Hana", "Ivan", "Jule"]


class Scribe:
    """The one at the table who holds the phone."""

    def __init__(self, person: Person, url: str, players: int, rules: str = "official") -> None:
        self.person = person
        self.page: Page = self.person.page
        self.names = NAMES[:players]
        self.written = 0
        self.page.goto(f"{url}/companion")
        self.page.get_by_label("Rule set").select_option(rules)
        for _ in range(players - 5):
            self.page.get_by_role("button", name=ENGLISH.say("pass.add")).click()
        for number, name in enumerate(self.names, start=1):
            self.page.get_by_label(f"Player {number}", exact=True).fill(name)
        self.page.get_by_role("button", name=ENGLISH.say("paper.layOut")).click()

    def begins(self) -> None:
        self.page.get_by_role("button", name=ENGLISH.say("paper.begin"), exact=True).click()

    def writes(self, entry: AnyEntry) -> None:
        self._tap(entry)
        self.written += 1
        self.page.wait_for_selector(f'main[data-checked="{self.written}"]', timeout=60_000)

    def _tap(self, entry: AnyEntry) -> None:
        match entry:
            case Began(seat) | Nominated(seat) | Targeted(seat):
                self._option(self.names[seat]).click()
            case Voted(elected, ballots):
                if ballots is not None:
                    self._write_votes(ballots)
                self._option("Elected" if elected else "Rejected").click()
            case Unmasked(hitler):
                self.page.locator(".options button").nth(1 if hitler else 0).click()
            case Enacted(policy):
                self.page.locator(f".options button.{'liberal' if policy is Policy.LIBERAL else 'fascist'}").click()
            case VetoAsked():
                self._option(ENGLISH.say("paper.vetoAsked")).click()
            case VetoAnswered(agreed):
                self._option(ENGLISH.say("paper.vetoAgreed" if agreed else "paper.vetoRefused")).click()
            case Vetoed():
                self._option("Both voted for the veto").click()
            case Opened(roles):
                self._open(roles)
            case Told():
                self._claim(entry)

    def _option(self, words: str) -> Locator:
        return self.page.locator(".options").get_by_role("button", name=words, exact=True)

    def _write_votes(self, ballots: tuple[bool | None, ...]) -> None:
        if not self.page.locator(".ballots").is_visible():
            self.page.get_by_text(ENGLISH.say("paper.votes")).click()
        for name, ja in zip(self.names, ballots, strict=True):
            if ja is not None:
                self.page.get_by_role("button", name=f"{name}: {'Ja' if ja else 'Nein'}", exact=True).click()

    def _open(self, roles: tuple[Role, ...]) -> None:
        for name, role in zip(self.names, roles, strict=True):
            self.page.get_by_role("group", name=name, exact=True).get_by_role("button").nth("LFH".index(role)).click()
        self.page.get_by_role("button", name="Enter the roles").click()

    def _claim(self, entry: Told) -> None:
        claim = entry.claim
        about = "party" if isinstance(claim, ClaimParty) else claim.about
        words = {"president-hand": "president in", "chancellor-hand": "chancellor in", "peek": "who peeked", "party": "who saw"}[about]
        self.page.get_by_text(ENGLISH.say("paper.claim")).click()
        self.page.get_by_role("button", name=re.compile(f"^{self.names[entry.seat]}, {words}.*{claim.round}$")).click()
        form = self.page.locator(".due .form")
        if isinstance(claim, ClaimParty):
            form.get_by_role("button", name=re.compile("^Say liberal" if claim.party == "L" else "^Say fascist")).click()
        else:
            assert claim.tiles is not None
            said = ", ".join("Liberal policy" if tile == "L" else "Fascist policy" for tile in claim.tiles)
            form.get_by_role("button", name=said, exact=True).click()
        form.locator("button.say").click()


def scribe_of(browser: Browser, server: LiveServer, players: int, rules: str = "official") -> Scribe:
    return Scribe(Person(browser, "Scribe"), server.url, players, rules)


def worth_a_line(paper: PaperGame, claims: bool) -> list[AnyEntry]:
    """Votes are counted aloud and seldom written down; what nobody says is not written either."""
    round, kept = 0, []
    for number, entry in enumerate(paper.entries):
        round += isinstance(entry, Nominated)
        if isinstance(entry, Told):
            said = entry.claim.party if isinstance(entry.claim, ClaimParty) else entry.claim.tiles
            if not claims or said is None or entry.claim.round < round - 1:
                continue
        if isinstance(entry, Voted) and number > 6:
            entry = Voted(entry.elected)
        kept.append(entry)
    return kept


def short_game(rules: str, players: int) -> Record:
    """Find the shortest of some games: a person's fingers are slow, even a program's."""
    games = (random_record(RULESETS[rules], players, random.Random(f"{rules} {players} {number}")) for number in range(40))
    return min(games, key=lambda record: len(record.moves))


WHOLE_GAMES = [(rules, players) for players in (5, 7, 10) for rules in RULESETS]


@pytest.mark.daily(1)
@pytest.mark.parametrize(("rules", "players"), WHOLE_GAMES)
def test_a_whole_game_of_every_rule_set(browser: Browser, server: LiveServer, rules: str, players: int) -> None:
    record = short_game(rules, players)
    scribe = scribe_of(browser, server, players, rules)
    scribe.begins()
    for entry in worth_a_line(written_down(record), claims=False):
        scribe.writes(entry)
    assert record.ending is not None
    expect(scribe.page.locator("#due")).to_have_text(ENGLISH.say("paper.due.nothing"))
    scribe.page.get_by_role("button", name=ENGLISH.say("paper.keep")).click()
    scribe.page.wait_for_url("**/r/*")
    expect(scribe.page.get_by_role("heading", name=re.compile("^Replay"))).to_be_visible()
    kept = ask(server, f"/api/records/{scribe.page.url.rpartition('/')[2]}")
    assert (kept["ending"], kept["paper"], kept["names"]) == (record.ending, True, scribe.names)
    assert scribe.person.troubles == []
    scribe.person.close()


@pytest.mark.skipif(not HUMAN_GAMES.exists(), reason="the human games are not at hand")
@pytest.mark.daily(1)
@pytest.mark.parametrize("number", [166, 200])
def test_human_games_with_what_was_claimed(browser: Browser, server: LiveServer, number: int) -> None:
    record = game_from_line(HUMAN_GAMES.read_text(encoding="utf-8").splitlines()[number])
    assert isinstance(record, Record)
    scribe = scribe_of(browser, server, record.seats)
    scribe.begins()
    for entry in worth_a_line(written_down(record), claims=True):
        scribe.writes(entry)
    scribe.page.get_by_role("button", name=ENGLISH.say("paper.keep")).click()
    scribe.page.wait_for_url("**/r/*")
    id = scribe.page.url.rpartition("/")[2]
    assert ask(server, f"/api/records/{id}")["ending"] == record.ending
    scribe.page.get_by_role("slider").fill("9999")
    expect(scribe.page.get_by_role("heading", name="What the table could believe")).to_be_visible()
    events = [event["type"] for moment in ask(server, f"/api/records/{id}/replay")["moments"] for event in moment["events"]]
    assert len(ask(server, f"/api/records/{id}/belief")) == events.count("PresidencyPassed") - 1
    scribe.person.close()


def test_entries_without_a_network_are_kept_and_confirmed(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Scribe", kept=True)
    person.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    scribe = Scribe(person, server.url, 5)
    page = scribe.page
    scribe.begins()
    scribe._tap(Began(Seat(0)))
    expect(page.locator("#due")).to_contain_text("Anna is president")
    scribe.person.context.set_offline(True)
    scribe._option("Cem").click()
    expect(page.get_by_text("No network.")).to_be_visible()
    page.get_by_role("button", name="Elected", exact=True).click()
    page.get_by_role("button", name="Liberal policy", exact=True).click()
    expect(page.locator(".kept li")).to_have_count(3)
    page.reload()
    expect(page.locator(".kept li")).to_have_count(3)
    scribe.person.context.set_offline(False)
    expect(page.locator("#due")).to_contain_text("Ben is president", timeout=60_000)
    expect(page.locator(".kept li")).to_have_count(0)
    expect(page.get_by_role("heading", name="Round 2").first).to_be_visible()
    scribe.person.close()


def test_an_entry_that_cannot_be_is_found_when_the_network_is_back(browser: Browser, server: LiveServer) -> None:
    scribe = scribe_of(browser, server, 5)
    page = scribe.page
    scribe.begins()
    scribe._tap(Began(Seat(0)))
    expect(page.locator("#due")).to_contain_text("Anna is president")
    scribe.person.context.set_offline(True)
    scribe._option("Ben").click()
    expect(page.get_by_text("No network.")).to_be_visible()
    for words in ("Liberal policy", "Elected", "Liberal policy"):
        page.get_by_role("button", name=words, exact=True).click()
    scribe.person.context.set_offline(False)
    expect(page.locator("#due")).to_contain_text(ENGLISH.say("bar.wrong-moment"), timeout=60_000)
    expect(page.locator(".kept li")).to_have_count(3)
    page.get_by_role("button", name=ENGLISH.say("paper.drop")).first.click()
    expect(page.locator("#due")).to_contain_text("Ben is president")
    scribe.person.close()


def test_what_the_rules_forbid_shows_why_and_mistakes_can_be_taken_back(browser: Browser, server: LiveServer) -> None:
    scribe = scribe_of(browser, server, 7)
    page = scribe.page
    scribe.begins()
    for entry in (Began(Seat(0)), Nominated(Seat(1))):
        scribe.writes(entry)
    scribe._write_votes((True, True, True, False, False, False, False))
    scribe._option("Elected").click()
    expect(page.get_by_role("alert")).to_have_text("That can't be right: the votes don't add up.")
    scribe.writes(Voted(True))
    scribe.writes(Enacted(Policy.LIBERAL))
    barred = page.locator(".options").get_by_role("button", name=re.compile("^Anna"))
    expect(barred).to_be_disabled()
    expect(barred).to_contain_text(ENGLISH.say("bar.was-president"))
    for back in ("Liberal policy", "Elected", "Ben nominated", "Anna starts"):
        page.get_by_role("button", name=f"Undo: {back}").click()
    expect(page.locator("#due")).to_have_text(ENGLISH.say("paper.due.first-president"))
    scribe.person.close()


@pytest.mark.parametrize("players", [6, 7])
def test_the_narrator_says_the_opening_for_this_number_of_players(browser: Browser, server: LiveServer, players: int) -> None:
    scribe = scribe_of(browser, server, players)
    page = scribe.page
    page.get_by_role("button", name=ENGLISH.say("paper.tell")).wait_for()
    page.evaluate("""() => {
        window.spoken = [];
        const speak = speechSynthesis.speak.bind(speechSynthesis);
        speechSynthesis.speak = (words) => { window.spoken.push([words.text, words.lang]); speak(words); };
    }""")
    page.clock.install()
    page.get_by_role("button", name=ENGLISH.say("paper.tell")).click()
    expect(page.get_by_role("status")).to_have_text(ENGLISH.say("paper.say.close-eyes"))
    for _ in range(90):
        page.clock.run_for(1000)
    expect(page.get_by_role("button", name=ENGLISH.say("paper.tellAgain"), exact=True)).to_be_visible()
    spoken = page.evaluate("() => window.spoken")
    assert spoken == [[cue_in_words(ENGLISH, cue), "en"] for cue in opening(OFFICIAL, players)]
    scribe.person.close()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")
@pytest.mark.daily(1)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_companion_is_for_everyone(browser: Browser, server: LiveServer, scheme: str) -> None:
    scribe = scribe_of(browser, server, 10, "french-deck")
    page = scribe.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.get_by_role("heading", name=ENGLISH.say("paper.cards")).wait_for()
    assert violations(page) == [], "cards"
    assert not sideways(page)
    scribe.begins()
    for entry in (Began(Seat(0)), Nominated(Seat(1)), Voted(True), Enacted(Policy.FASCIST)):
        assert violations(page) == [], entry
        assert not sideways(page), entry
        scribe.writes(entry)
    assert violations(page) == [], "investigation"
    assert not sideways(page), "investigation"
    scribe.person.close()


def test_with_the_game_on_the_phone_nothing_is_missing_without_a_network_and_the_server_takes_the_record(
    browser: Browser, server: LiveServer
) -> None:
    record = short_game("official", 5)
    person = Person(browser, "Scribe", kept=True)
    page = person.page
    page.goto(f"{server.url}/companion")
    page.evaluate(KEPT)
    person.context.set_offline(True)
    scribe = Scribe(person, server.url, 5)
    expect(page.get_by_role("heading", name=ENGLISH.say("paper.cards"))).to_be_visible(timeout=60_000)
    scribe.begins()
    for entry in worth_a_line(written_down(record), claims=False):
        scribe.writes(entry)
    page.get_by_role("button", name=ENGLISH.say("paper.keep")).click()
    page.wait_for_url("**/r/local.*")
    person.context.set_offline(False)
    page.get_by_role("slider").first.fill("9999")
    page.get_by_role("button", name=ENGLISH.say("engine.hand")).click()
    page.wait_for_url(re.compile(r"/r/(?!local)"))
    kept = ask(server, f"/api/records/{page.url.rpartition('/')[2]}")
    assert (kept["ending"], kept["paper"], kept["names"]) == (record.ending, True, scribe.names)
    person.close()
