"""A player's own place over HTTP: the browser's cookie says whose; what others see of it is only what its owner has opened."""

from typing import Any

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from ...rules import RULESETS
from ...wire import api, profile
from ...wire.table import Options
from ..services import COOKIE, IDENTITY, AnyRequest, Injected, Services

UNKEPT = {"cache-control": "no-store"}
Mine = Response[profile.MyPlace]


class MyPlaceController(Controller):
    path = "/api/me"

    @get()
    async def mine(self, services: Injected, request: AnyRequest) -> Mine:
        """Show all that this browser's player keeps here."""
        return await _shown(services, request, services.identity(request))

    @post(status_code=200)
    async def change(self, services: Injected, request: AnyRequest, data: JSONBody[profile.ChangePlace]) -> Mine:
        """Change name, looks, and what others may see."""
        services.spend(services.limits.joinings, request)
        if data.name is not None:
            services.moderation.check_words(data.name)
        identity = services.identity(request)
        await services.profiles.change(identity, data)
        return await _shown(services, request, identity, come=True)

    @get("/export")
    async def export(self, services: Injected, request: AnyRequest) -> Response[dict[str, Any]]:
        """Download the same as a file, with every game."""
        services.spend(services.limits.archive, request)
        headers = {**UNKEPT, "content-disposition": 'attachment; filename="secret-hitler.json"'}
        return Response(await services.profiles.exported(services.identity(request)), headers=headers)

    @delete()
    async def forget(self, services: Injected, request: AnyRequest) -> Response[None]:
        """Delete all of it for good, and make the browser forget its seats; the records of games stay, with the names played under."""
        await services.profiles.forget(services.identity(request))
        return Response(None, status_code=204, cookies=[_gone(IDENTITY), _gone(COOKIE)])

    @post("/leave")
    async def leave(self) -> Response[None]:
        """Make this browser nobody's; a passkey brings one back."""
        return Response(None, status_code=204, cookies=[_gone(IDENTITY), _gone(COOKIE)])

    @post("/again")
    async def again(self, services: Injected, request: AnyRequest, data: JSONBody[profile.PlayAgain]) -> Response[api.Admission]:
        """Open a table like that of a game one has played; those who played it find it in their own place, unless they blocked one."""
        identity = services.identity(request)
        last, fellows = await services.profiles.fellows(identity, data.record)
        services.spend(services.limits.openings, request)
        options = Options(rules=last.game.rules) if last.game.rules in RULESETS else Options()
        live, player = await services.tables.open(last.name, options, origin=services.origin(request), identity=identity)
        invited = [other for other in fellows if not services.moderation.apart(identity, other)]
        await services.profiles.invite(invited, last.name, live.table.code)
        return services.admit(request, live, player)

    @post("/passkey/begin", status_code=200)
    async def begin_passkey(self, services: Injected, request: AnyRequest) -> Response[profile.PasskeyChallenge]:
        """Ask for what the browser has to sign to make a passkey for this player."""
        services.spend(services.limits.passkeys, request)
        identity = services.identity(request)
        challenge = await services.passkeys.begin_making(identity, services.base(request))
        return Response(challenge, headers=UNKEPT, cookies=[services.identity_cookie(request, identity)])

    @post("/passkey", status_code=200)
    async def make_passkey(
        self, services: Injected, request: AnyRequest, data: JSONBody[profile.PasskeyAnswer]
    ) -> Response[profile.RecoveryCodes]:
        """Keep the passkey, signed; with the first one come recovery codes."""
        services.spend(services.limits.passkeys, request)
        codes = await services.passkeys.make(services.identity(request), services.base(request), data)
        return Response(profile.RecoveryCodes(codes=codes), headers=UNKEPT)

    @post("/passkey/remove", status_code=200)
    async def remove_passkey(self, services: Injected, request: AnyRequest, data: JSONBody[profile.RemovePasskey]) -> Mine:
        identity = services.identity(request)
        await services.passkeys.remove(identity, data.id)
        return await _shown(services, request, identity)

    @post("/recovery-codes", status_code=200)
    async def recovery_codes(self, services: Injected, request: AnyRequest) -> Response[profile.RecoveryCodes]:
        """Make new codes; those of before are no good any more."""
        services.spend(services.limits.passkeys, request)
        codes = await services.passkeys.new_codes(services.identity(request))
        return Response(profile.RecoveryCodes(codes=codes), headers=UNKEPT)

    @post("/come-back/begin", status_code=200)
    async def begin_coming_back(self, services: Injected, request: AnyRequest) -> Response[profile.PasskeyChallenge]:
        """Ask for what the browser has to sign to show a passkey."""
        services.spend(services.limits.passkeys, request)
        return Response(services.passkeys.begin_showing(services.base(request)), headers=UNKEPT)

    @post("/come-back", status_code=200)
    async def come_back(self, services: Injected, request: AnyRequest, data: JSONBody[profile.PasskeyAnswer]) -> Mine:
        """Make this browser that player's from now on."""
        services.spend(services.limits.passkeys, request)
        identity = await services.passkeys.show(services.base(request), data)
        return await _shown(services, request, identity, come=True)

    @post("/recover", status_code=200)
    async def recover(self, services: Injected, request: AnyRequest, data: JSONBody[profile.Recover]) -> Mine:
        """Do the same by a recovery code, which is good once; guesses are counted as those of passwords are."""
        services.spend(services.limits.passwords, request)
        return await _shown(services, request, await services.passkeys.recover(data.code), come=True)


class PlayersController(Controller):
    path = "/api"

    @get("/players/{id:str}")
    async def page(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> profile.PlayersPage:
        """Show what a player has opened of their place; nothing tells one that is closed from one that never was."""
        services.spend(services.limits.archive, request)
        return await services.profiles.page(id)

    @get("/leaderboard")
    async def leaderboard(self, services: Injected, request: AnyRequest) -> profile.Leaderboard:
        """List the strongest of this season among those who agreed to be named, and bots."""
        services.spend(services.limits.archive, request)
        return await services.profiles.leaderboard()


async def _shown(services: Services, request: AnyRequest, identity: str, come: bool = False) -> Mine:
    cookies = [services.identity_cookie(request, identity)] if come else []
    return Response(await services.profiles.mine(identity), headers=UNKEPT, cookies=cookies)


def _gone(name: str) -> Cookie:
    return Cookie(key=name, value="", path="/", httponly=True, samesite="lax", max_age=0)
