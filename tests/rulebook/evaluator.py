"""Predicates as lines of text, "MOMENT if CONDITION: WHAT HOLDS", compiled once; only comparisons, arithmetic and the vocabulary work."""

import ast
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

VERBS: Final = {verb.__name__: verb for verb in (all, any, len, max, min, range, set, sorted, sum)}
_ALLOWED: Final = (
    *(ast.Expression, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Name, ast.Attribute, ast.Constant, ast.Subscript),
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Slice, ast.IfExp, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.comprehension),
    *(ast.boolop, ast.operator, ast.unaryop, ast.cmpop, ast.expr_context),
)


class Predicate(NamedTuple):
    moments: tuple[str, ...]
    applies: Callable[[Any], Any]
    holds: Callable[[Any], Any]


def compiled(line: str) -> Predicate:
    match = re.fullmatch(r"(\w+(?:\|\w+)*)(?: if (.*?))?: (.*)", line)
    if match is None:
        raise ValueError(f"not a predicate: {line}")
    return Predicate(tuple(match[1].split("|")), _function(match[2] or "True"), _function(match[3]))


def _function(text: str) -> Callable[[Any], Any]:
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if not isinstance(node, _ALLOWED) or name.startswith("_"):
            raise ValueError(f"{type(node).__name__} {name} has no place in a predicate: {text}")
    bound = {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    }
    body = _Nouns(bound).visit(tree).body
    moment = ast.arguments(posonlyargs=[], args=[ast.arg("moment")], kwonlyargs=[], kw_defaults=[], defaults=[])
    source = ast.fix_missing_locations(ast.Expression(ast.Lambda(moment, body)))
    function: Callable[[Any], Any] = eval(compile(source, text, "eval"), {"__builtins__": {}, **VERBS})  # noqa: S307  because only the nodes above are let through
    return function


class _Nouns(ast.NodeTransformer):
    """Every name that is no verb and not bound in the line is a noun of the moment."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.bound or node.id in VERBS:
            return node
        return ast.Attribute(ast.Name("moment", ast.Load()), node.id, ast.Load())
