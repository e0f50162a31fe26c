// The pays of the released code, case by case, and what is made of them by comparison with the other answers.

import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { critiqueWorld } from "../../environments/language/critique.ts";
import type { RewardDeclaration } from "../../rewards/index.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { gated, REFINEMENT, VERDICT } from "./pay.ts";

/** (o, f): whether the first and the refined answer are right. */
const CASES = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

/** What the released code pays in those cases. */
const PUBLISHED: Readonly<Record<keyof typeof REFINEMENT, readonly number[]>> = {
  refine: [0, 1, 0, 1],
  delta: [0, 1, -1, 0],
  correct: [0, 1, 0, 0.2],
};

type Verdict = "right" | "wrong" | "missing";

/** What a declared reward pays at the end of an episode. */
function paid(declared: RewardDeclaration, [first, refined]: readonly [number, number], verdict: Verdict): number {
  const { spec } = critiqueWorld.make({});
  const correct = verdict === "right" ? 1 : 0;
  const said: Readonly<Record<string, number>> = {
    correct,
    misjudged: 1 - correct,
    readable: verdict === "missing" ? 0 : 1,
    firstRight: first,
    refinedRight: refined,
    repaired: refined * (1 - first),
    spoiled: first * (1 - refined),
  };
  const pay = new Float64Array(1);
  rewardPlan(
    declared,
    rewards,
  )(spec).pay(
    Float64Array.from(spec.channels, ({ name }) => said[name] ?? 0),
    Status.terminated,
    pay,
  );
  return pay[0];
}

const KINDS = ["refine", "delta", "correct"] as const;

/** The table of four cases and three pays; the gate; the verdict's own pay; RLOO's baseline. */
export function payChecks(): Check[] {
  const table = KINDS.map((kind) => CASES.map((one) => paid(REFINEMENT[kind], one, "wrong")));
  const open = KINDS.map((kind) => CASES.map((one) => paid(gated(REFINEMENT[kind]), one, "right")));
  const shut = (["wrong", "missing"] as const).flatMap((verdict) =>
    KINDS.flatMap((kind) => CASES.map((one) => paid(gated(REFINEMENT[kind]), one, verdict))),
  );
  const verdicts = (["right", "wrong", "missing"] as const).map((verdict) => paid(VERDICT, [1, 1], verdict));
  const say = (rows: readonly (readonly number[])[]) => rows.map((row) => row.join(" ")).join("; ");
  const same = (rows: readonly (readonly number[])[], bonus: number) =>
    rows.every((row, k) => row.every((value, c) => Math.abs(value - PUBLISHED[KINDS[k]][c] - bonus) <= 1e-15));
  return [
    holds(
      "pay for (o, f) = (0,0) (0,1) (1,0) (1,1): r_refine; r_delta; r_correct",
      say(KINDS.map((kind) => PUBLISHED[kind])),
      say(table),
      same(table, 0),
    ),
    holds("the same behind the gate, after a right verdict", "each + 0.2", say(open), same(open, 0.2)),
    holds(
      "behind the gate, after a wrong verdict or none",
      "−1 in all 24 cases",
      [...new Set(shut)].join(", "),
      shut.length === 24 && shut.every((value) => value === -1),
    ),
    holds(
      "pay of a verdict that is right, wrong, missing",
      "1, −1, −1",
      verdicts.join(", "),
      verdicts.join() === "1,-1,-1",
    ),
    byHand(),
    alike(),
  ];
}

/** Pays 1.2, 0.2, −1 and 1.2: the others' means are 2/15, 7/15, 13/15 and 2/15. */
function byHand(): Check {
  const found = groupAdvantages(Float64Array.of(1.2, 0.2, -1, 1.2), 4, { baseline: "others", scale: "none" });
  const expected = [16 / 15, -4 / 15, -28 / 15, 16 / 15];
  return holds(
    "RLOO: pays 1.2, 0.2, −1, 1.2 less the mean of the other three",
    "16/15, −4/15, −28/15, 16/15",
    [...found].map((value) => value.toFixed(4)).join(", "),
    expected.every((value, k) => Math.abs(found[k] - value) <= 1e-14),
  );
}

/** Answers to one question share their first answer, so that r_delta is r_refine less a constant of the group. */
function alike(): Check {
  const random = Random.of(1, "changes");
  const [refine, delta] = [new Float64Array(64), new Float64Array(64)];
  let first = 0;
  for (let row = 0; row < 64; row++) {
    if (row % 4 === 0) first = random.integer(2);
    const refined = random.integer(2);
    refine[row] = paid(REFINEMENT.refine, [first, refined], "right");
    delta[row] = paid(REFINEMENT.delta, [first, refined], "right");
  }
  const [one, other] = [refine, delta].map((pay) => groupAdvantages(pay, 4, { baseline: "others", scale: "none" }));
  const gap = one.reduce((most, value, row) => Math.max(most, Math.abs(value - other[row])), 0);
  return holds(
    "RLOO: advantages by r_delta are those by r_refine, 16 groups of 4, undivided",
    "largest gap ≤ 1e-12",
    gap.toExponential(1),
    gap <= 1e-12,
  );
}
