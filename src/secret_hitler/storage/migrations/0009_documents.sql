-- Whatever is not a log: its kind, a key, whose it is, when it happened (if it is deleted for its age), and a body that storage does not look into.
-- No other table has rows of this shape, so that a lost row can be told.
CREATE TABLE documents (
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    time  REAL,
    body  BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;

CREATE INDEX documents_owner ON documents (owner) WHERE owner <> '';
CREATE INDEX documents_time ON documents (time) WHERE time IS NOT NULL;

INSERT INTO documents SELECT 'record', id, code, ended, body FROM records;
INSERT INTO documents SELECT 'review', id, '', NULL, body FROM reviews;
INSERT INTO documents SELECT 'rated', record, '', NULL, x'' FROM rated;
INSERT INTO documents SELECT 'profile', id, id, NULL, body FROM identities;
INSERT INTO documents SELECT 'played', identity || '/' || record, identity, ended, body FROM played;
INSERT INTO documents
SELECT 'rating', season || '/' || identity || '/' || side, identity, NULL, CAST(
    '{"identity":' || json_quote(identity) || ',"side":' || json_quote(side)
    || printf(',"mu":%!.17g,"sigma":%!.17g,"games":%d}', mu, sigma, games) AS BLOB
) FROM ratings;
INSERT INTO documents SELECT 'recovery', code, identity, NULL, CAST(identity AS BLOB) FROM recovery;
INSERT INTO documents SELECT 'program-' || kind, program || CASE WHEN key = '' THEN '' ELSE '/' || key END, '', NULL, body FROM program_notes;

DROP TABLE records;
DROP TABLE reviews;
DROP TABLE rated;
DROP TABLE identities;
DROP TABLE played;
DROP TABLE ratings;
DROP TABLE recovery;
DROP TABLE program_notes;
