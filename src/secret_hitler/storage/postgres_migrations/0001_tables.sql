-- works with: 1
-- The log of every table, and the records of finished games: as in SQLite.
CREATE TABLE lines (
    code text COLLATE "C" NOT NULL,
    seq  integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (code, seq)
);

CREATE TABLE records (
    id    text COLLATE "C" PRIMARY KEY,
    code  text NOT NULL,
    ended double precision NOT NULL,
    body  bytea NOT NULL
);
CREATE INDEX records_ended ON records (ended);

-- wake_at: 0 while something may be going on, else when something happens by itself; NULL once the table is closed.
-- closed: 0 once its log is deleted. aside: why the table could not be read. holder: the node that moves its bots and clocks.
CREATE TABLE tables (
    code    text COLLATE "C" PRIMARY KEY,
    wake_at double precision,
    closed  double precision,
    aside   text,
    holder  text COLLATE "C"
);
CREATE INDEX tables_due ON tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX tables_closed ON tables (closed) WHERE closed > 0;

-- The moderation log, and what stood in files beside the tables: the key, the operators.
CREATE TABLE moderation (
    seq  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    body bytea NOT NULL
);
CREATE TABLE kept (
    name text PRIMARY KEY,
    body bytea NOT NULL
);

-- Which nodes are alive, by the clock of the database alone, and who is connected where. A crash may empty both: every node says it again.
CREATE UNLOGGED TABLE nodes (
    node        text COLLATE "C" PRIMARY KEY,
    alive_until timestamptz NOT NULL
);
CREATE UNLOGGED TABLE attendance (
    code   text COLLATE "C" NOT NULL,
    node   text COLLATE "C" NOT NULL REFERENCES nodes ON DELETE CASCADE,
    listed boolean NOT NULL,
    quick  integer NOT NULL,
    body   bytea NOT NULL,
    PRIMARY KEY (code, node)
);
CREATE INDEX attendance_node ON attendance (node);
CREATE INDEX attendance_listed ON attendance (code) WHERE listed;
CREATE INDEX attendance_quick ON attendance (quick) WHERE quick > 0;

CREATE FUNCTION is_alive(asked text) RETURNS boolean STABLE LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM nodes WHERE node = asked AND alive_until > clock_timestamp())
$$;

-- A group commit: each line is written (0), or its number is taken (1), or its table is closed (2); what is written is announced.
-- The row of a table is looked at after its line: `rest` holds the key of the next line while it writes that row.
CREATE FUNCTION append_lines(writer text, codes text[], seqs integer[], bodies bytea[]) RETURNS smallint[] LANGUAGE plpgsql AS $$
DECLARE
    outcomes smallint[];
BEGIN
    INSERT INTO tables (code, wake_at, holder)
    SELECT code, 0, writer FROM unnest(codes, seqs) AS line (code, seq) WHERE seq = 0 ORDER BY code
    ON CONFLICT DO NOTHING;

    WITH written AS (
        INSERT INTO lines (code, seq, body)
        SELECT line.code, line.seq, line.body
        FROM unnest(codes, seqs, bodies) AS line (code, seq, body) JOIN tables ON tables.code = line.code AND tables.closed IS NULL
        ORDER BY line.code, line.seq
        ON CONFLICT DO NOTHING
        RETURNING lines.code, lines.seq
    )
    SELECT array_agg(CASE WHEN written.code IS NOT NULL THEN 0 WHEN tables.closed IS NULL OR line.seq = 0 THEN 1 ELSE 2 END ORDER BY number)
    INTO outcomes
    FROM unnest(codes, seqs) WITH ORDINALITY AS line (code, seq, number)
    LEFT JOIN written ON written.code = line.code AND written.seq = line.seq
    LEFT JOIN tables ON tables.code = line.code;

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

CREATE FUNCTION rest_table(which text, known integer, wakes double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO lines (code, seq, body) VALUES (which, known, '') ON CONFLICT DO NOTHING;
    IF FOUND THEN
        UPDATE tables SET wake_at = wakes WHERE code = which;
        DELETE FROM lines WHERE code = which AND seq = known;
    END IF;
END
$$;

-- One after the other, so that whoever reads up to a number has read all before it.
CREATE FUNCTION append_moderation(entry bytea) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE moderation IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO moderation (body) VALUES (entry);
    PERFORM pg_notify('secret_hitler_nodes', '{"moderated":true}');
END
$$;

-- Alive for so many seconds more; what is known of the others.
CREATE FUNCTION beat(me text, seconds double precision)
RETURNS TABLE (clock double precision, alive text[], version integer) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO nodes VALUES (me, clock_timestamp() + make_interval(secs => seconds))
    ON CONFLICT (node) DO UPDATE SET alive_until = excluded.alive_until;
    DELETE FROM nodes WHERE alive_until < clock_timestamp() - interval '1 minute';
    RETURN QUERY SELECT extract(epoch FROM clock_timestamp())::double precision,
        (SELECT array_agg(node) FROM nodes WHERE alive_until > clock_timestamp()), (SELECT schema_version.version FROM schema_version);
END
$$;

-- The duty at these tables is taken, where no living node has it; who has it then.
CREATE FUNCTION claim_tables(me text, wanted text[]) RETURNS TABLE (claimed text, holds text) LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tables SET holder = me
    WHERE code IN (
        SELECT code FROM tables
        WHERE code = ANY (wanted) AND holder IS DISTINCT FROM me AND (holder IS NULL OR NOT is_alive(holder))
        ORDER BY code FOR UPDATE SKIP LOCKED
    );
    RETURN QUERY SELECT code, holder FROM tables WHERE code = ANY (wanted);
END
$$;

-- The same for tables that nobody sees to: those awake, and those at rest that have to wake by a time, soonest first.
CREATE FUNCTION claim_unattended(me text, mine boolean, by_time double precision, most integer) RETURNS SETOF text LANGUAGE sql AS $$
    WITH found AS (
        SELECT code, wake_at FROM tables
        WHERE wake_at <= by_time AND CASE WHEN holder = me THEN mine OR wake_at > 0 ELSE holder IS NULL OR NOT is_alive(holder) END
        ORDER BY wake_at, code LIMIT most FOR UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE tables SET holder = me FROM found WHERE tables.code = found.code AND tables.holder IS DISTINCT FROM me
    )
    SELECT code FROM found ORDER BY wake_at, code
$$;
