// What the arms' regret and questions must show, and what must go wrong where the idea is taken out.

import { estimate, ratio } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { meanPowerLaw, type PowerLaw, powerLaw } from "../../evaluation/statistics/power-law.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { type ArmName, MARKS, type Measured, questions, type Summary } from "./measure.ts";
import type { TaskName } from "./tasks.ts";

type Bounds = Pick<PowerLaw, "low" | "high">;

/** Runs of an arm, of the seeds that played it. */
function runs(all: readonly Measured[], arm: ArmName): Summary[] {
  return all.flatMap(({ arms }) => arms[arm] ?? []);
}

const final = ({ regret }: Summary) => regret[regret.length - 1];
const within = ({ low, high }: Bounds, digits = 2) => `[${low?.toFixed(digits)}, ${high?.toFixed(digits)}]`;

/** Regret and questions of each arm that was played. */
export function words(task: TaskName, all: readonly Measured[]): string {
  const names = Object.keys(all[0].arms) as ArmName[];
  const each = names.map((name) => {
    const of = runs(all, name);
    const regret = estimate(of.map(final));
    return `${name} (${of.length}) ${regret.mean?.toFixed(0)} ${within(regret, 0)}; ${mean(of.map(questions)).toFixed(0)}`;
  });
  const growth = (["ε 0.2", "always"] as const).map((name) => {
    const law = growthOf(runs(all, name));
    return `${name} ${law.exponent?.toFixed(2)} ${within(law)}`;
  });
  return `${task}, mean regret [95%]; questions (seeds): ${each.join(", ")}; exponents of mean regret from round ${MARKS[2]}: ${growth.join(", ")}`;
}

function growthOf(of: readonly Summary[]): PowerLaw {
  return meanPowerLaw(
    MARKS.slice(2),
    of.map(({ regret }) => regret.slice(2)),
  );
}

/** Claims about the query rule that hold in every world. */
export function queryChecks(task: TaskName, every: readonly Measured[]): Check[] {
  const all = every.filter(({ arms }) => arms.always !== undefined);
  const active = runs(all, "ε 0.2");
  const [regret, always, random] = [active, runs(all, "always"), runs(all, "random")].map((of) => of.map(final));
  const lost = ratio(regret, always);
  const asked = ratio(active.map(questions), runs(all, "always").map(questions));
  const chance = ratio(regret, random);
  const share = ratio(
    active.map((one) => one.asked[3]),
    active.map((one) => one.asked[0]),
  );
  return [
    holds(
      `${task}: regret of ε = 0.2 over that of always asking, and its share of the questions`,
      "≤ 1.5 with ≤ 0.2",
      `${lost.mean?.toFixed(2)} ${within(lost)} with ${asked.mean?.toFixed(3)} ${within(asked, 3)}`,
      (lost.mean ?? Number.NaN) <= 1.5 && (asked.mean ?? Number.NaN) <= 0.2,
    ),
    holds(
      `${task}: regret of ε = 0.2 over that of asking by chance at the same rate`,
      "≤ 0.6",
      `${chance.mean?.toFixed(2)} ${within(chance)}`,
      (chance.mean ?? Number.NaN) <= 0.6,
    ),
    holds(
      `${task}: questions of the last quarter over those of the first, ε = 0.2`,
      "≤ 0.3",
      `${share.mean?.toFixed(3)} ${within(share, 3)}`,
      (share.mean ?? Number.NaN) <= 0.3,
    ),
  ];
}

/** Claims about noise and about ε. */
export function noiseChecks(task: TaskName, all: readonly Measured[]): Check[] {
  const still = all.filter(({ arms }) => arms["no noise"] !== undefined);
  const stuck = runs(still, "no noise");
  const linear = stuck.filter((one) => (slopeOf(one) ?? 0) >= 0.9).length;
  const times = ratio(stuck.map(final), runs(still, "ε 0.2").map(final));
  const widths = ["ε 0.1", "ε 0.2", "ε 0.4", "ε 0.8"] as const;
  const [asked, regrets] = [questions, final].map((of) => widths.map((name) => mean(runs(all, name).map(of))));
  const rising = (values: readonly number[]) => values.every((value, k) => k === 0 || value > values[k - 1]);
  return [
    holds(
      `${task}: without noise regret grows in proportion (log-log slope ≥ 0.9), and is many times larger`,
      "in half of the processes; ≥ 3",
      `in ${linear} of ${stuck.length}; ${times.mean?.toFixed(1)} ${within(times, 1)} times`,
      linear >= stuck.length / 2 && (times.mean ?? Number.NaN) >= 3,
    ),
    holds(
      `${task}: as ε grows over 0.1, 0.2, 0.4, 0.8`,
      "questions fall and regret rises",
      `questions ${asked.map((x) => x.toFixed(0)).join(", ")}; regret ${regrets.map((x) => x.toFixed(0)).join(", ")}`,
      rising(asked.map((x) => -x)) && rising(regrets),
    ),
  ];
}

/** Slope of one run's ln regret on ln rounds; null where it lost nothing. */
function slopeOf({ regret }: Summary): number | null {
  return regret[0] > 0 ? powerLaw(MARKS, regret).exponent : null;
}

/** Learners that must not learn, or learn more slowly. */
export function brokenArms(all: readonly Measured[]): Control[] {
  const lied = all.filter(({ arms }) => arms.flipped !== undefined);
  const worse = pairedEffect(
    lied.map(({ uniform }) => uniform),
    runs(lied, "flipped").map(({ late }) => late),
  );
  const coins = runs(all, "coin");
  const growth = growthOf(coins);
  const sure = mean(coins.map((one) => one.sure));
  const honest = mean(
    runs(
      all.filter(({ arms }) => arms.coin !== undefined),
      "always",
    ).map((one) => one.sure),
  );
  const slower = pairedEffect(runs(all, "ε 0.2").map(final), runs(all, "itself").map(final));
  return [
    {
      name: "answers turned round: in the end the policy is better than choosing by chance",
      failed: worse.high !== null && worse.high < 0,
      measured: `return less that of chance ${worse.mean?.toFixed(2)} ${within(worse)}`,
    },
    {
      name: "answers by a coin: regret grows more slowly than the rounds (exponent < 0.9), or θ̂ takes sides (mean |P̂ − 1/2| > 0.1)",
      failed: (growth.exponent ?? 0) >= 0.9 && sure <= 0.1,
      measured: `exponent ${growth.exponent?.toFixed(2)} ${within(growth)}; |P̂ − 1/2| ${sure.toFixed(3)}, of honest answers ${honest.toFixed(3)}`,
    },
    {
      name: "the fresh policy paired with itself: learns as fast as paired with the older one",
      failed: slower.low !== null && slower.low > 0,
      measured: `${slower.mean?.toFixed(0)} more regret, paired ${within(slower, 0)}`,
    },
  ];
}
