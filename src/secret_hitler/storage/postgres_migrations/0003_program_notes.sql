-- works with: 1
-- What is kept of a program's account: who it is, where it sits, who challenges it, what it has played. No other table has rows of this shape.
CREATE TABLE program_notes (
    program text COLLATE "C" NOT NULL,
    kind    text COLLATE "C" NOT NULL,
    key     text COLLATE "C" NOT NULL,
    body    bytea NOT NULL,
    PRIMARY KEY (program, kind, key)
);
