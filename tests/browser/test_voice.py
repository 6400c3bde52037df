"""Voice in a real Chromium: each microphone hums a tone of its own, and what each page plays is listened to."""

import time
from pathlib import Path

from playwright.sync_api import Browser

from secret_hitler.rules import Game, Phase, Seat, Vote
from secret_hitler.rules.vocabulary import SESSION
from secret_hitler.wire.table import Options
from tests.browser.person import PATIENCE
from tests.browser.talking import heard_by, humming, opens_the_microphone, waits_to_hear
from tests.browser.test_accessibility import violations
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess
from tests.sizes import size


def about_to_sit(people: int) -> LaidOut:
    """Lay out a vote of the third seat on the first two."""

    def there(game: Game) -> bool:
        board = game.board
        return board.phase is Phase.ELECTION and board.round > 1 and set(board.government) == {0, 1} and len(game.awaited) == people

    table = laid_out(there, people=people, bots=0, options=Options(voice=True), seed="voice")
    for seat in range(people):
        if seat != 2:
            table.plays(Seat(seat), Vote(ja=True))
    return table


def test_people_hear_each_other_until_a_government_sits_and_after_it(browser: Browser, server: LiveServer, tmp_path: Path) -> None:
    """Three talk at a time, since four at most are heard; the first three talk last."""
    count = size("microphones at one table")
    table = about_to_sit(max(5, count))
    with humming(browser, tmp_path, server, table, count) as people:
        for first in range(3 * ((count - 1) // 3), -1, -3):
            talking = range(first, min(first + 3, count))
            for seat in talking:
                opens_the_microphone(people[seat])
            for seat, person in enumerate(people):
                waits_to_hear(person, count, {*talking} - {seat})
            for seat in talking if first else ():
                people[seat].page.locator(".mic").click()
        people[0].page.locator("[data-seat='1']", has_text="talking").wait_for()
        people[2].page.locator("button.ja").click()
        for seat, person in enumerate(people):
            person.page.wait_for_function("() => document.querySelectorAll('[data-seat] .seal').length === 2", polling=20)
            waits_to_hear(person, count, {2} - {seat})
        for person in people:
            time.sleep(0.1)
            assert not heard_by(person, count) & {0, 1}
        assert people[0].page.locator("#voice-state").inner_text() == "In session: you're muted"
        assert "silent: in session" in people[2].page.locator("[data-seat='0']").inner_text()
        deadline = time.monotonic() + PATIENCE
        while _in_session(server, table):
            assert time.monotonic() < deadline
            for person in people[:2]:
                person.plays()
                person.page.wait_for_timeout(100)
        for seat, person in enumerate(people):
            waits_to_hear(person, count, {0, 1, 2} - {seat})
        assert [person.troubles for person in people] == [[]] * count


def test_talk_and_game_go_on_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    class Started(ServerProcess):
        def lay_out(self, table: LaidOut) -> None:
            super().lay_out(table)
            self.start()

    server, table = Started(tmp_path / "data"), about_to_sit(5)
    try:
        with humming(browser, tmp_path, server, table, 3) as people:
            opens_the_microphone(people[0])
            waits_to_hear(people[1], 3, {0})
            server.kill()
            waits_to_hear(people[1], 3, set())
            server.start()
            waits_to_hear(people[1], 3, {0})
            people[2].page.locator("button.ja").click()
            for person in people:
                person.page.wait_for_function("() => document.querySelectorAll('[data-seat] .seal').length === 2")
            waits_to_hear(people[1], 3, set())
    finally:
        server.kill()


def test_who_mutes_a_voice_hears_it_no_more_and_the_space_bar_talks(browser: Browser, server: LiveServer, tmp_path: Path) -> None:
    table = about_to_sit(5)
    with humming(browser, tmp_path, server, table, 2) as (one, other):
        opens_the_microphone(other)
        waits_to_hear(one, 2, {1})
        one.page.get_by_role("button", name="Voices").click()
        one.page.locator(".dock .list li", has_text="Player 2 talking").wait_for()
        one.page.get_by_role("button", name="Mute: Player 2").click()
        waits_to_hear(one, 2, set())
        assert "muted by you" in one.page.locator("[data-seat='1']").inner_text()
        one.page.get_by_role("button", name="Unmute: Player 2").click()
        waits_to_hear(one, 2, {1})
        one.page.locator("#tray-title").focus()
        one.page.keyboard.down("Space")
        waits_to_hear(other, 2, {0})
        one.page.keyboard.up("Space")
        waits_to_hear(other, 2, set())
        assert one.page.locator("#voice-state").inner_text() == "You're muted · tap to talk"
        assert violations(one.page) == []


def test_a_microphone_is_tried_in_the_lobby_where_nobody_hears_it(browser: Browser, server: LiveServer, tmp_path: Path) -> None:
    with humming(browser, tmp_path, server, LaidOut(people=5, bots=0, options=Options(voice=True)), 2) as (one, other):
        one.page.get_by_role("button", name="Test microphone").click()
        one.page.wait_for_function("() => document.querySelector('.dock meter')?.value > 60", polling=50)
        assert "Nobody hears you" in one.page.locator("#voice-state").inner_text()
        assert heard_by(other, 2) == set()
        one.page.get_by_role("button", name="Test microphone").click()
        opens_the_microphone(one)
        waits_to_hear(other, 2, {0})


def test_a_browser_that_cannot_encode_listens_and_says_so(browser: Browser, server: LiveServer, tmp_path: Path) -> None:
    with humming(browser, tmp_path, server, about_to_sit(5), 2) as (one, other):
        one.page.add_init_script("delete window.AudioEncoder")
        one.page.reload()
        one.page.get_by_text("This browser can listen, but it can't talk.").wait_for()
        opens_the_microphone(other)
        one.page.locator("#tray-title").click()
        waits_to_hear(one, 2, {1})


def _in_session(server: LiveServer, table: LaidOut) -> bool:
    game = server.tables.by_code[table.code].table.game
    assert game is not None
    return game.board.phase in SESSION
