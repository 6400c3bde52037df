"""Webhooks: send a table's public events to an address that its host chose, signed, in order."""

import hmac

import msgspec
from msgspec import Raw

from ...rules import PUBLIC
from ...tables.live_table import LiveTable
from ...tables.view_updates import sentences
from ...wire.messages import Update
from ...wire.programs import AtTable
from ..signed_tokens import Tokens
from .outgoing import Outgoing


class Webhooks:
    def __init__(self, outgoing: Outgoing, tokens: Tokens) -> None:
        self._outgoing, self._tokens = outgoing, tokens

    def told(self, live: LiveTable) -> None:
        """Pass on what the last line showed to everyone, from the node that runs the table."""
        table, url, events = live.table, live.table.lobby.webhook, live.table.seen.get(PUBLIC)
        if not url or not events or not live.on_duty:
            return
        log = table.viewer_logs[PUBLIC]
        update = Update(game=table.games, seq=len(log.updates) - 1, events=events, told=sentences(events, log.view), view={})
        body = msgspec.json.encode(AtTable(code=table.code, message=Raw(msgspec.json.encode(update))))
        self._outgoing.begin(table.code, self._send(table.code, url, body))

    async def _send(self, code: str, url: str, body: bytes) -> None:
        signature = hmac.digest(self._tokens.webhook_secret(code, url).encode(), body, "sha256").hex()
        headers = {"content-type": "application/json", "x-signature-256": f"sha256={signature}"}
        await self._outgoing.post(f"webhook {code}", 1, url, body, headers)
