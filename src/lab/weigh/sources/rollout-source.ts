// What a user names to be weighed, as a table in one file: a table, another tool's log, a folder of either, or a run of Agon's store.

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { makeFolder, writing } from "../../../core/files.ts";
import { quoted, quotedFile } from "../../../core/sql.ts";
import { count } from "../../../evaluation/number-format.ts";
import { openEngine } from "../../../logs/engine.ts";
import type { RolloutCopy } from "../../../logs/rollouts.ts";
import { formatOf, placeOf } from "../../../logs/user-file.ts";
import { existingStore, findRun } from "../../store/store.ts";
import type { PictureFiles } from "../../text-rewards/picture-files.ts";
import { pictureTable, writePictures } from "./picture-rows.ts";
import { LineWriter, type ToolLog, toolLog } from "./tool-logs.ts";

/** A source of rollouts. */
export interface RolloutPlace {
  /** A table with the same rollouts, in a private folder; undefined where the file is one itself. */
  readonly copy?: RolloutCopy;
  /** What it was read as: *Inspect's log*. */
  readonly called?: string;
  /** Where completions are paths of pictures: the pictures. */
  readonly pictures?: PictureFiles;
  /** What a reader of the figures must know of it, in sentences. */
  readonly notes: readonly string[];
}

/** Where sources are looked for. */
export interface PlaceOptions {
  readonly directory?: string;
  /** Folder of Agon's store, in which a run is looked for by its name. */
  readonly store?: string;
  readonly onProgress?: (text: string) => void;
  /** The file's names of columns. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Finds and reads a source. Throws a UserError where there is none of this name, or it is damaged. */
export async function rolloutPlace(
  shown: string,
  { directory = process.cwd(), store, onProgress, columns = {} }: PlaceOptions,
): Promise<RolloutPlace> {
  const path = resolve(directory, shown);
  const run = runFolder(path, shown, resolve(directory, store ?? ".agon"));
  if (run !== undefined) {
    onProgress?.(`reading episodes of ${shown}`);
    // Texts of a run need all worlds, whose loading takes longer than many a table.
    const { writeRun } = await import("./run-rollouts.ts");
    return copied(shown, "a run of Agon", true, async (out) => {
      const { prompts, damaged } = await writeRun(run, out);
      return [
        prompts,
        ...(damaged === 0
          ? []
          : [`Left out: ${count(damaged, "file")} of the run, which ${damaged === 1 ? "is" : "are"} damaged.`]),
      ];
    });
  }
  const pictures = pictureTable(path, shown, columns);
  if (pictures !== undefined) {
    onProgress?.(`reading pictures of ${pictures.shown}`);
    let files: PictureFiles | undefined;
    const place = await copied(shown, "a table of pictures", true, async (out) => {
      const read = await writePictures(pictures, columns, directory, out);
      files = read.files;
      return [...read.notes];
    });
    return files === undefined ? place : { ...place, pictures: files };
  }
  if (existsSync(path) && statSync(path).isDirectory()) return folderPlace(path, shown);
  placeOf(shown, directory);
  if (formatOf(path) === "parquet" || formatOf(path) === "csv") return { notes: [] };
  const log = await toolLog(path, shown);
  if (log === undefined) return { notes: [] };
  onProgress?.(`reading ${shown}`);
  return copied(shown, log.called, log.isByRow, async (out) => {
    await log.write(out);
    return [];
  });
}

/** The folder of a run that is named by its folder, or by its name in the store. */
function runFolder(path: string, shown: string, store: string): string | undefined {
  if (existsSync(join(path, "run.json"))) return path;
  if (existsSync(path) || formatOf(shown) !== undefined || /[/\\]/.test(shown) || !existsSync(store)) return undefined;
  const found = findRun(existingStore(store), shown);
  return join(found.store, found.run);
}

/** Endings of logs that a folder may hold. */
const ENDINGS = /\.(?:parquet|eval|jsonl|json)$/i;

/** A folder of files that one tool wrote, such as one for each step of a training. */
async function folderPlace(path: string, shown: string): Promise<RolloutPlace> {
  const names = readdirSync(path)
    .filter((name) => ENDINGS.test(name) && name !== "metadata.json")
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const files = names.map((name) => join(path, name));
  if (files.length === 0) {
    const hint = "give a file, or a folder of .parquet, .eval, .json or .jsonl files";
    throw new UserError({ code: "no-file", what: "is a folder without logs of rollouts", where: shown, hint });
  }
  const parquet = files.filter((file) => formatOf(file) === "parquet");
  if (parquet.length === files.length) return mergedParquet(files, shown);
  const logs: ToolLog[] = [];
  for (const [k, file] of files.entries()) {
    const log = await toolLog(file, join(shown, names[k]));
    if (log === undefined || (logs.length > 0 && log.called !== logs[0].called)) {
      const what = `holds ${names[k]}, which is ${log === undefined ? "no log of a known tool" : log.called}, beside other files`;
      throw new UserError({ code: "mixed-folder", what, where: shown, hint: "name one file of it" });
    }
    logs.push(log);
  }
  return copied(shown, `${logs[0].called}, ${count(files.length, "file")}`, true, async (out) => {
    for (const log of logs) await log.write(out);
    return [];
  });
}

async function mergedParquet(files: readonly string[], shown: string): Promise<RolloutPlace> {
  const folder = privateFolder();
  const path = join(folder, "rows.parquet");
  try {
    const engine = await openEngine({
      overflow: join(folder, "spilled"),
      memory: "200MB",
      threads: 1,
      files: [...files, path],
    });
    try {
      const from = `read_parquet([${files.map(quotedFile).join(", ")}], union_by_name = true)`;
      await engine.connection.run(`COPY (SELECT * FROM ${from}) TO ${quoted(path)} (FORMAT parquet)`);
    } finally {
      engine.close();
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new UserError({ code: "broken-log", what: `holds Parquet that cannot be read: ${reason}`, where: shown });
  }
  return { copy: { path, folder, isByRow: true }, called: `${count(files.length, "file")} of Parquet`, notes: [] };
}

const privateFolder = (): string => {
  const folder = join(tmpdir(), `agon-${process.pid}-${randomBytes(6).toString("hex")}`);
  writing(folder, () => makeFolder(folder));
  return folder;
};

async function copied(
  shown: string,
  called: string,
  isByRow: boolean,
  write: (out: LineWriter) => Promise<string[]>,
): Promise<RolloutPlace> {
  const folder = privateFolder();
  const path = join(folder, "rows.jsonl");
  const out = new LineWriter(path);
  try {
    const notes = await write(out);
    await out.close();
    if (statSync(path).size > 0) return { copy: { path, folder, isByRow }, called, notes };
    throw new UserError({ code: "empty-log", what: `is ${called} without rollouts`, where: shown });
  } catch (error) {
    await out.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
