// One model as policy and as its own judge: its answers and their verdicts, which are thrown away elsewhere, become exercises
// in judging and in doing better, and are paid for like the task. Whether the judge is free, and whether it helps the policy,
// are two questions with two answers.

import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type ArmName, type RecycledSeed, trainingPart } from "./arms.ts";
import type { Meters } from "./meters.ts";
import { placeControl } from "./place-control.ts";

export const spark: Study = {
  id: "spark",
  title: "SPARK: a policy and its own reward model that grow together",
  source: "arXiv 2509.22624 and its released code, InternLM/Spark",
  claim:
    "Rollouts and verdicts, recycled into exercises of judging and reflection for the same model, make it its own reward model, which helps it at test time, and raise what it answers at once.",
  claimed:
    "SPARK-VL-7B over its baselines: +9.7% on seven reasoning benchmarks, +12.1% on two reward benchmarks, +1.5% on eight general ones",
  // None of the set-up was chosen on these.
  seeds: { first: 111, short: 5, full: 10 },
  notDone: ["the card's testbed of unary chains: digits are sorted here"],
  seenBefore: ["The learning rate was chosen by single runs on seeds 1 to 3."],
  run,
};

const SHORT: readonly ArmName[] = ["tasks alone", "SPARK", "without reflection", "without judging", "shuffled gold"];

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const arms: readonly ArmName[] = full ? [...SHORT, "a judge apart"] : SHORT;
  const jobs = seeds.map((seed) => ({ seed, arms }));
  const found = await all(trainingPart, jobs, ({ seed }) => `arms, seed ${seed}`);
  return combined({ controls: [placeControl()] }, trainedClaims(found, arms));
}

/** Balanced accuracy over both kinds of verdict. */
const judging = ({ pointwise, pairwise }: Meters) => (pointwise + pairwise) / 2;

export function trainedClaims(seeds: readonly RecycledSeed[], names: readonly ArmName[]): StudyResult {
  const arms = comparison(seeds.map((seed) => seed.arms));
  const all = comparison<string, Meters>(seeds.map(({ warm, arms: own }) => ({ warm, ...own })));
  const verdicts = (arm: ArmName) => [
    beside("pointwise", arms.mean(arm, "pointwise")),
    beside("pairwise", arms.mean(arm, "pairwise")),
  ];
  const helped = difference(arms.values("SPARK", "reflected"), arms.values("SPARK", "single"));
  const gain = arms.less("SPARK", "tasks alone", "passAt1");
  const blind = arms.mean("shuffled gold", judging);
  return {
    claims: [
      claim("balanced accuracy of SPARK's verdicts on its own fresh answers, both kinds", [
        is(arms.mean("SPARK", judging), atLeast(0.75)),
        ...verdicts("SPARK"),
      ]),
      claim("the same of tasks alone", [
        is(arms.mean("tasks alone", judging), atMost(0.6)),
        ...verdicts("tasks alone"),
      ]),
      claim("SPARK: own verdict and one reflection less a single answer", is(helped, atLeast(0.03))),
      claim("a free judge: pass@1 of SPARK less tasks alone, equal characters", is(gain, atLeast(-0.02))),
      claim("synergy: pass@1 of SPARK less tasks alone, equal characters", is(gain, atLeast(0.02))),
    ],
    // Gold that says nothing teaches no judge, and costs characters.
    controls: [
      control(
        "with shuffled gold verdicts are right in more than 0.55, or less than 0.45",
        [is(blind, above(0.55)), is(blind, below(0.45))],
        { needs: "any" },
      ),
      control(
        "with shuffled gold pass@1 is that of tasks alone + 0.01 or more",
        is(arms.less("shuffled gold", "tasks alone", "passAt1"), atLeast(0.01)),
      ),
    ],
    tables: [
      all.table("held-out questions", ["warm", ...names], {
        "pass@1": "passAt1",
        "pointwise verdicts": "pointwise",
        "pairwise verdicts": "pairwise",
        "one answer": "single",
        "after its own verdict and reflection": "reflected",
        "preferred of four": "preferred",
        "most frequent of four": "agreed",
        "best of four": "oracle",
      }),
      arms.table("training", names, {
        "pointwise verdicts on the warm model's answers": ({ onWarm }) => onWarm.pointwise,
        "pairwise verdicts on them": ({ onWarm }) => onWarm.pairwise,
        "updates on the task": ({ task }) => task.updates,
        "live groups": ({ task }) => task.live,
        "updates on recycled items": ({ recycled }) => recycled.updates,
        characters: "characters",
      }),
      arms.table(
        "recycled items",
        names.filter((arm) => arm !== "tasks alone"),
        { "live groups": ({ recycled }) => recycled.live },
      ),
    ],
  };
}
