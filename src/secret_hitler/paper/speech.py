"""What the companion says at the table."""

from collections.abc import Callable

from ..rules import Power, Ruleset, Seat
from ..rules.powers import BY_PHASE
from ..rules.ruleset import Cards, VetoStyle
from ..words import Words
from .paper_game import AnyEntry, Began, Enacted, Nominated, Opened, Targeted, Told, Unmasked, VetoAnswered, VetoAsked, Vetoed, Voted
from .setup import Kit, Pile
from .sheet import Due, Sheet

Names = Callable[[Seat | None], str]


def set_up(words: Words, rules: Ruleset, laid_out: Kit, seats: int) -> list[str]:
    """Say what to take and where to lay it."""
    ordinary = rules.cards is Cards.FRENCH_DECK
    changed = [pile for pile in laid_out.without_joker if pile not in laid_out.piles]
    powers = [f"{place} {power_name(words, power)}" for place, power in enumerate(laid_out.track, start=1) if power is not Power.NONE]
    powers.append(f"{rules.fascist_goal} {words.say('end.fascistsWin')}")
    return [
        words.say("paper.fromDeck" if ordinary else "paper.fromBox") + ":",
        *(f"  {_pile(words, pile)}" for pile in laid_out.piles),
        *([f"  {words.say('paper.noJoker')}: " + "; ".join(_pile(words, pile) for pile in changed)] if changed else []),
        words.say("paper.shuffleFirst"),
        words.say("paper.hands" if ordinary else "paper.envelopes"),
        f"{words.say('print.sheet.fascist', span=seats)}: {', '.join(powers)}",
        f"{words.say('print.sheet.liberal')}: {rules.liberal_goal} {words.say('end.liberalsWin')}",
        words.say("paper.host" if laid_out.host_begins else "paper.lots"),
    ]


def power_name(words: Words, power: Power) -> str:
    return "-" if power is Power.NONE else words.say(f"power.short.{power}")


def _pile(words: Words, pile: Pile) -> str:
    use = words.say(f"paper.use.{pile.use}")
    if pile.joker:
        return f"{use}: {words.say('paper.joker')}"
    if pile.suit is None:
        return f"{use}: {pile.number}"
    ranks = pile.ranks[0] if len(pile.ranks) == 1 else f"{pile.ranks[0]}-{pile.ranks[-1]} ({len(pile.ranks)})"
    more = pile.number - len(pile.ranks)
    return f"{use}: {words.say(f'paper.suit.{pile.suit}')} {ranks}" + (f" {words.say('paper.secondDeck', n=more)}" if more else "")


def question(words: Words, sheet: Sheet, name: Names) -> str:
    """Ask for what has to be done at the table and written down now."""
    board, rules = sheet.view.board, sheet.rules
    people = {"president": name(board.president), "chancellor": name(board.chancellor), "name": name(sheet.suspect)}
    due = board.phase if sheet.due is Due.POWER else sheet.due
    asked = words.say(f"paper.due.{due}", n=rules.draw, **people)
    match sheet.due:
        case Due.POLICY if sheet.view.veto_open and not board.veto_asked:
            return f"{asked} {_veto(words, rules)}"
        case Due.POWER if BY_PHASE[board.phase].shows_party:
            return f"{asked} {words.say('paper.how.cards' if rules.cards is Cards.FRENCH_DECK else 'paper.how.box')}"
        case _:
            return asked


def _veto(words: Words, rules: Ruleset) -> str:
    fascist = rules.veto is not VetoStyle.SEALED and rules.veto_needs_fascist_hand
    return words.say("companion.veto.fascist" if fascist else f"companion.veto.{rules.veto}")


def entry_in_words(words: Words, entry: AnyEntry, name: Names) -> str:
    match entry:
        case Began(seat) | Nominated(seat) | Targeted(seat):
            return name(seat)
        case Voted(elected):
            return words.say("paper.elected" if elected else "paper.rejected")
        case Unmasked(hitler):
            return words.say("role.H" if hitler else "paper.notHitler")
        case Enacted(policy):
            return words.say(f"tile.{policy}")
        case VetoAsked():
            return words.say("paper.vetoAsked")
        case VetoAnswered(agreed):
            return words.say("paper.vetoAgreed" if agreed else "paper.vetoRefused")
        case Vetoed():
            return words.say("paper.vetoed")
        case Told(seat):
            return words.say("paper.entry.Told", name=name(seat))
        case Opened(roles):
            return "".join(roles)
