// All commands, grouped by heading, with the module of each, which is loaded when the command is called.

import { CommanderError } from "commander";
import { UserError } from "../core/errors.ts";
import { notice, showNotices } from "../core/notices.ts";
import { isDatabase, shownAddress } from "../core/shown-address.ts";
import { type Deprecation, deprecated, noticesOf } from "../lab/experiment/deprecations.ts";
import type { CommandValues, Declaration } from "./declaration.ts";
import { looking, studies, worlds } from "./experiment-commands.ts";
import { contests, judges, markets } from "./file-commands.ts";
import { remark, report } from "./output.ts";
import { nameOf, parserOf } from "./parser.ts";

const HEADINGS = {
  "Run and look": looking,
  "Worlds and trainers": worlds,
  "Contests and ratings": contests,
  "Feedback and judges": judges,
  "Markets and logs": markets,
  Studies: studies,
};

type Commands = CommandValues<
  typeof looking & typeof worlds & typeof contests & typeof judges & typeof markets & typeof studies
>;

/** Type of a command's flags, as its module gets them. */
export type Flags<N extends keyof Commands> = Commands[N] extends [...unknown[], infer F] ? F : never;

type Modules = { readonly [N in keyof Commands]: () => Promise<(...given: Commands[N]) => Promise<number>> };

const MODULES: Modules = {
  run: async () => (await import("./run.ts")).run,
  resume: async () => (await import("./run.ts")).resume,
  init: async () => (await import("./init.ts")).init,
  examples: async () => (await import("./examples.ts")).examples,
  "examples copy": async () => (await import("./examples.ts")).copy,
  list: async () => (await import("./list.ts")).list,
  show: async () => (await import("./show.ts")).show,
  view: async () => (await import("./view.ts")).view,
  report: async () => (await import("./report.ts")).rebuild,
  query: async () => (await import("./query.ts")).query,
  export: async () => (await import("./export.ts")).exportTo,
  worker: async () => (await import("./worker.ts")).worker,
  schema: async () => (await import("./schema.ts")).schema,
  completion: async () => (await import("./completion.ts")).completion,
  play: async () => (await import("./play.ts")).play,
  step: async () => (await import("./step.ts")).step,
  serve: async () => (await import("./serve.ts")).serve,
  check: async () => (await import("./check.ts")).check,
  match: async () => (await import("./match.ts")).match,
  contest: async () => (await import("./contest.ts")).contest,
  snake: async () => (await import("./snake.ts")).snake,
  exploit: async () => (await import("./exploit.ts")).exploit,
  rate: async () => (await import("./rate.ts")).rate,
  similar: async () => (await import("./similar.ts")).similar,
  vote: async () => (await import("./vote.ts")).vote,
  preferences: async () => (await import("./preferences.ts")).preferences,
  reward: async () => (await import("./reward.ts")).reward,
  judge: async () => (await import("./judge.ts")).judge,
  audit: async () => (await import("./audit.ts")).audit,
  attribute: async () => (await import("./attribute.ts")).attribute,
  bids: async () => (await import("./bids.ts")).bids,
  clicks: async () => (await import("./clicks.ts")).clicks,
  weigh: async () => (await import("./weigh.ts")).weigh,
  "log check": async () => (await import("./log.ts")).check,
  "log columns": async () => (await import("./log.ts")).columns,
  "trace check": async () => (await import("./trace.ts")).check,
  "trace meters": async () => (await import("./trace.ts")).meters,
  "trace stages": async () => (await import("./stages.ts")).stages,
  "trace export": async () => (await import("./trace.ts")).exportRun,
  "trace pick": async () => (await import("./trace.ts")).pick,
  "trace schema": async () => (await import("./trace.ts")).schema,
  studies: async () => (await import("./studies.ts")).studies,
  study: async () => (await import("./studies.ts")).study,
};

/** Declarations by name. */
export const declared = new Map<string, Declaration>(
  Object.values(HEADINGS).flatMap((some) => Object.entries(some).map(([usage, one]) => [nameOf(usage), one])),
);

const isCommand = (name: string): name is keyof Commands => Object.hasOwn(MODULES, name);

/** Throws a UserError where an argument is the address of a database: the message about a missing file or run would print its password. */
function refuseAddresses(values: readonly unknown[]): void {
  const address = values.flat().find((value) => typeof value === "string" && isDatabase(value));
  if (typeof address !== "string") return;
  const what = `${shownAddress(address)} is the address of a database`;
  throw new UserError({ code: "address", what, hint: "commands take it by --on" });
}

const FLAGS = deprecated("flag");

/** Replaces old flags of a command line by current ones, with a notice. */
function renewedFlags(args: readonly string[]): string[] {
  const used = new Set<Deprecation>();
  const words = args.map((word) => {
    const [flag] = word.split("=", 1);
    const deprecation = FLAGS.get(flag);
    if (deprecation === undefined) return word;
    used.add(deprecation);
    return `${deprecation.now}${word.slice(flag.length)}`;
  });
  for (const text of noticesOf("the command line", used)) notice(text);
  return words;
}

/** Runs the command that `args`, the words after `agon`, name, and returns its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  showNotices(remark);
  const words = renewedFlags(args);
  const program = parserOf(HEADINGS, async (name, values, isJson) => {
    try {
      refuseAddresses(values);
      if (isCommand(name)) exitCode = await Reflect.apply(await MODULES[name](), undefined, values);
    } catch (error) {
      exitCode = report(error, isJson);
    }
  });
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? 0 : 2;
  }
  return exitCode;
}
