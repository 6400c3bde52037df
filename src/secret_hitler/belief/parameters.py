"""The parameters fitted on human games: how each role plays tiles, talks, votes and nominates."""

import hashlib
from functools import cache, cached_property
from importlib.resources import files

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Numbers = list[float]


class Parameters(Struct, kw_only=True, dict=True):
    discard: dict[str, Numbers]
    """"role liberals-in-hand": coefficients for throwing away a liberal tile."""
    enact: dict[str, Numbers]
    """role: coefficients for enacting the fascist tile of a mixed hand."""
    president_claim: dict[str, Numbers]
    """"role liberals-drawn liberals-passed enacted": chance to claim 0, 1, 2, 3 liberal tiles, or nothing."""
    chancellor_claim: dict[str, Numbers]
    """"role liberals-held enacted president's-claim": chance to claim 0, 1, 2 liberal tiles, or nothing."""
    veto_ask: dict[str, Numbers]
    """role: by liberal tiles held, chance that a chancellor asks for a veto."""
    veto_agree: dict[str, Numbers]
    truth: dict[str, float]
    """role: chance that a claim is true, where nothing finer is known."""
    session_weights: Numbers
    """How far the likelihood of tiles, and of claims given the tiles, is to be trusted."""
    traces: dict[str, Numbers]
    """Kind of behaviour: evidence for each pair of roles of the one who acts and the one concerned."""
    party_claim: dict[str, Numbers] = {}
    """Kind of claim of a party: how likely it is, as a logarithm, for each pair of roles of the one who looked and the one looked at."""
    win_chance: dict[str, Numbers]
    """Coefficients for the chance that liberals win, from public information and from everything."""

    @cached_property
    def digest(self) -> bytes:
        """Hash all these numbers: equal parameters have the same digest."""
        return hashlib.sha256(msgspec.json.encode(self)).digest()


BEHAVIOUR = 0.7
"""How much of what votes and nominations say is told to people: on games nobody had seen it was worth a fifth of what folds promised."""
PARTY_CLAIMS = 0.5
"""How far what is said of a party is trusted, next to how often people say it; also what is told to people alone."""


@cache
def shipped() -> Parameters:
    """Load the parameters as fitted. Bots read by these: what they learned rests on them."""
    return msgspec.json.decode(files(__package__).joinpath("parameters.json").read_bytes(), type=Parameters)


def damped(parameters: Parameters | None = None) -> Parameters:
    """Trust behaviour less than it was fitted, for reports and reviews; the parameters are those shipped unless others are given."""
    parameters = shipped() if parameters is None else parameters
    traces = {kind: [BEHAVIOUR * value for value in values] for kind, values in parameters.traces.items()}
    claims = {kind: [PARTY_CLAIMS * value for value in values] for kind, values in parameters.party_claim.items()}
    return replace(parameters, traces=traces | claims)
