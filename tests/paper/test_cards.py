"""The printed cards, measured as they come out of the printer."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # because fontTools has no types
from PIL import Image

from secret_hitler.paper import printing
from secret_hitler.paper.printing.boards import tracks
from secret_hitler.paper.printing.booklet import print_pages
from secret_hitler.paper.printing.cards import BALLOT, CARD, TILE
from secret_hitler.paper.printing.envelopes import PANEL
from secret_hitler.paper.printing.paper_size import A4, BLEED, LETTER, PAPERS, PaperSize, grid
from secret_hitler.paper.printing.pen import Drawing, Face, Ink, Pen, TextDoesNotFit
from secret_hitler.rules import OFFICIAL, RULESETS, Power, Ruleset, house_rules
from secret_hitler.words import LANGUAGES, Words
from secret_hitler.words.speaker import span
from secret_hitler.words.summary import sections
from tests.words.test_catalogues import CATALOGUES

from .prints import DARK, PRINTED, across, cut_out, down, extent, needs_poppler, printed, unlike

PACKAGE = Path(printing.__file__).parent
SIZES = {"tiles": TILE[::-1], "roles": CARD, "parties": CARD, "ballots": BALLOT}
COUNTS = {"tiles": 17, "roles": 10, "parties": 10, "ballots": 20}
PLACES = {"tiles": 18, "roles": 10, "parties": 10, "ballots": 20}
BACKS = {"tiles": "print.back.tile", "roles": "print.back.role", "parties": "print.back.party", "ballots": "print.back.ballot"}


class DryPen(Pen):
    """Measures every word and draws nothing: enough to see that all fits."""

    def draw(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        pass

    def path(self, path: str, ink: Ink, dash: float = 0) -> None:
        pass

    def _write(self, words: str, x: float, y: float, size: float, face: Face, colour: str) -> None:
        pass


def titles(rules: Ruleset, paper: PaperSize, language: str) -> list[str]:
    with closing(DryPen(paper, "", language)) as pen:
        return print_pages(pen, rules, Words(language))


@needs_poppler
def test_there_are_as_many_cards_as_the_rules_ask_for() -> None:
    game = printed()
    count = {key: Counter(word.text for word in game.on(game.page(key))) for key in SIZES}
    assert (count["tiles"]["L"], count["tiles"]["F"]) == (6, 11)
    assert [count["roles"][name] for name in ("LIBERAL", "FASCIST", "HITLER")] == [6, 3, 1]
    assert [count["parties"][name] for name in ("LIBERAL", "FASCIST")] == [6, 4]
    assert [count["ballots"][vote] for vote in ("JA!", "NEIN")] == [10, 10]
    placards = Counter(game.text(game.page("placards")).split())
    assert (placards["PRESIDENT"], placards["CHANCELLOR"], placards["PREVIOUS"]) == (4, 4, 4), "two faces each"
    assert all(piece in game.text(game.page("piles")) for piece in ("DRAW PILE", "DISCARD PILE", "Tracker", "Executed"))
    envelopes = [page for page, title in enumerate(game.titles, start=1) if title == "Envelopes"]
    assert sum(game.text(page).count("Let nobody see") for page in envelopes) >= 10


@needs_poppler
@pytest.mark.parametrize("rules", ["official", "online"])
@pytest.mark.parametrize("key", SIZES)
def test_cut_marks_stand_at_the_edges_of_cards_of_the_right_size(key: str, rules: str) -> None:
    width, height = SIZES[key]
    game = printed(rules)
    paper, picture = game.paper, game.picture(game.page(key))
    assert (picture.width / 5, picture.height / 5) == pytest.approx((paper.width, paper.height), abs=0.3)
    places = grid(paper, width, height)
    first = places.place(0)
    columns = across(picture, first.y - 5.5)
    rows = [y for y in down(picture, first.x - 5.5) if 15 < y < paper.height - 10]  # between the title and the licence
    assert columns == pytest.approx([first.x + n * width for n in range(places.columns + 1)], abs=0.2)
    assert rows == pytest.approx([first.y + n * height for n in range(places.rows + 1)], abs=0.2)
    assert places.places == PLACES[key]


@needs_poppler
@pytest.mark.parametrize("rules", ["official", "online"])
@pytest.mark.parametrize("key", SIZES)
def test_backs_bleed_and_lie_behind_their_cards(key: str, rules: str) -> None:
    game = printed(rules)
    back = game.page(key) + 1
    places = grid(game.paper, *SIZES[key])
    first, last = places.place(0), places.place(places.places - 1)
    bled = (first.x - BLEED, first.y - BLEED, last.right + BLEED, last.bottom + BLEED)
    assert extent(game.picture(back), 18, game.paper.height - 12) == pytest.approx(bled, abs=0.25)

    name = game.words.loud(BACKS[key]).split()[-1]
    named = [word.middle for word in game.on(back) if word.text == name]
    assert len(named) == COUNTS[key]
    for number in range(COUNTS[key]):
        front = places.place(number)
        left = game.paper.width - front.right  # where the sheet puts it when turned over its long edge
        assert sum(left < x < left + front.width and front.y < y < front.bottom for x, y in named) == 1, f"card {number} has one back"


@needs_poppler
@pytest.mark.parametrize("key", SIZES)
def test_all_backs_of_a_kind_are_the_same(key: str) -> None:
    game = printed()
    picture = game.picture(game.page(key) + 1)
    places = grid(game.paper, *SIZES[key])
    first, *others = (cut_out(picture, *places.behind(number)) for number in range(COUNTS[key]))
    assert max(unlike(first, other) for other in others) < 0.02
    assert sum(dot < DARK for dot in first.tobytes()) > 0.2 * first.width * first.height, "a white back lets the front shine through"


@needs_poppler
@pytest.mark.parametrize("rules", ["official", "french-deck"])
def test_cards_are_told_apart_without_colour(rules: str) -> None:
    game = printed(rules)

    def card(key: str, number: int, width: float = 0) -> Image.Image:
        place = grid(game.paper, *SIZES[key]).place(number)
        return cut_out(game.picture(game.page(key)), *(place._replace(width=width) if width else place))

    for key, one, other in (("tiles", 0, 6), ("roles", 0, 6), ("roles", 6, 9), ("parties", 0, 6), ("ballots", 0, 19)):
        assert unlike(card(key, one), card(key, other)) > 0.05, f"{key}: {one} and {other}"
    for one in range(COUNTS["roles"]):
        for other in range(one):
            assert unlike(card("roles", one, 44), card("roles", other, 44)) > 0.02, f"birds {one} and {other} look alike"


@needs_poppler
@pytest.mark.parametrize("rules", PRINTED)
def test_no_word_runs_over_the_edge_of_its_card(rules: str) -> None:
    game = printed(rules)
    for key, size in SIZES.items():
        places = grid(game.paper, *size)
        cards = [places.place(number) for number in range(COUNTS[key])]
        for word in game.on(game.page(key)):
            x, y = word.middle
            for card in cards:
                if card.x < x < card.right and card.y < y < card.bottom:
                    assert card.x + 2 < word.left, word
                    assert word.right < card.right - 2, word
    for page in range(1, len(game.titles) + 1):
        assert all(word.left > 4 and word.right < game.width(page) - 4 for word in game.on(page))


@needs_poppler
@pytest.mark.parametrize("name", PRINTED)
def test_the_boards_carry_the_powers_and_goals_of_the_rule_set(name: str) -> None:
    rules, game = RULESETS[name], printed(name)
    first_word = {power: game.words.say(f"power.short.{power}").split()[0] for power in Power if power is not Power.NONE}
    for track in tracks(rules):
        page = game.page("fascist", span=span(track.players))
        captions = sorted((word.left, word.text) for word in game.on(page) if word.text in first_word.values() and 100 < word.bottom < 120)
        assert [text for _, text in captions] == [first_word[power] for power in track.powers if power is not Power.NONE]
        assert game.words.say("print.board.win.F") in game.text(page)
    numbers = [(word.left, int(word.text)) for word in game.on(game.page("liberal")) if word.text.isdecimal() and 30 < word.top < 140]
    steps = [number for _, number in sorted(numbers)]
    assert Counter(steps) == Counter([*range(1, rules.liberal_goal + 1), *range(rules.tracker_length + 1)])


def test_rule_sets_with_one_track_get_one_board() -> None:
    assert [track.players for track in tracks(RULESETS["manual"])] == [[5, 6, 7, 8, 9, 10]]
    assert [track.players for track in tracks(OFFICIAL)] == [[5, 6], [7, 8], [9, 10]]


def test_the_summary_follows_the_rule_set() -> None:
    told = {
        name: " ".join(line.words for section in sections(rules, Words("en")) for line in section.lines) for name, rules in RULESETS.items()
    }
    assert "with 6 liberal policies" in told["french-deck"]
    assert "with 5 liberal policies" in told["official"]
    assert "executed" not in told["manual"]
    assert "even yourself" in told["manual"]
    assert "even yourself" not in told["official"]
    assert "covered ballot" in told["online"]
    assert "elected government sets the tracker back" in told["print-and-play"]
    assert "diamonds" in told["french-deck"]


@needs_poppler
@pytest.mark.parametrize("rules", PRINTED)
def test_every_page_says_what_it_is_and_whose_game_it_is(rules: str) -> None:
    game = printed(rules)
    for page, title in enumerate(game.titles, start=1):
        text = game.text(page)
        assert title in text
        assert all(author in text for author in ("Boxleiter", "Maranges", "Temkin", "Schubert", "CC BY-NC-SA 4.0"))
    assert len(game.titles) % 2 == 0, "every sheet has a front and a back"


@needs_poppler
def test_the_line_to_measure_is_a_hundred_millimetres() -> None:
    left, _, right, _ = extent(printed().picture(1), A4.height - 15.5, A4.height - 13)
    assert right - left == pytest.approx(100, abs=0.5)


@needs_poppler
def test_an_envelope_holds_a_role_a_party_card_and_ballots() -> None:
    assert min(PANEL) >= min(CARD) + 3
    assert max(PANEL) >= max(CARD) + 3
    game = printed()
    edges = across(game.picture(game.page("envelopes")), 85)
    assert any(right - left == pytest.approx(PANEL[0], abs=0.3) for left in edges for right in edges)


def test_there_are_glyphs_for_all_that_is_printed() -> None:
    glyphs = []
    for face in Face:
        with TTFont(PACKAGE / "fonts" / f"{face}.ttf") as font:
            glyphs.append(set(font.getBestCmap()))
    for language in LANGUAGES:
        words = Words(language)
        for key in (key for key in CATALOGUES[language] if key.startswith("print.")):
            holes = dict.fromkeys("nmlfk", 5) | {"span": span([5, 6]), "of": 9}
            said = words.say(key, **holes) + words.loud(key, **holes)
            assert all(set(map(ord, said)) <= face for face in glyphs), f"{language} {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_fits_in_every_language(language: str) -> None:
    for rules in RULESETS.values():
        assert titles(rules, LETTER, language)
    assert titles(RULESETS["online"], A4, language), "the longest rules on the narrower paper"


@needs_poppler
def test_letters_are_printed_as_the_language_writes_them(caplog: pytest.LogCaptureFixture) -> None:
    assert "LİBERAL YASA" in printed("print-and-play").text(3)
    assert "ЛИБЕРАЛ" in printed("manual").text(5)
    assert not caplog.records, "the printer's library reports a missing glyph"


def test_house_rules_are_printed_with_their_own_numbers() -> None:
    track = '["none", "investigate", "none", "peek", "execute", "none", "none"]'
    rules = house_rules(f'liberal_tiles = 9\nfascist_tiles = 16\nfascist_goal = 8\nliberal_goal = 7\npowers = {{ "5-10" = {track} }}')
    for paper in PAPERS.values():
        pages = titles(rules, paper, "de")
        assert pages.count(Words("de").say("print.sheet.tiles")) == 4, "25 tiles are on two sheets"
        assert Words("de").say("print.sheet.fascist", span=span([5, 10])) in pages


def test_a_track_longer_than_a_page_is_refused() -> None:
    track = "[" + ", ".join(['"none"'] * 19) + "]"
    rules = house_rules(f'fascist_tiles = 30\nfascist_goal = 20\npowers = {{ "5-10" = {track} }}')
    with pytest.raises(TextDoesNotFit, match="a track of 20 policies"):
        titles(rules, A4, "en")
