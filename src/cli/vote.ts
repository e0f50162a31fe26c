// `agon vote`: serves a page on which people judge, blindly and in pairs, the episodes of a run, or what players wrote to the same prompts.

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { judgingSchema } from "../lab/experiment/judging-schema.ts";
import { judgedAnswers } from "../lab/judging/judged-answers.ts";
import { judgedRun, votesOf } from "../lab/judging/judged-run.ts";
import type { JudgingQuestion } from "../lab/judging/judging-data.ts";
import { findRun, openStore } from "../lab/store/store.ts";
import type { Flags } from "./commands.ts";
import { ownColumns } from "./place.ts";
import { served } from "./view.ts";

/** Serves the page until Ctrl-C; votes are stored in the store. */
export async function vote(what: string, flags: Flags<"vote">): Promise<number> {
  // Questions that the command line does not set may be set by the run's experiment.
  const said = {
    ...(flags.question === undefined ? {} : { question: flags.question }),
    ...(flags.also.length === 0 ? {} : { also: flags.also }),
  };
  const question = checked(judgingSchema, said);
  return isFile(what)
    ? onTexts(what, flags, question)
    : onRun(what, flags, { ...said, ...(said.also && { also: question.also }) });
}

/** Returns whether a file of texts is meant: an existing file, or a name that only a file can have. */
const isFile = (what: string): boolean =>
  /\.(csv|tsv|gz|jsonl|ndjson|parquet|pq)$/i.test(what) || statSync(what, { throwIfNoEntry: false })?.isFile() === true;

async function onTexts(file: string, flags: Flags<"vote">, question: Partial<JudgingQuestion>): Promise<number> {
  const subject = await judgedAnswers({ file, columns: ownColumns("--columns", flags.columns) }, question);
  const store = openStore(flags.store);
  const votes = join(store, "votes", votesName(file));
  return served({ store, vote: { answers: { subject, votes } } }, flags, { facts: { votes } });
}

async function onRun(name: string, flags: Flags<"vote">, question: Partial<JudgingQuestion>): Promise<number> {
  if (flags.columns.length > 0) {
    const what = "a run has no columns of its own";
    const hint = "leave it out; it is for files of texts";
    throw new UserError({ code: "no-columns", what, where: "--columns", hint });
  }
  const { store, run } = runMeant(name, flags.store);
  // Throws where the run cannot be judged, before a page is opened.
  judgedRun(store, run);
  const facts = { run, votes: votesOf(store, run) };
  return served({ store, vote: { asked: { run, ...question } } }, flags, { facts });
}

/** Finds the run. Where there is none, the UserError also says that there is no such file. */
function runMeant(name: string, directory: string): { readonly store: string; readonly run: string } {
  try {
    return findRun(directory, name);
  } catch (error) {
    if (!(error instanceof UserError) || error.problems[0].code !== "unknown-name") throw error;
    const [{ hint }] = error.problems;
    const what = `there is no file ${JSON.stringify(name)}, and no run of that name in ${resolve(directory)}`;
    throw new UserError({ code: "unknown-name", what, ...(hint === undefined ? {} : { hint }) });
  }
}

/** Returns a name for the votes on a file: the file's name, and a hash of its path. */
function votesName(file: string): string {
  const place = createHash("sha256").update(resolve(file)).digest("hex").slice(0, 8);
  return `${basename(file).split(".", 1)[0]}-${place}.jsonl`;
}
