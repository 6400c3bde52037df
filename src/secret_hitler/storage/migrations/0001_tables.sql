CREATE TABLE lines (
    code TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (code, seq)
) WITHOUT ROWID;

CREATE TABLE records (
    id    TEXT PRIMARY KEY,
    code  TEXT NOT NULL,
    ended REAL NOT NULL,
    body  BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE closed (
    code TEXT PRIMARY KEY,
    time REAL NOT NULL
) WITHOUT ROWID;
