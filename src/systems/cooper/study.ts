// A learned verifier that is paid for is hacked where it stands still; one that learns in every update from answers that a rule
// confirms, and from corruptions of them, stays honest.

import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARMS, type JudgedSeed, trainingPart } from "./arms.ts";
import { banditEquations } from "./loophole.ts";

export const cooper: Study = {
  id: "cooper",
  title: "Co-optimizing policy and reward models in reinforcement learning for large language models",
  source: "arXiv 2508.05613 (Zhejiang University)",
  claim:
    "A fixed learned verifier is hacked; one that is updated in every step on answers that a precise rule confirms and on corruptions of them is not, and it pays right answers that the rule misses.",
  claimed:
    "average accuracy +0.54% on Qwen2.5-1.5B-Instruct; training with the fixed verifier collapses; the rule's precision 96%, its recall 63%",
  // None of the set-up was chosen on these.
  seeds: { first: 101, short: 5, full: 10 },
  run,
};

async function run({ signal, seeds, all }: StudyContext): Promise<StudyResult> {
  signal.throwIfAborted();
  const jobs = seeds.map((seed) => ({ seed, names: ARMS }));
  const trained = await all(trainingPart, jobs, ({ seed }) => `seed ${seed}`);
  return combined({ claims: banditEquations() }, trainedClaims(trained));
}

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
