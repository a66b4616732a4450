/** The version of the tables and functions below; a database of a higher one is not used. */
export const SCHEMA_VERSION = 1;

/** One lock for all commits of a database: "oshibase" as a number of 63 bits. */
const LOCK = "4716277341374931813";

/**
 * Tables and functions, made in one transaction.
 *
 * **Order.** A commit takes the lock first and holds it until it is visible, so that versions have the
 * order in which commits become visible: a reader that sees a version sees all lower ones. Each commit is
 * one call and thus one round trip: no client can keep the lock.
 *
 * **Epoch.** A database that was promoted, restored or moved may lack what another one had answered, and
 * would give its versions again. `identity()` differs then: the system and the timeline of the cluster,
 * the database, the table. Each connection greets before anything else; the first one that finds another
 * identity begins an epoch. A version begins with the epoch: its number, which grows, and random digits,
 * which differ between two databases that were promoted side by side.
 *
 * **Expiry.** An entry is gone once it has expired, by the clock of the database; `sweep()` removes it.
 */
export const SCHEMA = `
SELECT pg_advisory_xact_lock(${LOCK});
CREATE SCHEMA IF NOT EXISTS oshibase;
CREATE TABLE IF NOT EXISTS oshibase.head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  schema_version integer NOT NULL,
  identity text NOT NULL,
  epoch text NOT NULL
);
CREATE TABLE IF NOT EXISTS oshibase.entry (
  key bytea PRIMARY KEY,
  version text COLLATE "C" NOT NULL,
  expires_at timestamptz,
  value bytea NOT NULL
) WITH (
  fillfactor = 90,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.1
);
ALTER TABLE oshibase.entry ALTER COLUMN value SET STORAGE EXTERNAL;
CREATE INDEX IF NOT EXISTS entry_expires_at ON oshibase.entry (expires_at)
  WHERE expires_at IS NOT NULL;
CREATE SEQUENCE IF NOT EXISTS oshibase.commits;

CREATE OR REPLACE FUNCTION oshibase.identity() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  cluster text := '';
  timeline text := '';
BEGIN
  -- Some providers allow neither; they do not promote what lacks a commit.
  BEGIN
    cluster := (SELECT system_identifier::text FROM pg_control_system());
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  RETURN concat_ws('/', cluster, timeline,
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    'oshibase.entry'::regclass::oid);
END $$;

CREATE OR REPLACE FUNCTION oshibase.greet() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  here text := oshibase.identity();
  known oshibase.head;
  started text;
BEGIN
  SELECT * INTO known FROM oshibase.head;
  IF known.identity = here THEN RETURN known.epoch; END IF;
  PERFORM pg_advisory_xact_lock(${LOCK});
  SELECT * INTO known FROM oshibase.head;
  IF known.identity = here THEN RETURN known.epoch; END IF;
  started := lpad(to_hex(('x' || left(known.epoch, 8))::bit(32)::integer + 1), 8, '0')
    || left(md5(gen_random_uuid()::text), 8);
  UPDATE oshibase.head SET identity = here, epoch = started;
  RETURN started;
END $$;

CREATE OR REPLACE FUNCTION oshibase.commit(
  check_keys bytea[], check_versions text[],
  set_keys bytea[], set_values bytea[], set_expires_ms float8[],
  delete_keys bytea[]
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  made text;
BEGIN
  PERFORM pg_advisory_xact_lock(${LOCK});
  -- What is answered has to be kept.
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  PERFORM FROM unnest(check_keys, check_versions) AS wanted (key, version)
    LEFT JOIN oshibase.entry AS found ON found.key = wanted.key
      AND (found.expires_at IS NULL OR found.expires_at > clock_timestamp())
    WHERE found.version IS DISTINCT FROM wanted.version;
  IF FOUND THEN RETURN NULL; END IF;
  made := (SELECT epoch FROM oshibase.head) || lpad(to_hex(nextval('oshibase.commits')), 16, '0');
  DELETE FROM oshibase.entry WHERE key = ANY (delete_keys);
  INSERT INTO oshibase.entry (key, version, expires_at, value)
    SELECT one.key, made, clock_timestamp() + one.expires_ms * interval '1 millisecond', one.value
    FROM unnest(set_keys, set_values, set_expires_ms) AS one (key, value, expires_ms)
    ON CONFLICT (key) DO UPDATE
      SET version = excluded.version, expires_at = excluded.expires_at, value = excluded.value;
  RETURN made;
END $$;

CREATE OR REPLACE FUNCTION oshibase.sweep(most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM oshibase.entry WHERE key IN (
      SELECT key FROM oshibase.entry WHERE expires_at < clock_timestamp()
      ORDER BY expires_at LIMIT most FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  ) SELECT count(*) FROM gone
$$;

INSERT INTO oshibase.head (schema_version, identity, epoch)
  VALUES (${SCHEMA_VERSION}, oshibase.identity(), '00000001' || left(md5(gen_random_uuid()::text), 8))
  ON CONFLICT DO NOTHING;
`;

/** Whether the tables are there, and of which version. */
export const READ_SCHEMA = "SELECT to_regclass('oshibase.head') IS NOT NULL AS there";
export const READ_SCHEMA_VERSION = "SELECT schema_version AS version FROM oshibase.head";

/** What is asked first of each connection. A standby has no part in it. */
export const GREET =
  "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE oshibase.greet() END AS epoch";

export const COMMIT = "SELECT oshibase.commit($1, $2, $3, $4, $5, $6) AS version";

export const READ_MANY = `SELECT key, version, value FROM oshibase.entry
  WHERE key = ANY ($1::bytea[]) AND (expires_at IS NULL OR expires_at > now())`;

export const LIST = `SELECT key, version, value FROM oshibase.entry
  WHERE key >= $1::bytea AND key < $2::bytea AND (expires_at IS NULL OR expires_at > now())
  ORDER BY key LIMIT $3::integer`;

export const LIST_REVERSE = LIST.replace("ORDER BY key", "ORDER BY key DESC");

/** Sessions of programs like this one; of other users none are seen. */
export const OTHERS = `SELECT count(*)::integer AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name = current_setting('application_name')`;

export const SWEEP = "SELECT oshibase.sweep($1) AS gone";
