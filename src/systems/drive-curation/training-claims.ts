// What the trained arms show of the recipe. Thresholds were fixed before the first run.

import { deviation } from "../../evaluation/statistics/moments.ts";
import { above, atLeast, atMost, below, equalTo } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { exact, sampled } from "../../study/figure.ts";
import { bySeed, type Table } from "../../study/table.ts";
import type { ArmName, Conduct, Stage } from "./arms.ts";
import { easy, hard, LEVELS, overall } from "./problems.ts";

type Arms = Comparison<Stage, Conduct>;

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
  const spread = (arm: ArmName) => deviation(arms.values(arm, hard));
  const [many, few] = [spread("two stages"), spread("small groups")];
  return claim("second stage, groups of 64 less groups of 8: pass@1 on 4 and 5 operators; deviation between seeds", [
    is(arms.less("two stages", "small groups", hard), atLeast(0), "pass@1"),
    is(exact(many - few), below(0), "deviation"),
    beside("of 64", exact(many)),
    beside("of 8", exact(few)),
  ]);
}

/** A writer that is paid by one test case writes programs that pass it and fail hidden ones. */
export function paidOneTestControl(arms: Arms): Control {
  return control("first stage paid by one test case: in a seed, what passes it passes the hidden tests", [
    is(
      exact(Math.min(...arms.values("one test", "hacked"))),
      equalTo(0),
      "least share that passes the one and fails another",
    ),
    beside("less that where all five pay", arms.less("one test", "first stage", "hacked")),
  ]);
}

/** Problems whose tests no program passes teach nothing; a measured rate of 0 is not a rate of 0. */
export function unsolvableControl(arms: Arms): Control {
  const change = arms.less("unsolvable", "warm", overall);
  return control(
    "practice at a pass rate of exactly 0 (wrong tests) has live groups, or changes pass@1",
    [
      is(arms.mean("unsolvable", "live"), above(0), "live groups"),
      is(change, above(0), "change"),
      is(change, below(0), "change"),
      beside("live groups under their own tests, none of 64 tries having passed", arms.mean("unseen", "live")),
      beside("pass@1 on 4 and 5 operators there", arms.less("unseen", "warm", hard)),
    ],
    { needs: "any" },
  );
}

/** Every arm in figures. */
export function tables(arms: Arms, names: readonly ArmName[]): Table[] {
  const byOperators = (k: number, key: "passAt1" | "passAt10") => (conduct: Conduct) => conduct[key][k];
  const each = (words: string, key: "passAt1" | "passAt10") =>
    LEVELS.map((operators, k) => [`${words}, ${operators}`, byOperators(k, key)] as const);
  const meters = Object.fromEntries([...each("pass@1", "passAt1"), ...each("pass@10", "passAt10")]);
  const listed = names.filter((name) => arms.conducts(name).every(({ practised }) => practised !== undefined));
  return [
    arms.table("by operators", ["warm", "first stage", ...names], {
      ...meters,
      entropy: "entropy",
      unended: "truncated",
    }),
    arms.table("arms", names, {
      "pass@1, 4 and 5": hard,
      "live groups": "live",
      "hard problems covered": ({ coverage = 0 }) => coverage,
      "answers to measure rates": "measuring",
    }),
    arms.table("pass rates of an arm's own problems", listed, {
      before: ({ practised }) => practised?.before ?? 0,
      after: ({ practised }) => practised?.after ?? 0,
    }),
    bySeed("seed by seed", {
      "entropy after the first stage, as a share": keptEntropy(arms),
      "pass the one test and fail another, paid by the one": arms.values("one test", "hacked"),
      "paid by all five": arms.values("first stage", "hacked"),
    }),
  ];
}
