// A scorer of choices: against its formula, in another order of choices, and its gradient.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { np } from "../jax.ts";
import { lossGradient } from "../loss-gradient.ts";
import { Parameters } from "../parameters.ts";
import { choiceScorer } from "./choice-scorer.ts";
import { networkProgram } from "./network-program.ts";

const [COMMON, EACH, CHOICES, BATCH] = [2, 3, 4, 2];
const WIDTH = COMMON + EACH * CHOICES;

function scorer(hidden: readonly number[]) {
  const net = choiceScorer({ name: "actor", common: COMMON, each: EACH, choices: CHOICES, hidden });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, Random.of(1));
  const random = Random.of(2);
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] += 0.1 * random.normal();
  return { net, parameters };
}

const rows = () => {
  const random = Random.of(3);
  return Float32Array.from({ length: BATCH * WIDTH }, () => random.normal());
};

function scores(hidden: readonly number[], x: Float32Array): Float32Array {
  const { net, parameters } = scorer(hidden);
  const compiled = networkProgram([parameters], ([weights], [seen]) => [net.unroll(weights, seen)], [[BATCH, WIDTH]]);
  const output = Float32Array.from(compiled.run(x)[0]);
  compiled.close();
  return output;
}

test("scores a choice by what is common and by its own numbers", () => {
  const { parameters } = scorer([5]);
  const [common, each, bias, last, lastBias] = [0, 1, 2, 3, 4].map((k) => parameters.view(k));
  const x = rows();
  const output = scores([5], x);
  for (let row = 0; row < BATCH; row++) {
    for (let choice = 0; choice < CHOICES; choice++) {
      let score = lastBias[0];
      for (let unit = 0; unit < 5; unit++) {
        let sum = bias[unit];
        for (let k = 0; k < COMMON; k++) sum += x[row * WIDTH + k] * common[k * 5 + unit];
        for (let k = 0; k < EACH; k++) sum += x[row * WIDTH + COMMON + k * CHOICES + choice] * each[k * 5 + unit];
        score += Math.tanh(sum) * last[unit];
      }
      expect(output[row * CHOICES + choice]).toBeCloseTo(score, 5);
    }
  }
});

test("gives choices in another order their scores in that order", () => {
  const order = [2, 0, 3, 1];
  const x = rows();
  const moved = x.slice();
  for (let row = 0; row < BATCH; row++)
    for (let k = 0; k < EACH; k++)
      for (const [to, from] of order.entries())
        moved[row * WIDTH + COMMON + k * CHOICES + to] = x[row * WIDTH + COMMON + k * CHOICES + from];
  const [before, after] = [scores([6, 4], x), scores([6, 4], moved)];
  for (let row = 0; row < BATCH; row++)
    for (const [to, from] of order.entries())
      expect(after[row * CHOICES + to]).toBeCloseTo(before[row * CHOICES + from], 6);
});

test("its gradient is that of finite differences", () => {
  const { net, parameters } = scorer([4]);
  const x = rows();
  const loss = lossGradient(
    parameters,
    (weights, [seen]) => ({ loss: np.sum(np.square(net.unroll(weights, seen))), measures: {} }),
    [[BATCH, WIDTH]],
    [],
    "squares of scores",
  );
  const at = () => loss.run(x).loss;
  at();
  const gradient = loss.gradient.slice();
  const step = 1e-2;
  for (let k = 0; k < parameters.flat.length; k++) {
    const kept = parameters.flat[k];
    parameters.flat[k] = kept + step;
    const above = at();
    parameters.flat[k] = kept - step;
    const below = at();
    parameters.flat[k] = kept;
    expect(Math.abs((above - below) / (2 * step) - gradient[k])).toBeLessThan(0.02 * (1 + Math.abs(gradient[k])));
  }
  loss.close();
});
