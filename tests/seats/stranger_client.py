"""A client by somebody who has read docs/protocol.md and nothing else: it merges updates by hand, and imports nothing of the game."""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect

TOO_LATE = ("no-game", "over", "not-awaited", "in-session", "dead")


def merge(view: dict[str, Any], change: dict[str, Any]) -> None:
    for field, value in change.items():
        if field != "rounds":
            view[field] = value
            continue
        rounds = view.setdefault("rounds", [])
        for each in value:
            if each["number"] <= len(rounds):
                rounds[each["number"] - 1] = each
            else:
                rounds.append(each)


def main(server: str, games: int) -> None:
    body = json.dumps({"name": "Stranger", "players": 5, "level": "party-line"}).encode()
    request = urllib.request.Request(f"{server}/api/play-now", data=body, headers={"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        admission = json.load(response)
    code, chance, commands, ended = admission["code"], random.Random(1), 0, 0
    view: dict[str, Any] = {}
    game, answered, talked = 0, "", False
    with connect(f"ws{server.removeprefix('http')}/api/tables/{code}/socket") as socket:
        socket.send(json.dumps({"protocol": 2, "token": admission["token"], "seq": -1, "game": 0}))

        def send(**command: Any) -> None:
            nonlocal commands
            commands += 1
            socket.send(json.dumps({"id": f"c{commands}", **command}))

        for text in socket:
            message = json.loads(text)
            match message["type"]:
                case "Welcome":
                    view, game = message["view"] or {}, message["table"]["game"]
                case "Update":
                    if message["game"] != game:
                        view, game = {}, message["game"]
                    merge(view, message["view"])
                case "Refused" if message["code"] not in TOO_LATE:
                    raise SystemExit(f"refused: {message}")
                case _:
                    continue
            if not view:
                continue
            if view["board"]["ending"]:
                if answered != f"{game} over":
                    answered, ended = f"{game} over", ended + 1
                    sys.stdout.write(f"{view['board']['ending']} {len(view['rounds'])}\n")
                    if ended == games:
                        return
                    send(type="Start")
                continue
            if not talked and view["silent"] is None:
                talked = True
                send(type="Say", text="Good evening.")
                send(type="React", reaction="wink")
            for claim in view["claims"]:
                if not claim["said"]:
                    send(type="Act", action=chance.choice(claim["tellings"]))
                    claim["said"] = True
            asked = json.dumps([game, view["board"]["round"], view["board"]["phase"], view["choices"], view["board"]["tracker"]])
            if view["choices"] and asked != answered:
                answered = asked
                send(type="Act", action=chance.choice([choice for choice in view["choices"] if choice["barred"] is None])["action"])


main(sys.argv[1], int(sys.argv[2]))
