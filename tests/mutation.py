"""Mutation testing of the rules: each small change to them must make some test fail, or be argued to change nothing.

`python -m tests.mutation [FILE ...]` tries every mutant of src/secret_hitler/rules, or of the files named. It prints the score and the
mutants that no test notices, and fails if one of those is not argued in tests/equivalent_mutants.txt, or if one argued there is noticed.

A mutant inside a function takes the place of that function's code in a forked process that has all tests collected. A mutant of a table or
a default needs the rules to be imported anew, and takes longer.
"""

import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct

ROOT = Path(__file__).parents[1]
RULES = ROOT / "src" / "secret_hitler" / "rules"
ARGUED = ROOT / "tests" / "equivalent_mutants.txt"
SENTENCES = (
    "shared",
    "differences",
    "claims",
    "moments",
    "refusals",
    "audiences",
    "assumptions",
    "view",
    "house",
    "perft",
    "readings",
    "model_check",
)
CHOSEN = [f"tests/rules/test_{name}.py" for name in SENTENCES] + ["tests/playthroughs", "tests/test_who_knows_whom.py"]
PYTEST = ["-x", "-q", "--noconftest", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", "-W", "ignore"]
PATIENCE = 60
"""Seconds of processor time after which a mutant that goes round in circles counts as noticed."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


class Mutant(Struct):
    path: Path
    function: str
    """Empty for what is not inside one."""
    was: str
    becomes: str
    number: int
    """Which of several that read the same."""
    place: int
    change: int
    """Where in the file it is, and which of the changes there."""

    def tree(self) -> ast.Module:
        """Build the file with the change only when it's tried: a thousand of them fill the memory."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        there, _ = _places(tree)[self.place]
        _replace(tree, there, list(_changes(there))[self.change])
        return ast.fix_missing_locations(tree)

    def __str__(self) -> str:
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.path.name}, {self.function or 'at the top'}{again}: {self.was} -> {self.becomes}"


def mutants(path: Path) -> Iterator[Mutant]:
    seen: Counter[tuple[str, str, str]] = Counter()
    for place, (node, function) in enumerate(_places(ast.parse(path.read_text(encoding="utf-8")))):
        for change, changed in enumerate(_changes(node)):
            key = (function, ast.unparse(node), ast.unparse(changed))
            seen[key] += 1
            yield Mutant(path, function, _short(key[1]), _short(key[2]), seen[key], place, change)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:97]}..."


def _places(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    return [(node, function) for node, function in _walk(tree, "") if not isinstance(node, ast.expr_context)]


def _walk(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    """Everything that can be changed, with the outermost function it is in; types, assertions and messages are left alone."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Raise):
                continue
            inside = function
            if isinstance(child, ast.FunctionDef) and not function.rpartition("()")[1]:
                inside = f"{function}{child.name}()"
            elif isinstance(child, ast.ClassDef):
                inside = f"{function}{child.name}."
            yield child, inside
            yield from _walk(child, inside)


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[op]):
            yield _with(node, ops=[COMPARED[type(op)]()])
        case ast.BoolOp(op=op):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            yield _with(node, op=COMPUTED[type(op)]())
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare | ast.UnaryOp):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Name(id="EVERYONE", ctx=ast.Load()):
            yield ast.Name("NOBODY", ast.Load())
        case ast.Call(func=ast.Name(id="only")):
            yield ast.Constant("everyone")
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Tuple()]):
            yield ast.Pass()


def _with(node: ast.AST, **changes: object) -> ast.AST:
    twin = copy.copy(node)
    for name, value in changes.items():
        setattr(twin, name, value)
    return twin


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if child is old else child for child in value]


# Trying one


def _try(mutant: Mutant, fails: Callable[[], bool]) -> int:
    """Start a process that fails if any test fails with the mutant."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            _put_in_place(mutant)
            os._exit(fails())
        except BaseException:
            os._exit(1)
    return child


def _fails_anew() -> bool:
    return pytest.main([*PYTEST, *CHOSEN]) != 0


def _import_what_the_tests_need() -> None:
    """All but what a mutant may change: every process that imports the rules anew finds the rest there."""
    with redirect_stdout(StringIO()):
        pytest.main([*PYTEST, "--collect-only", *CHOSEN])
    for name in [name for name in sys.modules if name.partition(".")[0] in ("secret_hitler", "tests")]:
        del sys.modules[name]


class _Quick:
    """Tries mutants in place of the run of the tests, once these are collected."""

    def __init__(self, tried: list[Mutant]) -> None:
        self.tried = tried
        self.unnoticed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        took: dict[str, float] = {}
        for item, reports in _run(session.items):
            if any(report.failed for report in reports):
                sys.exit(f"{item.nodeid} fails without any mutant")
            took[item.nodeid] = sum(report.duration for report in reports)
        quickest_first = sorted(session.items, key=lambda item: took[item.nodeid])
        self.unnoticed = _unnoticed(self.tried, lambda: any(report.failed for _, reports in _run(quickest_first) for report in reports))
        return True


def _run(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, list[pytest.TestReport]]]:
    for item, following in zip(items, [*items[1:], None], strict=True):
        yield item, runtestprotocol(item, False, following)


def _put_in_place(mutant: Mutant) -> None:
    name = f"secret_hitler.rules.{mutant.path.stem}"
    code = compile(mutant.tree(), str(mutant.path), "exec")
    if _quick(mutant):
        live = _live(importlib.import_module(name), mutant.function)
        live.__code__ = _code_of(code, mutant.function)
    else:
        sys.meta_path.insert(0, _Mutated(name, code))


def _quick(mutant: Mutant) -> bool:
    """Not what has done its work once the rules are imported: it makes members of enumerations, or goes over them."""
    return mutant.function.endswith("()") and not mutant.function.endswith(("__new__()", "cache_members()"))


def _live(module: ModuleType, function: str) -> FunctionType:
    found: object = module
    for name in function.removesuffix("()").split("."):
        found = vars(found)[name]
    if isinstance(found, property):
        found = found.fget
    while hasattr(found, "__wrapped__"):
        found.cache_clear()  # type: ignore[attr-defined]  # what is wrapped here is a cache
        found = found.__wrapped__
    assert isinstance(found, FunctionType)
    return found


def _code_of(code: CodeType, function: str) -> CodeType:
    for name in function.removesuffix("()").split("."):
        code = next(inner for inner in code.co_consts if isinstance(inner, CodeType) and inner.co_name == name)
    return code


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(fullname, self, origin=self.code.co_filename) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, vars(module))  # noqa: S102  because a mutant is code that was made here


# All of them


def main(names: list[str]) -> int:
    paths = [path for path in sorted(RULES.glob("*.py")) if path.name != "__init__.py" and (not names or path.name in names)]
    every = [mutant for path in paths for mutant in mutants(path)]
    print(f"{len(every)} mutants", flush=True)
    _import_what_the_tests_need()
    argued = {line.partition(" | ")[0].strip() for line in ARGUED.read_text(encoding="utf-8").splitlines() if " | " in line}
    unnoticed = _unnoticed([mutant for mutant in every if not _quick(mutant)], _fails_anew)
    cache_members = _Quick([mutant for mutant in every if _quick(mutant)])
    if cache_members.tried:
        pytest.main([*PYTEST, "-s", *CHOSEN], plugins=[cache_members])
    unnoticed |= cache_members.unnoticed
    here = {mutant for mutant in argued if mutant.partition(",")[0] in {path.name for path in paths}}
    caught, share = len(every) - len(unnoticed), 1 - len(unnoticed) / len(every)
    print(f"{caught} of {len(every)} noticed ({share:.1%}); {len(unnoticed & argued)} of the others are argued to change nothing")
    for mutant in sorted(unnoticed - argued):
        print(f"not noticed: {mutant}")
    for mutant in sorted(here - unnoticed):
        print(f"argued to change nothing, and noticed: {mutant}")
    return 1 if unnoticed - argued or here - unnoticed else 0


def _unnoticed(tried: list[Mutant], fails: Callable[[], bool]) -> set[str]:
    """Those with which no test fails; as many at once as there are cores."""
    found = set()
    running: dict[int, Mutant] = {}
    for number, mutant in enumerate([*tried, *[None] * (os.cpu_count() or 1)], start=1):
        if len(running) == (os.cpu_count() or 1) or (mutant is None and running):
            child, status = os.wait()
            done = running.pop(child)
            if status == 0:
                found.add(str(done))
                print(f"not noticed: {done}", flush=True)
        if mutant is not None:
            running[_try(mutant, fails)] = mutant
            if number % 50 == 0:
                print(f"{number} of {len(tried)} tried", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
