// The files of a cell, and its seal: a list of the files with their sizes and checksums. The seal is written last, so a cell is complete
// when its seal exists. A file that was truncated, changed, or written by another process is never read as part of this cell.

import { closeSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Checksum, checkedJson, checksumOf, checksumOfFile, parseChecked } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { reasonOf, writing } from "../../core/files.ts";
import { checkPlace, entryAt, keepWhole, keptNames, openKept, readKeptText } from "../../core/kept-files.ts";
import type { CellTask } from "./cell-task.ts";
import { type CellId, cellFile, cellsFolder, TABLES, type TableName } from "./store.ts";

/** The kinds of files that a cell may have: its tables, and the state that a training has left. */
export type CellFile = TableName | "trained";

const checksum = z.strictObject({ bytes: z.int(), crc: z.int() });
const files = z.enum([...TABLES, "trained"]);
const written = z.partialRecord(files, checksum);
/** Major version of Node, whose Math library computed the cell. */
const node = z.int();

/** The cell that the seal belongs to; absent in seals of earlier versions. */
const owner = { key: z.string().exactOptional(), seed: z.int().exactOptional() };

/** The written files with their checksums, and the program versions that computed them. Seals of earlier versions have the files alone. */
interface Seal extends Partial<CellId> {
  readonly files: Readonly<z.output<typeof written>>;
  readonly node?: number;
}

const schema = z.strictObject({ ...owner, files: written, node });

export type StoredCell = CellId & Pick<CellTask, "store">;

/** Path of the file with a cell's trained parameters. */
export const trainedFile = ({ store, key, seed }: StoredCell): string =>
  join(cellsFolder(store, key), "trained", `${seed}.safetensors`);

const placeOf = (cell: StoredCell, file: CellFile): string =>
  file === "trained" ? trainedFile(cell) : cellFile(cell.store, cell, file);

const sealFile = ({ store, key, seed }: StoredCell): string => join(cellsFolder(store, key), SEALS, `${seed}.json`);

/** The folder of seals, beside the folders of tables. */
export const SEALS = "seals";

const NODE = Number.parseInt(process.versions.node, 10);

/** Writes the files of a computed cell, and then its seal. */
export class CellWriter {
  readonly task: CellTask;
  readonly #written = new Map<CellFile, Checksum>();

  constructor(task: CellTask) {
    this.task = task;
  }

  /** Writes a file atomically. Throws a UserError where the system refuses. */
  write(file: CellFile, bytes: Uint8Array): void {
    this.#keep(placeOf(this.task, file), bytes);
    this.#written.set(file, checksumOf(bytes));
  }

  /** Writes the seal, which marks the cell as complete. */
  seal(): void {
    const { key, seed } = this.task;
    const seal: Seal = { key, seed, files: Object.fromEntries(this.#written), node: NODE };
    this.#keep(sealFile(this.task), checkedJson({ ...seal }));
  }

  #keep(place: string, contents: string | Uint8Array): void {
    const { store } = this.task;
    writing(store, () => keepWhole(store, place, contents));
  }
}

/** Returns the seeds with a complete cell that has these tables. Only seals are read, no tables. */
export function seedsSealed(store: string, key: string, tables: readonly TableName[] = []): Set<number> {
  const names = keptNames(store, join(cellsFolder(store, key), SEALS));
  const seeds = names.flatMap((name) => (/^-?\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  if (tables.length === 0) return new Set(seeds);
  return new Set(
    seeds.filter((seed) => {
      const seal = readSeal({ store, key, seed });
      return seal !== undefined && tables.every((table) => seal.files[table] !== undefined);
    }),
  );
}

/** Returns the paths of the files of a complete cell, its seal last. */
export function sealedPaths(cell: StoredCell): string[] {
  const sealed = readSeal(cell)?.files ?? {};
  return [
    ...files.options.filter((file) => sealed[file] !== undefined).map((file) => placeOf(cell, file)),
    sealFile(cell),
  ];
}

/** Returns the checksum of a file from the cell's seal; undefined where the cell is not complete, or has no such file. */
export const sealedFile = (cell: StoredCell, file: CellFile): Checksum | undefined => readSeal(cell)?.files[file];

/** A complete cell, with the result of the check of its files. */
export interface CellOnDisk {
  /** Files whose checksums match. */
  readonly whole: ReadonlySet<CellFile>;
  /** Files whose checksums do not match, or the seal itself. */
  readonly damaged: readonly string[];
  /** Major version of the Node that computed it; undefined where its seal is of an earlier version of Agon. */
  readonly node: number | undefined;
}

/** Checks all files of a cell, or some of them; returns undefined where the cell is not complete. */
export function findCell(cell: StoredCell, wanted: readonly CellFile[] = files.options): CellOnDisk | undefined {
  const place = sealFile(cell);
  if (entryAt(place) === undefined) return undefined;
  const seal = readSeal(cell);
  if (seal === undefined) return { whole: new Set(), damaged: [place], node: undefined };
  const whole = new Set<CellFile>();
  const damaged: string[] = [];
  for (const file of wanted) {
    const sealed = seal.files[file];
    if (sealed === undefined) continue;
    const lies = checksumOfFile(cell.store, placeOf(cell, file));
    if (lies?.bytes === sealed.bytes && lies.crc === sealed.crc) whole.add(file);
    else damaged.push(placeOf(cell, file));
  }
  return { whole, damaged, node: seal.node };
}

/**
 * Reads a seal; undefined where it is missing, damaged, or belongs to another cell. The files beside it then belong to another cell too.
 */
function readSeal(cell: StoredCell): Seal | undefined {
  try {
    const text = readKeptText(cell.store, sealFile(cell));
    const earlier = written.safeParse(JSON.parse(text)).data;
    if (earlier !== undefined) return { files: earlier };
    const seal = schema.parse(parseChecked(text));
    const { key = cell.key, seed = cell.seed } = seal;
    return key === cell.key && seed === cell.seed ? seal : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks the cells of some seeds. Returns the seeds whose cell is complete, undamaged and has the wanted files; and those with a damaged
 * cell, with its damaged files.
 */
export function seedsDone(
  store: string,
  key: string,
  wanted: readonly CellFile[],
  seeds: readonly number[],
): { done: Set<number>; damaged: { seed: number; files: readonly string[] }[] } {
  const sealed = seedsSealed(store, key);
  const done = new Set<number>();
  const damaged: { seed: number; files: readonly string[] }[] = [];
  for (const seed of seeds) {
    const files = sealed.has(seed) ? findCell({ store, key, seed }) : undefined;
    if (files === undefined) continue;
    if (files.damaged.length > 0) damaged.push({ seed, files: files.damaged });
    else if (wanted.every((file) => files.whole.has(file))) done.add(seed);
  }
  return { done, damaged };
}

/**
 * Returns the path of a cell's file; undefined where the cell is not complete or has no such file. Throws a UserError where the file is
 * damaged.
 */
export function wholeFile(cell: StoredCell, file: CellFile): string | undefined {
  const state = findCell(cell, [file]);
  if (state === undefined) return undefined;
  const [damaged] = state.damaged;
  if (damaged !== undefined) {
    const hint = "run the experiment again, which computes this cell anew";
    throw new UserError({ code: "damaged-cell", what: `${damaged} ${damageOf(cell, damaged)}`, hint });
  }
  return state.whole.has(file) ? placeOf(cell, file) : undefined;
}

/** Returns what is wrong with a damaged file of a cell, as the end of a sentence. */
export function damageOf({ store }: Pick<StoredCell, "store">, file: string): string {
  if (entryAt(file) === undefined) return "is gone";
  try {
    closeSync(openKept(store, file));
    return "is not as it was written";
  } catch (error) {
    return error instanceof UserError ? "is no file of this store" : `cannot be read: ${reasonOf(error)}`;
  }
}

/** Removes a cell's seal, so that the cell is computed again. Throws a UserError where the system refuses. */
export function breakSeal(cell: StoredCell): void {
  checkPlace(cell.store, sealFile(cell));
  writing(cell.store, () => rmSync(sealFile(cell), { force: true }));
}
