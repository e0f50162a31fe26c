// The tables of a cluster in PostgreSQL. All times are the server's. They are only displayed, and never compared with another clock.

import type { Pool } from "pg";
import { UserError } from "../core/errors.ts";
import { FORMATS } from "../core/formats.ts";
import { EVENT_KINDS } from "./events.ts";
import { type Queries, transaction } from "./postgres.ts";

/** Advisory lock under which one process at a time creates tables. */
const MAKING = 0x61676f6e;

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS agon;
  -- What the cluster is: the form of its tables, and where large files lie.
  CREATE TABLE IF NOT EXISTS agon.cluster (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    format integer NOT NULL,
    shared text
  );
  -- Bytes by their SHA-256; without bytes where they lie in the shared place.
  CREATE TABLE IF NOT EXISTS agon.blobs (
    hash text PRIMARY KEY,
    size bigint NOT NULL,
    bytes bytea
  );
  ALTER TABLE agon.blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
  -- What was submitted at a time.
  CREATE TABLE IF NOT EXISTS agon.batches (
    id text PRIMARY KEY,
    title text NOT NULL,
    version text NOT NULL,
    host text NOT NULL,
    jobs integer NOT NULL,
    submitted timestamptz NOT NULL DEFAULT now(),
    stopped boolean NOT NULL DEFAULT false
  );
  CREATE INDEX IF NOT EXISTS batches_submitted ON agon.batches (submitted DESC, id);
  -- What jobs of a submission that ask others may spend, and what they have spent; without a budget as much as it takes.
  CREATE TABLE IF NOT EXISTS agon.accounts (
    id text PRIMARY KEY,
    budget double precision,
    spent double precision NOT NULL DEFAULT 0,
    asked integer NOT NULL DEFAULT 0,
    recalled integer NOT NULL DEFAULT 0
  );
  -- Jobs of a batch that lie side by side, as one blob.
  CREATE TABLE IF NOT EXISTS agon.chunks (
    batch text NOT NULL REFERENCES agon.batches ON DELETE CASCADE,
    place integer NOT NULL,
    hash text NOT NULL,
    jobs integer NOT NULL,
    PRIMARY KEY (batch, place)
  );
  -- A job that was begun somewhere. Each claim raises the fence, and a result is taken under the last fence alone.
  CREATE TABLE IF NOT EXISTS agon.jobs (
    key text PRIMARY KEY,
    batch text NOT NULL,
    title text NOT NULL,
    state text NOT NULL CHECK (state IN ('taken', 'done', 'passing', 'failed', 'stopped')),
    worker text,
    fence bigint NOT NULL DEFAULT 1,
    output bytea,
    news bytea,
    seconds double precision,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
    changed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS jobs_changed ON agon.jobs (changed);
  CREATE INDEX IF NOT EXISTS jobs_batch ON agon.jobs (batch, state);
  -- Jobs of a batch that each worker has brought to an end, with a result or without. A row has one writer, so that commits never wait.
  CREATE TABLE IF NOT EXISTS agon.tallies (
    batch text NOT NULL,
    worker text NOT NULL,
    done integer NOT NULL,
    failed integer NOT NULL,
    PRIMARY KEY (batch, worker)
  ) WITH (fillfactor = 50);
  -- Files that a job has left in its store, in the order in which they are written.
  CREATE TABLE IF NOT EXISTS agon.files (
    key text NOT NULL REFERENCES agon.jobs ON DELETE CASCADE,
    place integer NOT NULL,
    path text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (key, place)
  );
  -- What came of requests, as lines of recordings. Jobs of one book share them, so that none asks what another one has asked.
  CREATE TABLE IF NOT EXISTS agon.answers (
    book text NOT NULL,
    path text NOT NULL,
    request text NOT NULL,
    failed boolean NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (book, path, request)
  );
  -- Those that a job has used.
  CREATE TABLE IF NOT EXISTS agon.answered (
    key text NOT NULL REFERENCES agon.jobs ON DELETE CASCADE,
    book text NOT NULL,
    path text NOT NULL,
    request text NOT NULL,
    PRIMARY KEY (key, book, path, request)
  );
  -- How far jobs came that may be gone on with.
  CREATE TABLE IF NOT EXISTS agon.checkpoints (
    key text PRIMARY KEY,
    fence bigint NOT NULL,
    hash text NOT NULL
  );
  -- Workers that are there. A worker counts its beats, and holds an advisory lock for as long as its connection lives.
  -- With a beat it tells people what it is at, and what it has ended.
  CREATE TABLE IF NOT EXISTS agon.workers (
    id text PRIMARY KEY,
    host text NOT NULL,
    pid integer NOT NULL,
    threads integer NOT NULL,
    version text NOT NULL,
    lock integer NOT NULL,
    beat bigint NOT NULL DEFAULT 0,
    -- Threads that had nothing to do since the beat before.
    free integer NOT NULL DEFAULT 0,
    since timestamptz NOT NULL DEFAULT now(),
    heard timestamptz NOT NULL DEFAULT now(),
    done bigint NOT NULL DEFAULT 0,
    jobs jsonb NOT NULL DEFAULT '[]',
    batches jsonb NOT NULL DEFAULT '{}'
  ) WITH (fillfactor = 50);
  CREATE INDEX IF NOT EXISTS workers_since ON agon.workers (since, id);
  -- What happened to workers, for people.
  CREATE TABLE IF NOT EXISTS agon.events (
    id bigserial PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    worker text NOT NULL,
    kind text NOT NULL CHECK (kind IN (${EVENT_KINDS.map((kind) => `'${kind}'`).join(", ")})),
    groups integer NOT NULL DEFAULT 0,
    what text NOT NULL
  );
  CREATE INDEX IF NOT EXISTS events_at ON agon.events (at);
`;

/** Creates the tables where they are missing. Throws a UserError where they are of another version. */
export async function makeTables(pool: Pool): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MAKING]);
    if (!(await areMade(client))) await client.query(TABLES);
    await client.query("INSERT INTO agon.cluster (format) VALUES ($1) ON CONFLICT DO NOTHING", [FORMATS.cluster]);
    await refuseOtherFormat(client);
  });
}

/** Returns whether the tables exist, without writing anything. Throws a UserError where they are of another version. */
export async function hasTables(queries: Queries): Promise<boolean> {
  if (!(await areMade(queries))) return false;
  await refuseOtherFormat(queries);
  return true;
}

async function areMade(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query<{ made: boolean }>("SELECT to_regclass('agon.events') IS NOT NULL AS made");
  return rows[0]?.made === true;
}

async function refuseOtherFormat(queries: Queries): Promise<void> {
  const { rows } = await queries.query<{ format: number }>("SELECT format FROM agon.cluster");
  const format = rows[0]?.format;
  if (format === FORMATS.cluster) return;
  const what = `the cluster's tables have format ${format}, and this Agon reads format ${FORMATS.cluster}`;
  throw new UserError({ code: "cluster-version", what, hint: "use the Agon of the cluster, or another database" });
}
