// Rebuilds the experiment of a stored run as it was started: with the same variants, seeds and files, and the options of the command line.
// The experiment file may have changed since, or be gone.

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

/** Throws a UserError where a process works on the run: both would compute the same cells. */
export function refuseAtWork(store: string, run: string): void {
  const [one] = liveIn(join(store, run));
  if (one === undefined) return;
  const what = `process ${one.pid} of ${one.host} works on ${run} already`;
  throw new UserError({ code: "at-work", what, hint: "wait for its end, or stop it first" });
}

/**
 * Returns the experiment of a run. Throws a UserError where its record is damaged, or a file that it names is gone or has another form now.
 * It also throws where the run needs code, programs or keys from a folder that is not trusted.
 */
export async function experimentOfRun(
  store: string,
  run: string,
  place: Omit<Preparation, "directory" | "cache"> = {},
): Promise<Experiment> {
  const experiment = await recordedExperiment(store, run, place);
  const stages: Experiment[] = [];
  // A stage has no stages, even where an untrusted record claims some.
  for (const { run: stage } of readRecord(join(store, run)).stages ?? [])
    stages.push(await recordedExperiment(store, stage, place));
  return stages.length === 0 ? experiment : { ...experiment, stages };
}

/** Returns the experiment without its stages. */
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
  // Sequential, since variants of one world share what it reads.
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

/** Returns the budget of each command of the experiment. It determines no result, so it is not in the record. */
function budgetIn(experiment: unknown): number | undefined {
  const { data } = z.looseObject({ budget: z.number().gt(0) }).safeParse(experiment);
  return data?.budget;
}
