"""A player's own data over HTTP: the browser's cookie says whose; others see only what the owner opened."""

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
        """Show everything stored for this browser's player."""
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
        """Download the same data as a file, with every game."""
        services.spend(services.limits.archive, request)
        headers = {**UNKEPT, "content-disposition": 'attachment; filename="secret-hitler.json"'}
        identity = services.identity(request)
        mine = {**await services.profiles.exported(identity), "notifications": await services.pushes.exported(identity)}
        return Response(mine, headers=headers)

    @delete()
    async def forget(self, services: Injected, request: AnyRequest) -> Response[None]:
        """Delete all of it for good, and make the browser forget its seats; records of games stay, with the names used in them."""
        await services.check_fresh(request)
        identity = services.identity(request)
        await services.end_session(identity, deleted=True)
        await services.profiles.forget(identity)
        return Response(None, status_code=204, cookies=[_gone(IDENTITY), _gone(COOKIE)])

    @post("/leave")
    async def leave(self, services: Injected, request: AnyRequest) -> Response[None]:
        """Sign this browser out and cancel its cookies; a passkey signs in again."""
        session = services.session(request)
        if session is not None:
            await services.end_session(session.id or session.identity)
        return Response(None, status_code=204, cookies=[_gone(IDENTITY), _gone(COOKIE)])

    @post("/leave-everywhere")
    async def leave_everywhere(self, services: Injected, request: AnyRequest) -> Response[None]:
        """Sign out every browser of this player."""
        session = services.session(request)
        if session is not None:
            await services.end_session(session.identity)
        return Response(None, status_code=204, cookies=[_gone(IDENTITY), _gone(COOKIE)])

    @post("/again")
    async def again(self, services: Injected, request: AnyRequest, data: JSONBody[profile.PlayAgain]) -> Response[api.Admission]:
        """Open a table like that of an earlier game; its players see it on their own page, except those who blocked this one."""
        identity = services.identity(request)
        last, fellows = await services.profiles.fellows(identity, data.record)
        await services.make_room(request)
        options = Options(rules=last.game.rules) if last.game.rules in RULESETS else Options()
        live, player = await services.tables.open(last.name, options, origin=services.origin(request), identity=identity)
        invited = [other for other in fellows if not services.moderation.apart(identity, other)]
        await services.profiles.invite(invited, last.name, live.table.code)
        return services.admit(request, live, player)

    @post("/passkey/begin", status_code=200)
    async def begin_passkey(self, services: Injected, request: AnyRequest) -> Response[profile.PasskeyChallenge]:
        """Ask for a challenge that the browser signs to make a passkey."""
        services.spend(services.limits.passkeys, request)
        await services.check_fresh(request)
        identity = services.identity(request)
        passkeys, base = await services.passkeys(request)
        challenge = await passkeys.begin_making(identity, base)
        return Response(challenge, headers=UNKEPT, cookies=[services.identity_cookie(request, identity)])

    @post("/passkey", status_code=200)
    async def make_passkey(
        self, services: Injected, request: AnyRequest, data: JSONBody[profile.PasskeyAnswer]
    ) -> Response[profile.RecoveryCodes]:
        """Store the signed passkey; the first one comes with recovery codes."""
        services.spend(services.limits.passkeys, request)
        await services.check_fresh(request)
        passkeys, base = await services.passkeys(request)
        codes = await passkeys.make(services.identity(request), base, data)
        return Response(profile.RecoveryCodes(codes=codes), headers=UNKEPT)

    @post("/passkey/remove", status_code=200)
    async def remove_passkey(self, services: Injected, request: AnyRequest, data: JSONBody[profile.RemovePasskey]) -> Mine:
        identity = services.identity(request)
        await services.check_fresh(request)
        passkeys, _ = await services.passkeys(request)
        await passkeys.remove(identity, data.id)
        return await _shown(services, request, identity)

    @post("/recovery-codes", status_code=200)
    async def recovery_codes(self, services: Injected, request: AnyRequest) -> Response[profile.RecoveryCodes]:
        """Make new codes and cancel the old ones."""
        services.spend(services.limits.passkeys, request)
        await services.check_fresh(request)
        passkeys, _ = await services.passkeys(request)
        codes = await passkeys.new_codes(services.identity(request))
        return Response(profile.RecoveryCodes(codes=codes), headers=UNKEPT)

    @post("/come-back/begin", status_code=200)
    async def begin_coming_back(self, services: Injected, request: AnyRequest) -> Response[profile.PasskeyChallenge]:
        """Ask for a challenge that the browser signs to show a passkey."""
        services.spend(services.limits.passkeys, request)
        passkeys, base = await services.passkeys(request)
        return Response(passkeys.begin_showing(base), headers=UNKEPT)

    @post("/come-back", status_code=200)
    async def come_back(self, services: Injected, request: AnyRequest, data: JSONBody[profile.PasskeyAnswer]) -> Mine:
        """Sign this browser in as the passkey's owner."""
        services.spend(services.limits.passkeys, request)
        passkeys, base = await services.passkeys(request)
        return await _shown(services, request, await passkeys.show(base, data), come=True, proved=True)

    @post("/recover", status_code=200)
    async def recover(self, services: Injected, request: AnyRequest, data: JSONBody[profile.Recover]) -> Mine:
        """Sign in with a recovery code, which works once; guesses are limited as for passwords."""
        services.spend(services.limits.passwords, request)
        passkeys, _ = await services.passkeys(request)
        return await _shown(services, request, await passkeys.recover(data.code), come=True, proved=True)


class PlayersController(Controller):
    path = "/api"

    @get("/players/{id:str}")
    async def page(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> profile.PlayersPage:
        """Show what a player has opened; a closed page looks the same as one that doesn't exist."""
        services.spend(services.limits.archive, request)
        return await services.profiles.page(id)

    @get("/leaderboard")
    async def leaderboard(self, services: Injected, request: AnyRequest) -> profile.Leaderboard:
        """List this season's strongest players who opted in, and bots."""
        services.spend(services.limits.archive, request)
        return await services.profiles.leaderboard()


async def _shown(services: Services, request: AnyRequest, identity: str, come: bool = False, proved: bool = False) -> Mine:
    cookies = [services.identity_cookie(request, identity, proved)] if come else []
    return Response(await services.profiles.mine(identity), headers=UNKEPT, cookies=cookies)


def _gone(name: str) -> Cookie:
    return Cookie(key=name, value="", path="/", httponly=True, samesite="lax", max_age=0)
