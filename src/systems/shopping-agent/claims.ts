// What the closed forms and the trained assistants show of the claims. Thresholds were fixed before the first run.

import { atLeast, atMost, type Bound, below, equalTo } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { exact, sampled } from "../../study/figure.ts";
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
  return equation(name, [is(exact(correct), bound, "right"), beside("paid", exact(most))], { note });
}

/** What holds without any training. */
export function exactPart(): StudyResult {
  return {
    claims: [
      planEquation("the best plans under the plain sum leave out a search or boast", "sum", below(1)),
      planEquation("the best plans in layers are right for every kind of question", "layers", equalTo(1)),
    ],
    controls: [
      control(
        "an assistant that does not listen has a Pass^4 of 0.05 or more",
        is(exact(deafPass4(400)), atLeast(0.05)),
      ),
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

/** Thinking beside that of a learner from all answers in layers. */
function thinkingOf(arms: Arms, arm: ArmName, bound: Bound) {
  return [
    is(arms.ratio(arm, "layers, all", "thinking"), bound, "dots, of those of all answers"),
    beside("all answers", arms.mean("layers, all", "thinking")),
    beside("its own", arms.mean(arm, "thinking")),
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
  const arms: Arms = comparison(found);
  return {
    claims: [
      ...layerClaims(arms, "all"),
      ...layerClaims(arms, "contrast"),
      claim("in layers: a learner from all answers still thinks, so that there is something to shorten", [
        is(arms.ratio("layers, all", "warm", "thinking"), atLeast(0.5), "dots, of the warm assistant's"),
        beside("dots", arms.mean("layers, all", "thinking")),
        beside("warm", arms.mean("warm", "thinking")),
      ]),
      claim(
        "in layers: thinking shortened by contrasting halves, by 30 % or more",
        thinkingOf(arms, "layers, contrast", atMost(0.7)),
      ),
      claim(
        "in layers: L1 Avg@4, contrasting halves less all answers",
        is(arms.less("layers, contrast", "layers, all", "avg4"), atLeast(-0.02)),
      ),
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
        "a random half, by pay alone, shortens thinking by more than 10 %",
        thinkingOf(arms, "layers, random half", below(0.9)),
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
