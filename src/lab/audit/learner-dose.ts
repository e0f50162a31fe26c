// The dose by a learner: what the variant's own, else PPO, is paid and brings after parts of a budget, trained on the pay that is audited.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { isMap } from "../../core/checked.ts";
import type { Bounded, LearnerDose } from "../../evaluation/audits/reward-audit.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { type Experiment, parseExperiment, type Variant } from "../experiment/experiment.ts";
import { keptIn } from "../experiment/store-place.ts";
import { buildReport } from "../report/report.ts";
import { runExperiment } from "../run/run.ts";

/** Parts of the budget after which a learner is looked at, and seeds of each. */
const PARTS = [1 / 16, 1 / 4, 1];
const SEEDS = 4;

/** How learners are trained, and stopped. */
export interface LearnerPlace {
  /** Steps of the world at the largest dose. */
  readonly steps: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/**
 * Trains the variant's learner, or PPO with its usual settings, on the variant's pay, with the same seeds at each dose. Returns the doses that were
 * trained when it is stopped. Throws a UserError where PPO cannot play the world.
 */
export async function learnerDoses(
  { file, objective, episodes }: Experiment,
  { description: { environment, agents, reward }, setting }: Variant,
  { steps, seed, signal, onProgress }: LearnerPlace,
): Promise<LearnerDose[]> {
  const folder = mkdtempSync(join(tmpdir(), "agon-audit-"));
  try {
    const doses: LearnerDose[] = [];
    const isOwn = isMap(agents) && "steps" in agents && setting.agents.every(({ kind }) => kind === "algorithm");
    const learner = isOwn ? agents : { policy: "ppo" };
    for (const part of PARTS) {
      const spent = Math.max(1, Math.round(part * steps));
      onProgress?.(`training on the pay for ${spent} steps`);
      const seeds = Array.from({ length: SEEDS }, (_, k) => seed + k);
      const text = stringify({
        environment,
        agents: { ...learner, steps: spent },
        reward,
        objective,
        episodes,
        seeds,
      });
      const experiment = await parseExperiment(text, file, { cache: keptIn(folder) });
      const run = await runExperiment(experiment, { store: folder, signal });
      if (run.interrupted) break;
      const [{ points }] = (await buildReport(run.folder)).variants;
      const over = (of: "pay" | "objective") => boundedOf(estimate(points.map((point) => point[of])));
      doses.push({ steps: spent, pay: over("pay"), want: over("objective") });
    }
    return doses;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const boundedOf = ({ mean, low, high }: Estimate): Bounded => {
  const value = mean ?? Number.NaN;
  return { value, low: low ?? value, high: high ?? value };
};
