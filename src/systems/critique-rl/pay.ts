// What a critic can be paid for, as it is declared: its verdict, what became of the answer, or the latter where the verdict is
// right (arXiv 2510.24320); and the pays of the released code, case by case.

import { Status } from "../../core/environment.ts";
import { critiqueWorld } from "../../environments/language/critique.ts";
import { type RewardDeclaration, rewardPlan, rewards } from "../../rewards/index.ts";
import { type Claim, equation, inAll } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";

/** r_dis: 1 for a right verdict, −1 for a wrong one or none. */
export const VERDICT: RewardDeclaration = { weights: { correct: 1, misjudged: -1 } };

/** Of the refined answer f beside the first o: whether it is right; what changed; what changed, and a little for keeping. */
export const REFINEMENT = {
  refine: { channel: "refinedRight" },
  delta: { weights: { repaired: 1, spoiled: -1 } },
  correct: {
    sum: [{ channel: "repaired" }, { product: [{ channel: "firstRight" }, { channel: "refinedRight" }], weight: 0.2 }],
  },
} as const satisfies Readonly<Record<string, RewardDeclaration>>;

/** Of the second stage: the refined answer and β₁ = 0.2 for a right verdict; without one −1 for any answer. */
export const GATED: RewardDeclaration = gated(REFINEMENT.refine);

/** The same with another pay for the refinement. */
export function gated(refinement: RewardDeclaration): RewardDeclaration {
  return {
    when: { channel: "correct", atLeast: 1 },
    pay: { sum: [refinement, { channel: "correct", weight: 0.2 }] },
    otherwise: { channel: "misjudged", weight: -1 },
  };
}

/** What the released code pays in each of CASES. */
const PUBLISHED = { refine: [0, 1, 0, 1], delta: [0, 1, -1, 0], correct: [0, 1, 0, 0.2] } as const;
const KINDS = ["refine", "delta", "correct"] as const;
/** (o, f): whether the first and the refined answer are right. */
const CASES = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
const VERDICTS = ["right", "wrong", "missing"] as const;

/** What a declared reward pays at the end of an episode. */
export function paid(
  declared: RewardDeclaration,
  [first, refined]: readonly number[],
  verdict: (typeof VERDICTS)[number],
) {
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
  const outcomes = Float64Array.from(spec.channels, ({ name }) => said[name] ?? 0);
  rewardPlan(declared, rewards)(spec).pay(outcomes, Status.terminated, pay);
  return pay[0];
}

/** The table of four cases and three pays; the gate; the verdict's own pay. */
export function payEquations(): Claim[] {
  const each = <T>(of: (kind: (typeof KINDS)[number], at: number) => T) =>
    KINDS.flatMap((kind) => CASES.map((_, at) => of(kind, at)));
  const labels = each((kind, at) => `r_${kind}(${CASES[at].join(", ")})`);
  const pays = (verdict: (typeof VERDICTS)[number], of = (kind: (typeof KINDS)[number]) => gated(REFINEMENT[kind])) =>
    each((kind, at) => paid(of(kind), CASES[at], verdict));
  const published = (bonus: number) => each((kind, at) => PUBLISHED[kind][at] + bonus);
  const shut = [...pays("wrong"), ...pays("missing")];
  return [
    equation(
      "pay for (o, f), whether the first and the refined answer are right",
      matching(
        labels,
        pays("wrong", (kind) => REFINEMENT[kind]),
        published(0),
        1e-15,
      ),
    ),
    equation(
      "the same behind the gate, after a right verdict: 0.2 more",
      matching(labels, pays("right"), published(0.2), 1e-15),
    ),
    equation(
      "behind the gate, after a wrong verdict or none: −1",
      inAll(shut.filter((pay) => pay === -1).length, shut.length),
    ),
    equation(
      "pay of a verdict",
      matching(
        VERDICTS,
        VERDICTS.map((verdict) => paid(VERDICT, [1, 1], verdict)),
        [1, -1, -1],
        0,
      ),
    ),
  ];
}
