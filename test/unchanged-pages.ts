// Which pages of examples `npm test` leaves out: those that passed with the run, the report and the page's program that they have now.
// `npm run test:all` opens all.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { contentHash } from "../src/core/checksum.ts";
import { canonical } from "../src/core/json.ts";
import type { Experiment } from "../src/lab/experiment/experiment.ts";
import { cellKeys } from "../src/lab/store/keys.ts";
import { agonModules } from "../src/lab/store/module-graph.ts";
import { placeOf } from "./read-data.ts";

/** By example, the hash with which its page passed. */
const RECORD = placeOf("test/passed-pages.json");

const suite = process.env.AGON_SUITE;

/** Returns a hash of everything that makes an example's page: its text, its cells, and the code of the modules and of the built page. */
export async function pageHash(text: string, experiment: Experiment, modules: readonly string[]): Promise<string> {
  const code = agonModules().hash(modules.map(placeOf), new Set());
  const [node] = process.versions.node.split(".");
  const built = readFileSync(placeOf("dist/web/report.html"));
  return contentHash([canonical([text, await cellKeys(experiment), code, node]), built]).slice(0, 16);
}

/** The hashes of pages that pass: those of before, of which a run without exceptions renews its own. */
export class PassedPages {
  readonly #before: Readonly<Record<string, string>> = existsSync(RECORD)
    ? JSON.parse(readFileSync(RECORD, "utf8"))
    : {};
  readonly #now: Record<string, string> = {};

  /** Whether the page may be left out; its hash is kept then. */
  isUnchanged(name: string, hash: string): boolean {
    const isSame = suite === "changed" && this.#before[name] === hash;
    if (isSame) this.#now[name] = hash;
    return isSame;
  }

  add(name: string, hash: string): void {
    this.#now[name] = hash;
  }

  /** Writes the record at the end of a whole run; what failed or is gone is not in it. */
  keep(): void {
    if (suite === "changed" || suite === "all") writeFileSync(RECORD, `${JSON.stringify(this.#now, undefined, 2)}\n`);
  }
}
