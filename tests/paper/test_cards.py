"""The printed cards, measured as they come out of the printer."""

import re
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # because fontTools has no types
from PIL import Image, ImageStat

from secret_hitler.paper import printing
from secret_hitler.paper.printing.boards import tracks
from secret_hitler.paper.printing.booklet import Printing, booklet, print_pages
from secret_hitler.paper.printing.cards import BALLOT, CARD, TILE
from secret_hitler.paper.printing.pen import A4, BLEED, LETTER, PAPERS, Drawing, Face, Ink, PaperSize, Pen, TextDoesNotFit, grid, printable
from secret_hitler.paper.printing.pieces import PANEL
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
NOT_WITH_AN_ORDINARY_DECK = ("parties", "ballots")
BACKS = {"tiles": "print.back.tile", "roles": "print.back.role", "parties": "print.back.party", "ballots": "print.back.ballot"}


USUAL = Printing()


class DryPen(Pen):
    """Measures every word and draws nothing: enough to see that all fits."""

    def draw(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        pass

    def path(self, path: str, ink: Ink, dash: float = 0) -> None:
        pass

    def _write(self, words: str, x: float, y: float, size: float, face: Face, colour: str) -> None:
        pass


def titles(rules: Ruleset, paper: PaperSize, language: str, printing: Printing = USUAL) -> list[str]:
    with closing(DryPen(paper, "", language)) as pen:
        return print_pages(pen, rules, Words(language), printing)[0]


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
    assert sum(game.text(page).count("anyone see") for page in envelopes) >= 10


@needs_poppler
@pytest.mark.daily(4)
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
        if rules == "french-deck" and key in NOT_WITH_AN_ORDINARY_DECK:
            continue
        assert unlike(card(key, one), card(key, other)) > 0.05, f"{key}: {one} and {other}"
    for one in range(COUNTS["roles"]):
        for other in range(one):
            assert unlike(card("roles", one, 44), card("roles", other, 44)) > 0.02, f"birds {one} and {other} look alike"


@needs_poppler
@pytest.mark.parametrize("rules", PRINTED)
def test_no_word_runs_over_the_edge_of_its_card(rules: str) -> None:
    game = printed(rules)
    for key, size in SIZES.items():
        if rules == "french-deck" and key in NOT_WITH_AN_ORDINARY_DECK:
            continue
        places = grid(game.paper, *size)
        cards = [places.place(number) for number in range(COUNTS[key])]
        printed_on = set()
        for word in game.on(game.page(key)):
            x, y = word.middle
            for number, card in enumerate(cards):
                if card.x < x < card.right and card.y < y < card.bottom:
                    assert card.x + 2 < word.left, word
                    assert word.right < card.right - 2, word
                    printed_on.add(number)
        assert len(printed_on) == COUNTS[key], f"{key}: no word was looked at on some cards"
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


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_there_are_three_fascist_boards_also_where_all_of_them_grant_the_same_powers(rules: Ruleset) -> None:
    assert [track.players for track in tracks(rules)] == [[5, 6], [7, 8], [9, 10]]


def test_house_rules_with_one_row_of_powers_get_one_board() -> None:
    rules = house_rules('powers = { "5-10" = ["none", "none", "none", "none", "none"] }')
    assert [track.players for track in tracks(rules)] == [[5, 6, 7, 8, 9, 10]]


@pytest.mark.parametrize(("name", "behind"), [("official", 0), ("print-and-play", 3), ("manual", 3), ("french-deck", 0), ("online", 0)])
def test_the_liberal_track_is_behind_every_fascist_track_where_the_text_says_so(name: str, behind: int) -> None:
    pages, words = titles(RULESETS[name], A4, "en"), Words("en")
    fascist = {words.say("print.sheet.fascist", span=span(track.players)) for track in tracks(RULESETS[name])}
    liberal = words.say("print.sheet.liberal")
    leaves = list(zip(pages[::2], pages[1::2], strict=True))
    assert sum(front in fascist and back == liberal for front, back in leaves) == behind
    assert (liberal in [front for front, _ in leaves]) == (behind == 0), "otherwise it has a sheet of its own"


def test_an_ordinary_deck_is_printed_without_ballots_envelopes_and_party_cards() -> None:
    for name, rules in RULESETS.items():
        pages = titles(rules, A4, "en")
        for sheet in ("Ballots", "Envelopes", "Party membership"):
            assert (sheet in pages) == (name != "french-deck"), (name, sheet)
    told = " ".join(line.words for section in sections(RULESETS["french-deck"], Words("en")) for line in section.lines)
    assert all(
        words in told for words in ("open for ja", "a fist for nein", "up for liberal, down for fascist", "You say when to open your eyes")
    )
    assert "each envelope" not in told
    assert "reveals their ballot" not in told


@needs_poppler
@pytest.mark.parametrize("name", PRINTED)
def test_the_placard_of_the_last_president_says_when_that_player_is_exempt(name: str) -> None:
    rules, game = RULESETS[name], printed(name)
    exempt = game.words.say(f"print.placard.exempt.{rules.president_exempt_by}", n=5)
    assert game.text(game.page("placards")).count(exempt) == 2, "on both faces of the president's placard, and on no other"


@needs_poppler
def test_russian_tiles_carry_cyrillic_letters() -> None:
    game = printed("manual")
    letters = Counter(word.text for word in game.on(game.page("tiles")))
    assert (letters["Л"], letters["Ф"], letters["L"], letters["F"]) == (6, 11, 0, 0)


@needs_poppler
def test_light_backs_take_a_third_of_the_ink_or_less(tmp_path: Path) -> None:
    usual = printed()
    path = tmp_path / "light.pdf"
    path.write_bytes(booklet(OFFICIAL, A4, "en", Printing(light_backs=True)).pdf)
    pale = usual._replace(path=path)
    for key in SIZES:
        dark, light = (255 - ImageStat.Stat(game.picture(game.page(key) + 1)).mean[0] for game in (usual, pale))
        assert 0 < light < dark / 3, key
        assert pale.picture(pale.page(key)).tobytes() == usual.picture(usual.page(key)).tobytes(), "fronts are the same"


@needs_poppler
@pytest.mark.daily(2)
@pytest.mark.parametrize("name", PRINTED)
def test_a_printer_of_one_side_is_given_no_empty_page_and_the_backs_in_the_end(name: str, tmp_path: Path) -> None:
    usual = printed(name)
    made = booklet(RULESETS[name], usual.paper, usual.words.language, Printing(one_side=True))
    path = tmp_path / "single.pdf"
    path.write_bytes(made.pdf)
    single = usual._replace(path=path, titles=tuple(made.titles))
    assert set(single.titles) == set(usual.titles)
    backs = [usual.words.say(f"print.sheet.{key}") for key in SIZES if name != "french-deck" or key not in NOT_WITH_AN_ORDINARY_DECK]
    assert list(single.titles[-len(backs) :]) == backs
    empty = re.compile(re.escape(usual.words.say("print.empty", n=0)).replace("0", r"\d+"))
    blank = {game.path: [page for page in range(1, len(game.titles) + 1) if empty.search(game.text(page))] for game in (usual, single)}
    assert len(blank[usual.path]) == len(usual.titles) - len(single.titles) > 0
    assert blank[single.path] == []


def test_the_summary_follows_the_rule_set() -> None:
    told = {
        name: " ".join(line.words for section in sections(rules, Words("en")) for line in section.lines) for name, rules in RULESETS.items()
    }
    assert "with 6 liberal policies" in told["french-deck"]
    assert "with 5 liberal policies" in told["official"]
    assert "executed" not in told["manual"]
    assert "even yourself" in told["manual"]
    assert "even yourself" not in told["official"]
    assert "face-down ballot" in told["online"]
    assert "whenever a government is elected" in told["print-and-play"]
    assert "Diamonds" in told["french-deck"]


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
            holes = dict.fromkeys("nmlfk", 5) | {"diamonds": span([1, 6]), "hearts": span([1, 11])} | {"span": span([5, 6]), "of": 9}
            said = printable(words.say(key, **holes) + words.loud(key, **holes))
            assert all(set(map(ord, said)) <= face for face in glyphs), f"{language} {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_fits_in_every_language(language: str) -> None:
    for rules in RULESETS.values():
        assert titles(rules, LETTER, language)
    assert titles(RULESETS["online"], A4, language), "the longest rules on the narrower paper"


@needs_poppler
def test_letters_are_printed_as_the_language_writes_them(caplog: pytest.LogCaptureFixture) -> None:
    turkish, russian = printed("print-and-play"), printed("manual")
    assert "LİBERAL YASA" in turkish.text(turkish.page("tiles"))
    assert "ЛИБЕРАЛ" in russian.text(russian.page("roles"))
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
