-- works with: 8
-- Whatever is not a log, as in SQLite. Nodes of the version before go on serving their tables, and keep no records until they are replaced.
CREATE TABLE documents (
    kind  text COLLATE "C" NOT NULL,
    key   text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL DEFAULT '',
    time  double precision,
    body  bytea NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX documents_owner ON documents (owner) WHERE owner <> '';
CREATE INDEX documents_time ON documents (time) WHERE time IS NOT NULL;

INSERT INTO documents SELECT 'record', id, code, ended, body FROM records;
INSERT INTO documents SELECT 'review', id, '', NULL, body FROM reviews;
INSERT INTO documents SELECT 'rated', record, '', NULL, '' FROM rated;
INSERT INTO documents SELECT 'profile', id, id, NULL, body FROM identities;
INSERT INTO documents SELECT 'played', identity || '/' || record, identity, ended, body FROM played;
INSERT INTO documents
SELECT 'rating', season || '/' || identity || '/' || side, identity, NULL, convert_to(
    json_build_object('identity', identity, 'side', side, 'mu', mu, 'sigma', sigma, 'games', games)::text, 'UTF8'
) FROM ratings;
INSERT INTO documents SELECT 'recovery', code, identity, NULL, convert_to(identity, 'UTF8') FROM recovery;
INSERT INTO documents SELECT 'program-' || kind, program || CASE WHEN key = '' THEN '' ELSE '/' || key END, '', NULL, body FROM program_notes;

DROP TABLE records, reviews, rated, identities, played, ratings, recovery, program_notes;

-- All of it, or nothing where a document is not as expected. Everybody who changes one waits here for the others who do.
-- Without a body a document is dropped. `again`: it may have been done already, so that what should become of a document may be so.
CREATE FUNCTION write_documents(
    again boolean, owners_gone text[], kinds text[], keys text[], owners text[], times double precision[], bodies bytea[],
    checks boolean[], expectations bytea[]
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(14, lock) FROM (
        SELECT DISTINCT hashtext(kind || '/' || key) AS lock FROM unnest(kinds, keys) AS change (kind, key) ORDER BY lock
    ) AS locks;
    IF EXISTS (
        SELECT FROM unnest(kinds, keys, bodies, checks, expectations) AS change (kind, key, body, checked, expected)
        LEFT JOIN documents ON documents.kind = change.kind AND documents.key = change.key
        WHERE checked AND documents.body IS DISTINCT FROM expected AND NOT (again AND documents.body IS NOT DISTINCT FROM change.body)
    ) THEN
        RETURN false;
    END IF;
    DELETE FROM documents WHERE owner = ANY (owners_gone) AND owner <> '';
    DELETE FROM documents USING unnest(kinds, keys, bodies) AS change (kind, key, body)
    WHERE documents.kind = change.kind AND documents.key = change.key AND change.body IS NULL;
    INSERT INTO documents (kind, key, owner, time, body)
    SELECT kind, key, owner, time, body FROM unnest(kinds, keys, owners, times, bodies) AS change (kind, key, owner, time, body)
    WHERE body IS NOT NULL ORDER BY kind, key
    ON CONFLICT (kind, key) DO UPDATE SET owner = excluded.owner, time = excluded.time, body = excluded.body;
    RETURN true;
END
$$;
