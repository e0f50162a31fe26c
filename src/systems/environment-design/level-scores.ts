// Levels, and what one is worth for a curriculum, judged from a life that was led on it.

import { horizonReturn, optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import type { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import { objectProcess } from "../../environments/gridworld/objects.ts";
import type { AfterstateProcess } from "../../environments/tabular/afterstates.ts";
import { A2C, advantageRule, batchCritic, LONGEST } from "./advantage-rule.ts";
import { type Lifetime, live, type SampledProcess, type UpdateRule, type Watch } from "./life.ts";

/** A level: played by learners, solved by planners. */
export type LevelProcess = SampledProcess & AfterstateProcess;

/** Draws a level of the paper's distribution `all`. */
export const anyLevel = (random: Random): LevelProcess => objectProcess(objectLevel("all", random));

/** Of every agent, the antagonist's too. */
export const LIFETIME: Lifetime = { updates: 60, environments: 16, steps: 20 };

/** A life that is over. */
interface LevelLife {
  readonly process: LevelProcess;
  /** Expected return of the policy at its end, exact. */
  readonly earned: number;
  /** What the score's own watcher made of it; NaN where there was none. */
  readonly watched: number;
}

/** A score; high ones are replayed. */
export interface LevelScore {
  /** Makes what sees every batch of one life and is asked when the life is over, where the score needs it. */
  readonly watcher?: (process: LevelProcess, lifetime: Lifetime) => { readonly see: Watch; result(): number };
  score(life: LevelLife, random: Random): number;
}

/** Leads a life on a level. */
export function lead(
  process: LevelProcess,
  rule: UpdateRule,
  lifetime: Lifetime,
  random: Random,
  score?: LevelScore,
): LevelLife {
  const watcher = score?.watcher?.(process, lifetime);
  const { policy } = live(process, rule, lifetime, random, watcher?.see);
  const earned = horizonReturn(process, policy, process.horizon);
  return { process, earned, watched: watcher?.result() ?? Number.NaN };
}

/** Algorithmic regret (arXiv 2310.02782): what a hand-made rule, by default A2C, earns after as long a life, less what was earned. */
export function algorithmicRegret(lifetime: Lifetime, antagonist: UpdateRule = advantageRule(A2C)): LevelScore {
  return { score: ({ process, earned }, random) => lead(process, antagonist, lifetime, random).earned - earned };
}

/** Regret against the best policy there is. */
export const optimalRegret: LevelScore = {
  score: ({ process, earned }) => optimalHorizonReturn(process, process.horizon) - earned,
};

/** Less earned, more worth. */
export const minimumReturn: LevelScore = { score: ({ earned }) => -earned };

/** Chance, as a control. */
export const chance: LevelScore = { score: (_, random) => random.uniform() };

/** The lowest scores first, as a control. */
export const negated = (of: LevelScore): LevelScore => ({ ...of, score: (life, random) => -of.score(life, random) });

/** mean max(A, 0) over the last batch of a life, by a critic of its own (arXiv 2110.02439). */
export const positiveValueLoss: LevelScore = valueLoss((advantage) => Math.max(advantage, 0));

/** mean |A|, likewise (arXiv 2010.03934). */
export const absoluteValueLoss: LevelScore = valueLoss(Math.abs);

function valueLoss(of: (advantage: number) => number): LevelScore {
  return {
    watcher(process, { environments, steps }) {
      const critic = batchCritic(process.states, environments * steps, A2C);
      let loss = Number.NaN;
      return {
        see(rollouts) {
          const { advantages } = critic.judge(rollouts);
          let sum = 0;
          for (let k = 0; k < advantages.length; k++) sum += of(advantages[k]);
          loss = sum / advantages.length;
          critic.learn(rollouts, A2C.valueStep, LONGEST);
        },
        result: () => loss,
      };
    },
    score: ({ watched }) => watched,
  };
}
