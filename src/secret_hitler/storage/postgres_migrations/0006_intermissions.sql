-- works with: 1
-- A table as it was before its last deal, which follows from the lines before that and saves folding them; `lines` says how many.
-- Whatever changes what was written, or closes the table, takes it away, whichever version of the program does it.
CREATE TABLE intermissions (
    code  text COLLATE "C" PRIMARY KEY,
    lines integer NOT NULL,
    form  text NOT NULL,
    body  bytea NOT NULL
);

CREATE FUNCTION drop_intermission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM intermissions WHERE code = new.code;
    RETURN NULL;
END
$$;
CREATE TRIGGER line_changed AFTER UPDATE ON lines FOR EACH ROW EXECUTE FUNCTION drop_intermission();
CREATE TRIGGER table_closed AFTER UPDATE OF closed ON tables FOR EACH ROW EXECUTE FUNCTION drop_intermission();
