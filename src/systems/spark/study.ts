// One model as policy and as its own judge: its answers and their verdicts, which are thrown away elsewhere, become exercises
// in judging and in doing better, and are paid for like the task. Whether the judge is free, and whether it helps the policy,
// are two questions with two answers.

import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference, sampled } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { armNames } from "../../study/testbeds/text-arms.ts";
import { type ArmName, KEPT, type RecycledConduct, type RecycledSeed, trainingPart } from "./arms.ts";
import type { Meters, Verdicts } from "./meters.ts";
import { placeControl } from "./place-control.ts";

export const spark: Study = {
  id: "spark",
  title: "SPARK: a policy and its own reward model that grow together",
  source: "arXiv 2509.22624 and its released code, InternLM/Spark",
  claim:
    "Rollouts and verdicts, recycled into exercises of judging and reflection for the same model, make it its own reward model, which helps it at test time, and raise what it answers at once.",
  claimed:
    "SPARK-VL-7B over its baselines: +9.7% on seven reasoning benchmarks, +12.1% on two reward benchmarks, +1.5% on eight general ones",
  seeds: { first: 20_001, short: 5, full: 20 },
  notDone: [
    "Unary chains: digits are sorted, rightly in 0.99 of answers after 300,000 characters, which leaves synergy and reflection no room.",
  ],
  seenBefore: [
    "The learning rate was chosen by single runs on seeds 1 to 3. An earlier record had seeds 111 to 115, width 32 and 30,000 characters.",
    "Seed 901: width 32 and 60,000 characters, also with six digits and 30,000; width 64 with 10,000 and 40,000 of SPARK.",
    "The present code on seeds 903 to 905 in the short form: verdicts 0.61 ± 0.04, shuffled gold's 0.57 ± 0.04. SPARK of the long form on 902.",
  ],
  changed: [
    "The long form has models of width 64 and ten times the characters, since verdicts after 30,000 were hardly better than shuffled gold's.",
    "Arms that no claim is about stand in the long form, on two seeds.",
  ],
  run,
};

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const size = full ? { width: 64, characters: 300_000 } : { width: 32, characters: 30_000 };
  // Two seeds of the long form have all arms.
  const names = (k: number) => armNames(KEPT, full && k < 2 ? undefined : 3);
  const jobs = seeds.map((seed, k) => ({ ...size, seed, arms: names(k) }));
  const found = await all(trainingPart, jobs, ({ seed }) => `arms, seed ${seed}`);
  return combined({ controls: [placeControl()] }, trainedClaims(found, names(0)));
}

/** Balanced accuracy over both kinds of verdict. */
const judging = ({ pointwise, pairwise }: Verdicts) => (pointwise + pairwise) / 2;
const ofWarm = ({ onWarm }: RecycledConduct) => judging(onWarm);

/** Shares of a training. */
const TRAINED = {
  "pointwise verdicts on the warm model's answers": ({ onWarm }: RecycledConduct) => onWarm.pointwise,
  "pairwise verdicts on them": ({ onWarm }: RecycledConduct) => onWarm.pairwise,
  "live groups": ({ task }: RecycledConduct) => task.live,
  "live groups of recycled items": ({ recycled }: RecycledConduct) => (recycled.updates === 0 ? 0 : recycled.live),
};

function trainedClaims(seeds: readonly RecycledSeed[], names: readonly ArmName[]): StudyResult {
  const arms = comparison(
    seeds.map((seed) => seed.arms),
    { shares: ["passAt1", "pointwise", "pairwise", ofWarm, ...Object.values(TRAINED)] },
  );
  const all = comparison<string, Meters>(
    seeds.map(({ warm, arms: own }) => ({ warm, ...own })),
    { shares: ["passAt1", "single", "reflected", "preferred", "agreed", "oracle"] },
  );
  // A writer without a wrong answer has given nothing to judge.
  const judged = (arm: ArmName) => sampled(arms.values(arm, judging).filter(Number.isFinite));
  const onWarm = (arm: ArmName) => beside("on the warm model's", arms.mean(arm, ofWarm));
  const [blind, before] = [judged("shuffled gold"), beside("before any pay", all.mean("warm", judging))];
  const helped = difference(arms.values("SPARK", "reflected"), arms.values("SPARK", "single"));
  const gain = arms.less("SPARK", "tasks alone", "passAt1");
  return {
    claims: [
      claim("balanced accuracy of SPARK's verdicts on its own fresh answers, both kinds", [
        is(judged("SPARK"), atLeast(0.75)),
        onWarm("SPARK"),
      ]),
      claim("balanced accuracy, tasks alone", [is(judged("tasks alone"), atMost(0.6)), onWarm("tasks alone")]),
      claim("SPARK: own verdict and one reflection less a single answer", is(helped, atLeast(0.03))),
      claim("a free judge: pass@1 of SPARK less tasks alone, equal characters", is(gain, atLeast(-0.02))),
      claim("synergy: pass@1 of SPARK less tasks alone, equal characters", is(gain, atLeast(0.02))),
    ],
    // Gold that says nothing teaches no judge, and costs characters.
    controls: [
      control(
        "with shuffled gold verdicts are right in more than 0.55, or less than 0.45",
        [is(blind, above(0.55)), is(blind, below(0.45)), onWarm("shuffled gold"), before],
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
        "one answer": "single",
        "after its own verdict and reflection": "reflected",
        "preferred of four": "preferred",
        "most frequent of four": "agreed",
        "best of four": "oracle",
      }),
      arms.table("training", names, {
        ...TRAINED,
        "updates on the task": ({ task }) => task.updates,
        "updates on recycled items": ({ recycled }) => recycled.updates,
        characters: "characters",
      }),
    ],
  };
}
