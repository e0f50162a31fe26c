// What the closed forms and the trained assistants show of the claims. Thresholds were fixed before the first run.

import { atLeast, atMost, type Bound, below, equalTo } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import type { Conducts } from "../../study/testbeds/text-arms.ts";
import type { ArmName, ShopConduct } from "./arms.ts";
import { bestPlan, optimum } from "./plans.ts";
import { deafPass4 } from "./played.ts";
import { pushOnBoasts } from "./risk.ts";
import { KINDS, type Pay, RISKIER, SHOP } from "./shop.ts";

/** How often the best plans of a way of paying are right, and what they are paid. */
function planEquation(name: string, pay: Pay, bound: Bound): Claim {
  const note = KINDS.map((kind) => {
    const { calls, pitch } = bestPlan(kind, pay);
    return `${kind} ${calls} ${calls === 1 ? "search" : "searches"}, ${pitch}`;
  }).join("; ");
  const { pay: most, correct } = optimum(pay);
  return equation(name, [is(correct, bound, "right"), beside("paid", most)], { note });
}

/** What holds without any training. */
export function exactPart(): StudyResult {
  return {
    claims: [
      planEquation("the best plans under the plain sum leave out a search or boast", "sum", below(1)),
      planEquation("the best plans in layers are right for every kind of question", "layers", equalTo(1)),
    ],
    controls: [
      control("an assistant that does not listen has a Pass^4 of 0.05 or more", is(deafPass4(400), atLeast(0.05))),
    ],
    tables: [pushTable()],
  };
}

/** Why contrast may gamble: the push of a group of 16 on boasting, by the share of its answers that boast. */
function pushTable(): Table {
  const row = (shop: typeof SHOP | typeof RISKIER, contrast: boolean) => ({
    "boasts true": shop.bestsellers,
    "points of honesty": shop.rubric.detail,
    ...Object.fromEntries(
      [0.1, 0.3, 0.5, 0.7].map((boasts) => [`${boasts} boast`, pushOnBoasts(shop, boasts, contrast)]),
    ),
  });
  return table(
    "push of a group of 16 on boasting",
    Object.entries({ "": SHOP, ", where boasts are riskier": RISKIER }).flatMap(([where, shop]) => [
      [`all answers${where}`, row(shop, false)],
      [`contrasting halves${where}`, row(shop, true)],
    ]),
  );
}

type Arms = Comparison<ArmName | "warm", ShopConduct>;

/** One way of learning under both ways of paying. */
function layerClaims(arms: Arms, learner: "all" | "contrast"): Claim[] {
  const name = learner === "all" ? "GRPO on all answers" : "contrasting halves";
  const gain = (meter: Parameters<Arms["less"]>[2]) => arms.less(`layers, ${learner}`, `sum, ${learner}`, meter);
  return [
    claim(`${name}: L1 Avg@4, layers less the plain sum`, is(gain("avg4"), atLeast(0.15))),
    claim(`${name}: L1 Pass^4, the same`, is(gain("pass4"), atLeast(0.15))),
    claim(
      `${name}: Avg@4 − Pass^4, the same`,
      is(
        gain(({ avg4, pass4 }) => avg4 - pass4),
        below(0),
      ),
    ),
  ];
}

/** Dots of an arm over those of another. */
const dots = (arms: Arms, arm: ArmName, other: ArmName | "warm", bound: Bound) =>
  is(arms.ratio(arm, other, "thinking"), bound, `dots, over those of ${other}:`);

/** What contrasting halves do to thinking, and at what loss. */
function lengthClaims(arms: Arms, how: "layers" | "layers, held"): Claim[] {
  const [all, halves] = [`${how}, all`, `${how}, contrast`] as const;
  return [
    claim(`${how}: a learner from all answers still thinks`, dots(arms, all, "warm", atLeast(0.5))),
    claim(`${how}: contrasting halves shorten thinking by 30 % or more`, dots(arms, halves, all, atMost(0.7))),
    claim(`${how}: L1 Avg@4, contrasting halves less all answers`, is(arms.less(halves, all, "avg4"), atLeast(-0.02))),
  ];
}

/** How the arms of the two by two are paid. */
const MAIN = [
  { arm: "sum, all", pay: "sum" },
  { arm: "sum, contrast", pay: "sum" },
  { arm: "layers, all", pay: "layers" },
  { arm: "layers, contrast", pay: "layers" },
] as const;

export function trainedPart(
  found: readonly Conducts<ArmName, ShopConduct>[],
  names: readonly (ArmName | "warm")[],
): StudyResult {
  const arms: Arms = comparison(found, {
    shares: ["avg4", "pass4"],
    amounts: ["depth", "calls", "thinking", "boasts"],
  });
  return {
    claims: [
      ...layerClaims(arms, "all"),
      ...layerClaims(arms, "contrast"),
      ...lengthClaims(arms, "layers"),
      ...lengthClaims(arms, "layers, held"),
      claim(
        "mean pay as a share of the best plans'",
        MAIN.map(({ arm, pay }) =>
          is(sampled(arms.values(arm, (one) => one.pay / optimum(pay).pay)), atLeast(0.95), arm),
        ),
      ),
    ],
    controls: [
      control(
        "persuasion opens correctness: L1 Avg@4 stays within 0.02 of the layers'",
        is(arms.less("reversed, all", "layers, all", "avg4"), atLeast(-0.02)),
      ),
      control(
        "held, a random half, by pay alone, shortens thinking by more than 10 %",
        dots(arms, "layers, held, random half", "layers, held, all", below(0.9)),
      ),
    ],
    tables: [
      arms.table("assistants", names, {
        "Avg@4": "avg4",
        "Pass^4": "pass4",
        L2: "depth",
        calls: "calls",
        dots: "thinking",
        boasts: "boasts",
      }),
    ],
  };
}
