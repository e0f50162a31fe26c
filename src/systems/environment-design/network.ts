// The same comparison for a rule that is a network: a learned policy gradient small enough for evolution.

import { Random } from "../../core/random.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, holds, type StudyContext, type StudyJob } from "../../study/legacy.ts";
import { curriculumOf, learned } from "./arms.ts";
import { mainChecks, shown, type Trained } from "./comparison.ts";
import type { EvolutionOptions } from "./evolution.ts";
import { initialLpg, lpgRule, SMALL_LPG } from "./learned-policy-gradient.ts";
import type { Shares, Unseen } from "./unseen.ts";

/** What people call it. */
export const NETWORK = "learned policy gradient, 16 recurrent units";

/** How the network is learned; found with domain randomisation on seeds apart from those that count. */
const EVOLUTION: EvolutionOptions = { pairs: 8, deviation: 0.1, rate: 0.02 };
const GENERATIONS = 400;
const FIRST_SEED = 501;
const SEEDS = 3;

interface NetworkTask {
  readonly arm: "random" | "regret";
  readonly seed: number;
}

const firstNetwork = (seed: number) => initialLpg(SMALL_LPG, Random.of(seed, "network"));

/** Learns a network; its parameters. */
export async function learnNetwork({ arm, seed }: NetworkTask, signal?: AbortSignal): Promise<Float32Array> {
  const rule = (parameters: Float32Array) => lpgRule(parameters, SMALL_LPG);
  const set = { rule: { initial: firstNetwork(seed), rule }, evolution: EVOLUTION };
  const [centre] = await learned(set, curriculumOf(arm, seed), seed, [GENERATIONS], signal);
  return centre;
}

const networks: StudyJob<NetworkTask, Float32Array> = {
  module: import.meta.url,
  name: "learnNetwork",
  compute: learnNetwork,
};

/** Learns networks by domain randomisation and by regret, from the same first ones, and measures them on unseen levels. */
export async function networkChecks(
  unseen: Unseen,
  { all }: StudyContext,
): Promise<{ readonly checks: readonly Check[]; readonly measured: string }> {
  const tasks = Array.from({ length: SEEDS }, (_, k) =>
    (["random", "regret"] as const).map((arm) => ({ arm, seed: FIRST_SEED + k })),
  ).flat();
  const centres = await all(networks, tasks, ({ arm, seed }) => `${NETWORK}, ${arm}, seed ${seed}`);
  const results = { first: [] as Shares[], random: [] as Shares[], regret: [] as Shares[] };
  for (const [k, { arm, seed }] of tasks.entries()) {
    if (arm === "random") results.first.push(unseen.measure(lpgRule(firstNetwork(seed), SMALL_LPG), seed, 1));
    results[arm].push(unseen.measure(lpgRule(centres[k], SMALL_LPG), seed, 1));
  }
  const first: Trained = { name: "before", shares: results.first };
  const random: Trained = { name: "domain randomisation", shares: results.random };
  const regret: Trained = { name: "algorithmic regret", shares: results.regret };
  const mean = ({ shares }: Trained) => shares.map((share) => share.mean);
  const gained = pairedEffect(mean(first), mean(random));
  const learnt = mean(random).filter((share, k) => share >= mean(first)[k] + 0.2).length;
  return {
    checks: [
      holds(
        `${NETWORK}: it learns to learn`,
        `mean share on unseen levels at least 0.2 higher than before, in ${SEEDS} of ${SEEDS} seeds`,
        `${learnt} of ${SEEDS}; ${gained.mean?.toFixed(3)} more`,
        learnt === SEEDS,
      ),
      ...mainChecks(random, regret, NETWORK),
    ],
    measured: `${NETWORK}, ${GENERATIONS} generations: ${[first, random, regret].map(shown).join("; ")}`,
  };
}
