// Exploration-guided shaping on the two-sided chain, where the goal is at the far end of what random walks reach.

import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { twoSidedChain } from "../../environments/tabular/chain.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { type Claim, claim, is } from "../../study/claim.ts";
import { type Comparison, played } from "../../study/comparison.ts";
import type { StudyResult } from "../../study/study.ts";
import { curveMeters, learningCurve } from "../../study/testbeds/tabular.ts";
import { reinforce } from "./reinforce.ts";
import { type SelfShapingOptions, selfShaping } from "./self-shaping.ts";

const HORIZON = 40;
const EPISODES = 30_000;
/** Episodes over which a return is averaged. */
const BLOCK = 500;

const bonus = { scale: 1, largest: 1 };
const ARMS = {
  original: {},
  "bonus only": { bonus },
  "shaping only": { shaping: {} },
  both: { bonus, shaping: {} },
} satisfies Record<string, Pick<SelfShapingOptions, "bonus" | "shaping">>;
type Arm = keyof typeof ARMS;
const NAMES = Object.keys(ARMS) as Arm[];

/** One seed of one arm, as shares of the best return in 40 steps. */
type Run = ReturnType<typeof curveMeters>;

/** The chain with and without the small pay on the wrong side. */
export function shapingClaims(seeds: readonly number[]): Partial<StudyResult> {
  const plain = runArms(0, seeds);
  const distracted = runArms(0.01, seeds);
  const stuck = (label: string, arms: Comparison<Arm, Run>, arm: Arm): Claim => {
    const best = arms.best(NAMES, "last");
    return claim(
      `${label}: ${arm}, return of the last tenth, of that of the best arm`,
      is(arms.ratio(arm, best, "last"), atMost(0.2), best),
    );
  };
  const meters = { "last tenth": "last", "all episodes": "area", "80% reached after": "reached" } as const;
  return {
    claims: [
      stuck("chain", plain, "original"),
      stuck("chain with distractor", distracted, "original"),
      stuck("chain", plain, "shaping only"),
      stuck("chain with distractor", distracted, "shaping only"),
      claim(
        "chain: both, return of the last tenth, of the best possible",
        is(plain.mean("both", "last"), atLeast(0.8)),
      ),
      claim(
        "chain with distractor: return of the last tenth, both less bonus only",
        is(distracted.less("both", "bonus only", "last"), above(0)),
      ),
      ...(["bonus only", "shaping only"] as const).map((arm) =>
        claim(`chain: area under the learning curve, both less ${arm}`, is(plain.less("both", arm, "area"), above(0))),
      ),
    ],
    tables: [
      plain.table(`chain, of the best return over ${EPISODES} episodes`, NAMES, meters),
      distracted.table("chain with distractor", NAMES, meters),
    ],
  };
}

function runArms(distraction: number, seeds: readonly number[]): Comparison<Arm, Run> {
  const mdp = twoSidedChain({ distraction });
  const best = finiteHorizonValues(mdp, HORIZON)[HORIZON].reduce((sum, v, s) => sum + v * mdp.start[s], 0);
  return played(NAMES, seeds, (arm, seed) => {
    const learner = reinforce(mdp, { horizon: HORIZON, step: 0.1 });
    const pay = selfShaping({ mdp, probability: learner.probability, horizon: HORIZON, ...ARMS[arm] });
    const world = Random.of(seed, "self-shaping", "world");
    const choices = Random.of(seed, "self-shaping", "choices");
    const curve = learningCurve({ mdp, horizon: HORIZON, learner, pay, world, choices }, EPISODES, best);
    return curveMeters(curve, { block: BLOCK, enough: 0.8 });
  });
}
