// Adaptive design: a REINFORCE learner that starts from a random policy, taught with a reward that is designed again and
// again for the policy it has, beside the original reward and two that are designed once.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { changedStates, type DesignOptions, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { tablePay } from "../../algorithms/tabular/episode.ts";
import { Random } from "../../core/random.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is, never } from "../../study/claim.ts";
import { type Comparison, gathered } from "../../study/comparison.ts";
import { difference, geometricRatio } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { bySeed } from "../../study/table.ts";
import { trained } from "../../study/testbeds/tabular.ts";
import { type AdaptiveDesigner, adaptiveDesigner, invariantReward } from "./adaptive.ts";
import { designExplicable } from "./explicable.ts";
import { reinforce } from "./reinforce.ts";
import { fourRooms, lineKey } from "./worlds.ts";

/** What teaches in each arm: a reward that is designed once, or a designer that looks at the learner again and again. */
const ARMS = {
  original: (_, mdp) => mdp.reward,
  "invariance only": (programs, mdp) => invariantReward(programs, mdp, design),
  explicable(programs, mdp) {
    const found = designExplicable(programs, mdp, { ...design, choose: "sparing" });
    if (found === undefined) throw new Error("no explicable design");
    return found.reward;
  },
  adaptive: (programs, mdp) => adaptiveDesigner(programs, mdp, design),
  flipped: (programs, mdp) => adaptiveDesigner(programs, mdp, { ...design, sign: -1 }),
} as const satisfies Record<string, (programs: LinearPrograms, mdp: TabularMdp) => Float64Array | AdaptiveDesigner>;
const design = { ties: "keep" } as const;
type Arm = keyof typeof ARMS;
const NAMES = Object.keys(ARMS) as Arm[];

/** The worlds, with the episodes of a training. */
const WORLDS = {
  "four rooms": { mdp: fourRooms({ slip: 0.05 }), episodes: 10_000 },
  "line with key": { mdp: lineKey(), episodes: 6_000 },
};
type World = keyof typeof WORLDS;

/** A learner of one arm, from the first policy of `seed`, on so many streams of episodes. */
interface Course {
  readonly world: World;
  readonly arm: Arm;
  readonly seed: number;
  readonly streams: number;
  readonly episodes?: number;
}

/** Every arm in each world from each first policy. */
export function courses(seeds: readonly number[], streams: number): Course[] {
  const worlds = Object.keys(WORLDS) as World[];
  return worlds.flatMap((world) => seeds.flatMap((seed) => NAMES.map((arm) => ({ world, arm, seed, streams }))));
}

/**
 * Areas under the expected original return as shares of the optimum, one for each stream. REINFORCE with step 0.01 on episodes of 30
 * steps and a new design for every 5 episodes, as in the released code.
 */
export async function taught({ world: name, arm, seed, streams, episodes = WORLDS[name].episodes }: Course) {
  const { mdp } = WORLDS[name];
  const teacher = ARMS[arm](await linearPrograms(), mdp);
  const optimum = optimalTarget(mdp).values.reduce((sum, v, s) => sum + v * mdp.start[s], 0);
  return Array.from({ length: streams }, (_, stream) => {
    const random = Random.of(seed, "adaptive design", "first policy");
    const initial = mdp.reward.map(() => random.uniform(-1, 1));
    const learner = reinforce(mdp, { horizon: 30, step: 0.01, initial });
    const table = teacher instanceof Float64Array ? teacher : new Float64Array(mdp.reward.length);
    const pay = tablePay(mdp, table);
    const world = Random.of(seed, "adaptive design", stream, "world");
    const choices = Random.of(seed, "adaptive design", stream, "choices");
    const lessons = trained({ mdp, horizon: 30, learner, pay, world, choices });
    const returns: number[] = [];
    for (let episode = 0; episode < episodes; episode++) {
      if (!(teacher instanceof Float64Array) && episode % 5 === 0)
        table.set(teacher(softmaxPolicy(mdp, learner.table)));
      lessons.next();
      if ((episode + 1) % (episodes / 50) === 0)
        returns.push(expectedReturn(mdp, softmaxPolicy(mdp, learner.table)) / optimum);
    }
    return mean(returns);
  });
}

export const teaching = studyJob(import.meta.url, taught);

/** What came of the courses, with the control whose advantage has the wrong sign and the one without constraints. */
export function teachingClaims(
  programs: LinearPrograms,
  given: readonly Course[],
  found: readonly (readonly number[])[],
): StudyResult {
  const worlds = [...new Set(given.map(({ world }) => world))].map((label) => {
    const own = (_: unknown, k: number) => given[k].world === label;
    return { label, arms: gathered<Arm, readonly number[]>(given.filter(own), found.filter(own)) };
  });
  const free = changes(programs, { margin: "none" });
  return {
    claims: [
      ...worlds.flatMap(({ label, arms }) => thresholds(label, arms)),
      equation(
        "states whose optimal actions change, adaptive designs for 20 random policies",
        never(Math.max(...changes(programs)), "largest"),
      ),
    ],
    controls: [
      ...(["adaptive", "original"] as const).map((arm) =>
        control(
          `adaptive design with the sign of A* flipped teaches as much as ${arm === "adaptive" ? "with its own" : "the original reward"}`,
          worlds.map(({ label, arms }) =>
            is(geometricRatio(arms.values("flipped", area), arms.values(arm, area)), atLeast(1), label),
          ),
          { needs: "any" },
        ),
      ),
      control("adaptive design without the constraints: the optimum stays", [
        never(free.filter((n) => n > 0).length, `changed designs (of ${free.length})`),
        beside("states that change, largest", Math.max(...free)),
      ]),
    ],
    tables: worlds.flatMap(({ label, arms }) => [
      arms.table(`${label}: area under the return`, NAMES, { mean: area }),
      bySeed(
        `${label}: the same, by first policy`,
        Object.fromEntries(NAMES.map((arm) => [arm, arms.values(arm, area)])),
      ),
    ]),
  };
}

/** Areas of each first policy, one for each stream. */
type Areas = Comparison<Arm, readonly number[]>;
const area = (streams: readonly number[]) => mean(streams);

function thresholds(label: World, arms: Areas): Claim[] {
  const rivals = arms.conducts("invariance only");
  return [
    claim(`${label}: area under the return, adaptive at least as large as invariance only from every first policy`, [
      ...arms
        .conducts("adaptive")
        .map((areas, k) => is(difference(areas, rivals[k]), atLeast(0), `start ${k + 1}, less invariance only`)),
      beside("all", arms.less("adaptive", "invariance only", area)),
    ]),
    // The original's areas spread by factors and are near 0: their ratio has no interval to judge by, the difference has.
    claim(`${label}: area under the return, adaptive at least 1.5 times the original reward's`, [
      is(
        difference(
          arms.values("adaptive", area),
          arms.values("original", (streams: readonly number[]) => 1.5 * area(streams)),
        ),
        atLeast(0),
        "difference",
      ),
      beside("ratio", arms.ratio("adaptive", "original", area)),
    ]),
  ];
}

/** In how many states designs for random policies change what is optimal, with the constraints or without. */
function changes(programs: LinearPrograms, options: Pick<DesignOptions, "margin"> = {}): number[] {
  return Object.values(WORLDS).flatMap(({ mdp }) => {
    const target = optimalTarget(mdp);
    const design = adaptiveDesigner(programs, mdp, { ties: "keep", ...options });
    return Array.from({ length: 10 }, (_, seed) => {
      const random = Random.of(seed, "designs for random policies");
      const logits = mdp.reward.map(() => random.normal());
      return changedStates(mdp, target, design(softmaxPolicy(mdp, logits))).length;
    });
  });
}
