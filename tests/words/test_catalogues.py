"""Every language says everything, with the same blanks; whatever the server and its bots say as a code has a sentence."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from secret_hitler.belief import explain
from secret_hitler.belief.traces import KINDS, STAGES
from secret_hitler.bots.conversation import TONES
from secret_hitler.paper.setup import set_up
from secret_hitler.rules import RULESETS, Bar
from secret_hitler.wire.commands import Phrase
from secret_hitler.wire.refusals import Denial
from secret_hitler.words import ENGLISH, LANGUAGES, WORDINGS, Words

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "secret_hitler"
Catalogue = dict[str, str | dict[str, str]]
CATALOGUES: dict[str, Catalogue] = {
    language: json.loads((SOURCE / "words" / "catalogues" / f"{language}.json").read_text(encoding="utf-8")) for language in LANGUAGES
}
PLURALS = {"ru": {"one", "few", "many", "other"}}


def is_term(key: str) -> bool:
    return key.startswith(tuple(f"{wording}." for wording in WORDINGS))


def blanks(catalogue: Catalogue, key: str) -> set[str]:
    """Find the blanks of a message, leaving out the words of the wording."""
    text = catalogue[key]
    forms = text if isinstance(text, str) else " ".join(text.values())
    return {name for name in re.findall(r"\{(\w+)\}", forms) if f"game.{name[0].lower()}{name[1:]}" not in catalogue}


def test_a_language_is_one_file_and_one_line() -> None:
    assert {path.stem for path in (SOURCE / "words" / "catalogues").iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
class TestCatalogue:
    def test_it_has_every_message_and_no_other(self, language: str) -> None:
        ours, english = ([key for key in CATALOGUES[each] if not is_term(key)] for each in (language, "en"))
        assert ours == english

    def test_it_leaves_the_same_blanks_to_fill(self, language: str) -> None:
        catalogue, english = CATALOGUES[language], CATALOGUES["en"]
        assert [key for key in english if not is_term(key) and blanks(catalogue, key) != blanks(english, key)] == []

    def test_it_has_every_term_in_every_wording(self, language: str) -> None:
        catalogue = CATALOGUES[language]
        terms = [key.removeprefix("game.") for key in catalogue if key.startswith("game.") and key != "game.title"]
        assert [(wording, term) for wording in WORDINGS for term in terms if f"{wording}.{term}" not in catalogue] == []

    def test_it_has_the_plural_forms_of_its_language(self, language: str) -> None:
        needed = PLURALS.get(language, {"one", "other"})
        assert [key for key, text in CATALOGUES[language].items() if isinstance(text, dict) and set(text) != needed] == []


DECK = "print.sum.deck"
"""No deck has one tile of a kind."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wording", WORDINGS)
def test_a_sentence_that_counts_both_sides_is_right_for_one_of_each(language: str, wording: str) -> None:
    words, catalogue = Words(language, wording), CATALOGUES[language]
    singular = {words.term(f"{side}Tile") for side in ("liberal", "fascist")}
    many = {words.term(f"{side}{what}") for side in ("liberal", "fascist") for what in ("Tiles", "s")} - singular
    counting = [key for key in catalogue if key != DECK and not is_term(key) and {"l", "f"} <= blanks(catalogue, key)]
    said = [words.say(key, **dict.fromkeys(blanks(catalogue, key), 1)) for key in counting]
    assert [text for text in said if any(f"1 {each}" in text for each in many)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wording", WORDINGS)
def test_a_goal_of_one_policy_is_said_in_the_singular(language: str, wording: str) -> None:
    words, catalogue = Words(language, wording), CATALOGUES[language]
    many = {words.term(f"{side}Tiles") for side in ("liberal", "fascist")} - {words.term(f"{side}Tile") for side in ("liberal", "fascist")}
    counting = [
        key for key in catalogue if key.startswith(("role.aim.", "print.sum.win.", "print.sum.veto")) and "n" in blanks(catalogue, key)
    ]
    said = [words.say(key, **dict.fromkeys(blanks(catalogue, key), 1)) for key in counting]
    assert len(said) == 8
    assert [text for text in said if "1" in text or any(each in text for each in many)] == []


def test_no_sentence_is_unused() -> None:
    """A key is named in full, or begins as a key that is put together from parts; events are looked up by their type."""
    folders = (SOURCE, ROOT / "doors" / "src")
    source = [
        path.read_text(encoding="utf-8")
        for path in (*(path for each in folders for path in each.rglob("*.py")), ROOT / "docs" / "rules_page.py")
    ]
    source += [path.read_text(encoding="utf-8") for kind in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{kind}")]
    text = "".join(source)
    named = set(re.findall(r"['\"`]([\w.-]+)['\"`]", text))
    varied = set(re.findall(r"['\"`]([\w-]+\.[\w.-]*\w)\$?\{", text))
    begun = tuple(
        {f"{stem}." for stem in varied} | set(re.findall(r"['\"`]([\w.-]+\.)\$?\{", text)) | {"event.", "paper.event.", "program.event."}
    )
    assert [
        key
        for key in CATALOGUES["en"]
        if not is_term(key) and key.removesuffix(".hands") not in named | varied and not key.startswith(begun)
    ] == []


@pytest.mark.parametrize("bar", Bar)
def test_the_rules_say_no_in_the_words_of_the_catalogue(bar: Bar) -> None:
    assert ENGLISH.say(f"bar.{bar}") == bar.text


@pytest.mark.parametrize("denial", Denial)
def test_every_denial_has_a_sentence(denial: Denial) -> None:
    assert ENGLISH.knows(f"refused.{denial}")


def test_no_code_is_said_that_does_not_exist() -> None:
    known = {f"refused.{denial}" for denial in Denial} | {f"bar.{bar}" for bar in Bar}
    assert [key for key in CATALOGUES["en"] if key.startswith(("refused.", "bar.")) and key not in known] == []


def test_every_reason_of_a_bot_has_a_sentence_and_no_other_is_there() -> None:
    told = set(re.findall(r"return \"([\w-]+)\", params", Path(explain.__file__).read_text(encoding="utf-8")))
    codes = told | {re.sub("|".join(f"-{stage}" for stage in STAGES), "", kind) for kind in (*KINDS, "nominated-opening")}
    assert {key.removeprefix("bot.because.") for key in CATALOGUES["en"] if key.startswith("bot.because.")} == codes


def test_every_code_a_bot_speaks_in_has_a_sentence() -> None:
    spoken = _said_in_the_source()
    assert len(spoken) > 20, "the bots talk"
    assert [code for code in spoken if not ENGLISH.knows(f"bot.{code}")] == []


def test_no_sentence_of_the_bots_is_left_that_none_says() -> None:
    stems = {key.removeprefix("bot.").partition(".")[0] for key in CATALOGUES["en"] if key.startswith("bot.")}
    assert stems - {"nothing", "because"} - {str(phrase) for phrase in Phrase} == set(_said_in_the_source())


def test_what_a_bot_says_comes_in_tones_that_it_knows() -> None:
    tones = {"." + ".".join(rest) for key in CATALOGUES["en"] if key.startswith("bot.") for _, *rest in [key.split(".")[1:]] if rest}
    assert {tone for tone in tones if not any(key.startswith(f"bot.because{tone}") for key in CATALOGUES["en"])} <= set(TONES)


def test_a_code_means_one_thing() -> None:
    assert set(Denial) & set(Bar) == set()


def test_the_server_says_no_in_no_other_way() -> None:
    """A Refusal takes a Denial by its type; nothing else may raise an HTTP error of its own or send a made-up code."""
    for path in _paths():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"raise \w*(HTTP|Client|NotFound|PermissionDenied|TooManyRequests)Exception", text), path.name
        assert not re.search(r"code=\"[a-z]", text), path.name


@pytest.mark.parametrize("denial", Denial)
def test_every_denial_is_used_with_all_that_its_sentence_needs(denial: Denial) -> None:
    sources, calls = _server()
    given = [{keyword.arg for keyword in call.keywords} for argument, call in calls if argument == f"Denial.{denial.name}"]
    assert any(f"Denial.{denial.name}" in source for source in sources)
    assert all(blanks(CATALOGUES["en"], f"refused.{denial}") <= params for params in given)


def _paths() -> list[Path]:
    return [path for room in ("server", "tables") for path in (SOURCE / room).rglob("*.py")]


@cache
def _server() -> tuple[list[str], list[tuple[str, ast.Call]]]:
    """Its sources, and every call in them by each thing that is handed over."""
    sources = [path.read_text(encoding="utf-8") for path in _paths()]
    calls = [call for source in sources for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call)]
    return sources, [(ast.unparse(argument), call) for call in calls for argument in call.args if isinstance(argument, ast.Attribute)]


def _said_in_the_source() -> list[str]:
    """Collect the codes of all sayings; each is written out in full, so that you can look it up."""
    found = []
    for path in (SOURCE / "bots").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Statement":
                codes = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                assert codes, f"{path.name}: a code that cannot be looked up"
                found += [str(code) for code in codes]
    return found


def test_french_puts_a_narrow_space_that_cannot_break_before_double_punctuation() -> None:
    spaced = re.compile(r"[^\u202f][:;?!»]|«[^\u202f]")
    texts = [(key, text) for key, said in CATALOGUES["fr"].items() for text in ([said] if isinstance(said, str) else said.values())]
    wrong = [key for key, text in texts if spaced.search(text.replace("[?]", ""))]
    assert wrong == ["print.ballot.ja"], "only the German word on a ballot has none"
    joined = [line for rules in RULESETS.values() for line in set_up(Words("fr"), rules, 7)]
    assert [line for line in joined if spaced.search(line)] == []
