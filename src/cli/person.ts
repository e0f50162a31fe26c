// A person as an agent: what there is to see is told in words and numbers, and what is typed is played. In a world of text a
// typed line is written character by character, up to the episode's end or to where the world answers. A document has as many lines
// as one likes, and a line with nothing but a dot ends it.

import type { Agent } from "../core/agent.ts";
import { display } from "../core/checked.ts";
import { choicesInWords } from "../core/choices-in-words.ts";
import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { sentence, UserError } from "../core/errors.ts";
import { type Alphabet, choicesOf, textIn, textLength } from "../core/text.ts";
import { number, style } from "./output.ts";

/** Where a person reads and writes. */
export interface Talk {
  say(line: string): void;
  /** The next line that is typed; rejects with `Left` where there is none. */
  ask(prompt: string): Promise<string>;
  /** Whether a mistake may be made good in the next line; otherwise it ends the game. */
  readonly patient: boolean;
  /** Where the last line stood, for mistakes that end the game. */
  where(): string;
}

/** The person has gone: the input has ended. */
export class Left extends Error {}

/** The player of one seat, who sees `environment` as it stands. */
export function person(environment: NumericEnvironment, seat: number, talk: Talk): Agent {
  const { alphabet, documentEnd } = environment.spec;
  return alphabet === undefined ? chooser(environment, seat, talk) : writer(environment, alphabet, documentEnd, talk);
}

/** Writes lines of text; where it is a document, `end` is the character that ends it, or "" where it is one line. */
function writer(environment: NumericEnvironment, alphabet: Alphabet, end: string | undefined, talk: Talk): Agent {
  const written = (line: string) => (end === undefined || end === "" ? line : line === "." ? end : `${line}\n`);
  /** Characters that are typed and not written yet. */
  let waiting: number[] = [];
  /** Characters that the person has seen or written. */
  let known = 0;
  return {
    reset() {
      waiting = [];
      known = 0;
    },
    async act(observation, action) {
      const length = textLength(observation);
      // The world has answered: what was typed after that was typed without knowing.
      if (length > known) {
        waiting = [];
        talk.say(style("dim", textIn(observation.subarray(known), alphabet)));
      }
      while (waiting.length === 0) {
        const read = (line: string) => choicesOf(written(line), alphabet);
        waiting = await understood(environment, talk, "> ", read, "what is to be written, and Enter");
      }
      action[0] = waiting.shift() ?? 0;
      known = action[0] === 0 ? length : length + 1;
    },
  };
}

/** Types numbers. */
function chooser(environment: NumericEnvironment, seat: number, talk: Talk): Agent {
  const { spec } = environment;
  const prompt = `${spec.agents[seat]}${spec.labels[seat] === spec.agents[seat] ? "" : ` (${spec.labels[seat]})`}, ${allowed(spec, seat)}: `;
  return {
    reset() {},
    async act(observation, action) {
      // Where it is not the seat's turn, what is done there counts for nothing.
      if (environment.bout?.asks(seat) === false) return;
      for (const line of seen(spec, observation)) talk.say(line);
      action.set(
        await understood(environment, talk, prompt, (line) => numbersIn(line, spec, seat), allowed(spec, seat)),
      );
    },
  };
}

/** Asks until an answer can be read. A colon and a view's name shows the view. */
async function understood(
  { texts = {} }: NumericEnvironment,
  talk: Talk,
  prompt: string,
  read: (line: string) => number[],
  what: string,
): Promise<number[]> {
  for (;;) {
    const line = await talk.ask(prompt);
    if (["help", "?", ":help"].includes(line.trim().toLowerCase())) {
      const views = Object.keys(texts).map((name) => `:${name}`);
      talk.say(`type ${what}${views.length === 0 ? "" : `; ${views.join(" ")} shows more`}; Ctrl-D leaves`);
      continue;
    }
    const view = line.startsWith(":") ? texts[line.slice(1).trim()] : undefined;
    if (view !== undefined) {
      talk.say(view());
      continue;
    }
    try {
      return read(line);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (!talk.patient) throw new UserError(error.problems.map((one) => ({ ...one, where: talk.where() })));
      for (const problem of error.problems) talk.say(sentence(problem));
    }
  }
}

/** What may be chosen, in words. */
function allowed(
  { choices, choiceNames, actionSize, actionLow, actionHigh, actionUnit }: NumericSpec,
  seat: number,
): string {
  if (choiceNames !== undefined) return `${actionUnit}: ${choicesInWords(choiceNames, (name, k) => `${k} ${name}`)}`;
  if (choices !== undefined) return `a whole number from 0 to ${choices - 1}, ${actionUnit}`;
  const ranges = Array.from({ length: actionSize }, (_, k) => {
    const at = seat * actionSize + k;
    return `${number(actionLow[at])} … ${number(actionHigh[at])}`;
  });
  const same = ranges.every((range) => range === ranges[0]);
  return `${actionSize === 1 ? "" : `${actionSize} numbers, `}${same ? ranges[0] : ranges.join(", ")}, ${actionUnit}`;
}

/**
 * Reads as many numbers as an action has, apart by blanks or commas, or the name of a choice or its beginning. Throws a UserError
 * where they are no action.
 */
export function numbersIn(line: string, spec: NumericSpec, seat: number): number[] {
  const { actionSize, actionLow, actionHigh, choices, choiceNames = [] } = spec;
  const said = line.trim().toLowerCase();
  const meant = choiceNames.findIndex((name) => name.toLowerCase() === said);
  const begun = choiceNames.flatMap((name, k) => (said !== "" && name.toLowerCase().startsWith(said) ? [k] : []));
  if (Number.isNaN(Number(said)) && (meant >= 0 || begun.length === 1)) return [meant >= 0 ? meant : begun[0]];
  const parts = line.split(/[\s,]+/).filter((part) => part !== "");
  const values = parts.map(Number);
  const wrong = values.findIndex((value, k) => {
    const at = seat * actionSize + Math.min(k, actionSize - 1);
    return !(value >= actionLow[at] && value <= actionHigh[at]) || (choices !== undefined && !Number.isInteger(value));
  });
  if (values.length === actionSize && wrong < 0) return values;
  const what =
    values.length === actionSize
      ? `${display(parts[wrong])} is no action here`
      : `${values.length} ${values.length === 1 ? "number" : "numbers"} where ${actionSize} ${actionSize === 1 ? "belongs" : "belong"}`;
  throw new UserError({ code: "bad-action", what, hint: `type ${allowed(spec, seat)}` });
}

/** Numbers of a field that are shown. */
const MOST = 12;

/** An observation, a field on each line. */
function seen({ observation: fields }: NumericSpec, observation: Float32Array): string[] {
  const longest = Math.max(...fields.map(({ name }) => name.length));
  let from = 0;
  return fields.map(({ name, size, meaning }) => {
    const values = [...observation.subarray(from, from + Math.min(size, MOST))].map((value) => number(value));
    from += size;
    const shown = `${values.join(" ")}${size > MOST ? " …" : ""}`;
    return `  ${name.padEnd(longest)}  ${style("bold", shown)}  ${style("dim", meaning)}`;
  });
}
