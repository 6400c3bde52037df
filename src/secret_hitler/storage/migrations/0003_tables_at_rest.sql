-- One row a table, so that what falls due is found without reading any log.
-- wake_at: 0 while something may be going on, else when something happens by itself; NULL once the table is closed.
-- aside: why the table could not be read.
CREATE TABLE tables (
    code    TEXT PRIMARY KEY,
    wake_at REAL,
    closed  REAL,
    aside   TEXT
) WITHOUT ROWID;

INSERT INTO tables (code, wake_at, closed)
SELECT lines.code, CASE WHEN closed.code IS NULL THEN 0 END, closed.time
FROM lines LEFT JOIN closed ON closed.code = lines.code
WHERE lines.seq = 0;

DROP TABLE closed;

CREATE INDEX tables_due ON tables (wake_at) WHERE wake_at IS NOT NULL;
