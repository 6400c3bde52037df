"""The game: pure rules, without clock, randomness, files or logging."""

from .actions import Appoint, Chance, Claim, ClaimParty, ClaimTiles, Deal, Discard, Enact, Nominate, Shuffle, UsePower, Veto, Vote
from .board import Board, Sight
from .choices import Bar, IllegalAction
from .claims import OpenClaim
from .events import ALL, EVERYONE, NOBODY, PUBLIC, Audience, Event, Onlooker, visible
from .game import Game, begin, chances
from .powers import AnyAction, AnyEvent, CallSpecialElection, Decision, Execute, Investigate, SeatAction, ShowParty
from .ruleset import Ruleset, StrandedGame
from .rulesets import FRENCH_DECK, MANUAL, OFFICIAL, ONLINE, PRINT_AND_PLAY, RULESETS, BadHouseRules, house_rules
from .view import Choice, View, onlooking
from .vocabulary import NATURE, About, Ending, Party, Phase, Policy, Power, Role, Seat, Tiles

__all__ = [
    "ALL",
    "EVERYONE",
    "FRENCH_DECK",
    "MANUAL",
    "NATURE",
    "NOBODY",
    "OFFICIAL",
    "ONLINE",
    "PRINT_AND_PLAY",
    "PUBLIC",
    "RULESETS",
    "About",
    "AnyAction",
    "AnyEvent",
    "Appoint",
    "Audience",
    "BadHouseRules",
    "Bar",
    "Board",
    "CallSpecialElection",
    "Chance",
    "Choice",
    "Claim",
    "ClaimParty",
    "ClaimTiles",
    "Deal",
    "Decision",
    "Discard",
    "Enact",
    "Ending",
    "Event",
    "Execute",
    "Game",
    "IllegalAction",
    "Investigate",
    "Nominate",
    "Onlooker",
    "OpenClaim",
    "Party",
    "Phase",
    "Policy",
    "Power",
    "Role",
    "Ruleset",
    "Seat",
    "SeatAction",
    "ShowParty",
    "Shuffle",
    "Sight",
    "StrandedGame",
    "Tiles",
    "UsePower",
    "Veto",
    "View",
    "Vote",
    "begin",
    "chances",
    "house_rules",
    "onlooking",
    "visible",
]
