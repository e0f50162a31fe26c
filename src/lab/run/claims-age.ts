// Whether the claims of an experiment are older than its results, according to git. Claims that were fitted to a result prove nothing.

import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { isMap, ownValue } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { canonical } from "../../core/json.ts";
import { parseYaml } from "../../core/yaml.ts";
import type { Experiment } from "../experiment/experiment.ts";
import { SEALS } from "../store/cell-files.ts";
import type { RunRecord } from "../store/run-record.ts";
import { cellsFolder } from "../store/store.ts";

/** Maximum number of commits that are read. */
const MOST_COMMITS = 200;
const PATIENCE = 10_000;

/**
 * Returns when the claims were committed, relative to the cells with these keys in a store. Undefined without claims, and where git does
 * not track the file.
 */
export async function claimsAge(
  { file, text, claims }: Pick<Experiment, "file" | "text" | "claims">,
  store: string,
  keys: readonly string[],
): Promise<RunRecord["claimsAge"]> {
  if (claims === undefined) return undefined;
  const folder = dirname(file);
  const log = await git(folder, ["log", "-n", String(MOST_COMMITS), "--format=%H %ct", "--", basename(file)]);
  const commits = log?.split("\n").filter((line) => line !== "") ?? [];
  if (commits.length === 0) return undefined;
  const wanted = claimsIn(text);
  let since: number | undefined;
  for (const commit of commits) {
    const [hash, seconds] = commit.split(" ");
    const kept = await git(folder, ["cat-file", "blob", `${hash}:./${basename(file)}`]);
    if (kept === undefined || claimsIn(kept) !== wanted) break;
    since = 1000 * Number(seconds);
  }
  if (since === undefined) return "uncommitted";
  return since <= firstCell(store, keys) ? "older" : "younger";
}

/** Returns the claims of a file as canonical JSON; undefined where it is no valid YAML. */
function claimsIn(text: string): string | undefined {
  try {
    const { value } = parseYaml("", text);
    return canonical({ claims: isMap(value) ? ownValue(value, "claims") : undefined });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Returns when the first of the cells was computed, in milliseconds; the current time where there is none. */
function firstCell(store: string, keys: readonly string[]): number {
  let first = Date.now();
  for (const key of keys) {
    const folder = join(cellsFolder(store, key), SEALS);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) first = Math.min(first, statSync(join(folder, name)).mtimeMs);
  }
  return first;
}

/**
 * The settings of an untrusted repository may name programs that watch files, verify signatures or fetch missing objects. These options
 * disable them.
 */
const SAFE = ["core.fsmonitor=false", "log.showSignature=false", "core.pager=cat", "protocol.allow=never"];

/** Returns the output of git; undefined where git is missing or fails. */
async function git(folder: string, words: readonly string[]): Promise<string | undefined> {
  const safe = SAFE.flatMap((setting) => ["-c", setting]);
  try {
    const options = { timeout: PATIENCE, maxBuffer: 1 << 26, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } };
    const { stdout } = await promisify(execFile)("git", ["-C", folder, ...safe, ...words], options);
    return stdout;
  } catch {
    return undefined;
  }
}
