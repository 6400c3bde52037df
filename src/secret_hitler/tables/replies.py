"""Answer without a table: rules in words, sheets, records. HTTP and the page's own engine share this."""

import msgspec
from msgspec.structs import replace

from ..paper.files import AnyGame, games_in_text
from ..paper.filling import fill_in, paper_moments
from ..paper.paper_game import Nominated, PaperGame
from ..paper.setup import kit
from ..records import Record, UnfitRecord, final, moments, verify
from ..rules import ALL, OFFICIAL, PUBLIC, RULESETS, Bar, Nominate, Onlooker, Phase, Ruleset, Seat, View
from ..rules.model_check import Checked
from ..rules.readings import READINGS, Reading
from ..wire import api
from ..wire.refusals import Denial
from ..words import ENGLISH, LANGUAGES, WORDINGS, Voice, Words, event_sentence
from ..words.citations import cite
from ..words.rulebook import checked_in_words, describe
from ..words.summary import Section, answer, guide, opening_sections, question, sections
from .names import clean_name
from .refusal import LONGEST_DETAIL, Refusal, check_name

MOST_MOVES, MOST_ROUNDS = 4000, 100
"""The longest games by the written rules have 33 rounds."""

# Rules in words


def rules_in_words() -> list[api.RulesetInWords]:
    official = dict(describe(RULESETS["official"], ENGLISH))
    return [
        api.RulesetInWords(
            name=rules.name,
            points=describe(rules, ENGLISH),
            differs=[point for point, said in describe(rules, ENGLISH) if official[point] != said],
            players=sorted(rules.fascists),
        )
        for rules in RULESETS.values()
    ]


def how_to_play(rules: Ruleset, language: str, wording: str, checked: Checked | None = None) -> api.HowToPlay:
    words = _words(language, wording)
    return api.HowToPlay(
        name=rules.name,
        title=words.ruleset(rules),
        about=words.ruleset_about(rules),
        sections=list(map(_section, sections(rules, words))),
        openings=list(map(_section, opening_sections(rules, words))),
        guide=list(map(_section, guide(rules, words))),
        credit=words.say("print.licence"),
        checked=[] if checked is None else checked_in_words(checked, words),
        readings=[_reading(reading, rules, words) for reading in READINGS if reading.bites(rules)],
        roles=api.RolesTable(
            heading=words.say("print.sum.table"),
            players=words.say("print.sum.players"),
            rows=[(players, rules.liberals(players), rules.fascists[players]) for players in sorted(rules.fascists)],
        ),
    )


def rules_checked(rules: Ruleset, data: api.CheckRules, checked: Checked | None, played: tuple[int, int] = (0, 0)) -> api.RulesChecked:
    words = _words(data.language, data.wording)
    return api.RulesChecked(
        rules=rules,
        readings=[_reading(reading, rules, words) for reading in READINGS if reading.bites(rules)],
        checked=[] if checked is None else checked_in_words(checked, words),
        fine=checked is None or not checked.stuck,
        games=played[0],
        liberal_wins=played[1],
    )


def _reading(reading: Reading, rules: Ruleset, words: Words) -> api.RuleReading:
    field, chosen = reading.field, getattr(rules, reading.field)
    values = dict.fromkeys((*reading.values, chosen))
    return api.RuleReading(
        field=field,
        question=question(field, words),
        answers=[(value, answer(field, value, words)) for value in values],
        chosen=chosen,
        usual=getattr(OFFICIAL, field),
        reason=words.say(f"rulebook.reading.{reading.reason}"),
    )


def why_not(rules: Ruleset, bar: str, phase: str, language: str, wording: str) -> api.Why:
    """Cite the rule behind a refusal of the rules; a code or phase that they don't know is not found."""
    known, moment = {each.value: each for each in Bar}.get(bar), {each.value: each for each in Phase}.get(phase)
    found = None if known is None else cite(rules, _words(language, wording), known, moment)
    if found is None:
        raise Refusal(Denial.NOT_FOUND)
    cited = [api.CitedSentence(document=each.document, line=each.line, says=each.says) for each in found.sentences]
    return api.Why(rules=found.rules, heading=found.heading, lines=list(found.lines), sentences=cited)


def _words(language: str, wording: str) -> Words:
    return Words(language if language in LANGUAGES else "en", wording if wording in WORDINGS else "game")


def _section(section: Section) -> api.RuleSection:
    lines = [api.RuleLine(words=line.words, sign=line.sign or "", lead=line.lead) for line in section.lines]
    return api.RuleSection(heading=section.heading, lines=lines)


# Games with real cards


def filled_in(data: api.FillIn, rules: Ruleset) -> api.Filled:
    """Fill in the sheet of a group that plays by these rules, as far as it goes."""
    if len(data.names) not in rules.fascists:
        raise Refusal(Denial.WRONG_NUMBER, rules=rules.name, n=len(data.names))
    try:
        filled = fill_in(rules, len(data.names), data.entries)
    except ValueError as error:
        raise Refusal(Denial.RULES, detail=str(error)) from error
    sheet, refusal, latest = filled.sheet, filled.refusal, filled.told[-1] if filled.told else []
    return api.Filled(
        rules=rules,
        kit=kit(rules, sheet.seats),
        view=sheet.view,
        due=sheet.due,
        suspect=sheet.suspect,
        options=list(sheet.options),
        claims=list(sheet.claims),
        told=filled.told,
        news=[said for event in latest if (said := event_sentence(event, sheet.view, Voice.PAPER))],
        refused=None if refusal is None else api.BadEntry(entry=len(filled.told), code=refusal.bar, reason=str(refusal)),
    )


def ended_on_paper(data: api.FillIn, rules: Ruleset) -> PaperGame:
    """Return the record of a group whose game is over."""
    filled = filled_in(data, rules)
    if filled.refused is not None:
        raise Refusal(Denial.MESSAGE, detail=filled.refused.reason)
    if filled.view.board.ending is None:
        raise Refusal(Denial.PLAYING)
    return PaperGame(rules=rules, names=[clean_name(name) for name in data.names], entries=data.entries)


# Records


def checked(text: str) -> AnyGame:
    """Read the first game of a file, replay it by the rules, and draw its chance again if its seed is known."""
    try:
        game = next(games_in_text(text), None)
        if not isinstance(game, Record | PaperGame):
            raise game or UnfitRecord("this file has no game in it")
        check_length(game)
        if isinstance(game, PaperGame):
            list(paper_moments(game))
        else:
            final(game)
            if game.seed is not None:
                verify(game)
        check_name(game.rules)
    except (UnfitRecord, ValueError) as error:
        raise Refusal(Denial.MESSAGE, detail=str(error)[:LONGEST_DETAIL]) from error
    names = [clean_name(name) for name in game.names]
    if isinstance(game, PaperGame):
        return replace(game, names=names)
    return replace(game, notes={f"seat {seat}": name for seat, name in enumerate(names)})


def check_length(game: AnyGame) -> None:
    """Raise UnfitRecord for a game too long to be real: replaying and reviewing it would take minutes."""
    moves = game.entries if isinstance(game, PaperGame) else [move.action for move in game.moves]
    if len(moves) > MOST_MOVES or sum(isinstance(move, Nominate | Nominated) for move in moves) > MOST_ROUNDS:
        raise UnfitRecord(f"a game has at most {MOST_ROUNDS} rounds and {MOST_MOVES} moves")


def summary(id: str, record: AnyGame) -> api.RecordSummary:
    if isinstance(record, PaperGame):
        *_, last = paper_moments(record)
        ending, commitment, seed = last.view.board.ending, None, None
    else:
        ending, commitment, seed = record.ending, record.commitment, record.seed
    return api.RecordSummary(
        id=id,
        rules=record.rules.name,
        seats=record.seats,
        ending=ending,
        names=record.names,
        commitment=commitment,
        seed=seed,
        contributors=record.contributors if isinstance(record, Record) else [],
        programs=[Seat(seat) for seat in range(record.seats) if isinstance(record, Record) and f"program {seat}" in record.notes],
        paper=isinstance(record, PaperGame),
        uploaded=isinstance(record, Record) and "table" not in record.notes,
    )


def lens_of(lens: str, record: AnyGame) -> Onlooker:
    if lens == PUBLIC:
        return PUBLIC
    if isinstance(record, PaperGame):
        raise Refusal(Denial.MESSAGE, detail="a paper game holds only public information: use the lens public")
    if lens == ALL:
        return ALL
    if lens.isdecimal() and int(lens) < record.seats:
        return Seat(int(lens))
    raise Refusal(Denial.MESSAGE, detail=f"a lens is public, all, or a seat from 0 to {record.seats - 1}")


def replayed(id: str, record: AnyGame, onlooker: Onlooker) -> bytes:
    shown = paper_moments(record) if isinstance(record, PaperGame) else moments(record, onlooker)
    told: dict[str | int, bytes] = {}
    seen = [
        api.ReplayMoment(
            number=moment.number,
            events=list(moment.events),
            told=[event_sentence(event, moment.view) for event in moment.events],
            view=_changed(moment.view, told),
        )
        for moment in shown
    ]
    return msgspec.json.encode(api.Replay(record=summary(id, record), lens=str(onlooker), moments=seen))


def _changed(view: View, told: dict[str | int, bytes]) -> dict[str, msgspec.Raw]:
    """Return the fields of a view that changed since the last telling; of its rounds only those that changed."""
    fields: dict[str | int, bytes] = {name: msgspec.json.encode(getattr(view, name)) for name in View.__struct_fields__ if name != "rounds"}
    changed = {str(name): msgspec.Raw(body) for name, body in fields.items() if told.get(name) != body}
    rounds: dict[str | int, bytes] = {round.number: msgspec.json.encode(round) for round in view.rounds}
    new = [msgspec.Raw(body) for number, body in rounds.items() if told.get(number) != body]
    if new or not told:
        changed["rounds"] = msgspec.Raw(msgspec.json.encode(new))
    told.update(fields)
    told.update(rounds)
    return changed
