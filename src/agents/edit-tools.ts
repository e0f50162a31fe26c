// Tools for a language model that edits a program: reading files, two ways to write, trials, and finishing. Invalid calls return an error
// sentence, so that the model can correct them in its next step.

import { z } from "zod";
import { checked } from "../core/checked.ts";
import { type EditDesk, LONGEST_PROGRAM } from "../core/editor.ts";
import { sentence, UserError, unknownName } from "../core/errors.ts";
import type { CalledTool, OfferedTool } from "../core/tool-play.ts";

/** Name of the file that plays. */
export const PROGRAM = "program";

const file = z.string().describe(`name of a file, such as "${PROGRAM}"`);

/** Argument schemas of the tools. */
const FORMS = {
  read: z.strictObject({ file }),
  write: z.strictObject({ text: z.string().max(LONGEST_PROGRAM).describe("the whole program") }),
  replace: z.strictObject({
    old: z.string().min(1).describe("text that the program contains once"),
    new: z.string().max(LONGEST_PROGRAM).describe("what stands there then"),
  }),
  try: z.strictObject({
    against: z
      .array(file)
      .min(1)
      .max(100)
      .optional()
      .describe("programs to play against; default: all samples, and the program of the last round"),
  }),
  finish: z.strictObject({}),
};

const ABOUT: Readonly<Record<keyof typeof FORMS, string>> = {
  read: "Shows a file.",
  write: `Writes the file "${PROGRAM}" anew.`,
  replace: `Replaces a text in the file "${PROGRAM}".`,
  try: "Plays games of the program against others, and tells its share of the points against each. Costs a trial.",
  finish: "Ends the work: the program plays as it stands.",
};

const isTool = (name: string): name is keyof typeof FORMS => Object.hasOwn(FORMS, name);
const NAMES = Object.keys(FORMS).filter(isTool);

export const EDIT_TOOLS: readonly OfferedTool[] = NAMES.map((name) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(FORMS[name], { io: "input" });
  return { name, description: ABOUT[name], parameters };
});

/** Files that a model edits in one phase. */
export interface Workbench {
  /** The current program. */
  readonly code: () => string;
  /** Files by name, in order. */
  readonly files: () => ReadonlyMap<string, string>;
  readonly isFinished: () => boolean;
  /** Executes a call and returns its result as text. */
  call(called: CalledTool): Promise<string>;
}

export function workbench(desk: EditDesk): Workbench {
  let code = desk.code;
  let isFinished = false;
  const others = new Map([
    ...desk.log.map((round) => [`round-${round.round}`, round.code] as const),
    ...desk.samples.map((sample, k) => [`sample-${k + 1}`, sample] as const),
  ]);
  const files = () => new Map([[PROGRAM, code], ...others]);

  const named = (name: string): string => {
    const all = files();
    const text = all.get(name);
    if (text === undefined) throw new UserError(unknownName("file", name, all.keys()));
    return text;
  };

  const written = (text: string): string => {
    code = text;
    const fault = desk.fault(text);
    return fault === undefined ? "Written." : `Written, but it cannot play: ${fault}`;
  };

  const replaced = (old: string, text: string): string => {
    const count = code.split(old).length - 1;
    if (count === 0) throw problem(`the program does not contain ${JSON.stringify(old)}`);
    if (count > 1) throw problem(`the program contains that text ${count} times; give more of what stands around it`);
    const [before, after] = code.split(old);
    const next = `${before}${text}${after}`;
    if (next.length > LONGEST_PROGRAM) throw problem(`the program would be longer than ${LONGEST_PROGRAM} characters`);
    return written(next);
  };

  const usual = [...desk.samples.map((_, k) => `sample-${k + 1}`), `round-${desk.round - 1}`];
  const trialOf = (against: readonly string[] = usual): WantedTrial => {
    const names = [...new Set(against)];
    const texts = names.map(named);
    const fault = desk.fault(code);
    if (fault !== undefined) throw problem(`the program cannot play: ${fault}`);
    if (desk.left() === 0) throw problem("no trial is left");
    return { names, texts };
  };

  /** Executes a call except for its trial. Throws a UserError where the call is invalid. */
  const done = ({ name, input }: CalledTool): string | WantedTrial => {
    if (!isTool(name)) throw new UserError(unknownName("tool", name, NAMES));
    switch (name) {
      case "read":
        return named(checked(FORMS.read, input).file);
      case "write":
        return written(checked(FORMS.write, input).text);
      case "replace": {
        const { old, new: text } = checked(FORMS.replace, input);
        return replaced(old, text);
      }
      case "try":
        return trialOf(checked(FORMS.try, input).against);
      case "finish":
        checked(FORMS.finish, input);
        isFinished = true;
        return "Finished.";
      default:
        return name satisfies never;
    }
  };

  const attempt = (called: CalledTool): string | WantedTrial => {
    try {
      return done(called);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const reason = error.problems.map(sentence).join("; ");
      return `That was not done: ${reason}${reason.endsWith("?") ? "" : "."}`;
    }
  };

  return {
    code: () => code,
    files,
    isFinished: () => isFinished,
    async call(called) {
      const outcome = attempt(called);
      if (typeof outcome === "string") return outcome;
      const shares = await desk.trial(code, outcome.texts);
      const each = outcome.names.map((name, k) => `${name} ${shares[k].toFixed(3)}`);
      return `Share of the points against ${each.join(", ")}. Trials left: ${desk.left()}.`;
    },
  };
}

/** A requested trial: programs to play against. */
interface WantedTrial {
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

const problem = (what: string): UserError => new UserError({ code: "wrong-call", what });
