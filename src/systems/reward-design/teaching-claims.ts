// Adaptive design: a REINFORCE learner that starts from a random policy, taught with a reward that is designed again and
// again for the policy it has, beside the original reward and two that are designed once.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { changedStates, type DesignOptions, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { tablePay } from "../../algorithms/tabular/episode.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, inAll, is, never } from "../../study/claim.ts";
import { type Comparison, played } from "../../study/comparison.ts";
import { difference, exact } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { trained } from "../../study/testbeds/tabular.ts";
import { type AdaptiveDesigner, adaptiveDesigner, invariantReward } from "./adaptive.ts";
import { designExplicable } from "./explicable.ts";
import { reinforce } from "./reinforce.ts";
import { fourRooms, lineKey } from "./worlds.ts";

const ARMS = ["original", "invariance only", "explicable", "adaptive", "flipped"] as const;
type Arm = (typeof ARMS)[number];

/** Random first policies. */
const STARTS = 5;

/** A world, with the episodes of a training and those between two designs. */
type Setting = typeof line;

export const line = { label: "line with key", mdp: lineKey(), episodes: 6_000, every: 5 };
const rooms: Setting = { label: "four rooms", mdp: fourRooms({ slip: 0.05 }), episodes: 10_000, every: 50 };

/** Teaching in some worlds, with the control whose advantage has the wrong sign and the one without constraints. */
export function teachingClaims(
  programs: LinearPrograms,
  streams: number,
  settings: readonly Setting[] = [line, rooms],
): Partial<StudyResult> {
  const worlds = settings.map((setting) => ({ label: setting.label, arms: taught(setting, programs, streams) }));
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
      control(
        "adaptive design with the sign of A* flipped teaches as much as with its own, or as the original reward",
        worlds.flatMap(({ label, arms }) =>
          (["adaptive", "original"] as const).map((arm) =>
            is(arms.less("flipped", arm, area), atLeast(0), `${label}: flipped less ${arm}`),
          ),
        ),
        { needs: "any" },
      ),
      control("adaptive design without the constraints: the optimum stays", [
        never(free.filter((n) => n > 0).length, `changed designs (of ${free.length})`),
        beside("states that change, largest", Math.max(...free)),
      ]),
    ],
    tables: worlds.map(({ label, arms }) => areaTable(label, arms)),
  };
}

/** Area under the expected original return as a share of the optimum, mean over streams of episodes, from each start. */
type Areas = Comparison<Arm, number>;
const area = (x: number) => x;

function taught(setting: Setting, programs: LinearPrograms, streams: number): Areas {
  const { mdp } = setting;
  const design = { ties: "keep" } as const;
  const explicable = designExplicable(programs, mdp, { ...design, choose: "sparing" });
  if (explicable === undefined) throw new Error(`no explicable design in ${setting.label}`);
  const teachers: Record<Arm, Float64Array | AdaptiveDesigner> = {
    original: mdp.reward,
    "invariance only": invariantReward(programs, mdp, design),
    explicable: explicable.reward,
    adaptive: adaptiveDesigner(programs, mdp, design),
    flipped: adaptiveDesigner(programs, mdp, { ...design, sign: -1 }),
  };
  return played(ARMS, [...Array(STARTS).keys()], (arm, start) =>
    mean(Array.from({ length: streams }, (_, stream) => taughtArea(setting, teachers[arm], start, stream))),
  );
}

/** Every arm from each of the first policies, and on average. */
function areaTable(label: string, arms: Areas): Table {
  const row = (arm: Arm) => {
    const starts = arms.values(arm, area).map((x, k) => [`start ${k + 1}`, exact(x)] as const);
    return { ...Object.fromEntries(starts), mean: arms.mean(arm, area) };
  };
  return table(
    `${label}: area under the return`,
    ARMS.map((arm) => [arm, row(arm)]),
  );
}

/** REINFORCE with step 0.01 on episodes of 30 steps, as in the released code. */
function taughtArea(setting: Setting, teacher: Float64Array | AdaptiveDesigner, start: number, stream: number): number {
  const { mdp, episodes, every } = setting;
  const random = Random.of(start, "adaptive design", "first policy");
  const initial = mdp.reward.map(() => random.uniform(-1, 1));
  const learner = reinforce(mdp, { horizon: 30, step: 0.01, initial });
  const table = teacher instanceof Float64Array ? teacher : new Float64Array(mdp.reward.length);
  const pay = tablePay(mdp, table);
  const world = Random.of(start, "adaptive design", stream, "world");
  const choices = Random.of(start, "adaptive design", stream, "choices");
  const optimum = optimalTarget(mdp).values.reduce((sum, v, s) => sum + v * mdp.start[s], 0);
  const lessons = trained({ mdp, horizon: 30, learner, pay, world, choices });
  const returns: number[] = [];
  for (let episode = 0; episode < episodes; episode++) {
    if (!(teacher instanceof Float64Array) && episode % every === 0)
      table.set(teacher(softmaxPolicy(mdp, learner.table)));
    lessons.next();
    if ((episode + 1) % (episodes / 50) === 0)
      returns.push(expectedReturn(mdp, softmaxPolicy(mdp, learner.table)) / optimum);
  }
  return mean(returns);
}

function thresholds(label: string, arms: Areas): Claim[] {
  const rivals = arms.values("invariance only", area);
  const ahead = arms.values("adaptive", area).filter((x, k) => x >= rivals[k]).length;
  return [
    claim(`${label}: area under the return, adaptive at least as large as invariance only from every first policy`, [
      inAll(ahead, STARTS),
      beside("adaptive less invariance only", arms.less("adaptive", "invariance only", area)),
    ]),
    // The original's areas spread by factors and are near 0: their ratio has no interval to judge by, the difference has.
    claim(`${label}: area under the return, adaptive at least 1.5 times the original reward's`, [
      is(
        difference(
          arms.values("adaptive", area),
          arms.values("original", (x: number) => 1.5 * x),
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
  return [line.mdp, rooms.mdp].flatMap((mdp) => {
    const target = optimalTarget(mdp);
    const design = adaptiveDesigner(programs, mdp, { ties: "keep", ...options });
    return Array.from({ length: 10 }, (_, seed) => {
      const random = Random.of(seed, "designs for random policies");
      const logits = mdp.reward.map(() => random.normal());
      return changedStates(mdp, target, design(softmaxPolicy(mdp, logits))).length;
    });
  });
}
