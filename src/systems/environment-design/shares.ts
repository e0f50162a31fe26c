// Rules beside each other by their shares of A2C's returns: what the paper compares, as claims, and what must not come out, as
// controls.

import { optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { above, atLeast, below, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is, type Test } from "../../study/claim.ts";
import type { Comparison } from "../../study/comparison.ts";
import { type Table, table } from "../../study/table.ts";
import type { Shares, Unseen } from "./unseen.ts";

/** Rules by name, each with its shares by seed. */
type RuleShares = Comparison<string, Shares>;

/** How far `one` is ahead of `other`, and beside it the seeds in which it is by `margin`. */
function ahead(rules: RuleShares, one: string, other: string, meter: "worse" | "mean", margin: number): Test[] {
  const others = rules.values(other, meter);
  const seeds = rules.values(one, meter).filter((value, k) => value - others[k] > margin).length;
  return [
    is(rules.less(one, other, meter), margin > 0 ? atLeast(margin) : above(0), "difference"),
    beside(`seeds of ${others.length} ahead by more than ${margin}`, seeds),
  ];
}

/** The comparison that the paper is about, for any kind of learned rule. */
export function mainClaims(rules: RuleShares, random: string, regret: string, what: string): Claim[] {
  return [
    claim(
      `${what}: regret does better on the worse half of unseen levels`,
      ahead(rules, regret, random, "worse", 0.03),
    ),
    claim(`${what}: the better half is equal`, is(rules.less(regret, random, "better"), within(-0.05, 0.05))),
    claim(`${what}: fewer levels stay below 75% of A2C's return`, [
      is(rules.less(regret, random, "below"), below(0), "share of levels, difference"),
      beside("regret", rules.mean(regret, "below")),
      beside("domain randomisation", rules.mean(random, "below")),
    ]),
  ];
}

/** The static version. */
export function fewClaim(rules: RuleShares, random: string, highest: string): Claim {
  return claim("eight levels of highest regret teach more than eight random ones", [
    ...ahead(rules, highest, random, "mean", 0),
    beside("highest regret", rules.mean(highest, "mean")),
    beside("random", rules.mean(random, "mean")),
  ]);
}

/** A buffer without a sense of what to replay is domain randomisation with repetitions. */
export function chanceControl(rules: RuleShares, random: string, chance: string): Control {
  return control("replay by random scores does better on the worse half", ahead(rules, chance, random, "worse", 0.03));
}

/** Levels that the rule is best at already. */
export function negatedControl(rules: RuleShares, random: string, negated: string): Control {
  return control(
    "replay of the lowest regret does as well on the worse half as domain randomisation",
    is(rules.less(negated, random, "worse"), atLeast(0)),
  );
}

export function shareTable(title: string, rules: RuleShares, names: Iterable<string>): Table {
  return rules.table(title, [...names], {
    "worse half": "worse",
    "better half": "better",
    "share of levels below 75%": "below",
    "return on the levels left out": "leftOut",
  });
}

/** The written tasks: mean returns of rules beside A2C's and the optimum. */
export function writtenTable({ written }: Unseen, rules: RuleShares, names: readonly string[]): Table {
  const returns = (k: number) => names.map((rule) => [rule, rules.mean(rule, (shares) => shares.written[k])]);
  return table(
    "returns on the written levels",
    written.map(({ name, process, reference }, k) => {
      const optimum = optimalHorizonReturn(process, process.horizon);
      return [name, { ...Object.fromEntries(returns(k)), A2C: reference, optimum }];
    }),
  );
}
