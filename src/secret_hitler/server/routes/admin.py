"""For operators, with their token: one question that shows everything, one request for each thing they do."""

import msgspec
from litestar import Controller, Response, get, post

from ...tables.refusal import Refusal
from ...wire.operators import AnyOperatorCommand, OperatorsView
from ...wire.refusals import Denial
from ..services import AnyRequest, Injected, Services

UNKEPT = {"cache-control": "no-store"}
_command = msgspec.json.Decoder(AnyOperatorCommand)


class OperatorsController(Controller):
    path = "/api/operator"

    @get()
    async def view(self, services: Injected, request: AnyRequest) -> Response[OperatorsView]:
        """What an operator sees."""
        return Response(services.operating.view(_operator(services, request)), headers=UNKEPT)

    @post(status_code=200)
    async def carry_out(self, services: Injected, request: AnyRequest) -> Response[OperatorsView]:
        """Do what an operator asks; the answer is what they see after it."""
        operator = _operator(services, request)
        try:
            command = _command.decode(await request.body())
        except msgspec.MsgspecError as error:
            raise Refusal(Denial.MESSAGE, detail=str(error)[:200]) from error
        await services.operating.carry_out(operator, command)
        return Response(services.operating.view(operator), headers=UNKEPT)


def _operator(services: Services, request: AnyRequest) -> str:
    """Guesses are counted as those of passwords are."""
    name = services.operators.name(request.headers.get("authorization", "").removeprefix("Bearer "))
    if name is None:
        services.spend(services.limits.passwords, request)
        raise Refusal(Denial.OPERATOR)
    return name
