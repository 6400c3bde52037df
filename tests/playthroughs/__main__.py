"""Write the golden playthroughs anew, each showing as much as possible of what no other shows yet."""

from tests.playthroughs import TABLES, features, find_game, golden_file, playthrough
from tests.playthroughs.test_playthroughs import WANTED

wanted = set(WANTED)
for rules, seats in TABLES:
    record = find_game(rules, seats, wanted)
    wanted -= features(record)
    golden_file(rules, seats).write_text(playthrough(record), encoding="utf-8")
