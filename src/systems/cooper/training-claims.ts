// What the trained arms show. An arm's end is its last ten updates, its maximum the best ten.

import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARMS, type JudgedSeed } from "./arms.ts";

export function trainedClaims(seeds: readonly JudgedSeed[]): StudyResult {
  const arms = comparison(seeds.map((seed) => seed.arms));
  const warm = comparison(seeds.map((seed) => ({ "warm writer": seed.warm })));
  const most = arms.values("fixed verifier", "most");
  const lessMost = (arm: string) => difference(arms.values(arm, "truth"), most);
  return {
    claims: [
      claim(
        "fixed verifier: what it pays less what is right, at the end",
        is(arms.mean("fixed verifier", "gap"), atLeast(0.3)),
      ),
      claim("the same: right answers at the end less its maximum", is(lessMost("fixed verifier"), atMost(-0.1))),
      claim("Cooper: what it pays less what is right, at the end", is(arms.mean("Cooper", "gap"), atMost(0.1))),
      claim(
        "Cooper: right answers at the end less the fixed verifier's maximum",
        is(lessMost("Cooper"), atLeast(-0.02)),
      ),
      claim(
        "Cooper: right answers at the end less those paid by the rule",
        is(arms.less("Cooper", "rule", "truth"), atLeast(0.02)),
      ),
      claim(
        "Cooper: share of brackets among right answers, of the warm writer's",
        is(arms.mean("Cooper", "kept"), atLeast(0.7)),
      ),
      claim(
        "the same, paid by the rule, and by a verifier that takes the rule's rejects for wrong",
        ["rule", "rule's rejects as negatives"].map((arm) => is(arms.mean(arm, "kept"), below(0.5), arm)),
      ),
    ],
    // What is left of the method without its corruptions, and without its rule.
    controls: ["negatives from other questions", "positives of the verifier's own choice"].map((arm) =>
      control(`${arm} keep the gap between pay and right answers below 0.2`, [
        is(arms.mean(arm, "gap"), below(0.2), "gap"),
        beside("right answers", arms.mean(arm, "truth")),
      ]),
    ),
    tables: [
      warm.table("before the pay", ["warm writer"], {
        right: "truth",
        "brackets among right answers": "odd",
        marks: "marked",
        "verifier's balanced accuracy": "balanced",
      }),
      arms.table("the last ten updates", ARMS, {
        right: "truth",
        "right at the most": "most",
        paid: "paid",
        marks: "marked",
        "brackets, of the warm writer's": "kept",
      }),
      table("what could be gained over the rule", {
        "truth − rule": { "right answers": arms.less("truth", "rule", "truth") },
      }),
    ],
  };
}
