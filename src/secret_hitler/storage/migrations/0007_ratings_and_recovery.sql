-- How strong somebody is, on each side, in one season; bots too. Which records were counted, each once.
CREATE TABLE ratings (
    season   TEXT NOT NULL,
    identity TEXT NOT NULL,
    side     TEXT NOT NULL,
    mu       REAL NOT NULL,
    sigma    REAL NOT NULL,
    games    INTEGER NOT NULL,
    PRIMARY KEY (season, identity, side)
) WITHOUT ROWID;

CREATE TABLE rated (
    record TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Codes that bring somebody back without their passkey, as keyed hashes; each is good once.
CREATE TABLE recovery (
    code     TEXT PRIMARY KEY,
    identity TEXT NOT NULL
) WITHOUT ROWID;
