// A person as an agent: observations are printed as words and numbers, and typed input is played. In a world of text a typed line is
// written character by character, until the episode ends or the world answers. A document may have any number of lines, and ends with a
// line that is a single dot.

import type { Agent } from "../core/agent.ts";
import { display } from "../core/checked.ts";
import { choicesInWords } from "../core/choices-in-words.ts";
import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { sentence, UserError } from "../core/errors.ts";
import { type Alphabet, choicesOf, textIn, textLength } from "../core/text.ts";
import { number, style } from "./output.ts";

/** Input and output of the person. */
export interface Talk {
  say(line: string): void;
  /** Reads the next line; rejects with `Left` where the input has ended. */
  ask(prompt: string): Promise<string>;
  /** Whether a mistake may be corrected in the next line; otherwise it ends the game. */
  readonly patient: boolean;
  /** Returns the position of the last line, for mistakes that end the game. */
  where(): string;
}

/** Error for the end of the input. */
export class Left extends Error {}

/** Returns the player of one seat, who sees the current state of `environment`. */
export function person(environment: NumericEnvironment, seat: number, talk: Talk): Agent {
  const { alphabet, documentEnd } = environment.spec;
  return alphabet === undefined ? chooser(environment, seat, talk) : writer(environment, alphabet, documentEnd, talk);
}

/**
 * Player of a world of text. `end` is the character that ends a document, or "" where the document is one line; undefined where no document
 * is written.
 */
function writer(environment: NumericEnvironment, alphabet: Alphabet, end: string | undefined, talk: Talk): Agent {
  const written = (line: string) => (end === undefined || end === "" ? line : line === "." ? end : `${line}\n`);
  /** Typed characters that are not written yet. */
  let waiting: number[] = [];
  /** Number of characters that the person has seen or written. */
  let known = 0;
  return {
    reset() {
      waiting = [];
      known = 0;
    },
    async act(observation, action) {
      const length = textLength(observation);
      // The world has answered: the remaining characters were typed without knowing the answer, and are discarded.
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

/** Player of a world with numbers or choices. */
function chooser(environment: NumericEnvironment, seat: number, talk: Talk): Agent {
  const { spec, toolPlay } = environment;
  const prompt = `${spec.agents[seat]}${spec.labels[seat] === spec.agents[seat] ? "" : ` (${spec.labels[seat]})`}, ${allowed(spec, seat)}: `;
  return {
    reset() {
      if (toolPlay !== undefined) talk.say((toolPlay.part?.(seat) ?? toolPlay).task);
    },
    async act(observation, action) {
      // Where it is not the seat's turn, its action has no effect.
      if (environment.bout?.asks(seat) === false || toolPlay?.idle?.(seat, action) === true) return;
      if (toolPlay !== undefined) talk.say(toolPlay.shown(seat));
      else for (const line of seen(spec, observation)) talk.say(line);
      action.set(
        await understood(environment, talk, prompt, (line) => numbersIn(line, spec, seat), allowed(spec, seat)),
      );
    },
  };
}

/** Asks until the answer is valid. A colon with a view's name prints that view. */
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

/** Describes the allowed actions. */
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
 * Parses as many numbers as an action has, separated by blanks or commas, or a choice's name or its beginning. Throws a UserError where
 * they form no action.
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

/** Maximum numbers of a field that are printed. */
const MOST = 12;

/** Formats an observation, one field per line. */
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
