// The attention network against rules that it contains, plain arithmetic, and journeys that can be learnt.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { journeyShapley, removalCredit } from "../../mechanisms/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys } from "../../mechanisms/attribution/generated-journeys.ts";
import { chosenJourneys, converters, type Journeys, journeyCount } from "../../mechanisms/attribution/journeys.ts";
import type { AttentionModel } from "./attention-model.ts";
import { type AttentionOptions, fitAttention } from "./attention-model.ts";
import { type AttributionRule, lastTouch, linearRule } from "./rules.ts";

const journeys = generateJourneys(CONFOUNDED_JOURNEYS, 300, Random.of(1));
const SMALL = { units: 4, hidden: 4, batch: 64 } as const;

/** A network whose weights are drawn and not yet fitted. */
function drawn(options: AttentionOptions = {}, change: (model: AttentionModel) => void = () => {}): AttentionModel {
  const model = fitAttention(journeys, { ...SMALL, epochs: 0, ...options }, Random.of(2));
  change(model);
  return model;
}

/** Sets ρ, and u to 0 where it is left out. */
const set =
  (rho: number, query?: "query") =>
  ({ network: { parameters, tensors } }: AttentionModel) => {
    parameters.view(tensors.decay)[0] = rho;
    if (query === undefined) parameters.view(tensors.query).fill(0);
  };

const sums = (values: Float64Array, { starts }: Journeys) =>
  Array.from(starts.subarray(1), (to, k) => values.subarray(starts[k], to).reduce((a, b) => a + b, 0));

/** The largest difference of the attention on a touch from what a rule gives it. */
function farthest(attention: Float64Array, rule: AttributionRule): number {
  const shares = new Float64Array(attention.length);
  for (let k = 0; k < journeyCount(journeys); k++) {
    const [from, to] = [journeys.starts[k], journeys.starts[k + 1]];
    rule(journeys.before.subarray(from, to), shares.subarray(from, to), journeys.channel.subarray(from, to));
  }
  return Math.max(...attention.map((share, at) => Math.abs(share - shares[at])));
}

describe("attention", () => {
  test("adds up to 1 over a journey's touches, so that none is left for what fills it up", () => {
    const model = drawn();
    for (const sum of sums(model.attention(journeys), journeys)) expect(sum).toBeCloseTo(1, 5);
    expect(model.decay()).toBeCloseTo(1, 5);
    model.close();
  });

  test("with u = 0 and λ = 0 is the linear rule", () => {
    const model = drawn({}, set(-50));
    expect(farthest(model.attention(journeys), linearRule)).toBeLessThanOrEqual(1e-5);
    model.close();
  });

  test("with a large λ is the last touch, for any u", () => {
    const model = drawn({}, set(1e7, "query"));
    expect(farthest(model.attention(journeys), lastTouch)).toBeLessThanOrEqual(1e-5);
    model.close();
  });

  test("that looks at the last touch only has all of it there", () => {
    const model = drawn({ look: "last" });
    const attention = model.attention(journeys);
    for (let k = 0; k < journeyCount(journeys); k++) expect(attention[journeys.starts[k + 1] - 1]).toBeCloseTo(1, 6);
    model.close();
  });
});

describe("chances", () => {
  const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
  /** c + g and the logit of one touch in doubles, by the formulas. */
  function plain(model: AttentionModel, user: Float64Array, touch: number) {
    const named = new Map(model.network.parameters.shapes.map(({ name }, k) => [name, k]));
    const view = (name: string) => model.network.parameters.view(named.get(name) ?? -1);
    const dense = (x: ArrayLike<number>, w: Float32Array, b: Float32Array) =>
      Array.from(b, (bias, j) => Array.from(x).reduce((sum, value, i) => sum + value * w[i * b.length + j], bias));
    const hidden = dense(user, view("control.0.weight"), view("control.0.bias")).map((x) => Math.max(0, x));
    const [side] = dense(hidden, view("control.1.weight"), view("control.1.bias"));
    const one = Array.from({ length: model.network.widths.touch }, (_, c) => (c === touch ? 1 : 0));
    const gates = dense(one, view("path.cell.inputWeight"), view("path.cell.inputBias"));
    const at = (gate: number, k: number) => gates[gate * SMALL.units + k];
    const shown = Array.from({ length: SMALL.units }, (_, k) => {
      const cell = sigmoid(at(0, k)) * Math.tanh(at(2, k));
      return sigmoid(at(3, k)) * Math.tanh(cell);
    });
    return { side, path: shown.reduce((sum, h, k) => sum + h * view("context")[k], 0) };
  }

  test("of one touch and of none are the formula's", () => {
    const model = drawn();
    const { features } = journeys;
    for (let k = 0; k < 20; k++) {
      const from = journeys.starts[k];
      const pair = chosenJourneys(journeys, [k, k], (touch, at) => at === 0 && touch === from);
      const { side, path } = plain(
        model,
        journeys.user.subarray(k * features.length, (k + 1) * features.length),
        journeys.channel[from],
      );
      const [one, none] = model.probabilities(pair);
      expect(one).toBeCloseTo(sigmoid(side + path), 5);
      expect(none).toBeCloseTo(sigmoid(side), 5);
    }
    model.close();
  });

  test("do not depend on the room that is left, nor on who else is asked", () => {
    const [model, roomy] = [drawn(), drawn({ longest: 14 })];
    const [own, other] = [model.probabilities(journeys), roomy.probabilities(journeys)];
    const alone = model.probabilities(chosenJourneys(journeys, [7]))[0];
    expect(alone).toBe(own[7]);
    for (let k = 0; k < own.length; k++) expect(other[k]).toBeCloseTo(own[k], 5);
    for (const one of [model, roomy]) one.close();
  });

  test("of longer journeys are those of their last touches", () => {
    const model = drawn({ longest: 3 });
    const short = chosenJourneys(
      journeys,
      Array.from({ length: journeyCount(journeys) }, (_, k) => k),
      (touch, k) => touch >= journeys.starts[k + 1] - 3,
    );
    expect(model.probabilities(journeys)).toEqual(model.probabilities(short));
    for (const sum of sums(model.attention(journeys), journeys)) expect(sum).toBeCloseTo(1, 5);
    model.close();
  });

  test("are blind to what is not shown", () => {
    const blind = drawn({ control: false, look: "attention" });
    const moved = { ...journeys, user: journeys.user.map((x) => x + 1), before: journeys.before.map((t) => t / 2) };
    expect(blind.probabilities(moved)).toEqual(blind.probabilities(journeys));
    const seeing = drawn();
    expect(seeing.probabilities(moved)).not.toEqual(seeing.probabilities(journeys));
    for (const one of [blind, seeing]) one.close();
  });
});

test("Shapley credit by the network adds up, and gives identical touches the same", () => {
  const model = drawn({}, set(0.5, "query"));
  for (let k = 0; k < 5; k++) {
    const [full, empty] = [() => true, () => false].map(
      (keep) => model.probabilities(chosenJourneys(journeys, [k], keep))[0],
    );
    const values = journeyShapley(model, journeys, k, "touches", Random.of(3, k), 20);
    expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(full - empty, 10);
  }
  const twin: Journeys = {
    ...chosenJourneys(journeys, [0], () => false),
    starts: Int32Array.of(0, 3),
    channel: Int32Array.of(1, 3, 3),
    before: Float64Array.of(0.5, 0.2, 0.2),
  };
  const values = journeyShapley(model, twin, 0, "touches", Random.of(1));
  expect(values[1]).toBe(values[2]);
  // No journey met channel 4.
  expect(removalCredit(model, twin, [0])[4]).toBe(0);
  expect(journeyShapley(model, twin, 0, "channels", Random.of(1))[4]).toBe(0);
  model.close();
});

test("fitting lowers the loss, the same way again, with either cell", () => {
  for (const cell of ["lstm", "gru"] as const) {
    const fits = [1, 2].map(() => fitAttention(journeys, { ...SMALL, epochs: 6, cell }, Random.of(4)));
    expect(fits[0].network.parameters.flat).toEqual(fits[1].network.parameters.flat);
    const share = converters(journeys).length / journeyCount(journeys);
    const constant = -share * Math.log(share) - (1 - share) * Math.log(1 - share);
    expect(fits[0].losses.at(-1)).toBeLessThan(constant - 0.05);
    for (const fit of fits) fit.close();
  }
  expect(() => fitAttention(chosenJourneys(journeys, []), {}, Random.of(1))).toThrow("no journeys");
});
