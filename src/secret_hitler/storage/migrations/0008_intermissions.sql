-- A table as it was before its last deal, which follows from the lines before that and saves folding them; `lines` says how many.
-- No other table has rows of this shape. Whatever changes what was written, or closes the table, takes it away.
CREATE TABLE intermissions (
    code  TEXT PRIMARY KEY,
    lines INTEGER NOT NULL,
    form  TEXT NOT NULL,
    body  BLOB NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER line_changed AFTER UPDATE ON lines
BEGIN
    DELETE FROM intermissions WHERE code = new.code;
END;

CREATE TRIGGER table_closed AFTER UPDATE OF closed ON tables
BEGIN
    DELETE FROM intermissions WHERE code = new.code;
END;
