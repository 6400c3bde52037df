-- What is kept of a program's account: who it is, where it sits, who challenges it, what it has played. No other table has rows of this shape.
CREATE TABLE program_notes (
    program TEXT NOT NULL,
    kind    TEXT NOT NULL,
    key     TEXT NOT NULL,
    body    BLOB NOT NULL,
    PRIMARY KEY (program, kind, key)
) WITHOUT ROWID;
