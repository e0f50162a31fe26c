// What the trained arms show of the claims. Thresholds were fixed before the first run.

import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import type { ArmName, RecycledSeed } from "./arms.ts";
import type { Meters } from "./meters.ts";

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
