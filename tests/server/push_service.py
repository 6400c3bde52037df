"""A push service of our own, as RFC 8030, 8291 and 8292 describe one: it checks signatures, and browsers read what it holds for them."""

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from secret_hitler.server.notifications.encryption import from_base64, to_base64

CURVE = ec.SECP256R1()


class Browser:
    """A browser's keys, and what it makes of a message."""

    def __init__(self, private: int = 0, auth: bytes = b"sixteen letters.") -> None:
        self._private = ec.derive_private_key(private, CURVE) if private else ec.generate_private_key(CURVE)
        self._auth = auth
        self.public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": to_base64(self.public), "auth": to_base64(self._auth)}

    def read(self, body: bytes) -> bytes:
        """Section 4 of RFC 8291, step by step."""
        salt, record, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        secret = expand(extract(self._auth, shared), b"WebPush: info\0" + self.public + theirs, 32)
        between = extract(salt, secret)
        key, nonce = expand(between, b"Content-Encoding: aes128gcm\0", 16), expand(between, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").removesuffix(b"\2")


def extract(salt: bytes, secret: bytes) -> bytes:
    made = HMAC(salt, hashes.SHA256())
    made.update(secret)
    return made.finalize()


def expand(key: bytes, info: bytes, length: int) -> bytes:
    return HKDFExpand(hashes.SHA256(), length, info).derive(key)


class PushService:
    """Listens on loopback. `path` of a subscription names the browser; `answers` says what else than 201 one is answered."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self.browsers: dict[str, Browser] = {}
        self.answers: dict[str, int] = {}
        self.received: list[tuple[str, dict[str, Any]]] = []
        """Every message, in order, with the browser it is for."""
        self.times: list[float] = []
        """When each of those came."""
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.plain: list[bytes] = []
        self.faults: list[str] = []
        self.news = threading.Condition()
        self.held = threading.Event()
        """While it is clear, nobody gets an answer."""
        self.held.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                status = service.takes(self.path, dict(self.headers), self.rfile.read(int(self.headers["content-length"])))
                service.held.wait(60)
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def subscription(self, name: str, **wants: Any) -> dict[str, Any]:
        """Return what `PushManager.subscribe` gives a page, with what the page adds."""
        browser = self.browsers.setdefault(name, Browser())
        return {"endpoint": f"{self.url}/{name}", "keys": browser.keys, "kinds": ["turn"], **wants}

    def takes(self, path: str, headers: dict[str, str], body: bytes) -> int:
        name, headers = path.removeprefix("/"), {key.lower(): value for key, value in headers.items()}
        with self.news:
            self.headers.append(headers)
            self.bodies.append(body)
            if name in self.answers:
                self.news.notify_all()
                return self.answers[name]
            try:
                self._check(headers)
                self.plain.append(self.browsers[name].read(body))
                self.received.append((name, json.loads(self.plain[-1])))
                self.times.append(self._clock())
            except Exception as error:  # because a test has to see it
                self.faults.append(repr(error))
            self.news.notify_all()
        return 201

    def _check(self, headers: dict[str, str]) -> None:
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert len(headers["topic"]) <= 32
        scheme, _, rest = headers["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        text, _, signature = parts["t"].rpartition(".")
        raw = from_base64(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(parts["k"]))
        key.verify(encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])), text.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(from_base64(text.split(".")[1]))
        assert claims["aud"] == self.url
        assert self._clock() < claims["exp"] <= self._clock() + 24 * 3600
        assert claims["sub"].startswith(("https://", "mailto:"))

    def waits_for(self, so: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(so, 60), (self.received, self.faults)

    def __enter__(self) -> "PushService":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.held.set()
        self._server.shutdown()
        self._server.server_close()
