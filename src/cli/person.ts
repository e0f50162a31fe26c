// A person at the terminal: observations are printed as words and numbers, and typed input is played. A document may have any number of
// lines, and ends with a line that is a single dot.

import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { sentence, UserError } from "../core/errors.ts";
import { actionOf, allowed, partOf, writtenLine } from "../lab/play/moves.ts";
import type { PersonFace } from "../lab/play/person.ts";
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

/** Returns how a person at the terminal sees the turns of a seat. */
export function terminalFace(environment: NumericEnvironment, seat: number, talk: Talk): PersonFace {
  const { spec, toolPlay } = environment;
  const { alphabet, documentEnd: end, labels, agents } = spec;
  const isText = alphabet !== undefined;
  const name = `${agents[seat]}${labels[seat] === agents[seat] ? "" : ` (${labels[seat]})`}`;
  const part = partOf(environment, seat);
  const can = isText ? "what is to be written, and Enter" : allowed(spec, seat);
  const prompt = isText ? "> " : `${name}, ${can}: `;
  const tools =
    part === undefined
      ? ""
      : `, or a tool with its arguments as JSON: ${part.tools.map((tool) => tool.name).join(", ")}`;
  return {
    begin() {
      if (part !== undefined) talk.say(part.task);
    },
    ask({ observation, news }) {
      if (news !== undefined) talk.say(style("dim", news));
      if (toolPlay !== undefined) talk.say(toolPlay.shown(seat));
      else if (!isText) for (const line of seen(spec, observation)) talk.say(line);
      const read = (line: string) => actionOf(environment, seat, { line: isText ? writtenLine(line, end) : line });
      return understood(environment, talk, prompt, read, `${can}${tools}`);
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
