-- works with: 1
-- The review of a finished game, worked out once; gone with its record.
CREATE TABLE reviews (
    id   text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL
);

-- What somebody keeps at this server, and which finished games they played.
CREATE TABLE identities (
    id   text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL
);
CREATE TABLE played (
    identity text COLLATE "C" NOT NULL,
    ended    double precision NOT NULL,
    record   text COLLATE "C" NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (identity, record)
);
