// The same comparison for a rule that is a network: a learned policy gradient small enough for evolution.

import { initialLpg, lpgRule, SMALL_LPG } from "../../algorithms/environment-design/learned-policy-gradient.ts";
import type { EvolutionOptions } from "../../algorithms/evolution.ts";
import { Random } from "../../core/random.ts";
import { pairedEffect } from "../../evaluation/paired.ts";
import { type Check, holds, type StudyContext } from "../study.ts";
import { curriculumOf, learned } from "./arms.ts";
import { mainChecks, shown, type Trained } from "./comparison.ts";
import type { Shares, Unseen } from "./unseen.ts";

/** What people call it. */
export const NETWORK = "learned policy gradient, 16 recurrent units";

/** How the network is learned; found with domain randomisation on seeds apart from those that count. */
const EVOLUTION: EvolutionOptions = { pairs: 8, deviation: 0.1, rate: 0.02 };
const GENERATIONS = 400;
const FIRST_SEED = 501;
const SEEDS = 3;

/** Learns networks by domain randomisation and by regret, from the same first ones, and measures them on unseen levels. */
export async function networkChecks(
  unseen: Unseen,
  { signal, progress, kept }: StudyContext,
): Promise<{ readonly checks: readonly Check[]; readonly measured: string }> {
  const results = { first: [] as Shares[], random: [] as Shares[], regret: [] as Shares[] };
  for (let k = 0; k < SEEDS; k++) {
    const seed = FIRST_SEED + k;
    const initial = initialLpg(SMALL_LPG, Random.of(seed, "network"));
    const rule = (parameters: Float32Array) => lpgRule(parameters, SMALL_LPG);
    results.first.push(unseen.measure(rule(initial), seed, 1));
    for (const [n, arm] of (["random", "regret"] as const).entries()) {
      progress(2 * k + n, 2 * SEEDS, `${NETWORK}, seed ${seed}`);
      const learning = { rule: { initial, rule }, evolution: EVOLUTION };
      const [centre] = await kept(`network ${arm} ${seed}`, () =>
        learned(learning, curriculumOf(arm, seed), seed, [GENERATIONS], signal),
      );
      results[arm].push(unseen.measure(rule(centre), seed, 1));
    }
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
