// A run's cells as files for other programs' dashboards, each written whole or not at all.

import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { makeFolder, placeBeside, writing } from "../../core/files.ts";
import type { Damage } from "../store/database.ts";
import { openSeries } from "./cell-series.ts";
import { pageFile, pageRecords } from "./pages.ts";
import { eventRecords, eventsFile } from "./tensorboard.ts";
import { wandbFile, wandbRecords } from "./wandb.ts";

/** Programs that read what is exported: where a cell's file lies, its bytes, and a folder that they expect beside it. */
const FORMATS = {
  tensorboard: { file: eventsFile, records: eventRecords, beside: "" },
  wandb: { file: wandbFile, records: wandbRecords, beside: "files" },
  html: { file: pageFile, records: pageRecords, beside: "" },
} as const;
export type ExportFormat = keyof typeof FORMATS;
export const EXPORT_FORMATS: readonly ExportFormat[] = ["tensorboard", "wandb", "html"];

/** How a run is exported. */
export interface ExportOptions {
  readonly format: ExportFormat;
  /** Folder that the files go to; made where it is not there. */
  readonly out: string;
  /** Also the numbers of every step of an episode, where the run kept them; default true. */
  readonly steps?: boolean;
  /** Whether files of an earlier export are written over; default false. */
  readonly overwrite?: boolean;
}

/** What was exported. */
export interface ExportedRun {
  /** Cells that the run asks for. */
  readonly planned: number;
  readonly cells: readonly { readonly variant: string; readonly seed: number; readonly file: string }[];
  /** Files of the store that were left out. */
  readonly damaged: readonly Damage[];
}

/**
 * Writes the finished cells of a run, a file for each variant and seed. A UserError where there is no finished cell; where a file is
 * there already, and nothing is written then; or where the disk refuses.
 */
export async function exportRun(
  folder: string,
  { format, out, steps = true, overwrite = false }: ExportOptions,
): Promise<ExportedRun> {
  const { file, records, beside } = FORMATS[format];
  const source = await openSeries(folder, { steps });
  try {
    const cells = source.cells.map((series) => ({ series, file: join(resolve(out), file(series)) }));
    if (cells.length === 0) {
      const what = `no cell of ${folder} is done, so that there is nothing to export`;
      throw new UserError({ code: "no-cells", what, hint: "agon resume computes what is missing" });
    }
    const taken = cells.find((cell) => existsSync(cell.file));
    if (taken !== undefined && !overwrite) {
      const hint = "--overwrite writes over it; or give another --out";
      throw new UserError({ code: "file-exists", what: `${taken.file} is there already`, hint });
    }
    for (const { series, file } of cells) {
      await writePieces(file, records(series));
      writing(file, () => makeFolder(join(dirname(file), beside)), REFUSED);
    }
    const [{ record }] = source.cells;
    return {
      planned: record.variants.length * record.seeds.length,
      cells: cells.map(({ series: { variant, seed }, file }) => ({ variant: variant.name, seed, file })),
      damaged: source.damaged,
    };
  } finally {
    source.close();
  }
}

const REFUSED = "make room, or give another --out";

/** Writes a file piece by piece, whole or not at all; memory does not grow with it. */
async function writePieces(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const place = placeBeside(file);
  const attempt = <T>(work: () => T) => writing(file, work, REFUSED);
  const descriptor = attempt(() => {
    makeFolder(dirname(file));
    return openSync(place, "w");
  });
  try {
    for await (const bytes of pieces) {
      attempt(() => {
        for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      });
    }
    attempt(() => renameSync(place, file));
  } finally {
    closeSync(descriptor);
    rmSync(place, { force: true });
  }
}
