// The contrastive loss: its gradient, its link to direct preference optimisation, ties, and what each variant adds; what it is held against;
// and the learner on a small field.

import { describe, expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { Random } from "../../core/random.ts";
import { pits } from "../../environments/gridworld/pits.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";
import { train, trainingContext } from "../train.ts";
import { contrastiveFit, contrastiveLoss, logSoftmax, type PreferenceLossOptions } from "./contrastive-loss.ts";
import { contrastivePreference } from "./contrastive-preference.ts";
import { cloned, fittedReward, plannedValues } from "./segment-rivals.ts";
import type { SegmentPairs } from "./segments.ts";

const [ROWS, CHOICES] = [3, 4];
const SIZE = ROWS * CHOICES;

/** Every step leads to row 0 and ends its episode. */
const over = (steps: number) => ({ next: new Int32Array(steps), ended: new Uint8Array(steps).fill(1) });

/** Random segments, the second of them one step shorter, with a label of each kind. */
function drawnPairs(length: number, seed = 1): SegmentPairs {
  const random = Random.of(seed, "pairs");
  const entries = Int32Array.from({ length: 2 * 30 * length }, () => random.integer(SIZE));
  if (length > 1) entries[2 * length - 1] = -1;
  const labels = Float64Array.from({ length: 30 }, (_, k) => (k % 3) / 2);
  return { pairs: 30, length, entries, ...over(entries.length), labels };
}

const pairsOf = (entries: readonly number[], length: number, labels: readonly number[]): SegmentPairs => ({
  ...{ pairs: labels.length, length, entries: Int32Array.from(entries) },
  ...{ ...over(entries.length), labels: Float64Array.from(labels) },
});

const drawnTable = (name: string): Float64Array => {
  const random = Random.of(2, name);
  return Float64Array.from({ length: SIZE }, () => random.normal());
};

const logPolicyOf = (logits: ArrayLike<number>) => logSoftmax(logits, CHOICES, new Float64Array(SIZE));
const logSigmoid = (x: number) => -Math.log1p(Math.exp(-x));

const variants: Readonly<Record<string, PreferenceLossOptions>> = {
  plain: { temperature: 0.7, discount: 0.9 },
  conservative: { temperature: 0.7, discount: 1, bias: 0.5 },
  "with cloning": { temperature: 0.7, discount: 0.9, cloning: 0.3 },
  "from a reference": { temperature: 0.7, discount: 0.9, bias: 0.75, reference: drawnTable("reference") },
  decayed: { temperature: 0.7, discount: 0.9, decay: 2 },
};

test.each(Object.entries(variants))("the gradient is that of the loss: %s", (_, options) => {
  const loss = contrastiveLoss(drawnPairs(5), CHOICES, options);
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
    const segments = drawnPairs(1);
    const beta = 0.4;
    let expected = 0;
    for (const [k, label] of segments.labels.entries()) {
      const [one, other] = [segments.entries[2 * k], segments.entries[2 * k + 1]];
      const margin = beta * (logPolicy[one] - reference[one] - (logPolicy[other] - reference[other]));
      expected -= label * logSigmoid(margin) + (1 - label) * logSigmoid(-margin);
    }
    const loss = contrastiveLoss(segments, CHOICES, { temperature: beta, discount: 0.9, reference });
    expect(loss(logits, new Float64Array(SIZE))).toBeCloseTo(expected, 10);
  });

  test("is ln 2 for each pair of equal segments, however improbable they are", () => {
    const logits = new Float64Array(SIZE);
    logits[0] = -5000;
    const loss = contrastiveLoss(pairsOf([0, 0, 0, 0], 2, [1]), CHOICES, { temperature: 1, discount: 1 });
    expect(loss(logits, new Float64Array(SIZE))).toBeCloseTo(Math.LN2, 12);
  });

  test("counts no step after an episode's end", () => {
    const options = { temperature: 1, discount: 0.5, cloning: 1 };
    const value = (entries: number[], length: number) =>
      contrastiveLoss(pairsOf(entries, length, [1]), CHOICES, options)(drawnTable("logits"), new Float64Array(SIZE));
    expect(value([1, -1, -1, 6, -1, -1], 3)).toBe(value([1, 6], 1));
  });
});

test("what is preferred becomes likely; with λ < 1 more than what is not shown", () => {
  // In row 0 choice 1 is always preferred to choice 0; choices 2 and 3 are never shown.
  const entries = Array.from({ length: 40 }, (_, k) => 1 - (k % 2));
  const segments = pairsOf(entries, 1, new Array<number>(20).fill(1));
  const fitted = (bias: number) => {
    const logits = new Float32Array(SIZE);
    const options = { temperature: 1, discount: 1, bias, decay: 0.1, steps: 120, rate: 0.3 };
    const step = contrastiveFit(segments, logits, CHOICES, options);
    for (let k = 0; k < 120; k++) step();
    return logPolicyOf(logits);
  };
  const [plain, conservative] = [fitted(1), fitted(0.5)];
  expect(plain[1]).toBeGreaterThan(plain[2]);
  expect(plain[2]).toBeGreaterThan(plain[0]);
  expect(conservative[2]).toBeLessThan(plain[2]);
  // Nothing was said of row 1.
  for (let a = CHOICES; a < 2 * CHOICES; a++) expect(plain[a]).toBeCloseTo(-Math.log(CHOICES), 12);
});

describe("what it is held against", () => {
  test("clones all segments by their shares, and preferred ones by labels", () => {
    const segments = pairsOf([0, 1, 1, 1], 2, [1]);
    const shares = cloned(segments, { rows: 1, choices: 2 }, "all", 0.5).map(Math.exp);
    expect(shares[0]).toBeCloseTo(0.3, 12);
    expect(shares[1]).toBeCloseTo(0.7, 12);
    expect(cloned(segments, { rows: 1, choices: 2 }, "preferred", 0.5)[0]).toBeCloseTo(Math.log(0.5), 12);
  });

  test("fits a reward, of where steps lead and of what is over too", () => {
    // Choice 1 of row 0 leads to row 1, which is liked; choice 0 stays, and is not. Choice 0 of row 1 ends the episode.
    const segments = {
      ...pairsOf([1, 2, 0, 0], 2, [1]),
      next: Int32Array.of(1, 1, 0, 0),
      ended: Uint8Array.of(0, 1, 0, 0),
    };
    const { done, reached, over: after } = fittedReward(segments, { rows: 2, choices: 2 }, 0.5, 1);
    expect(done[1]).toBeGreaterThan(0.1);
    expect(done[0]).toBeLessThan(-0.1);
    expect(reached[1]).toBeGreaterThan(0.1);
    // Both segments are full: no step after the end is compared.
    expect(after).toBe(0);
    const short = { ...segments, entries: Int32Array.of(2, -1, 0, 0), ended: Uint8Array.of(1, 0, 0, 0) };
    expect(fittedReward(short, { rows: 2, choices: 2 }, 0.5, 1).over).toBeGreaterThan(0.1);
  });

  test("plans where segments lead, and shuns what none shows", () => {
    const size = { rows: 2, choices: 2 };
    const segments = {
      ...pairsOf([1, 2, 0, 3], 2, [1]),
      next: Int32Array.of(1, 1, 0, 1),
      ended: Uint8Array.of(0, 1, 0, 0),
    };
    const reward = { done: Float64Array.of(0, 0, 1, 0), reached: Float64Array.of(0, 0.5), over: 0 };
    // Row 1 ends with 1 + 0.5, or stays for 0.5 and ends later: staying for ever is worth 0.5 / (1 − 0.9).
    const values = [...plannedValues(segments, size, reward, 0.9)].map((value) => Number(value.toFixed(6)));
    expect(values).toEqual([0.9 * 5, 0.5 + 0.9 * 5, 1.5, 0.5 + 0.9 * 5].map((value) => Number(value.toFixed(6))));
    const shown = plannedValues(pairsOf([0, 0], 1, [1]), size, { ...reward, done: Float64Array.of(-1, 0, 0, 0) }, 0.9);
    expect(shown[1]).toBeLessThan(shown[0]);
  });
});

/** Mean pay of the learner's player over 200 episodes. */
async function paid(parameters: object, channel: string): Promise<number> {
  const makeEnvironment = () => pits.make({ horizon: 30 });
  const context = trainingContext({ makeEnvironment, seed: 5, reward: weightedSum({ [channel]: 1 }) });
  const { players } = await train(contrastivePreference.make({ mode: true, sharpness: 10, ...parameters }), context);
  const [player] = players;
  const world = makeEnvironment();
  let sum = 0;
  for (let k = 0; k < 200; k++) {
    const random = Random.of(k, "played");
    sum += playEpisode(world, [player], random, { hand: random }).sum("payoff") / 200;
  }
  return sum;
}

test("preferences by regret are a policy, with a reward and its plan or without; those of a coin are nothing", async () => {
  expect(await paid({ decay: 0.1 }, "advantage")).toBeGreaterThan(0.7);
  expect(await paid({ learns: "reward", decay: 0.1 }, "advantage")).toBeGreaterThan(0.7);
  expect(await paid({ learns: "preferred" }, "advantage")).toBeLessThan(0.6);
  expect(await paid({ sharpness: 1e-9 }, "advantage")).toBeLessThan(0.3);
});
