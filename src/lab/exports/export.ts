// A run as files: its cells for other programs' dashboards, its lists as logs of clicks, or its conversations for fine-tuning. Each is
// written whole or not at all.

import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { makeFolder, placeBeside, writing } from "../../core/files.ts";
import type { Damage } from "../store/database.ts";
import type { CellSeries } from "./cell-series.ts";
import { openSeries } from "./cell-series.ts";
import { openChatLogs } from "./chat-log.ts";
import { openClickLogs } from "./click-log.ts";
import { fileName } from "./file-name.ts";
import { eventRecords, eventsFile } from "./tensorboard.ts";
import { wandbFile, wandbRecords } from "./wandb.ts";

/** Where a cell's page lies. */
const pageFile = ({ record, variant, seed }: CellSeries): string =>
  `${record.run}/${fileName(variant.name)}/seed-${seed}.html`;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

/** The page, piece by piece: each episode in a frame without scripts. Throws a UserError where the world keeps no pages. */
export async function* pageRecords(series: CellSeries): AsyncGenerator<Uint8Array> {
  const { record, variant, seed } = series;
  const pages = await series.pages();
  if (pages === undefined) {
    const what = `the world of ${variant.name} keeps no text \`html\`, so that there are no pages to export`;
    throw new UserError({
      code: "no-pages",
      what,
      hint: "tools/slide-deck keeps them, and language/slides with documents: true",
    });
  }
  const title = escaped(`${record.title}: ${variant.name}, seed ${seed}`);
  const style =
    "body{margin:24px;font-family:system-ui,sans-serif}iframe{width:100%;height:80vh;border:1px solid #8888}";
  yield Buffer.from(
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>\n<style>${style}</style></head><body><h1>${title}</h1>\n`,
  );
  for (const { episode, pay, html } of pages) {
    const head = `<h2>Episode ${episode}, paid ${Number(pay.toPrecision(3))}</h2>`;
    yield Buffer.from(`${head}\n<iframe sandbox loading="lazy" srcdoc="${escaped(html)}"></iframe>\n`);
  }
  yield Buffer.from("</body></html>\n");
}

/** Programs that read cells: where a cell's file lies, its bytes, and a folder that they expect beside it. */
const PROGRAMS = {
  tensorboard: { file: eventsFile, records: eventRecords, beside: "" },
  wandb: { file: wandbFile, records: wandbRecords, beside: "files" },
  html: { file: pageFile, records: pageRecords, beside: "" },
} as const;
/** `clicks` is a log that `agon clicks` reads; `chat` are conversations of language models. */
export type ExportFormat = keyof typeof PROGRAMS | "clicks" | "chat";

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Folder that the files go to; created where it is missing. */
  readonly out: string;
  /** Also the numbers of every step of an episode, where the run kept them; default true. */
  readonly steps?: boolean;
  /** Episodes whose conversations are written, as an SQL condition on their columns; of chat alone. */
  readonly where?: string;
  /** Whether files of an earlier export are written over; default false. */
  readonly overwrite?: boolean;
}

export interface ExportedRun {
  /** Cells that the run asks for. */
  readonly planned: number;
  readonly cells: readonly { readonly variant: string; readonly seed: number; readonly file: string }[];
  /** Files of the store that were left out. */
  readonly damaged: readonly Damage[];
}

interface ExportedFile {
  readonly variant: string;
  /** Seeds of the cells in it. */
  readonly seeds: readonly number[];
  readonly file: string;
  /** Folder that is made beside it; "" for none. */
  readonly beside: string;
  pieces(): AsyncIterable<Uint8Array>;
}

/** What is written of a run, to be read while it is open. */
interface ExportSource {
  readonly planned: number;
  readonly files: readonly ExportedFile[];
  readonly damaged: readonly Damage[];
  close(): void;
}

/**
 * Writes the finished cells of a run, a file for each variant and seed; of clicks and chat, one for each variant. A UserError where there is
 * no finished cell, or nothing of the format; where a file is there already, and nothing is written then; or where the disk refuses.
 */
export async function exportRun(
  folder: string,
  { format, out, steps = true, where, overwrite = false }: ExportOptions,
): Promise<ExportedRun> {
  if (where !== undefined && format !== "chat") {
    const what = `chooses episodes, and ${format} has all`;
    throw new UserError({ code: "not-chat", what, where: "--where", hint: "leave it out, or say --format chat" });
  }
  const source = await sourceOf(folder, { format, steps, where });
  try {
    const files = source.files.map((one) => ({ ...one, file: join(resolve(out), one.file) }));
    if (files.length === 0) {
      const what = `no cell of ${folder} is done, so that there is nothing to export`;
      throw new UserError({ code: "no-cells", what, hint: "agon resume computes what is missing" });
    }
    const taken = files.find(({ file }) => existsSync(file));
    if (taken !== undefined && !overwrite) {
      const hint = "--overwrite writes over it; or give another --out";
      throw new UserError({ code: "file-exists", what: `${taken.file} is there already`, hint });
    }
    for (const { file, beside, pieces } of files) {
      await writePieces(file, pieces());
      writing(file, () => makeFolder(join(dirname(file), beside)), REFUSED);
    }
    return {
      planned: source.planned,
      cells: files.flatMap(({ variant, seeds, file }) => seeds.map((seed) => ({ variant, seed, file }))),
      damaged: source.damaged,
    };
  } finally {
    source.close();
  }
}

async function cellSource(folder: string, format: keyof typeof PROGRAMS, steps: boolean): Promise<ExportSource> {
  const { file, records, beside } = PROGRAMS[format];
  const { cells, damaged, close } = await openSeries(folder, { steps });
  const files = cells.map((series): ExportedFile => {
    const { variant, seed } = series;
    return { variant: variant.name, seeds: [seed], file: file(series), beside, pieces: () => records(series) };
  });
  const planned = cells.length === 0 ? 0 : cells[0].record.variants.length * cells[0].record.seeds.length;
  return { planned, files, damaged, close };
}

async function sourceOf(
  folder: string,
  { format, steps, where }: { format: ExportFormat; steps: boolean; where: string | undefined },
): Promise<ExportSource> {
  if (format !== "clicks" && format !== "chat") return cellSource(folder, format, steps);
  const { logs, ...source } = await (format === "clicks" ? openClickLogs(folder) : openChatLogs(folder, where));
  return { ...source, files: logs.map((log) => ({ ...log, beside: "" })) };
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
