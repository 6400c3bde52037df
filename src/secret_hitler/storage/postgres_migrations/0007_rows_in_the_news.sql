-- works with: 1
-- As before, but first as if no number were taken and no table closed, which is so for nearly every batch: rows that may conflict cost half as
-- much again. Where one is, the batch is taken back to where it began and written row by row.
-- What is written is carried along to nodes that have somebody at the table (secret_hitler_rows), before it is announced to all: they need not
-- read it. A message has room for 8,000 bytes; what does not fit is read, and so is everything by nodes of the version before.
CREATE OR REPLACE FUNCTION append_lines(writer text, codes text[], seqs integer[], bodies bytea[]) RETURNS smallint[] LANGUAGE plpgsql AS $$
DECLARE
    outcomes smallint[];
    inserted integer;
BEGIN
    IF 0 = ANY (seqs) THEN
        INSERT INTO tables (code, wake_at, holder)
        SELECT code, 0, writer FROM unnest(codes, seqs) AS line (code, seq) WHERE seq = 0 ORDER BY code
        ON CONFLICT DO NOTHING;
    END IF;

    BEGIN
        INSERT INTO lines (code, seq, body)
        SELECT line.code, line.seq, line.body
        FROM unnest(codes, seqs, bodies) AS line (code, seq, body)
        WHERE EXISTS (SELECT FROM tables WHERE tables.code = line.code AND tables.closed IS NULL)
        ORDER BY line.code, line.seq;
        GET DIAGNOSTICS inserted = ROW_COUNT;
        IF inserted < cardinality(codes) THEN
            RAISE unique_violation;
        END IF;
        outcomes := array_fill(0::smallint, ARRAY[inserted]);
    EXCEPTION WHEN unique_violation THEN
        outcomes := append_lines_one_by_one(codes, seqs, bodies);
    END;

    UPDATE tables SET wake_at = 0 WHERE code = ANY (codes) AND wake_at > 0;

    IF current_setting('server_encoding') = 'UTF8' AND EXISTS (SELECT FROM nodes WHERE node <> writer AND alive_until > clock_timestamp()) THEN
        PERFORM pg_notify('secret_hitler_rows', writer || ' [' || string_agg(body, ',' ORDER BY number) || ']')
        FROM (
            SELECT number, body, sum(octet_length(body) + 1) OVER (ORDER BY number) / 3900 AS part
            FROM (
                SELECT number, '["' || code || '",' || seq || ',' || convert_from(body, 'UTF8') || ']' AS body
                FROM unnest(codes, seqs, bodies, outcomes) WITH ORDINALITY AS line (code, seq, body, outcome, number)
                WHERE outcome = 0 AND octet_length(body) < 3900
                AND EXISTS (SELECT FROM attendance WHERE attendance.code = line.code AND attendance.node <> writer)
            ) AS small
        ) AS parts
        GROUP BY part;
    END IF;

    PERFORM pg_notify('secret_hitler_lines', writer || ' ' || string_agg(code || ':' || seq, ' '))
    FROM (
        SELECT code, seq, (row_number() OVER () - 1) / 300 AS part
        FROM unnest(codes, seqs, outcomes) AS line (code, seq, outcome) WHERE outcome = 0
    ) AS written
    GROUP BY part;
    RETURN outcomes;
END
$$;

CREATE FUNCTION append_lines_one_by_one(codes text[], seqs integer[], bodies bytea[]) RETURNS smallint[] LANGUAGE sql AS $$
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
        END::smallint ORDER BY number
    )
    FROM unnest(codes, seqs) WITH ORDINALITY AS line (code, seq, number)
$$;
