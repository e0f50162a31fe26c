// The assembler: warriors as people write them, in Redcode of ICWS'94. Labels are places relative to their use; `EQU` names a text,
// `FOR … ROF` repeats lines, `ORG` and `END` say where the warrior begins, and `;assert` what its author takes for granted.

import { nearest, UserError } from "../../../core/errors.ts";
import type { CoreRules } from "./core.ts";
import { isName, tokensOf, valueIn } from "./expression.ts";
import {
  type AddressMode,
  type CoreInstruction,
  MODES,
  MODIFIERS,
  OPERATIONS,
  type Operation,
  usualModifier,
} from "./instruction.ts";
import { type Warrior, warriorOf } from "./warrior.ts";

/** Lines after all are repeated, and texts that stand for texts. */
const [MOST_LINES, MOST_NAMES_DEEP] = [20_000, 50];

/** A line without its comment. */
interface Line {
  readonly number: number;
  readonly tokens: readonly string[];
}

/** A line that is an instruction, with the place where it will stand. */
interface Placed {
  readonly number: number;
  readonly operation: readonly string[];
  readonly place: number;
}

const OTHER_NAMES: Readonly<Record<string, Operation>> = { CMP: "SEQ" };
const DIRECTIVES = ["EQU", "FOR", "ROF", "ORG", "END"];

/** A warrior of this text; `file` is what mistakes are told of. Throws a UserError with the line of a mistake. */
export function assembled(text: string, file: string, rules: CoreRules): Warrior {
  const about = { name: file, author: undefined as string | undefined };
  const constants = constantsOf(rules);
  const lines: Line[] = [];
  const asserted: Line[] = [];
  for (const [k, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const [code, ...rest] = whole.split(";");
    const comment = rest.join(";");
    const number = k + 1;
    const [, word = "", told = ""] = /^\s*(name|author|assert)\b\s*(.*)$/i.exec(comment) ?? [];
    if (told !== "" && word.toLowerCase() === "name") about.name = told.trim();
    if (told !== "" && word.toLowerCase() === "author") about.author = told.trim();
    if (word.toLowerCase() === "assert") asserted.push({ number, tokens: tokensOf(told) });
    lines.push({ number, tokens: tokensOf(code) });
  }
  const { placed, labels, texts, begin } = new Reading(file, constants).read(lines);
  const valueAt = (place: number) => (name: string) => {
    const label = labels.get(name);
    if (label !== undefined) return label - place;
    return name.toUpperCase() === "CURLINE" ? place : constants.get(name.toUpperCase());
  };
  const evaluated = ({ number, tokens }: Line, place: number): number => {
    try {
      return valueIn(expanded(tokens, texts), valueAt(place));
    } catch (error) {
      throw wrong(file, number, error instanceof Error ? error.message : String(error));
    }
  };
  for (const line of asserted) {
    if (evaluated(line, 0) === 0) throw wrong(file, line.number, "what it asserts is not so in this core");
  }
  if (placed.length === 0) throw wrong(file, 1, "it has no instruction", "MOV.I $0,$1 is the shortest warrior");
  if (placed.length > rules.length)
    throw wrong(
      file,
      placed[rules.length].number,
      `it has ${placed.length} instructions`,
      `at most ${rules.length} are allowed`,
    );
  const instructions = placed.map((one) =>
    instructionOf(one, file, (tokens) => evaluated({ number: one.number, tokens }, one.place)),
  );
  const start = begin === undefined ? 0 : evaluated(begin, 0);
  if (start < 0 || start >= placed.length)
    throw wrong(
      file,
      begin?.number ?? 1,
      `it begins at ${start}`,
      `instructions are counted from 0 to ${placed.length - 1}`,
    );
  const { name, author } = about;
  return warriorOf({ name, start, ...(author === undefined ? {} : { author }) }, instructions);
}

/** What Redcode calls by name. */
const constantsOf = ({ size, processes, cycles, length, distance }: CoreRules): ReadonlyMap<string, number> =>
  new Map(
    Object.entries({
      CORESIZE: size,
      MAXPROCESSES: processes,
      MAXCYCLES: cycles,
      MAXLENGTH: length,
      MINDISTANCE: distance,
    }),
  );

function wrong(file: string, line: number, what: string, hint?: string): UserError {
  return new UserError({ code: "redcode", what, where: `${file}:${line}`, ...(hint === undefined ? {} : { hint }) });
}

function noInstruction(file: string, line: number, word: string): UserError {
  const close = nearest(word.toUpperCase(), [...OPERATIONS, ...DIRECTIVES]);
  const hint = close === undefined ? `one of ${OPERATIONS.join(", ")}` : `did you mean ${close}?`;
  return wrong(file, line, `"${word}" is no instruction`, hint);
}

/** Goes through the lines once: repeats what is to be repeated, and finds places of labels. */
class Reading {
  readonly #file: string;
  readonly #constants: ReadonlyMap<string, number>;
  readonly placed: Placed[] = [];
  readonly labels = new Map<string, number>();
  readonly texts = new Map<string, readonly (readonly string[])[]>();
  begin: Line | undefined;
  #isOver = false;
  #read = 0;
  /** Labels of the next instruction. */
  #waiting: string[] = [];
  /** The name to which an `EQU` without one adds a line. */
  #lastText: string | undefined;

  constructor(file: string, constants: ReadonlyMap<string, number>) {
    this.#file = file;
    this.#constants = constants;
  }

  read(lines: readonly Line[]): this {
    for (let k = 0; k < lines.length && !this.#isOver; k++) {
      this.#read += 1;
      const { number } = lines[k];
      if (this.#read > MOST_LINES)
        throw wrong(this.#file, number, `it has more than ${MOST_LINES} lines once all are repeated`);
      const { names, rest } = this.#labelled(lines[k]);
      const word = rest[0]?.toUpperCase();
      if (word === "ROF") throw wrong(this.#file, number, "ROF ends no FOR");
      if (word === "FOR") {
        const end = endOf(lines, k);
        if (end === undefined) throw wrong(this.#file, number, "FOR is ended by no ROF");
        this.#repeat(number, names, rest.slice(1), lines.slice(k + 1, end));
        k = end;
      } else this.#take(number, names, rest);
    }
    for (const name of this.#waiting) this.labels.set(name, this.placed.length);
    return this;
  }

  /** Names at the beginning of a line, and what follows them. */
  #labelled({ tokens }: Line): { names: string[]; rest: readonly string[] } {
    const names: string[] = [];
    let k = 0;
    while (isName(tokens[k]) && !isWord(tokens[k]) && !(k === 0 && this.#standsFor(tokens))) {
      names.push(tokens[k]);
      k += tokens[k + 1] === ":" ? 2 : 1;
    }
    return { names, rest: tokens.slice(k) };
  }

  /** Whether a line is a name of lines, alone. */
  #standsFor(tokens: readonly string[]): boolean {
    return this.texts.has(tokens[0]) && !isWord(tokens[1] ?? "");
  }

  #take(number: number, names: readonly string[], rest: readonly string[]): void {
    const [word = ""] = rest;
    switch (word.toUpperCase()) {
      case "":
        this.#waiting.push(...names);
        return;
      case "EQU":
        this.#call(number, names, rest.slice(1));
        return;
      case "ORG":
        this.begin = { number, tokens: rest.slice(1) };
        return;
      case "END":
        if (rest.length > 1) this.begin = { number, tokens: rest.slice(1) };
        this.#isOver = true;
        return;
      default:
    }
    const lines = this.texts.get(word);
    if (lines !== undefined) {
      this.#waiting.push(...names);
      this.read(
        lines.map((line, k) => ({ number, tokens: k === lines.length - 1 ? [...line, ...rest.slice(1)] : line })),
      );
      return;
    }
    // A word that is none of an instruction was taken for a label.
    if (!isWord(word)) throw noInstruction(this.#file, number, names.at(-1) ?? word);
    for (const name of [...this.#waiting, ...names]) {
      if (this.labels.has(name)) throw wrong(this.#file, number, `two places are called "${name}"`);
      this.labels.set(name, this.placed.length);
    }
    this.#waiting = [];
    this.placed.push({ number, operation: rest, place: this.placed.length });
  }

  #call(number: number, names: readonly string[], text: readonly string[]): void {
    const [name = this.#lastText] = names;
    if (name === undefined) throw wrong(this.#file, number, "EQU names nothing", "write NAME EQU TEXT");
    this.#lastText = name;
    this.texts.set(name, [...(names.length === 0 ? (this.texts.get(name) ?? []) : []), text]);
  }

  #repeat(number: number, names: readonly string[], count: readonly string[], lines: readonly Line[]): void {
    const counter = names.at(-1);
    this.#waiting.push(...names.slice(0, -1));
    let times: number;
    try {
      times = valueIn(expanded(count, this.texts), (name) => this.#constants.get(name.toUpperCase()));
    } catch (error) {
      throw wrong(
        this.#file,
        number,
        error instanceof Error ? error.message : String(error),
        "FOR counts by numbers and EQU",
      );
    }
    for (let k = 1; k <= times; k++) {
      this.read(
        counter === undefined ? lines : lines.map((line) => ({ ...line, tokens: counted(line.tokens, counter, k) })),
      );
    }
  }
}

/** Where the `ROF` of a `FOR` stands. */
function endOf(lines: readonly Line[], from: number): number | undefined {
  let open = 0;
  for (let k = from; k < lines.length; k++) {
    const words = lines[k].tokens.map((token) => token.toUpperCase());
    if (words.includes("FOR")) open += 1;
    if (words.includes("ROF") && --open === 0) return k;
  }
  return undefined;
}

/** A line in a round of its loop: the counter as a number, and `name&counter` as one name, `name03`. */
function counted(tokens: readonly string[], counter: string, round: number): string[] {
  const result: string[] = [];
  for (let k = 0; k < tokens.length; k++) {
    const joined = tokens[k] === "&" && tokens[k + 1] === counter ? String(round).padStart(2, "0") : undefined;
    if (joined !== undefined) {
      result.push(`${result.pop() ?? ""}${joined}`);
      k += 1;
    } else result.push(tokens[k] === counter ? String(round) : tokens[k]);
  }
  return result;
}

/** Tokens in which each name of a text stands for it. */
function expanded(
  tokens: readonly string[],
  texts: ReadonlyMap<string, readonly (readonly string[])[]>,
  depth = 0,
): string[] {
  if (depth > MOST_NAMES_DEEP) throw new Error("a name stands for itself");
  return tokens.flatMap((token) => {
    const lines = texts.get(token);
    return lines === undefined ? [token] : expanded(lines[0], texts, depth + 1);
  });
}

const isWord = (token: string): boolean => {
  const word = token.toUpperCase();
  return DIRECTIVES.includes(word) || word in OTHER_NAMES || OPERATIONS.some((one) => one === word);
};

/** An instruction of its tokens: `MOV . I $ 0 , $ 1`. */
function instructionOf(
  { number, operation: tokens }: Placed,
  file: string,
  evaluated: (tokens: readonly string[]) => number,
): CoreInstruction {
  const [word, dot, suffix] = tokens;
  const name = word.toUpperCase();
  const operation = OTHER_NAMES[name] ?? OPERATIONS.find((one) => one === name);
  if (operation === undefined) throw noInstruction(file, number, word);
  const asked = dot === "." ? MODIFIERS.find((one) => one === suffix?.toUpperCase()) : undefined;
  if (dot === "." && asked === undefined)
    throw wrong(file, number, `".${suffix ?? ""}" is no modifier`, `one of ${MODIFIERS.join(", ")}`);
  const operands = tokens.slice(dot === "." ? 3 : 1);
  const comma = operands.indexOf(",");
  const read = (part: readonly string[]): readonly [AddressMode, number] => {
    const mode = MODES.find((one) => one === part[0]);
    return [mode ?? "$", evaluated(mode === undefined ? part : part.slice(1))];
  };
  const alone = comma < 0 ? operands : operands.slice(0, comma);
  if (alone.length === 0) throw wrong(file, number, `${name} has no operand`, `write ${name} $0,$0`);
  let [aMode, a] = read(alone);
  let [bMode, b]: readonly [AddressMode, number] = ["$", 0];
  if (comma >= 0) [bMode, b] = read(operands.slice(comma + 1));
  else if (operation === "DAT") [aMode, a, bMode, b] = ["$", 0, aMode, a];
  return { operation, modifier: asked ?? usualModifier(operation, aMode, bMode), aMode, a, bMode, b };
}
