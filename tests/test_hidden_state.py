"""Games, boards and views change by their own methods alone: no other file writes their fields."""

import ast
import typing
from pathlib import Path

import pytest

from secret_hitler.rules import Board, Game, View
from secret_hitler.rules.claims import Round

ROOT = Path(__file__).parents[1]
FIELDS = {field for kind in (Game, Board, View, Round) for field in kind.__struct_fields__}
CONTAINERS = {
    field
    for kind in (Game, Board, View, Round)
    for field, hint in typing.get_type_hints(kind).items()
    if typing.get_origin(hint) in (list, dict)
}
CHANGING = {"append", "add", "clear", "extend", "insert", "pop", "remove", "setdefault", "update"}


@pytest.mark.parametrize("folder", ["src", "lab", "doors", "tests", "benchmarks", "examples"])
def test_only_the_rules_write_what_a_game_or_a_view_holds(folder: str) -> None:
    paths = [path for path in (ROOT / folder).rglob("*.py") if "rules" not in path.relative_to(ROOT).parts[:3]]
    assert paths
    assert [(str(path), lines) for path in paths if (lines := written(path.read_text(encoding="utf-8")))] == []


def test_every_way_to_write_is_seen() -> None:
    ways = ["game.deck = ()", "board.tracker += 1", "a.b.hand: int = 1", "view.parties[2] = 1", "del view.roles[3]"]
    ways += ["x, table.view.ballot = 1, 2", "view.rounds.append(1)", "setattr(game, 'deck', ())", "view.rounds[-1].peek = ()"]
    assert written("\n".join(ways)) == list(range(1, len(ways) + 1))
    assert written("self.deck = ()\ndeck = game.deck\nself.rounds.append(1)\nrounds.append(2)") == []


def written(source: str) -> list[int]:
    """List the lines that write a field of a game, a board or a view that isn't the writer's own."""
    return sorted({node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.expr) and _writes(node)})


def _writes(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            return _field_of_another(node)
        case ast.Subscript(value=ast.Attribute() as held, ctx=ast.Store() | ast.Del()):
            return _field_of_another(held)
        case ast.Call(func=ast.Attribute(value=ast.Attribute() as held, attr=method)) if method in CHANGING:
            return held.attr in CONTAINERS and _field_of_another(held)
        case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=name), _]):
            return name in FIELDS
    return False


def _field_of_another(held: ast.Attribute) -> bool:
    return held.attr in FIELDS and not (isinstance(held.value, ast.Name) and held.value.id == "self")
