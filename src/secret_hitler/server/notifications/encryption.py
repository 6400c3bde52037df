"""Web Push encryption (RFC 8291, RFC 8188) and the server's signature for push services (VAPID, RFC 8292)."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ...wire.push import PushKeys

PADDED = 2048
"""Every message is this long before encryption, so that its length tells nothing."""
RECORD = 4096
SIGNED_SECONDS = 12 * 3600
_P256 = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def from_base64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def check_keys(keys: PushKeys) -> None:
    """Raise ValueError unless a message can be encrypted for these keys."""
    encrypt(b"", keys)


def encrypt(message: bytes, keys: PushKeys) -> bytes:
    """Encrypt a message for one browser."""
    theirs, auth = from_base64(keys.p256dh), from_base64(keys.auth)
    if len(auth) != 16 or len(message) > PADDED:
        raise ValueError("a browser's secret has 16 bytes")
    public, private = ec.EllipticCurvePublicKey.from_encoded_point(_P256, theirs), ec.generate_private_key(_P256)
    ours, salt = _point(private.public_key()), os.urandom(16)
    secret = _derived(private.exchange(ec.ECDH(), public), auth, b"WebPush: info\0" + theirs + ours, 32)
    key, nonce = (_derived(secret, salt, b"Content-Encoding: " + name + b"\0", size) for name, size in ((b"aes128gcm", 16), (b"nonce", 12)))
    sealed = AESGCM(key).encrypt(nonce, message + b"\2" + bytes(PADDED - len(message)), None)
    return salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


class Vapid:
    def __init__(self, secret: bytes, contact: str) -> None:
        """Derive the key from the server's secret, so that all nodes share it; `contact` is an https address or a mailto."""
        number = int.from_bytes(HKDF(hashes.SHA256(), 48, None, b"vapid").derive(secret))
        self._private = ec.derive_private_key(number % (_ORDER - 1) + 1, _P256)
        self._contact = contact
        self.key = to_base64(_point(self._private.public_key()))
        """What browsers ask for."""
        self._signed: dict[str, tuple[float, str]] = {}

    def authorization(self, audience: str, now: float) -> str:
        """Return the header for a push service; sign at most one an hour."""
        known = self._signed.get(audience)
        if known is None or now > known[0] + 3600:
            if len(self._signed) >= 100:
                self._signed.clear()
            claims = {"aud": audience, "exp": int(now) + SIGNED_SECONDS, "sub": self._contact}
            text = ".".join(to_base64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
            both = decode_dss_signature(self._private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
            known = self._signed[audience] = now, f"{text}.{to_base64(b''.join(part.to_bytes(32) for part in both))}"
        return f"vapid t={known[1]}, k={self.key}"


def _derived(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
