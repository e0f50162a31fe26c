// Routes for experiments: show the file of a run, check an edited one, run it, resume a run, stop a run.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { HERE, isProcess } from "../core/process-place.ts";
import { listing } from "../lab/experiment/listing.ts";
import { SCHEMA } from "../lab/experiment/own-package.ts";
import { isOwnRun } from "../lab/experiment/trust.ts";
import { readRecord, trustQuestion } from "../lab/store/run-record.ts";
import { type BegunRun, type DraftWords, LONGEST_DRAFT } from "../lab/view/draft-data.ts";
import { keepNotes, notesSchema } from "../lab/view/run-notes.ts";
import type { BegunRuns } from "./begun-runs.ts";
import { guardChanges, sent } from "./changes.ts";
import type { Drafts } from "./drafts.ts";
import type { ExperimentFiles } from "./experiment-files.ts";
import type { IndexedRun } from "./run-index.ts";

/** What these routes use. */
export interface ExperimentSources {
  readonly store: string;
  readonly files: ExperimentFiles;
  readonly drafts: Drafts;
  readonly begun: BegunRuns;
  /** Returns the run with exactly this name. Throws a UserError that names the nearest. */
  runNamed(name: string): IndexedRun;
}

/** Maximum bytes of a request: JSON may escape a character with six bytes. */
const LARGEST = 6 * LONGEST_DRAFT + 1024;

const TEXT_HINT = `at most ${LONGEST_DRAFT} characters`;
const NOTES_HINT =
  "a note or comment has at most 2000 characters, a tag 40 and no comma, and there are at most 20 tags";

const draft = z.strictObject({ text: z.string().max(LONGEST_DRAFT) });
const order = draft.extend({ file: z.string().max(200) });
const named = z.strictObject({ kind: z.enum(["environment", "policy", "reward"]), name: z.string().max(1000) });
const NAMED_HINT = "a kind is environment, policy or reward, and a name has at most 1000 characters";

export function experimentRoutes({ store, files, drafts, begun, runNamed }: ExperimentSources): Hono {
  const app = new Hono();
  const runOf = (context: Context): string => runNamed(context.req.param("run") ?? "").summary.run;

  guardChanges(app, {
    largest: LARGEST,
    tooLarge: `an experiment has at most ${LONGEST_DRAFT} characters`,
  });

  app.get("/words", async (context) => {
    const words: DraftWords = { schema: JSON.parse(readFileSync(SCHEMA, "utf8")), names: await listing() };
    return context.json(words);
  });
  app.get("/runs/:run/experiment", (context) => context.json(files.of(runOf(context))));
  // Checking a name loads its file, and code must not be loaded by a GET.
  app.post("/runs/:run/named", async (context) => {
    const directory = dirname(files.draftOf(runOf(context)));
    return context.json(await drafts.named({ directory, ...(await sent(context, named, NAMED_HINT)) }));
  });
  app.post("/runs/:run/check", async (context) => {
    const file = files.draftOf(runOf(context));
    const { text } = await sent(context, draft, TEXT_HINT);
    return context.json(await drafts.check({ text, file, store }));
  });
  app.post("/runs/:run/start", async (context) => {
    const from = runOf(context);
    const { text, file: name } = await sent(context, order, TEXT_HINT);
    const { problems, plan } = await drafts.check({ text, file: files.draftOf(from), store });
    if (plan === undefined) return context.json({ problems }, 422);
    begun.refuse(plan.run);
    const file = await files.write(from, name, text);
    const answer: BegunRun = { run: await begun.begin(plan.run, "run", file), file };
    return context.json(answer);
  });
  app.post("/runs/:run/resume", async (context) => {
    const run = runOf(context);
    const answer: BegunRun = { run: await begun.begin(run, "resume", run), file: null };
    return context.json(answer);
  });
  app.post("/runs/:run/note", async (context) => {
    const run = runOf(context);
    keepNotes(join(store, run), await sent(context, notesSchema, NOTES_HINT));
    return context.json({});
  });
  app.post("/runs/:run/stop", (context) => {
    const run = runOf(context);
    const folder = join(store, run);
    // An untrusted record of live processes may name any process of the user.
    if (!isOwnRun(trustQuestion(folder, readRecord(folder)))) {
      const hint = "stop it where it was begun";
      throw new UserError({ code: "foreign-run", what: `this user has not run ${run}`, hint });
    }
    // A process without a recorded start time may have ended, and its id may belong to another process.
    const here = runNamed(run).live.filter(({ place, pid, born = "" }) => place === HERE && isProcess(pid, born));
    // The signal acts as Ctrl-C does: cells in progress are finished, and the run can be resumed.
    for (const { pid } of here) process.kill(pid, "SIGINT");
    return context.json({ stopped: here.length });
  });
  return app;
}
