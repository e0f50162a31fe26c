// The assembler for Redcode of ICWS'94. Labels are relative addresses; `EQU` names a text, `FOR … ROF` repeats lines, `ORG` and `END` give
// the start of the warrior, and `;assert` states the author's assumptions.

import { LONGEST_PROGRAM } from "../../../core/editor.ts";
import { nearest, UserError } from "../../../core/errors.ts";
import type { CoreRules } from "./core.ts";
import { Expansion, TOO_MUCH } from "./expansion.ts";
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
import { counted, endOf, type Line, wordsIn } from "./loop.ts";
import { type Warrior, warriorOf } from "./warrior.ts";

/** Maximum number of lines after repetition, and deepest nesting of loops and of named lines. */
const [MOST_LINES, DEEPEST] = [20_000, 50];

/** An instruction line with its address. */
interface Placed {
  readonly number: number;
  readonly operation: readonly string[];
  readonly place: number;
}

const OTHER_NAMES: Readonly<Record<string, Operation>> = { CMP: "SEQ" };
const DIRECTIVES = ["EQU", "FOR", "ROF", "ORG", "END"];

/** Assembles a text; `file` is the file name for error messages. Throws a UserError with the line of a mistake. */
export function assembled(text: string, file: string, rules: CoreRules): Warrior {
  if (text.length > LONGEST_PROGRAM)
    throw wrong(file, 1, `it has more than ${LONGEST_PROGRAM.toLocaleString("en-US")} characters`);
  const about = { name: file, author: undefined as string | undefined };
  const constants = constantsOf(rules);
  const lines: Line[] = [];
  const asserted: Line[] = [];
  for (const [k, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const [code, ...rest] = whole.split(";");
    const comment = rest.join(";");
    const number = k + 1;
    const [, word = "", argument = ""] = /^\s*(name|author|assert)\b\s*(.*)/is.exec(comment) ?? [];
    if (argument !== "" && word.toLowerCase() === "name") about.name = argument.trim();
    if (argument !== "" && word.toLowerCase() === "author") about.author = argument.trim();
    if (word.toLowerCase() === "assert") asserted.push({ number, tokens: tokensOf(argument) });
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
      return valueIn(texts.expanded(tokens), valueAt(place));
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

/** Redcode's predefined constants. */
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

/** First pass over the lines: expands repetitions and finds the addresses of labels. */
class Reading {
  readonly #file: string;
  readonly #constants: ReadonlyMap<string, number>;
  readonly placed: Placed[] = [];
  readonly labels = new Map<string, number>();
  readonly texts = new Expansion();
  begin: Line | undefined;
  #isOver = false;
  #read = 0;
  #depth = 0;
  /** Labels of the next instruction. */
  #waiting: string[] = [];
  /** The name to which an `EQU` without a name appends a line. */
  #lastText: string | undefined;

  constructor(file: string, constants: ReadonlyMap<string, number>) {
    this.#file = file;
    this.#constants = constants;
  }

  read(lines: readonly Line[]): this {
    this.#depth += 1;
    for (let k = 0; k < lines.length && !this.#isOver; k++) {
      const { number, tokens } = lines[k];
      if (this.#depth > DEEPEST) throw wrong(this.#file, number, `it is nested deeper than ${DEEPEST} times`);
      this.#count(number, 1, tokens.length);
      const { names, rest } = this.#labelled(lines[k]);
      const word = rest[0]?.toUpperCase();
      if (word === "ROF") throw wrong(this.#file, number, "ROF ends no FOR");
      if (word === "FOR") {
        const end = endOf(lines, k);
        if (end === undefined) throw wrong(this.#file, number, "FOR is ended by no ROF");
        // Lines of a skipped loop are read as well, so they count towards the limit.
        this.#count(number, 0, wordsIn(lines.slice(k, end)));
        this.#repeat(number, names, rest.slice(1), lines.slice(k + 1, end));
        k = end;
      } else this.#take(number, names, rest);
    }
    for (const name of this.#waiting) this.labels.set(name, this.placed.length);
    this.#depth -= 1;
    return this;
  }

  /** Counts the lines and tokens read, so that endless expansions are stopped. */
  #count(number: number, lines: number, tokens: number): void {
    this.#read += lines;
    if (this.#read > MOST_LINES)
      throw wrong(this.#file, number, `it has more than ${MOST_LINES} lines once all are repeated`);
    if (!this.texts.counts(tokens)) throw wrong(this.#file, number, TOO_MUCH);
  }

  /** Splits a line into its leading names and the rest. */
  #labelled({ tokens }: Line): { names: string[]; rest: readonly string[] } {
    const names: string[] = [];
    let k = 0;
    while (isName(tokens[k]) && !isWord(tokens[k]) && !(k === 0 && this.#standsFor(tokens))) {
      names.push(tokens[k]);
      k += tokens[k + 1] === ":" ? 2 : 1;
    }
    return { names, rest: tokens.slice(k) };
  }

  /** Whether a line consists of a single name of lines. */
  #standsFor(tokens: readonly string[]): boolean {
    return this.texts.linesOf(tokens[0]) !== undefined && !isWord(tokens[1] ?? "");
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
    const lines = this.texts.linesOf(word);
    if (lines !== undefined) {
      this.#waiting.push(...names);
      this.read(
        lines.map((line, k) => ({ number, tokens: k === lines.length - 1 ? [...line, ...rest.slice(1)] : line })),
      );
      return;
    }
    // An unknown operation was taken for a label.
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
    this.texts.name(name, [...(names.length === 0 ? (this.texts.linesOf(name) ?? []) : []), text]);
  }

  #repeat(number: number, names: readonly string[], count: readonly string[], lines: readonly Line[]): void {
    const counter = names.at(-1);
    this.#waiting.push(...names.slice(0, -1));
    let times: number;
    try {
      times = valueIn(this.texts.expanded(count), (name) => this.#constants.get(name.toUpperCase()));
    } catch (error) {
      throw wrong(
        this.#file,
        number,
        error instanceof Error ? error.message : String(error),
        "FOR counts by numbers and EQU",
      );
    }
    for (let k = 1; k <= times && !this.#isOver; k++) {
      this.#count(number, 1, 0);
      this.read(
        counter === undefined ? lines : lines.map((line) => ({ ...line, tokens: counted(line.tokens, counter, k) })),
      );
    }
  }
}

const isWord = (token: string): boolean => {
  const word = token.toUpperCase();
  return DIRECTIVES.includes(word) || word in OTHER_NAMES || OPERATIONS.some((one) => one === word);
};

/** Parses an instruction from its tokens: `MOV . I $ 0 , $ 1`. */
function instructionOf(
  { number, operation: tokens }: Placed,
  file: string,
  evaluated: (tokens: readonly string[]) => number,
): CoreInstruction {
  const [word, dot, suffix] = tokens;
  const name = word.toUpperCase();
  const operation = OTHER_NAMES[name] ?? OPERATIONS.find((one) => one === name);
  if (operation === undefined) throw noInstruction(file, number, word);
  const modifier = dot === "." ? MODIFIERS.find((one) => one === suffix?.toUpperCase()) : undefined;
  if (dot === "." && modifier === undefined)
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
  return { operation, modifier: modifier ?? usualModifier(operation, aMode, bMode), aMode, a, bMode, b };
}
