"""Reports, mutes and blocks among players of a table: these stay between them and the server, and the table learns nothing."""

from ...tables.names import clean_text
from ...tables.refusal import Refusal
from ...tables.table import Table
from ...wire.commands import AboutOthers, BlockPlayer, MutePlayer, React, Remark, Rename, ReportPlayer, Say, TableCommand
from ...wire.messages import Ignored
from ...wire.operators import HeardLine, PlayerReport
from ...wire.refusals import Denial
from .moderation import Moderation, report_id

TALK_WITH_A_REPORT = 40


async def carry_out(moderation: Moderation, table: Table, player: str, command: AboutOthers, now: float) -> None:
    lobby = table.lobby
    if command.player == player or command.player not in lobby.names:
        raise Refusal(Denial.NO_SUCH_PLAYER)
    if player not in lobby.names:
        raise Refusal(Denial.SPECTATOR)
    own, other = lobby.identities[player], lobby.identities[command.player]
    match command:
        case ReportPlayer():
            await moderation.report(_report(table, player, command, now))
        case MutePlayer(muted=muted):
            await moderation.ignore(own, other, muted=muted)
        case BlockPlayer(blocked=blocked):
            await moderation.ignore(own, other, blocked=blocked)


def check_talk(moderation: Moderation, table: Table, player: str, command: TableCommand) -> None:
    """Check names and chat, which everyone would read."""
    match command:
        case Say(text=text):
            moderation.check_hushed(table.lobby.identities.get(player, ""))
            moderation.check_words(text)
        case React() | Remark():
            moderation.check_hushed(table.lobby.identities.get(player, ""))
        case Rename(name=name):
            moderation.check_words(name)


def ignored(moderation: Moderation, table: Table, player: str) -> Ignored:
    """List the people at this table that this player ignores."""
    own, others = table.lobby.identities.get(player, ""), table.lobby.identities
    muted, blocked = moderation.muted_by(own), moderation.blocked_by(own)
    return Ignored(
        muted=[other for other, identity in others.items() if identity in muted],
        blocked=[other for other, identity in others.items() if identity in blocked],
    )


def _report(table: Table, player: str, command: ReportPlayer, now: float) -> PlayerReport:
    """Attach the chat that the reporter could read, and nothing about the game."""
    lobby, rooms = table.lobby, table.visible_rooms(player)
    heard = [said for said in table.talk.remembered if said.room in rooms][-TALK_WITH_A_REPORT:]
    return PlayerReport(
        id=report_id(player, command.id),
        time=now,
        table=table.code,
        game=table.games,
        by=lobby.names[player],
        by_identity=lobby.identities[player],
        name=lobby.names[command.player],
        player=command.player,
        identity=lobby.identities[command.player],
        complaint=command.complaint,
        text=clean_text(command.text) if command.text.strip() else "",
        talk=[HeardLine(name=said.name, player=said.player, room=said.room, text=said.text, time=said.time) for said in heard],
    )
