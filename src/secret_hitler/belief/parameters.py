"""The parameters fitted on human games: how each role plays its hand, talks, votes and nominates."""

import hashlib
from functools import cache, cached_property
from importlib.resources import files

import msgspec

Numbers = list[float]
BEHAVIOUR = 0.7
"""How much people are told of what votes and nominations say: on unseen games it was worth a fifth of what the folds promised."""
PARTY_CLAIMS = 0.5
"""How much people are told of what claims about a party say."""


class Parameters(msgspec.Struct, kw_only=True, dict=True):
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
    """role: chance that a claim is true, where we know nothing finer."""
    session_weights: Numbers
    """How far to trust the likelihood of tiles, and of claims given the tiles."""
    traces: dict[str, Numbers]
    """Kind of behaviour: evidence for each pair of roles, of who acts and whom it's about."""
    party_claim: dict[str, Numbers] = {}
    """Kind of claim about a party: its log likelihood for each pair of roles, of who looked and who was looked at."""
    win_chance: dict[str, Numbers]
    """Coefficients for the liberals' chance to win, from public information and from everything."""

    @cached_property
    def digest(self) -> bytes:
        return hashlib.sha256(msgspec.json.encode(self)).digest()


@cache
def shipped() -> Parameters:
    """Load the parameters as fitted. Bots use these, because they learned with them."""
    return msgspec.json.decode(files(__package__).joinpath("parameters.json").read_bytes(), type=Parameters)


def damped(parameters: Parameters | None = None) -> Parameters:
    """Trust behaviour less than fitted, for reports and reviews; change the shipped parameters unless others are given."""
    parameters = shipped() if parameters is None else parameters
    traces = {kind: [BEHAVIOUR * value for value in values] for kind, values in parameters.traces.items()}
    claims = {kind: [PARTY_CLAIMS * value for value in values] for kind, values in parameters.party_claim.items()}
    return msgspec.structs.replace(parameters, traces=traces | claims)
