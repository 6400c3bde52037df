"""What is answered without a table: rules in words, sheets, records. The same over HTTP and in the page's own engine."""

import msgspec
from msgspec.structs import replace

from ..paper.files import AnyGame, games_in_text
from ..paper.filling import fill_in, paper_moments
from ..paper.paper_game import PaperGame
from ..paper.setup import kit
from ..records import Record, UnfitRecord, final, moments, verify
from ..rules import ALL, PUBLIC, RULESETS, Onlooker, Ruleset, Seat, View
from ..wire import api
from ..wire.refusals import Denial
from ..words import ENGLISH, LANGUAGES, WORDINGS, Voice, Words, event_sentence
from ..words.rulebook import describe
from ..words.summary import Section, guide, opening_sections, sections
from .names import clean_name, clean_text
from .refusal import LONGEST_DETAIL, Refusal

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


def how_to_play(rules: Ruleset, language: str, wording: str) -> api.HowToPlay:
    words = Words(language if language in LANGUAGES else "en", wording if wording in WORDINGS else "game")
    return api.HowToPlay(
        name=rules.name,
        title=words.ruleset(rules.name),
        about=words.ruleset_about(rules.name),
        sections=list(map(_section, sections(rules, words))),
        openings=list(map(_section, opening_sections(rules, words))),
        guide=list(map(_section, guide(rules, words))),
        credit=words.say("print.licence"),
        roles=api.RolesTable(
            heading=words.say("print.sum.table"),
            players=words.say("print.sum.players"),
            rows=[(players, rules.liberals(players), rules.fascists[players]) for players in sorted(rules.fascists)],
        ),
    )


def _section(section: Section) -> api.RuleSection:
    lines = [api.RuleLine(words=line.words, sign=line.sign or "", lead=line.lead) for line in section.lines]
    return api.RuleSection(heading=section.heading, lines=lines)


# Games with real cards


def filled_in(data: api.FillIn, rules: Ruleset) -> api.Filled:
    """Fill in the sheet of a group that plays by these rules, as far as it goes."""
    if len(data.names) not in rules.fascists:
        raise Refusal(Denial.WRONG_NUMBER, rules=rules.name, n=len(data.names))
    filled = fill_in(rules, len(data.names), data.entries)
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
    """Return the record of such a group, whose game has to be over."""
    filled = filled_in(data, rules)
    if filled.refused is not None:
        raise Refusal(Denial.MESSAGE, detail=filled.refused.reason)
    if filled.view.board.ending is None:
        raise Refusal(Denial.PLAYING)
    return PaperGame(rules=rules, names=[clean_name(name) for name in data.names], entries=data.entries)


# Records


def checked(text: str) -> AnyGame:
    """Read the first game of a file, play it through the rules again, and draw its chance again where its seed is known."""
    try:
        game = next(games_in_text(text), None)
        if not isinstance(game, Record | PaperGame):
            raise game or UnfitRecord("there is no game in it")
        if isinstance(game, PaperGame):
            list(paper_moments(game))
        else:
            final(game)
            if game.seed is not None:
                verify(game)
        if clean_text(game.rules.name) != game.rules.name:
            raise UnfitRecord("the name of the rules holds characters that cannot be seen")
    except (UnfitRecord, ValueError) as error:
        raise Refusal(Denial.MESSAGE, detail=str(error)[:LONGEST_DETAIL]) from error
    names = [clean_name(name) for name in game.names]
    if isinstance(game, PaperGame):
        return replace(game, names=names)
    return replace(game, notes={f"seat {seat}": name for seat, name in enumerate(names)})


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
    )


def lens_of(lens: str, record: AnyGame) -> Onlooker:
    if lens == PUBLIC:
        return PUBLIC
    if isinstance(record, PaperGame):
        raise Refusal(Denial.MESSAGE, detail="of a game on paper only what everybody saw is known: the lens is public")
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
    """Return the fields of a view that are not as they were told before; of its rounds only those that changed."""
    fields: dict[str | int, bytes] = {name: msgspec.json.encode(getattr(view, name)) for name in View.__struct_fields__ if name != "rounds"}
    changed = {str(name): msgspec.Raw(body) for name, body in fields.items() if told.get(name) != body}
    rounds: dict[str | int, bytes] = {round.number: msgspec.json.encode(round) for round in view.rounds}
    new = [msgspec.Raw(body) for number, body in rounds.items() if told.get(number) != body]
    if new or not told:
        changed["rounds"] = msgspec.Raw(msgspec.json.encode(new))
    told.update(fields)
    told.update(rounds)
    return changed
