-- works with: 1
-- As before, with what was written looked up by hash: a join that the planner took for small made a batch of hundreds slow.
CREATE OR REPLACE FUNCTION append_lines(writer text, codes text[], seqs integer[], bodies bytea[]) RETURNS smallint[] LANGUAGE plpgsql AS $$
DECLARE
    outcomes smallint[];
BEGIN
    IF 0 = ANY (seqs) THEN
        INSERT INTO tables (code, wake_at, holder)
        SELECT code, 0, writer FROM unnest(codes, seqs) AS line (code, seq) WHERE seq = 0 ORDER BY code
        ON CONFLICT DO NOTHING;
    END IF;

    WITH written AS (
        INSERT INTO lines (code, seq, body)
        SELECT line.code, line.seq, line.body
        FROM unnest(codes, seqs, bodies) AS line (code, seq, body)
        WHERE EXISTS (SELECT FROM tables WHERE tables.code = line.code AND tables.closed IS NULL)
        ORDER BY line.code, line.seq
        ON CONFLICT DO NOTHING
        RETURNING lines.code, lines.seq
    )
    SELECT array_agg(
        CASE
            WHEN (line.code, line.seq) IN (SELECT written.code, written.seq FROM written) THEN 0
            WHEN line.seq = 0 OR EXISTS (SELECT FROM tables WHERE tables.code = line.code AND tables.closed IS NULL) THEN 1
            ELSE 2
        END ORDER BY number
    )
    INTO outcomes
    FROM unnest(codes, seqs) WITH ORDINALITY AS line (code, seq, number);

    UPDATE tables SET wake_at = 0 WHERE code = ANY (codes) AND wake_at > 0;

    PERFORM pg_notify('secret_hitler_lines', writer || ' ' || string_agg(code || ':' || seq, ' '))
    FROM (
        SELECT code, seq, (row_number() OVER () - 1) / 300 AS part
        FROM unnest(codes, seqs, outcomes) AS line (code, seq, outcome) WHERE outcome = 0
    ) AS written
    GROUP BY part;
    RETURN outcomes;
END
$$;
