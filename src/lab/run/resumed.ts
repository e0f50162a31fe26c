// A run of the store as an experiment again, as it was asked for: the same variants, seeds and files, with what the command line had
// set. The file that it was read from may have changed since, or be gone.

import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import type { Preparation } from "../../core/registry.ts";
import { parseYaml } from "../../core/yaml.ts";
import { loadCatalogue } from "../experiment/catalogue.ts";
import { declaredParts } from "../experiment/declared-parts.ts";
import type { Experiment, Variant } from "../experiment/experiment.ts";
import { completed, prepared, settingOf } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { refuseForeignWork } from "../experiment/trust.ts";
import { experimentText, readRecord, trustQuestion } from "../store/run-record.ts";
import { liveIn } from "./live-record.ts";

/** Throws a UserError where a process works on the run: it would compute the same cells. */
export function refuseAtWork(store: string, run: string): void {
  const [one] = liveIn(join(store, run));
  if (one === undefined) return;
  const what = `process ${one.pid} of ${one.host} works on ${run} already`;
  throw new UserError({ code: "at-work", what, hint: "wait for its end, or stop it first" });
}

/**
 * The experiment of a run; a UserError where its record is damaged, where a file that it names is gone or has another form now, or where
 * it brings code, programs or keys and nothing was run there.
 */
export async function experimentOfRun(
  store: string,
  run: string,
  place: Omit<Preparation, "directory" | "cache"> = {},
): Promise<Experiment> {
  const experiment = await recordedExperiment(store, run, place);
  const stages: Experiment[] = [];
  // A stage has none of its own, also where a stranger's record says so.
  for (const { run: stage } of readRecord(join(store, run)).stages ?? [])
    stages.push(await recordedExperiment(store, stage, place));
  return stages.length === 0 ? experiment : { ...experiment, stages };
}

/** The same without its stages. */
async function recordedExperiment(
  store: string,
  run: string,
  place: Omit<Preparation, "directory" | "cache">,
): Promise<Experiment> {
  const folder = join(store, run);
  const kept = readRecord(folder);
  const { name, title, objective, margin, baseline, claims, seeds, episodes, record, flags = [], ...rest } = kept;
  const origin = trustQuestion(folder, kept);
  refuseForeignWork(origin);
  const { directory } = origin;
  const mentions = rest.variants.flatMap(({ description }) => declaredParts(description, objective));
  const parts = await loadCatalogue(directory, mentions, place.onNotice);
  const variants: Variant[] = [];
  // One after the other: variants of one world share what it reads.
  for (const { description, ...variant } of rest.variants) {
    const ready = await prepared(description, parts, { ...place, directory, cache: keptIn(store) });
    const setting = settingOf(ready, objective, parts);
    variants.push({ ...variant, description: completed(ready, setting, parts), setting });
  }
  const text = experimentText(store, run);
  const file = join(directory, `${name}.yaml`);
  const experiment = {
    name,
    title,
    file,
    text,
    directory,
    seeds,
    episodes,
    record,
    objective,
    margin,
    flags,
    variants,
    parts,
  };
  const budget = budgetIn(parseYaml(join(folder, "experiment.yaml"), text).value);
  return {
    ...experiment,
    ...(baseline === undefined ? {} : { baseline }),
    ...(claims === undefined ? {} : { claims }),
    ...(budget === undefined ? {} : { budget }),
  };
}

/** What each command of the experiment may spend; it decides no result, and so it stands in no record. */
function budgetIn(experiment: unknown): number | undefined {
  const { data } = z.looseObject({ budget: z.number().gt(0) }).safeParse(experiment);
  return data?.budget;
}
