// Logs of rollouts that other tools write, recognised by their shape, as rows in a file of JSON Lines.

import { once } from "node:events";
import { createWriteStream, readFileSync, statSync } from "node:fs";
import { messageOf, UserError } from "../../../core/errors.ts";
import { textOf } from "../../../logs/csv.ts";
import { eachInspectRow, inspectRows, isInspectLog } from "./inspect-log.ts";
import { isNemoRollout, nemoRow } from "./nemo-gym.ts";
import { isPromptfooResult, promptfooResults, promptfooRow } from "./promptfoo.ts";
import { fieldsOf, pythonJson, type RolloutRow } from "./rollout-rows.ts";
import { isVerifiersRollout, verifiersAbout, verifiersRow } from "./verifiers.ts";
import { isVerifiersTrace, verifiersTraceRows } from "./verifiers-traces.ts";

/** A log that a tool wrote. */
export interface ToolLog {
  /** How it is called: *Inspect's log*. */
  readonly called: string;
  /** Whether messages locate rows by number; otherwise by line, which a row then has as its own. */
  readonly isByRow: boolean;
  /** Writes its rows. Throws a UserError where it is damaged. */
  write(out: LineWriter): Promise<void>;
}

/** Maximum bytes of a JSON document, which is parsed at once. */
const MOST_BYTES = 400 << 20;
/** Maximum bytes of a first line by which a file is recognised. */
const HEAD = 64 << 20;

/** Recognises a log by its shape; undefined where it is none of a known tool. Throws a UserError where it is one and damaged. */
export async function toolLog(path: string, shown: string): Promise<ToolLog | undefined> {
  const head = await headOf(path);
  if (head.startsWith("PK\u0003\u0004")) return inspectArchive(path, shown);
  if (!/^\uFEFF?\s*\{/.test(head)) return undefined;
  const first = /\S[^\n]*/.exec(head)?.[0] ?? "";
  const row = parsed(first);
  const ofLine = LINES.find(({ isMeant }) => isMeant(row));
  if (ofLine !== undefined) return lineLog(path, ofLine);
  const isTable = row !== undefined && !isInspectLog(row) && promptfooResults(row) === undefined;
  if (isTable || !DOCUMENT.test(head)) return undefined;
  return documentLog(path, shown);
}

/** Keys with which a document of Inspect or promptfoo begins. */
const DOCUMENT = /^\uFEFF?\s*\{\s*"(?:version|status|eval|evalId|results|invalidated)"\s*:/;

interface LineFormat {
  readonly called: string;
  isMeant(row: unknown): boolean;
  /** The row of a line, or rows, which messages then locate by number. */
  rowOf(
    row: Readonly<Record<string, unknown>>,
    about: Readonly<Record<string, unknown>>,
  ): RolloutRow | readonly RolloutRow[];
  readonly isByRow?: boolean;
  about?(path: string): Readonly<Record<string, unknown>>;
}

const LINES: readonly LineFormat[] = [
  { called: "rollouts of NeMo Gym", isMeant: isNemoRollout, rowOf: nemoRow },
  { called: "results of verifiers", isMeant: isVerifiersRollout, rowOf: verifiersRow, about: verifiersAbout },
  { called: "traces of verifiers", isMeant: isVerifiersTrace, rowOf: verifiersTraceRows, isByRow: true },
  { called: "results of promptfoo", isMeant: isPromptfooResult, rowOf: promptfooRow },
];

const inspectArchive = (path: string, shown: string): ToolLog => ({
  called: "Inspect's log",
  isByRow: true,
  write: (out) => eachInspectRow(path, shown, (row) => out.row(row)),
});

function lineLog(path: string, { called, isMeant, rowOf, about, isByRow = false }: LineFormat): ToolLog {
  return {
    ...{ called, isByRow },
    async write(out) {
      const all = about?.(path) ?? {};
      for await (const line of linesOf(path)) {
        const row = parsed(line);
        // A line that is no JSON stays, so that it is counted as such.
        if (isMeant(row)) for (const one of [rowOf(fieldsOf(row), all)].flat()) await out.row(one);
        else await out.line(line);
      }
    },
  };
}

/** Lines of a file, packed or not. Throws a UserError where it cannot be unpacked. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of textOf(path)) {
    const lines = decoder.decode(piece, { stream: true }).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

function documentLog(path: string, shown: string): ToolLog | undefined {
  if (statSync(path).size > MOST_BYTES) {
    const what = `is a JSON document of more than ${MOST_BYTES >> 20} MB, and none so large is read at once`;
    const hint = "convert it: inspect log convert --to eval; of promptfoo write results.jsonl";
    throw new UserError({ code: "too-large", what, where: shown, hint });
  }
  let document: unknown;
  try {
    document = pythonJson(readFileSync(path, "utf8"));
  } catch (error) {
    const hint = "was it copied to its end? A document ends with }";
    throw new UserError({ code: "broken-log", what: `is no JSON document: ${messageOf(error)}`, where: shown, hint });
  }
  const results = promptfooResults(document);
  if (!isInspectLog(document) && results === undefined) return undefined;
  const rows = results === undefined ? inspectRows(document, shown) : results.map(promptfooRow);
  return {
    ...{ called: results === undefined ? "Inspect's log" : "results of promptfoo", isByRow: true },
    async write(out) {
      for (const row of rows) await out.row(row);
    },
  };
}

function parsed(line: string): unknown {
  try {
    return pythonJson(line);
  } catch {
    return undefined;
  }
}

/** The beginning of a file with its first line. */
async function headOf(path: string): Promise<string> {
  const pieces: Buffer[] = [];
  let [bytes, isBlank] = [0, true];
  for await (const piece of textOf(path)) {
    pieces.push(Buffer.from(piece));
    bytes += piece.length;
    const from = isBlank ? piece.findIndex((byte) => byte > SPACE) : 0;
    isBlank &&= from < 0;
    if ((!isBlank && piece.includes(NEWLINE, from)) || bytes >= HEAD) break;
  }
  return Buffer.concat(pieces).toString("utf8");
}

const [NEWLINE, SPACE] = [10, 32];

/** Writes lines to a file, and waits for the disk. */
export class LineWriter {
  readonly #out: ReturnType<typeof createWriteStream>;

  constructor(path: string) {
    this.#out = createWriteStream(path);
  }

  row(row: RolloutRow): Promise<void> {
    return this.line(JSON.stringify(row));
  }

  async line(text: string): Promise<void> {
    if (!this.#out.write(`${text}\n`)) await once(this.#out, "drain");
  }

  async close(): Promise<void> {
    if (this.#out.closed) return;
    this.#out.end();
    await once(this.#out, "close");
  }
}
