// Connections to the database of a cluster: messages where it cannot be reached, and retries during a restart.

import { setTimeout as wait } from "node:timers/promises";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { messageOf, UserError } from "../core/errors.ts";
import { isDatabase, shownAddress } from "../core/shown-address.ts";
import { Away } from "./away.ts";

/** An object that runs queries: the pool, or one connection of it. */
export type Queries = Pick<PoolClient, "query">;

/** Connects to a database. Throws a UserError where it cannot be reached at first; `lasting` handles later outages. */
export async function connected(url: string, most = 10, further: PoolConfig = {}): Promise<Pool> {
  const pool = new Pool({ ...settings(url, most), ...further });
  // The pool replaces an idle connection that breaks.
  pool.on("error", () => {});
  try {
    await pool.query("SELECT 1");
  } catch (error) {
    await pool.end();
    throw unreached(url, error);
  }
  return pool;
}

/** Returns the settings of a connection. Throws a UserError where the address is not one of PostgreSQL. */
export function settings(url: string, most: number): PoolConfig {
  if (!isAddress(url)) {
    const hint =
      "write --on postgres://USER:PASSWORD@HOST:5432/DATABASE, with / # ? @ % in a password as %2F %23 %3F %40 %25";
    throw new UserError({
      code: "not-postgres",
      what: `${shownAddress(url)} is no address of a PostgreSQL database`,
      hint,
    });
  }
  // Statements are planned once per connection: planning a commit takes as long as executing it.
  const options = "-c plan_cache_mode=force_generic_plan";
  return { connectionString: url, max: most, keepAlive: true, connectionTimeoutMillis: 10_000, options };
}

/** Returns whether an address is unambiguous: unescaped "/", "#" or "@" in a password would be misinterpreted. */
function isAddress(url: string): boolean {
  if (!URL.canParse(url) || !isDatabase(url)) return false;
  const { hostname, pathname, hash, username, password } = new URL(url);
  return hostname !== "" && hash === "" && !pathname.includes("@") && [username, password, pathname].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs work that uses the database or large files, and repeats it while these do not respond. Rejects with the signal's reason when
 * aborted.
 */
export async function lasting<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAway(error)) throw error;
      // An abort ends the pause; the next iteration then rejects with its reason.
      await wait(pause, undefined, signal === undefined ? {} : { signal }).catch(() => {});
    }
  }
}

export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // The connection is closed, since its state is unknown.
    client.release(true);
    throw error;
  }
}

/** System error codes that mean that a server is temporarily unreachable. */
const SYSTEM = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOENT",
];
/** PostgreSQL error codes: it is shutting down or starting, has no connection left, or this transaction lost against another one. */
const SERVER = ["57P01", "57P02", "57P03", "53300", "40001", "40P01"];
/** Messages of errors of the client library, which have no code. */
const WORDS = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns whether an error means that the database, or the place of large files, does not respond, for example during a restart. */
export function isAway(error: unknown): boolean {
  if (error instanceof Away) return true;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return SYSTEM.includes(code) || SERVER.includes(code) || code.startsWith("08") || WORDS.test(error.message);
}

/** Explanations and hints by PostgreSQL's error code. */
const REFUSALS = new Map([
  ["28P01", "give the right user and password"],
  ["28000", "let this user log in, in the server's pg_hba.conf"],
  ["3D000", "create it: createdb, or CREATE DATABASE"],
  ["53300", "let the server have more connections: max_connections; a worker takes some ten and one for each thread"],
  ["42501", "let this user create schemas: GRANT CREATE ON DATABASE"],
]);

/** Converts an error into a UserError where the database cannot be used. */
export function unreached(url: string, error: unknown): unknown {
  if (error instanceof UserError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const hint =
    REFUSALS.get(code) ?? (isAway(error) || code === "ENOTFOUND" ? "start the server, or mend the address" : undefined);
  if (hint === undefined) return error;
  return new UserError({
    code: "no-database",
    what: `the database ${shownAddress(url)} cannot be used: ${reasonOf(error)}`,
    hint,
  });
}

/** Returns the message of a database error. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? messageOf(error.errors[0]) : messageOf(error);
