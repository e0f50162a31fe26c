// A table of pictures as rollouts: each row names a PNG, or a folder with the frames of a clip, and its prompt. What a picture is like becomes
// columns beside those of the table.

import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { count } from "../../../evaluation/number-format.ts";
import { EarlierPictures, pictureChannels } from "../../../feedback/pictures/picture-channels.ts";
import { PROMPT } from "../../../logs/preference-columns.ts";
import { readTable, type TableValue } from "../../../logs/table.ts";
import { formatOf } from "../../../logs/user-file.ts";
import { column, missingColumn, usualColumns } from "../../../logs/usual-columns.ts";
import { framesOf, type PictureFiles, readPicture } from "../../text-rewards/picture-files.ts";
import { copies } from "../weigh-caveats.ts";
import type { LineWriter } from "./tool-logs.ts";

/** Columns of a table of pictures. */
const COLUMNS = [
  column(
    "completion",
    "file file_name picture image png path",
    "a PNG, or a folder of frames, from the table's folder",
  ),
  { ...PROMPT, also: [...PROMPT.also, "caption", "text"] },
];
/** Columns of answers in words: beside one, a picture belongs to the prompt. */
const IN_WORDS = /^(completion|response|answer|output|generation|reply)$/i;
const IS_PICTURE = /\.png$/i;
/** Unreadable pictures that are named. */
const MOST_NAMED = 3;
/** Bytes of a table by which it is recognised. */
const HEAD = 1 << 16;

/** A table of pictures. */
export interface PictureTable {
  /** Path of the table, and of its folder as messages and answers name it. */
  readonly path: string;
  readonly shown: string;
  readonly folder: string;
}

/** The table of a folder of pictures, or a table itself; undefined where there is none. Throws a UserError where a folder has several. */
export function pictureTable(
  path: string,
  shown: string,
  columns: Readonly<Record<string, string>> = {},
): PictureTable | undefined {
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) {
    return formatOf(path) === "csv" && namesPictures(path, columns)
      ? { path, shown, folder: dirname(shown) }
      : undefined;
  }
  const names = readdirSync(path).sort();
  const tables = names.filter((name) => /\.csv$/i.test(name) && namesPictures(join(path, name), columns));
  if (tables.length === 1) return { path: join(path, tables[0]), shown: join(shown, tables[0]), folder: shown };
  if (tables.length === 0 && !names.some((name) => IS_PICTURE.test(name))) return undefined;
  const what =
    tables.length === 0 ? "holds pictures, and no table of them" : `holds ${count(tables.length, "table")} of pictures`;
  const hint =
    tables.length === 0
      ? "add pictures.csv with the columns file and prompt, and numbers such as votes"
      : `name one of them: ${join(shown, tables[0])}`;
  throw new UserError({ code: "no-table", what, where: shown, hint });
}

/** Whether the first lines of a CSV file name pictures. */
function namesPictures(path: string, columns: Readonly<Record<string, string>>): boolean {
  const bytes = Buffer.alloc(HEAD);
  const file = openSync(path, "r");
  const text = bytes.toString("utf8", 0, readSync(file, bytes));
  closeSync(file);
  const [head, first = ""] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = head.split(/[,;\t]/).map((name) => name.replaceAll('"', "").trim().toLowerCase());
  const own = columns.completion === undefined ? COLUMNS[0].also : [columns.completion.toLowerCase()];
  const isNamed =
    names.some((name) => own.includes(name)) &&
    (columns.completion !== undefined || !names.some((name) => IN_WORDS.test(name)));
  const fields = first.split(/[,;\t]/).map((field) => field.replaceAll('"', "").trim());
  return isNamed && fields.some((one) => IS_PICTURE.test(one) || isFolder(join(dirname(path), one)));
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory() && basename(path) !== "";

/** What was read of a table of pictures. */
export interface ReadPictures {
  readonly files: PictureFiles;
  /** What was left out, in sentences. */
  readonly notes: readonly string[];
}

/** A picture with its row. */
export interface PictureRow {
  readonly prompt: string;
  readonly file: string;
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

/** Hands over the rows whose pictures can be read. Throws a UserError where columns are missing, or no picture can be read. */
export async function eachPicture(
  { path, shown, folder }: PictureTable,
  columns: Readonly<Record<string, string>>,
  directory: string,
  hand: (row: PictureRow) => Promise<void> | void,
): Promise<ReadPictures> {
  const table = await readTable({ path, shown });
  const own = Object.fromEntries(Object.entries(columns).filter(([name]) => COLUMNS.some((one) => one.name === name)));
  const question = { where: shown, option: "--columns", records: "pictures" };
  const { names, problems } = usualColumns(COLUMNS, table.columns, own, question);
  const missing = COLUMNS.filter(({ name }) => !names.has(name));
  const gaps = missing.map(({ name }) => missingColumn(name, table.columns, shown, `--columns ${name}=…`));
  if (problems.length + gaps.length > 0) throw new UserError([...problems, ...gaps]);
  const [fileColumn, promptColumn] = COLUMNS.map(({ name }) => names.get(name) ?? "");
  const hash = createHash("sha256");
  const earlier = new EarlierPictures();
  const broken: string[] = [];
  const rows = new Set<string>();
  let read = 0;
  for (const row of table.rows) {
    const [named, prompt] = [String(row[fileColumn] ?? "").trim(), String(row[promptColumn] ?? "")];
    // Without a name the table's folder would be a clip.
    if (named === "") {
      broken.push(`a row to ${JSON.stringify(prompt)} names no file`);
      continue;
    }
    const file = isAbsolute(named) ? named : join(folder, named);
    const picture = readPicture(file, directory);
    if (typeof picture === "string") {
      broken.push(`${file} ${picture}`);
      continue;
    }
    read += 1;
    rows.add(JSON.stringify(row));
    hash.update(file);
    for (const frame of framesOf(resolve(directory, file))) hash.update(readFileSync(frame));
    const channels = { ...pictureChannels(picture), repetition: earlier.repetition(prompt, picture) };
    // A column of the table counts before what is measured.
    const values = {
      ...channels,
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
    };
    await hand({ prompt, file, values: { ...values, [fileColumn]: file } });
  }
  const first = `${broken.slice(0, MOST_NAMED).join("; ")}${broken.length > MOST_NAMED ? "; …" : ""}`;
  if (read === 0)
    throw new UserError({ code: "no-picture", what: `names no picture that can be read: ${first}`, where: shown });
  return {
    files: {
      version: hash.digest("hex"),
      picture(file) {
        const picture = readPicture(file, directory);
        if (typeof picture === "string") throw new UserError({ code: "no-picture", what: `${file} ${picture}` });
        return picture;
      },
    },
    notes: [
      ...(broken.length === 0 ? [] : [`Left out: ${count(broken.length, "picture")}: ${first}.`]),
      ...copies(read - rows.size),
    ],
  };
}

/** Numbers in words are numbers; what is no single value is left out. */
function cellOf(value: TableValue): string | number | boolean | null {
  if (typeof value === "object") return null;
  if (typeof value !== "string") return value;
  const text = value.trim().toLowerCase();
  return text === "" || text === "nan" ? null : Number.isFinite(Number(text)) ? Number(text) : value;
}

/** Writes the pictures of a table as rollouts, whose completions are paths. */
export const writePictures = (
  table: PictureTable,
  columns: Readonly<Record<string, string>>,
  directory: string,
  out: LineWriter,
): Promise<ReadPictures> =>
  eachPicture(table, columns, directory, ({ prompt, file, values }) =>
    out.row({ ...values, prompt, completion: file }),
  );
