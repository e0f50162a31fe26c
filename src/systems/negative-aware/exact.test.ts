// What the paper proves: on the policy that wrote the answers the gradient is Dr. GRPO's or GRPO's, and wrong answers alone
// determine what right ones are like. On questions of which everything can be summed, and on a batch that a transformer wrote.

import { describe, expect, it } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { imitated, paidBy } from "../../../test/fixtures/writers.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { fillCredit } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { everyText } from "../../algorithms/text/text-batch.ts";
import type { TextMethod } from "../../algorithms/text/text-method.ts";
import { tokenLoss } from "../../algorithms/text/token-loss.ts";
import { clippedObjective, objectiveAt, type TokenObjective } from "../../algorithms/text/token-objective.ts";
import { Random } from "../../core/random.ts";
import { charactersOf } from "../../core/text.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { cosine } from "../../math/cosine.ts";
import { root } from "../../math/root.ts";
import { softmax } from "../../math/softmax.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { negativeAwareMethod, negativeAwareObjective, questionWeight, type Weighting } from "./method.ts";

const NFT = negativeAwareObjective({ floor: 1, negative: 1 });

const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

/** A question of twelve answers. */
interface Question {
  /** π_old, the probabilities of the answers. */
  readonly old: Float64Array;
  /** 1 for right answers, 0 for wrong ones; both occur. */
  readonly right: Float64Array;
  /** r, the probability of a right answer. */
  readonly rate: number;
}

const questions = (count: number) =>
  Array.from({ length: count }, (_, seed): Question => {
    const random = Random.of(seed, "question");
    const old = softmax(Float64Array.from({ length: 12 }, () => random.normal()));
    let right: Float64Array;
    do right = old.map(() => (random.uniform() < 0.5 ? 1 : 0));
    while (right.every((one) => one === right[0]));
    return { old, right, rate: sum(old.map((p, a) => p * right[a])) };
  });
const QUESTIONS = questions(10);

/** π⁺, what is written when the answer is right. */
const positive = ({ old, right, rate }: Question) => old.map((p, a) => (right[a] * p) / rate);

const MANY = questions(200);

/** A value for each answer of many questions, in one row. */
const rowOf = (of: (question: Question) => Float64Array) => Float64Array.from(MANY.flatMap((one) => [...of(one)]));

/** Gradients in the logits of the expected gains where the policy has not moved; tables hold one number for each answer. */
function logitGradients(objective: TokenObjective, tables: readonly Float64Array[]): Float64Array {
  const { slopes } = objectiveAt(
    objective,
    rowOf(({ old }) => old.map(() => 0)),
    tables,
  );
  return Float64Array.from(
    MANY.flatMap(({ old }, k) => {
      const own = slopes.subarray(k * old.length, (k + 1) * old.length);
      const mean = sum(own.map((slope, a) => old[a] * slope));
      return [...old.map((p, a) => p * (own[a] - mean))];
    }),
  );
}

/** Largest difference of the expected gradient from Dr. GRPO's, or with advantages by the exact deviation from GRPO's. */
function largestGap(weighting: Weighting, scaled: boolean): number {
  const every = (of: (rate: number) => number) => rowOf(({ old, rate }) => old.map(() => of(rate)));
  const deviation = (rate: number) => (scaled ? Math.sqrt(rate * (1 - rate)) : 1);
  const weights = every((rate) => questionWeight(rate, weighting));
  const own = logitGradients(NFT, [rowOf(({ right }) => right), every((rate) => rate), weights]);
  const advantages = rowOf(({ right, rate }) => right.map((one) => (one - rate) / deviation(rate)));
  const other = logitGradients(clippedObjective([0.2, 0.2]), [advantages, every(() => 1)]);
  return Math.max(...own.map((x, at) => Math.abs(x - other[at])));
}

describe("on the policy that wrote the answers, the expected gradient", () => {
  it("is Dr. GRPO's where questions weigh 1 − r, and GRPO's where they weigh √((1 − r)/r)", () => {
    expect(largestGap("wrong", false)).toBeLessThan(1e-10);
    expect(largestGap("odds", true)).toBeLessThan(1e-10);
  });

  it("is neither where questions weigh alike", () => {
    expect(largestGap("alike", false)).toBeGreaterThan(0.1);
    expect(largestGap("alike", true)).toBeGreaterThan(0.1);
  });
});

describe("on a batch that a transformer wrote, the gradient in all weights", () => {
  const context = paidBy(
    trainingContext(() => sortWorld.make({ digits: 1 }), "exact"),
    "correct",
  );
  const { spec } = context;
  const sizes = { vocabulary: charactersOf(spec).length, context: spec.observationSize };
  const model = transformer({ ...sizes, width: 16, layers: 1, heads: 2 });
  const parameters = imitated(context, model, 60);
  const sampler = textSampler(context, model, parameters, { groups: 8, group: 16 });
  const texts = sampler.write(Random.of(1, "batch"));
  sampler.close();
  const batch = { rows: texts.rows, group: 16, context: texts.context, longest: spec.horizon };

  function gradient(method: TextMethod): Float32Array {
    const lesson = method.teach(texts);
    const loss = tokenLoss(model, parameters, texts.rows, method.objectives, { divergence: 0, entropy: 0 });
    fillCredit(loss, model, texts, lesson?.credit ?? [], everyText(texts.rows));
    loss.run();
    loss.close();
    return loss.gradient;
  }

  it.each([
    ["wrong", "Dr. GRPO's", "none"],
    ["odds", "GRPO's by the population deviation", "group"],
  ] as const)("of weight `%s` is %s", (weighting, _, scale) => {
    const own = gradient(negativeAwareMethod({ weighting, floor: 1, negative: 1, average: "characters" }, batch));
    const credit = { clip: [0.2, 0.2], baseline: "group", average: "characters", tiny: 0 } as const;
    const other = gradient(groupMethod({ ...credit, scale }, batch));
    expect(1 - cosine(own, other)).toBeLessThan(1e-5);
    expect(Math.abs(Math.hypot(...own) / Math.hypot(...other) - 1)).toBeLessThan(1e-4);
  });
});

describe("likelihood of wrong answers alone", () => {
  /** Σ_wrong π_old·ln((π_old − r·π)/((1 − r)·π_old)) of policies over one question's answers. */
  function likelihoods({ old, right, rate }: Question, policies: readonly Float64Array[]): number[] {
    const all = (of: (a: number, policy: Float64Array) => number) =>
      Float64Array.from(policies.flatMap((policy) => [...policy.keys()].map((a) => of(a, policy))));
    const { gain } = objectiveAt(
      negativeAwareObjective({ floor: 1e-9, negative: 1 }),
      all((a, policy) => Math.log(Math.max(policy[a], 1e-12) / old[a])),
      [all((a) => right[a]), all(() => rate), all(() => 1)],
    );
    const each = (k: number, a: number) => (1 - right[a]) * old[a] * gain[k * old.length + a];
    return policies.map((_, k) => sum(old.map((__, a) => each(k, a))));
  }

  it("is highest at π⁺ among policies whose negative part is a distribution (theorem 3.1)", () => {
    for (const [seed, question] of QUESTIONS.entries()) {
      const { old, rate } = question;
      const random = Random.of(seed, "policies");
      // Of (π_old − r·π)/(1 − r) nothing is negative.
      const others = Array.from({ length: 50 }, () => {
        const drawn = softmax(old.map((p) => Math.log(p) + random.normal()));
        return within(
          drawn,
          old.map((p) => p / rate),
        );
      });
      const best = positive(question);
      const near = others.map((policy) => policy.map((p, a) => 0.999 * best[a] + 0.001 * p));
      const [highest, ...rest] = likelihoods(question, [best, ...others, ...near]);
      expect(Math.max(...rest)).toBeLessThan(highest - 1e-6);
    }
  });

  it("by ascent on logits finds which answers are right, and not how likely each of them is: π⁻ becomes negative", () => {
    const policies = QUESTIONS.map(({ old }) => old.map(Math.log));
    const flat = (of: (question: Question) => Float64Array) => Float64Array.from(QUESTIONS.flatMap((q) => [...of(q)]));
    const tables = [
      flat(({ right }) => right),
      flat(({ old, rate }) => old.map(() => rate)),
      flat(({ old }) => old.map(() => 1)),
    ];
    for (let step = 0; step < 60; step++) {
      const now = policies.map((logits) => softmax(logits.slice()));
      const moved = Float64Array.from(
        now.flatMap((policy, k) => [...policy.map((p, a) => Math.log(p / QUESTIONS[k].old[a]))]),
      );
      const { slopes } = objectiveAt(NFT, moved, tables);
      for (const [k, { old, right }] of QUESTIONS.entries()) {
        const pulls = old.map((p, a) => p * (1 - right[a]) * slopes[k * old.length + a]);
        const gradient = now[k].map((p, a) => pulls[a] - p * sum(pulls));
        const length = Math.hypot(...gradient);
        for (const [a, slope] of gradient.entries()) policies[k][a] += (0.25 * slope) / length;
      }
    }
    for (const [k, question] of QUESTIONS.entries()) {
      const policy = softmax(policies[k]);
      expect(sum(policy.map((p, a) => question.right[a] * p))).toBeGreaterThan(0.99);
      expect(Math.max(...policy.map((p, a) => p - question.old[a] / question.rate))).toBeGreaterThan(0.02);
    }
  });
});

/** The nearest distribution that is nowhere above `most`. */
function within(policy: Float64Array, most: Float64Array): Float64Array {
  const moved = (shift: number) => policy.map((p, a) => Math.min(Math.max(p - shift, 0), most[a]));
  return moved(root((shift) => sum(moved(shift)) - 1, -20, 1));
}
