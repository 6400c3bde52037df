-- The review of a finished game, worked out once; gone with its record.
CREATE TABLE reviews (
    id   TEXT PRIMARY KEY,
    body BLOB NOT NULL
) WITHOUT ROWID;

-- What somebody keeps at this server: name, looks, keys. Nothing is here before they play.
CREATE TABLE identities (
    id   TEXT PRIMARY KEY,
    body BLOB NOT NULL
) WITHOUT ROWID;

-- Which finished games an identity played, and how they went. No other table has rows of this shape, so that a lost row can be told.
CREATE TABLE played (
    identity TEXT NOT NULL,
    ended    REAL NOT NULL,
    record   TEXT NOT NULL,
    body     BLOB NOT NULL,
    PRIMARY KEY (identity, record)
) WITHOUT ROWID;
