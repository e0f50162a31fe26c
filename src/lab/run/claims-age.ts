// Whether the claims of an experiment are older than its results, where its file lies in git. Claims that were fitted to a result show
// nothing.

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

/** Commits that are looked at, at most. */
const MOST_COMMITS = 200;
const PATIENCE = 10_000;

/** How the claims stand to the cells with these keys that a store has; undefined without claims, and where no git knows the file. */
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

/** The claims of a file as one text; undefined where it is no YAML. */
function claimsIn(text: string): string | undefined {
  try {
    const { value } = parseYaml("", text);
    return canonical({ claims: isMap(value) ? ownValue(value, "claims") : undefined });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** When the first of the cells was computed, in milliseconds; now where there is none. */
function firstCell(store: string, keys: readonly string[]): number {
  let first = Date.now();
  for (const key of keys) {
    const folder = join(cellsFolder(store, key), SEALS);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) first = Math.min(first, statSync(join(folder, name)).mtimeMs);
  }
  return first;
}

/** A stranger's repository may name programs in its settings, to watch files, to check signatures or to fetch what is missing. */
const SAFE = ["core.fsmonitor=false", "log.showSignature=false", "core.pager=cat", "protocol.allow=never"];

/** What git prints; undefined where it is missing or refuses. */
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
