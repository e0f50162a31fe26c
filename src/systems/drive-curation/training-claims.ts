// What the trained arms show of the recipe. Thresholds were fixed before the first run.

import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { sampled, varianceRatio } from "../../study/figure.ts";
import type { Table } from "../../study/table.ts";
import type { ArmName, Conduct, Stage } from "./arms.ts";
import { easy, hard, LEVELS, overall } from "./problems.ts";

type Arms = Comparison<Stage, Conduct>;

type PassRate = readonly [name: string, of: (conduct: Conduct) => number];
const byOperators = (words: string, key: "passAt1" | "passAt10") =>
  LEVELS.map((operators, k): PassRate => [`${words}, ${operators}`, (conduct) => conduct[key][k]]);
const PASS_RATES = Object.fromEntries([...byOperators("pass@1", "passAt1"), ...byOperators("pass@10", "passAt10")]);

const PRACTISED = {
  before: ({ practised }: Conduct) => practised?.before ?? 0,
  after: ({ practised }: Conduct) => practised?.after ?? 0,
};

const covered = ({ coverage = 0 }: Conduct) => coverage;

/** What every stage came to under each seed. */
export function armsOf(found: readonly Readonly<Partial<Record<Stage, Conduct>>>[]): Arms {
  const shares = [hard, easy, overall, covered, ...Object.values(PASS_RATES), ...Object.values(PRACTISED)];
  return comparison(found, { shares: [...shares, "live", "truncated", "hacked"], amounts: ["entropy", "measuring"] });
}

/** Entropy after the first stage, as a share of the warm model's. */
function keptEntropy(arms: Arms): number[] {
  const before = arms.values("warm", "entropy");
  return arms.values("first stage", "entropy").map((entropy, k) => entropy / before[k]);
}

export function trainingClaims(arms: Arms, full: boolean): Claim[] {
  return [
    claim(
      "first stage: entropy after it, as a share of the warm model's",
      is(sampled(keptEntropy(arms)), atLeast(0.9)),
    ),
    claim(
      "first stage: share of answers that never end, after less before",
      is(arms.less("first stage", "warm", "truncated"), atMost(0)),
    ),
    claim(
      "two stages less uniform: pass@1 on 4 and 5 operators",
      is(arms.less("two stages", "uniform", hard), atLeast(0.05)),
    ),
    claim(
      "two stages less uniform: pass@1 on 1 to 3 operators",
      is(arms.less("two stages", "uniform", easy), atLeast(-0.03)),
    ),
    claim(
      "two stages, hard less easy problems in the second: pass@1 on 4 and 5 operators",
      is(arms.less("two stages", "easy", hard), atLeast(0.05)),
    ),
    claim(
      "hard problems from the start less two stages: pass@1 over all",
      is(arms.less("hard first", "two stages", overall), below(0)),
    ),
    ...(full ? [smallGroups(arms)] : []),
  ];
}

/** The same problems in groups of 8 with eight times as many steps; of the long form. */
function smallGroups(arms: Arms): Claim {
  const [many, few] = (["two stages", "small groups"] as const).map((arm) => arms.values(arm, hard));
  return claim(
    "second stage, groups of 64 beside groups of 8: pass@1 on 4 and 5 operators; its variance between seeds",
    [
      is(arms.less("two stages", "small groups", hard), atLeast(0), "pass@1, difference"),
      is(varianceRatio(many, few), below(1), "variance, ratio"),
    ],
  );
}

/** A writer that is paid by one test case writes programs that pass it and fail hidden ones. */
export function paidOneTestControl(arms: Arms): Control {
  return control(
    "first stage paid by one test case: no more programs pass it and fail another than where all five pay",
    [
      is(arms.less("one test", "first stage", "hacked"), atMost(0)),
      beside("where the one pays", arms.mean("one test", "hacked")),
      beside("where all five do", arms.mean("first stage", "hacked")),
    ],
  );
}

/** Problems that were never solved teach little; a measured rate of 0 is not a rate of 0. */
export function unseenControl(arms: Arms): Control {
  return control("practice of problems that no try of 64 solved raises pass@1 on 4 and 5 operators by 0.02 or more", [
    is(arms.less("unseen", "warm", hard), atLeast(0.02)),
    beside("live groups", arms.mean("unseen", "live")),
  ]);
}

/** Every arm in figures. */
export function tables(arms: Arms, names: readonly ArmName[]): Table[] {
  const listed = names.filter((name) => arms.conducts(name).every(({ practised }) => practised !== undefined));
  return [
    arms.table("by operators", ["warm", "first stage", ...names], {
      ...PASS_RATES,
      entropy: "entropy",
      unended: "truncated",
    }),
    arms.table("arms", names, {
      "pass@1, 4 and 5": hard,
      "live groups": "live",
      "hard problems covered": covered,
      "answers to measure rates": "measuring",
    }),
    arms.table("pass rates of an arm's own problems", listed, PRACTISED),
  ];
}
