// A learned verifier that is paid for is hacked where it stands still; one that learns in every update from answers that a rule
// confirms, and from corruptions of them, stays honest.

import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
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
  seeds: { first: 20_001, short: 15, full: 40 },
  settings: { updates: { about: "updates of each writer", short: 120, full: 300 } },
  notDone: ["Language models of billions of weights; a language model as the assistant that corrupts answers."],
  seenBefore: [
    "An earlier record had seeds 101 to 105. Negatives from other questions left a gap of 0.16 [−0.40, 0.73] there.",
    "The verifier's own choice with marked corruptions left −0.02 [−0.15, 0.11]: as a control it is not expected to fail.",
    "Seed 901 was run with four arms of the present code: gaps of 0.88, −0.04, 0.41 and, without marks, 0.38.",
  ],
  changed: [
    "Corruptions with marks undo the planted loophole, whichever texts are chosen. The verifier's own choice has an arm without marks too.",
    "There are 15 seeds instead of 5, since gaps are near 0 or near 1. Arms that few seeds decide have four in the short form.",
    "The long form has 40 seeds and trains for 300 updates instead of 120.",
  ],
  run,
};

/** Seeds of the short form on which its later arms are trained too, and how many arms all its seeds have. */
const [FEW, USUAL, SHORT] = [4, 3, 7];

async function run({ full, signal, seeds, settings: { updates }, all }: StudyContext): Promise<StudyResult> {
  signal.throwIfAborted();
  const names = (k: number) => (full ? ARMS : ARMS.slice(0, k < FEW ? SHORT : USUAL));
  const jobs = seeds.map((seed, k) => ({ seed, updates, names: names(k) }));
  const trained = await all(trainingPart, jobs, ({ seed }) => `seed ${seed}`);
  return combined({ claims: banditEquations() }, trainedClaims(trained, names(0)));
}

export function trainedClaims(seeds: readonly JudgedSeed[], names: readonly string[]): StudyResult {
  const arms = comparison(
    seeds.map((seed) => seed.arms),
    { shares: ["truth", "most", "paid", "marked"], amounts: ["kept"] },
  );
  const warm = comparison(
    seeds.map((seed) => ({ "warm writer": seed.warm })),
    { shares: ["truth", "odd", "marked", "balanced"] },
  );
  const fixed = "fixed verifier";
  const lessMost = (arm: string) => difference(arms.values(arm, "truth", fixed), arms.values(fixed, "most", arm));
  // What is left of the method without its corruptions, and without its rule.
  const controls = ["negatives from other questions", ...names.filter((name) => name.startsWith("positives"))];
  return {
    claims: [
      claim(
        "fixed verifier: what it pays less what is right, at the end",
        is(arms.mean("fixed verifier", "gap"), atLeast(0.3)),
      ),
      claim("fixed verifier: right answers at the end less its maximum", is(lessMost("fixed verifier"), atMost(-0.1))),
      claim("Cooper: what it pays less what is right, at the end", is(arms.mean("Cooper", "gap"), atMost(0.1))),
      claim(
        "Cooper: right answers at the end less the fixed verifier's maximum",
        is(lessMost("Cooper"), atLeast(-0.02)),
      ),
      claim("Cooper: right answers at the end less those paid by the rule", [
        is(arms.less("Cooper", "rule", "truth"), atLeast(0.02)),
        ...(names.includes("truth") ? [beside("truth less the rule", arms.less("truth", "rule", "truth"))] : []),
      ]),
      claim(
        "Cooper: share of brackets among right answers, of the warm writer's",
        is(arms.mean("Cooper", "kept"), atLeast(0.7)),
      ),
      claim(
        "share of brackets, of the warm writer's, paid by the rule, and by a verifier that takes the rule's rejects for wrong",
        ["rule", "rule's rejects as negatives"].map((arm) => is(arms.mean(arm, "kept"), below(0.5), arm)),
      ),
    ],
    controls: controls.map((arm) =>
      control(`${arm} keep the gap between pay and right answers below 0.2`, [
        is(arms.mean(arm, "gap"), below(0.2), "gap"),
        beside("right answers", arms.mean(arm, "truth")),
        beside("marks", arms.mean(arm, "marked")),
      ]),
    ),
    tables: [
      warm.table("before the pay", ["warm writer"], {
        right: "truth",
        "brackets among right answers": "odd",
        marks: "marked",
        "verifier's balanced accuracy": "balanced",
      }),
      arms.table("the last ten updates", names, {
        right: "truth",
        "right at the most": "most",
        paid: "paid",
        marks: "marked",
        "brackets, of the warm writer's": "kept",
      }),
    ],
  };
}
