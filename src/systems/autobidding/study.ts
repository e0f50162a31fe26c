// An advertiser in several channels that bid by themselves: which lever is enough, and how to learn to use it.

import { linearPrograms } from "../../math/linear-program.ts";
import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { channelChecks, competing } from "./channels.ts";
import { learning, learningChecks, SETTINGS } from "./learning.ts";
import { leverChecks } from "./levers.ts";

export const autobidding: Study = {
  id: "autobidding",
  title: "Budgets and returns in channels that bid by themselves",
  source: "arXiv 2302.01523 (Deng, Golrezaei, Jaillet, Liang & Mirrokni, ICML 2023)",
  claim:
    "An advertiser who can only give each channel a budget loses nothing against one who chooses every auction; one who can only ask each for a return may lose almost everything. The budgets can be learnt from what they buy.",
  claimed:
    "theorems: budgets reach the global optimum, returns can be arbitrarily worse, SGD-UCB approximates the optimum",
  run,
};

/** No market of these seeds was looked at before the thresholds were fixed. */
const FIRST_SEED = 8301;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 20 : 5);
  const horizons = context.full ? [1000, 10_000, 100_000, 1_000_000] : [1000, 10_000, 100_000];
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const levers = leverChecks(solver, FIRST_SEED, context.full ? 2000 : 200);
  const each = Array.from({ length: seeds }, (_, k) => FIRST_SEED + k);
  const jobs = SETTINGS.flatMap((_, setting) =>
    horizons.flatMap((horizon) => each.map((seed) => ({ seed, setting, horizon }))),
  );
  const learnt = await context.all(learning, jobs, ({ setting, horizon }) => `setting ${setting + 1}, T = ${horizon}`);
  const settings = SETTINGS.flatMap((_, setting) =>
    horizons.map((horizon) => ({
      setting,
      horizon,
      seeds: learnt.filter((_one, k) => jobs[k].setting === setting && jobs[k].horizon === horizon),
    })),
  );
  const competed = await context.all(
    competing,
    each.map((seed) => ({ seed, periods: context.full ? 10_000 : 3000 })),
    ({ seed }) => `channels that bid, seed ${seed}`,
  );
  const { checks, controls, measured } = learningChecks(settings);
  return {
    measured,
    checks: [...levers.checks, ...checks, ...channelChecks(competed)],
    controls: [...levers.controls, ...controls],
  };
}
