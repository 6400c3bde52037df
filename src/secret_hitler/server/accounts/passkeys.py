"""Passkeys: sign in on another device, by WebAuthn or a recovery code; there's no password to steal."""

import json
import secrets
from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ...storage import Drop, Kind, Put, Storage
from ...tables.names import CODE_LETTERS
from ...tables.refusal import Refusal
from ...wire.profile import PasskeyAnswer, PasskeyChallenge
from ...wire.refusals import Denial
from ..signed_tokens import CHALLENGE_SECONDS, Tokens
from .documents import Passkey, Profile, use_once
from .profiles import Profiles

CALLED = "Secret Hitler"
MOST_PASSKEYS = 10
RECOVERY_CODES = 8
CODE_GROUPS, GROUP_LETTERS = 4, 5
"""Groups of 24 possible letters: 91 bits can't be guessed, so a keyed hash is safe storage."""


class Passkeys:
    def __init__(self, tokens: Tokens, profiles: Profiles, storage: Storage) -> None:
        self._tokens, self._profiles, self._storage = tokens, profiles, storage

    async def begin_making(self, identity: str, base: str) -> PasskeyChallenge:
        profile = await self._profiles.profile(identity)
        name = profile.name or CALLED
        options = generate_registration_options(
            rp_id=_host(base),
            rp_name=CALLED,
            user_id=identity.encode(),
            user_name=name,
            user_display_name=name,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in profile.passkeys],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
        )
        return self._challenge(options_to_json(options), options.challenge)

    async def make(self, identity: str, base: str, answer: PasskeyAnswer) -> list[str]:
        """Store a passkey; return recovery codes with the first one."""
        try:
            made = verify_registration_response(
                credential=answer.credential,
                expected_challenge=await self._spent(answer.ticket),
                expected_rp_id=_host(base),
                expected_origin=base,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise Refusal(Denial.PASSKEY, detail=str(error)[:200]) from error
        key = Passkey(
            id=bytes_to_base64url(made.credential_id),
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            made=self._profiles.now(),
        )
        first = not (await self._profiles.profile(identity)).passkeys
        await self._profiles.update(identity, lambda profile: replace(profile, passkeys=_with(profile, key)))
        return await self.new_codes(identity) if first else []

    async def remove(self, identity: str, id: str) -> None:
        """Remove a passkey; with the last one, cancel the codes too."""
        await self._profiles.update(identity, lambda profile: replace(profile, passkeys=[key for key in profile.passkeys if key.id != id]))
        if not (await self._profiles.profile(identity)).passkeys:
            await self._keep_codes(identity, [])

    def begin_showing(self, base: str) -> PasskeyChallenge:
        options = generate_authentication_options(rp_id=_host(base), user_verification=UserVerificationRequirement.PREFERRED)
        return self._challenge(options_to_json(options), options.challenge)

    async def show(self, base: str, answer: PasskeyAnswer) -> str:
        """Return the passkey's owner."""
        try:
            response: dict[str, Any] = answer.credential["response"]
            identity = base64url_to_bytes(response["userHandle"]).decode()
            shown = str(answer.credential["id"])
            key = next(key for key in (await self._profiles.profile(identity)).passkeys if key.id == shown)
            verified = verify_authentication_response(
                credential=answer.credential,
                expected_challenge=await self._spent(answer.ticket),
                expected_rp_id=_host(base),
                expected_origin=base,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.sign_count,
            )
        except (WebAuthnException, StopIteration, ValueError, TypeError, KeyError) as error:
            raise Refusal(Denial.PASSKEY) from error
        used = replace(key, sign_count=verified.new_sign_count)
        await self._profiles.update(identity, lambda profile: replace(profile, passkeys=_with(profile, used)))
        return identity

    async def new_codes(self, identity: str) -> list[str]:
        """Replace all codes with new ones."""
        if not (await self._profiles.profile(identity)).passkeys:
            raise Refusal(Denial.PASSKEY)
        codes = [_new_code() for _ in range(RECOVERY_CODES)]
        await self._keep_codes(identity, codes)
        return codes

    async def recover(self, code: str) -> str:
        key = self._kept(code)
        identity = await self._storage.get(Kind.RECOVERY, key)
        if identity is None or not await self._storage.write(Drop(Kind.RECOVERY, key, expected=identity)):
            raise Refusal(Denial.RECOVERY_CODE)
        return identity.decode()

    async def _keep_codes(self, identity: str, codes: list[str]) -> None:
        """Store codes in place of all others of this identity."""
        before = await self._storage.find(Kind.RECOVERY, owner=identity)
        new = [Put(Kind.RECOVERY, self._kept(code), identity.encode(), owner=identity) for code in codes]
        await self._storage.write(*(Drop(Kind.RECOVERY, key) for key, _ in before), *new)

    def _kept(self, code: str) -> str:
        """Return what's stored for a code; ignore spaces, dashes and case."""
        return self._tokens.mark("recovery " + "".join(letter for letter in code.upper() if letter.isalpha()))

    def _challenge(self, options: str, challenge: bytes) -> PasskeyChallenge:
        return PasskeyChallenge(options=json.loads(options), ticket=self._tokens.challenge_token(challenge))

    async def _spent(self, ticket: str) -> bytes:
        """Return a ticket's challenge; each ticket gets one answer, on whichever node."""
        challenge, now = self._tokens.challenge(ticket), self._profiles.now()
        if challenge is not None and await use_once(self._storage, challenge.hex(), now, CHALLENGE_SECONDS):
            return challenge
        raise ValueError("the challenge is too old or was already answered")


def _with(profile: Profile, key: Passkey) -> list[Passkey]:
    return [*[other for other in profile.passkeys if other.id != key.id], key][-MOST_PASSKEYS:]


def _host(base: str) -> str:
    return urlsplit(base).hostname or ""


def _new_code() -> str:
    return "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(GROUP_LETTERS)) for _ in range(CODE_GROUPS))
