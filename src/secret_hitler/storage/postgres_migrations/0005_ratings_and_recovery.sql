-- works with: 1
-- How strong somebody is, on each side, in one season; bots too. Which records were counted, each once.
CREATE TABLE ratings (
    season   text COLLATE "C" NOT NULL,
    identity text COLLATE "C" NOT NULL,
    side     text COLLATE "C" NOT NULL,
    mu       double precision NOT NULL,
    sigma    double precision NOT NULL,
    games    integer NOT NULL,
    PRIMARY KEY (season, identity, side)
);
CREATE TABLE rated (
    record text COLLATE "C" PRIMARY KEY
);

-- Codes that bring somebody back without their passkey, as keyed hashes; each is good once.
CREATE TABLE recovery (
    code     text COLLATE "C" PRIMARY KEY,
    identity text COLLATE "C" NOT NULL
);
