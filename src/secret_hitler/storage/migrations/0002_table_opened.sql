-- Opened became TableOpened: a game on paper has an entry of the old name. It always begins the first line of a table.
UPDATE lines
SET body = CAST(replace(CAST(body AS TEXT), '"entries":[{"type":"Opened",', '"entries":[{"type":"TableOpened",') AS BLOB)
WHERE seq = 0;
