// The last measured result of each study, kept in the store: what `agon studies` shows and the manual is written from.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { type Study, type StudyContext, type StudyResult, statusOf } from "../study/study.ts";
import { openStore } from "./store.ts";
import { studyJobs } from "./study-jobs.ts";
import { version } from "./version.ts";

const schema = z.object({
  id: z.string(),
  agon: z.string(),
  status: z.enum(["reproduced", "partly", "not reproduced"]),
  measured: z.string(),
  checks: z.array(z.object({ name: z.string(), expected: z.string(), measured: z.string(), pass: z.boolean() })),
  controls: z.array(z.object({ name: z.string(), failed: z.boolean(), measured: z.string() })),
  full: z.boolean(),
  seconds: z.number(),
  measuredAt: z.string(),
});

/** A study's last result. */
export type StudyRecord = z.output<typeof schema>;

/** Runs a study and keeps its result in the store, and until then its parts. */
export async function runStudy(study: Study, context: Omit<StudyContext, "all">, store: string): Promise<StudyRecord> {
  const started = performance.now();
  const folder = join(openStore(store), "studies");
  const parts = studyJobs(join(folder, `${study.id}.parts`), context);
  const result = await resultOf(study, { ...context, all: parts.all }).finally(parts.close);
  const record: StudyRecord = {
    id: study.id,
    agon: version(),
    status: statusOf(result),
    measured: result.measured,
    checks: result.checks.map((check) => ({ ...check })),
    controls: result.controls.map((control) => ({ ...control })),
    full: context.full,
    seconds: (performance.now() - started) / 1000,
    measuredAt: new Date().toISOString(),
  };
  writing(folder, () => {
    makeFolder(folder);
    writeWhole(join(folder, `${study.id}.json`), `${JSON.stringify(record, undefined, 1)}\n`);
    parts.clear();
  });
  return record;
}

async function resultOf(study: Study, context: StudyContext): Promise<StudyResult> {
  return study.run(context);
}

/** The kept result, or undefined where the study was not run or its file cannot be read. */
export function recordOf(study: Study, store: string): StudyRecord | undefined {
  const file = join(resolve(store), "studies", `${study.id}.json`);
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
