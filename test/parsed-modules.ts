// The graph of all modules and tests as sources, whose parsing is kept between runs: to parse them all takes seven seconds of processor time.

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { contentHash } from "../src/core/checksum.ts";
import type { CodeModule } from "../src/lab/store/code-module.ts";
import { ModuleGraph } from "../src/lab/store/module-graph.ts";
import { readModule } from "../src/lab/store/module-reader.ts";
import { placeOf } from "./read-data.ts";

const KEPT = placeOf("node_modules/.cache/agon-modules.json");
/** What a module's parsing depends on beside its own bytes. */
const READER = ["src/lab/store/module-reader.ts", "package-lock.json"].map((file) => readFileSync(placeOf(file)));

type Kept = Record<string, CodeModule | undefined>;

function kept(): Kept {
  try {
    return JSON.parse(readFileSync(KEPT, "utf8"));
  } catch {
    // A cache that is missing or cut off is made anew.
    return {};
  }
}

/** The graph, and what keeps the parsing of the modules that were read. */
export function parsedModules(): { readonly modules: ModuleGraph; readonly keep: () => void } {
  const before = kept();
  const read: Kept = {};
  const modules = new ModuleGraph((file) => {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const key = contentHash([file, readFileSync(file), ...READER]);
    read[key] = before[key] ?? readModule(file);
    return read[key];
  });
  const keep = (): void => {
    if (Object.keys(read).every((key) => key in before)) return;
    mkdirSync(dirname(KEPT), { recursive: true });
    const half = `${KEPT}.${process.pid}`;
    writeFileSync(half, JSON.stringify(read));
    renameSync(half, KEPT);
  };
  return { modules, keep };
}
