// The contrastive loss: its gradient, its link to direct preference optimisation, ties, and what each variant adds.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { contrastiveLoss, fitContrastive, logSoftmax, type PreferenceLossOptions } from "./contrastive.ts";
import type { LabelledPairs } from "./segments.ts";

const [STATES, ACTIONS] = [3, 4];
const SIZE = STATES * ACTIONS;

/** Random segments, the second of them one step shorter, with a label of each kind. */
function drawnPairs(length: number, seed = 1): LabelledPairs {
  const random = Random.of(seed, "pairs");
  const entries = Int32Array.from({ length: 2 * 30 * length }, () => random.integer(SIZE));
  if (length > 1) entries[2 * length - 1] = -1;
  return { data: { pairs: 30, length, entries }, labels: Float64Array.from({ length: 30 }, (_, k) => (k % 3) / 2) };
}

const drawnTable = (name: string): Float64Array => {
  const random = Random.of(2, name);
  return Float64Array.from({ length: SIZE }, () => random.normal());
};

const logPolicyOf = (logits: Float64Array) => logSoftmax(logits, ACTIONS, new Float64Array(SIZE));
const logSigmoid = (x: number) => -Math.log1p(Math.exp(-x));

const variants: Readonly<Record<string, PreferenceLossOptions>> = {
  plain: { temperature: 0.7, discount: 0.9 },
  conservative: { temperature: 0.7, discount: 1, bias: 0.5 },
  "with cloning of all": { temperature: 0.7, discount: 0.9, cloning: { weight: 0.3, of: "all" } },
  "with cloning of the preferred": { temperature: 0.7, discount: 0.9, cloning: { weight: 0.3, of: "preferred" } },
  "from a reference": { temperature: 0.7, discount: 0.9, bias: 0.75, reference: drawnTable("reference") },
  decayed: { temperature: 0.7, discount: 0.9, decay: 2 },
};

test.each(Object.entries(variants))("the gradient is that of the loss: %s", (_, options) => {
  const loss = contrastiveLoss(drawnPairs(5), ACTIONS, options);
  const [gradient, unused] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  const logits = drawnTable("logits");
  loss(logits, gradient);
  for (let at = 0; at < SIZE; at++) {
    const moved = (by: number) => loss(logits.with(at, logits[at] + by), unused);
    expect(gradient[at]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 6);
  }
});

describe("the loss", () => {
  test("of segments of one step with a reference is that of direct preference optimisation", () => {
    const reference = logPolicyOf(drawnTable("reference"));
    const logits = drawnTable("logits");
    const logPolicy = logPolicyOf(logits);
    const { data, labels } = drawnPairs(1);
    const beta = 0.4;
    let expected = 0;
    for (let k = 0; k < data.pairs; k++) {
      const [one, other] = [data.entries[2 * k], data.entries[2 * k + 1]];
      const margin = beta * (logPolicy[one] - reference[one] - (logPolicy[other] - reference[other]));
      expected -= labels[k] * logSigmoid(margin) + (1 - labels[k]) * logSigmoid(-margin);
    }
    const loss = contrastiveLoss({ data, labels }, ACTIONS, { temperature: beta, discount: 0.9, reference });
    expect(loss(logits, new Float64Array(SIZE))).toBeCloseTo(expected, 10);
  });

  test("is ln 2 for each pair of equal segments, however improbable they are", () => {
    const entries = Int32Array.of(0, 0, 0, 0);
    const pairs = { data: { pairs: 1, length: 2, entries }, labels: Float64Array.of(1) };
    const logits = new Float64Array(SIZE);
    logits[0] = -5000;
    const loss = contrastiveLoss(pairs, ACTIONS, { temperature: 1, discount: 1 });
    expect(loss(logits, new Float64Array(SIZE))).toBeCloseTo(Math.LN2, 12);
  });

  test("counts no step after an episode's end", () => {
    const options = { temperature: 1, discount: 0.5, cloning: { weight: 1, of: "all" } } as const;
    const value = (entries: number[], length: number) => {
      const pair = { data: { pairs: 1, length, entries: Int32Array.from(entries) }, labels: Float64Array.of(1) };
      return contrastiveLoss(pair, ACTIONS, options)(drawnTable("logits"), new Float64Array(SIZE));
    };
    expect(value([1, -1, -1, 6, -1, -1], 3)).toBe(value([1, 6], 1));
  });
});

test("what is preferred becomes likely; with λ < 1 more than what is not shown", () => {
  // In state 0 action 1 is always preferred to action 0; actions 2 and 3 are never shown.
  const entries = Int32Array.from({ length: 40 }, (_, k) => 1 - (k % 2));
  const pairs = { data: { pairs: 20, length: 1, entries }, labels: new Float64Array(20).fill(1) };
  const fitted = (bias: number) =>
    fitContrastive(pairs, { states: STATES, actions: ACTIONS }, { temperature: 1, discount: 1, bias, decay: 0.1 });
  const [plain, conservative] = [fitted(1), fitted(0.5)];
  expect(plain[1]).toBeGreaterThan(plain[2]);
  expect(plain[2]).toBeGreaterThan(plain[0]);
  expect(conservative[2]).toBeLessThan(plain[2]);
  // Nothing was said of state 1.
  for (let a = ACTIONS; a < 2 * ACTIONS; a++) expect(plain[a]).toBeCloseTo(-Math.log(ACTIONS), 12);
});
