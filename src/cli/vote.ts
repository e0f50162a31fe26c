// `agon vote`: a page on which people judge, blindly and in pairs, the episodes of a run, or what players wrote to the same prompts.

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

/** Serves the page until Ctrl-C; votes lie in the store. */
export async function vote(what: string, flags: Flags<"vote">): Promise<number> {
  // What the command line does not ask, a run's experiment may.
  const said = {
    ...(flags.question === undefined ? {} : { question: flags.question }),
    ...(flags.also.length === 0 ? {} : { also: flags.also }),
  };
  const question = checked(judgingSchema, said);
  return isFile(what)
    ? onTexts(what, flags, question)
    : onRun(what, flags, { ...said, ...(said.also && { also: question.also }) });
}

/** Whether texts are meant: a file that is there, or a name that only a file has. */
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
  // What cannot be judged is told before a page is opened.
  judgedRun(store, run);
  const facts = { run, votes: votesOf(store, run) };
  return served({ store, vote: { asked: { run, ...question } } }, flags, { facts });
}

/** A UserError where there is no such run says that a file is not there either. */
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

/** A name for the votes on a file: its own, and a hash of where it lies. */
function votesName(file: string): string {
  const place = createHash("sha256").update(resolve(file)).digest("hex").slice(0, 8);
  return `${basename(file).split(".", 1)[0]}-${place}.jsonl`;
}
