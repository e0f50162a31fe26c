// What trained arms must show: where routers put their weight, how often each arm lands, and how bad its worst seed is.

import { above, atLeast, worded } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { type Table, table } from "../../study/table.ts";
import { DISCOUNTS, type Flown, type LanderArm, TASKS } from "./arms.ts";

type Landers = Comparison<LanderArm, Flown>;
type TaskName = keyof typeof TASKS;

const weight = (head: number) => (flown: Flown) => flown.weights[head];

/** Return of an arm's worst seed. */
const worst = (arms: Landers, arm: LanderArm) => Math.min(...arms.values(arm, "pay"));

/** What was fixed beforehand. */
export function routingClaims(task: TaskName, arms: Landers): Claim[] {
  const { name } = TASKS[task];
  const [learned, byError] = (["learned routing", "error routing"] as const).map((arm) => worst(arms, arm));
  return [
    claim(`${name}: mean weight of the 0.5 head under error routing`, [
      is(arms.mean("error routing", weight(0)), atLeast(0.35)),
      ...DISCOUNTS.slice(1).map((discount, k) => beside(`of ${discount}`, arms.mean("error routing", weight(k + 1)))),
    ]),
    claim(
      `${name}: decoupling lands more often than error routing, paired`,
      is(arms.less("decoupled", "error routing", "landed"), above(0)),
    ),
    claim(
      `${name}: share of samples in which the learned router's largest weight lies on the largest advantage (chance 0.25)`,
      is(arms.mean("learned routing", "hackRate"), above(0.3)),
    ),
    claim(`${name}: return of decoupling's worst seed`, [
      is(worst(arms, "decoupled"), worded(atLeast(Math.max(learned, byError)), "≥ the worst seed of both routers")),
      beside("learned", learned),
      beside("error", byError),
    ]),
  ];
}

/** Of the first version's abstract. */
export function solvedClaim(arms: Landers): Claim {
  return claim(
    "Lunar Lander: decoupling is above the solved threshold in every seed, mean of 100 episodes",
    arms.values("decoupled", "pay").map((pay, k) => is(pay, atLeast(200), `seed ${k + 1}`)),
  );
}

export function trainedControls(arms: Landers): Control[] {
  return [
    control("the 0.5 head in place of the longest as target: lands in more than half of the episodes", [
      is(arms.mean("0.5 as target", "landed"), above(0.5)),
      beside("decoupling lands more often by", arms.less("decoupled", "0.5 as target", "landed")),
    ]),
    control("error routing with shuffled labels: the 0.5 head weighs 0.35 or more", [
      is(arms.mean("shuffled labels", weight(0)), atLeast(0.35)),
      beside("lands", arms.mean("shuffled labels", "landed")),
    ]),
  ];
}

/** All arms; and of the small world what nothing was asked of: a strict long baseline, and how much the short heads' loss weighs. */
export function decouplingTables(task: TaskName, names: readonly LanderArm[], arms: Landers): Table[] {
  const { name, steps } = TASKS[task];
  const row = (arm: LanderArm) => ({
    landings: arms.mean(arm, "landed"),
    return: arms.mean(arm, "pay"),
    "return of the worst seed": worst(arms, arm),
  });
  const all = table(
    `${name}, ${steps} steps`,
    names.map((arm) => [arm, row(arm)]),
  );
  if (task === "lunar") return [all];
  const variances = { "variance of the longest advantage": "longVariance" } as const;
  return [
    all,
    arms.table("auxiliary weight 0, 0.1 and 1", ["strict long", "auxiliary 0.1", "decoupled"], variances),
    table("decoupling less the strict long baseline", {
      landings: { difference: arms.less("decoupled", "strict long", "landed") },
    }),
  ];
}
