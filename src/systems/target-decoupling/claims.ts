// What trained arms must show: where routers put their weight, how often each arm lands, and how bad its worst seed is.

import { above, atLeast } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { difference } from "../../study/figure.ts";
import { type Table, table } from "../../study/table.ts";
import { DISCOUNTS, type Flown, type LanderArm, TASKS } from "./arms.ts";

type Landers = Comparison<LanderArm, Flown>;
type TaskName = keyof typeof TASKS;

const weight = (head: number) => (flown: Flown) => flown.weights[head];

/** Return of an arm's worst seed among each five. */
function worst(arms: Landers, arm: LanderArm): number[] {
  const pays = arms.values(arm, "pay");
  return Array.from({ length: Math.floor(pays.length / 5) }, (_, k) => Math.min(...pays.slice(5 * k, 5 * k + 5)));
}

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
    claim(
      `${name}: return of decoupling's worst seed of five, less that of the better router's worst`,
      is(
        difference(
          worst(arms, "decoupled"),
          learned.map((pay, k) => Math.max(pay, byError[k])),
        ),
        atLeast(0),
      ),
    ),
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
    control(
      "the 0.5 head in place of the longest as target: lands in more than half of the episodes",
      is(arms.mean("0.5 as target", "landed"), above(0.5)),
    ),
    control(
      "the 0.5 head in place of the longest as target: lands as often as decoupling, paired",
      is(arms.less("0.5 as target", "decoupled", "landed"), atLeast(0)),
    ),
    control("error routing with shuffled labels: the 0.5 head weighs 0.35 or more", [
      is(arms.mean("shuffled labels", weight(0)), atLeast(0.35)),
      beside("lands", arms.mean("shuffled labels", "landed")),
    ]),
  ];
}

/** All arms, each beside decoupling, and how far the longest advantages spread where they are all that the actor sees. */
export function armTable(task: TaskName, names: readonly LanderArm[], arms: Landers): Table {
  const { name, steps } = TASKS[task];
  const spread = "longVariance";
  const row = (arm: LanderArm) => ({
    landings: arms.mean(arm, "landed"),
    "less decoupling's": arms.less(arm, "decoupled", "landed"),
    return: arms.mean(arm, "pay"),
    "return of the worst seed": Math.min(...arms.values(arm, "pay")),
    "variance of the longest advantage": arms.values(arm, spread).some(Number.isNaN)
      ? undefined
      : arms.mean(arm, spread),
  });
  return table(
    `${name}, ${steps} steps`,
    names.map((arm) => [arm, row(arm)]),
  );
}
