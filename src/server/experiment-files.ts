// Saves experiments that were edited on a page, beside the original so that relative paths stay valid. An existing file is overwritten only
// if its content is that of a stored run, or was saved here.

import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { UserError } from "../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { filesOfExample, withSchema } from "../lab/examples/examples.ts";
import { isShippedFolder } from "../lab/experiment/own-package.ts";
import { isOwnRun } from "../lab/experiment/trust.ts";
import { experimentText, readRecord, trustQuestion } from "../lab/store/run-record.ts";
import type { ExperimentFile } from "../lab/view/draft-data.ts";

export interface ExperimentFiles {
  /** Returns the experiment file of a run. Throws a UserError where the run is damaged. */
  of(run: string): ExperimentFile;
  /** Returns the path under which a draft made from a run is checked: it is in the folder that relative paths start from. */
  draftOf(run: string): string;
  /** Saves a draft made from a run and returns its path. Throws a UserError where the name is invalid, or another file has it. */
  write(run: string, name: string, text: string): Promise<string>;
}

/** A plain file name, which no operating system interprets in another way. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}\.ya?ml$/u;

export function experimentFiles(store: string): ExperimentFiles {
  /** The last saved text by file: a draft that failed may be corrected and saved again. */
  const written = new Map<string, string>();

  const placeOf = (run: string) => {
    const folder = join(store, run);
    const record = readRecord(folder);
    const origin = trustQuestion(folder, record);
    // The folder that an untrusted run states must not be loaded from, or written to.
    const from = isOwnRun(origin) ? origin.directory : dirname(store);
    // An installed or missing folder cannot be written to; the folder of the store belongs to the user.
    const isOwn = existsSync(from) && !isShippedFolder(from);
    const stem =
      basename(record.name)
        .replaceAll(/[^\p{L}\p{N}_ .-]+/gu, "-")
        .replace(/^[ .-]+/, "") || "experiment";
    const { flags = [] } = record;
    return { from, folder: isOwn ? from : dirname(store), isOwn, stem, flags, text: experimentText(store, run) };
  };

  return {
    of(run) {
      const { folder, isOwn, stem, flags, text } = placeOf(run);
      const names = isOwn ? [`${stem}.yaml`, `${stem}.yml`] : [];
      const file = names.find((name) => contentOf(join(folder, name)) === text) ?? null;
      return { text, flags, folder, file, free: freeName(folder, stem) };
    },
    draftOf(run) {
      const { from, folder, stem } = placeOf(run);
      return join(existsSync(from) ? from : folder, `${stem}.yaml`);
    },
    async write(run, name, given) {
      if (!NAME.test(name)) {
        const hint = "letters, digits, spaces, - and _, with .yaml at the end, and no folder: fewer-seeds.yaml";
        throw new UserError({ code: "bad-name", what: `${JSON.stringify(name)} is no name for the file`, hint });
      }
      const { from, folder, isOwn, stem, text: asRun } = placeOf(run);
      const place = writing(folder, () => realpathSync(folder));
      const file = join(place, name);
      const text = isOwn ? given : withSchema(given, place);
      const before = contentOf(file);
      if (before === text) return file;
      if (before === undefined ? isThere(file) : ![asRun, written.get(file)].includes(before)) {
        const hint = `take another name, such as ${freeName(place, stem)}`;
        throw new UserError({ code: "file-exists", what: `${file} is there already, and holds something else`, hint });
      }
      if (!isOwn) await bringFiles(join(from, `${stem}.yaml`), given, place);
      writing(file, () => (before === undefined ? writeFileSync(file, text, { flag: "wx" }) : writeWhole(file, text)));
      written.set(file, text);
      return file;
    },
  };
}

/** Returns the content of a regular file; undefined for anything else, since a link may lead anywhere. */
const contentOf = (file: string): string | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, "utf8") : undefined;

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

const isWithin = (folder: string, path: string): boolean => !relative(folder, path).split(sep).includes("..");

/** Returns `NAME-2.yaml`, or the next unused number. */
function freeName(folder: string, stem: string): string {
  const [, name = stem, last = "1"] = /^(.*)-(\d{1,6})$/.exec(stem) ?? [];
  for (let number = Number(last) + 1; ; number++) {
    const file = `${name}-${number}.yaml`;
    if (!isThere(join(folder, file))) return file;
  }
}

/** Copies the missing files that an example's draft names. Throws a UserError where another file has the name. */
async function bringFiles(file: string, text: string, folder: string): Promise<void> {
  const [, ...parts] = await filesOfExample({ file, text });
  const copies = parts.map((part) => ({ part, copy: join(folder, relative(dirname(file), part)) }));
  const hint = "copy the example into a folder of its own, and run it there: agon examples copy";
  const outside = copies.find(({ copy }) => !isWithin(folder, copy));
  if (outside !== undefined)
    throw new UserError({ code: "outside", what: `${outside.part} lies beside the example's folder`, hint });
  const other = copies.find(({ part, copy }) => isThere(copy) && contentOf(copy) !== readFileSync(part, "utf8"));
  if (other !== undefined)
    throw new UserError({ code: "file-exists", what: `${other.copy} is there already, and is another file`, hint });
  for (const { part, copy } of copies) {
    if (isThere(copy)) continue;
    makeFolder(dirname(copy));
    await copyFile(part, copy);
  }
}
