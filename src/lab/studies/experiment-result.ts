// What a study measured that is an experiment: its claims as judged, and a table of its variants.

import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { ownValue } from "../../core/checked.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import type { Study } from "../../study/study.ts";
import { readExperiment } from "../experiment/experiment.ts";
import type { ClaimedMeasures } from "../report/judged-claim.ts";
import { writeReport } from "../report/report.ts";
import type { VariantReport } from "../report/report-data.ts";
import type { Engine } from "../run/engine.ts";
import { runExperiment } from "../run/run.ts";
import { readRecord } from "../store/run-record.ts";
import { workedIn } from "../store/run-work.ts";
import type { RecordedResult, StudyRecord } from "./record.ts";

/** How it is run: in the full size of its seeds or the short one, or with others. */
export interface ExperimentOptions {
  readonly full: boolean;
  /** Seeds in the place of its own. */
  readonly seeds?: readonly number[];
  readonly signal: AbortSignal;
  readonly engine?: Engine | undefined;
  progress(done: number, total: number, label: string): void;
}

/** Runs the experiment in a store, which keeps it as any run. Throws a UserError as a run does, and the signal's reason where it is stopped. */
export async function experimentResult(
  { id, experiment: file }: Study,
  { full, seeds, signal, engine, progress }: ExperimentOptions,
  store: string,
): Promise<Pick<StudyRecord, "seconds" | "results" | "tables" | "run">> {
  const begun = performance.now();
  const size = seeds === undefined ? { full } : { set: [`seeds=${JSON.stringify(seeds)}`] };
  // Every study's file has one name: the run is called as the study is.
  const experiment = { ...(await readExperiment(file, { ...size, signal })), name: id };
  let [done, cells] = [0, 0];
  const { folder, run } = await runExperiment(experiment, {
    ...{ store, signal, workers: availableParallelism(), ...(engine === undefined ? {} : { engine }) },
    onPlan(plan) {
      done = plan.kept;
      cells = plan.cells;
    },
    onCell(variant, seed) {
      done += 1;
      progress(done, cells, `${variant}, seed ${seed}`);
    },
  });
  signal.throwIfAborted();
  const { claims = [], claimed = [], variants } = (await writeReport(folder)).data;
  return {
    seconds: secondsOf(folder) ?? (performance.now() - begun) / 1000,
    results: claims.map(({ name, headline, verdict, text, measured, mean, low, high, n }): RecordedResult => {
      return {
        kind: "claim",
        name,
        ...(headline && { headline }),
        verdict,
        expected: text,
        measured,
        figures: [{ value: mean, low, high, n }],
      };
    }),
    run,
    tables: [tableOf(variants, claimed)],
  };
}

/** Seconds of all processes that worked on a run and on its stages; undefined where nothing was recorded. */
function secondsOf(folder: string): number | undefined {
  const stages = (readRecord(folder).stages ?? []).map(({ run }) => join(dirname(folder), run));
  const worked = [folder, ...stages].map(workedIn).filter((seconds) => seconds !== null);
  return worked.length === 0 ? undefined : worked.reduce((sum, seconds) => sum + seconds, 0);
}

/** Every variant by what the claims measure. */
function tableOf(
  variants: readonly VariantReport[],
  claimed: readonly ClaimedMeasures[],
): StudyRecord["tables"][number] {
  const cell = ({ mean, low, high, n }: Estimate) => ({ value: mean, low, high, n });
  return {
    title: "Every variant",
    columns: claimed.map(({ measure }) => measure),
    rows: variants.map(({ name }) => ({
      name,
      cells: claimed.map(({ values }) => {
        const estimate = ownValue(values, name);
        return estimate === undefined ? null : cell(estimate);
      }),
    })),
  };
}
