// `agon export`: writes a run's cells as files for TensorBoard or for Weights & Biases, its lists as logs of clicks, its conversations, or
// pages of what was made.

import { join, relative } from "node:path";
import { count } from "../evaluation/number-format.ts";
import { type ExportFormat, exportRun } from "../lab/exports/export.ts";
import { findRun } from "../lab/store/store.ts";
import type { Flags } from "./commands.ts";
import { answer, leftOut, print } from "./output.ts";

/** Instructions for the written files. */
const NEXT: Readonly<Record<ExportFormat, (out: string, file: string) => string>> = {
  tensorboard: (out) => `look at them: tensorboard --logdir ${out}`,
  wandb: (out) => `send them:  wandb sync ${join(out, "offline-run-*")}`,
  chat: (_, file) => `written to:  ${file}`,
  clicks: (_, file) => `read one:   agon clicks ${/[^\w./-]/.test(file) ? `"${file}"` : file}`,
  html: (out) => `open them in a browser: they lie in ${out}`,
};

/** Writes a file for each finished cell. Exit code 2 where damaged files of the store had to be left out. */
export async function exportTo(name: string, flags: Flags<"export">): Promise<number> {
  const { format, out } = flags;
  const { store, run } = findRun(flags.store, name);
  const { planned, cells, damaged } = await exportRun(join(store, run), flags);
  answer(flags, { run, format, planned, cells, damaged }, () => {
    const missing = cells.length < planned ? ` of ${planned}; the others are not done` : "";
    const [here, file] = [out, cells[0].file].map((path) => relative(process.cwd(), path) || ".");
    print(`${run}: ${count(cells.length, "cell")}${missing}`, NEXT[format](here, file));
  });
  return leftOut(damaged);
}
