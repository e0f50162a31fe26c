// Everything that the trainer does, on a model that is a table and a world that can be enumerated.

import { describe, expect, it } from "vitest";
import { tableLanguageModel } from "../../../test/fixtures/table-language-model.ts";
import { ANSWERS, CONTEXT, TINY, tinyTextWorld } from "../../../test/fixtures/tiny-text-world.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { cosine } from "../../math/cosine.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type Completions, textSampler } from "./completions.ts";
import { characterShares, groupAdvantages, spread, totalPay } from "./group-advantage.ts";
import { everyText, fillBefore, fillTexts } from "./text-batch.ts";
import { scorer } from "./text-player.ts";
import { tokenLoss } from "./token-loss.ts";
import { clippedObjective } from "./token-objective.ts";

const V = TINY.length;
const model = tableLanguageModel(V, CONTEXT);

function drawn(seed: number): Parameters {
  const parameters = new Parameters(model.shapes);
  const random = Random.of(seed, "table");
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] = random.normal();
  return parameters;
}

/** Row of the table for a text. */
function rowOf(text: readonly number[]): number {
  let start = 0;
  for (let length = 1; length < text.length; length++) start += V ** length;
  return start + text.reduce((code, token) => code * V + token, 0);
}

function probabilities(parameters: Parameters, text: readonly number[]): number[] {
  const at = rowOf(text) * V;
  const weights = [...parameters.flat.subarray(at, at + V)].map(Math.exp);
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / total);
}

/** Every answer to a question with its probability and pay. */
function enumerate(parameters: Parameters, question: number) {
  const answers: { tokens: number[]; probability: number; pay: number }[] = [];
  const visit = (tokens: number[], probability: number): void => {
    const last = tokens.at(-1);
    if (tokens.length === 2 || (last !== undefined && last < 2)) {
      const answer = tokens.map((t) => TINY[t]).join("");
      answers.push({ tokens, probability, pay: ANSWERS[answer] ?? 0 });
      return;
    }
    const next = probabilities(parameters, [question, ...tokens]);
    for (let t = 0; t < V; t++) visit([...tokens, t], probability * next[t]);
  };
  visit([], 1);
  return answers;
}

/** Gradient of the expected pay of one question in the table, by enumeration. */
function exactGradient(parameters: Parameters, question: number): Float64Array {
  const gradient = new Float64Array(parameters.flat.length);
  for (const { tokens, probability, pay } of enumerate(parameters, question)) {
    for (const [k, token] of tokens.entries()) {
      const text = [question, ...tokens.slice(0, k)];
      const next = probabilities(parameters, text);
      for (let t = 0; t < V; t++) {
        gradient[rowOf(text) * V + t] += probability * pay * ((t === token ? 1 : 0) - next[t]);
      }
    }
  }
  return gradient;
}

const context = trainingContext(() => tinyTextWorld("a"), "level zero");

/** The loss of `rows` texts with every character of a row at its advantage, and its gradient. */
function lossOf(parameters: Parameters, rows: number) {
  const loss = tokenLoss(model, parameters, rows, [clippedObjective([0.2, 0.28])], { divergence: 0, entropy: 0 });
  const every = everyText(rows);
  const table = new Float32Array(rows * CONTEXT);
  return (rollouts: Completions, advantages: Float64Array, old = rollouts.logProbabilities) => {
    const [{ tables, shares }] = loss.objectives;
    fillTexts(rollouts.tokens, model, loss.texts, every);
    fillBefore(old, CONTEXT, loss.logProbabilities, every);
    spread(advantages, rollouts, table);
    fillBefore(table, CONTEXT, tables[0], every);
    tables[1].fill(1);
    characterShares(rollouts, "longest", 1, table);
    fillBefore(table, CONTEXT, shares, every);
    const measures = loss.run();
    return { measures, gradient: loss.gradient.slice() };
  };
}

describe("on a table", () => {
  it("texts are written as often as they are probable", () => {
    const parameters = drawn(1);
    const sampler = textSampler(context, model, parameters, { groups: 500, group: 40 });
    const { rows, tokens, lengths, pay } = sampler.write(Random.of(3, "write"));
    const counts = new Map<string, number>();
    for (let row = 0; row < rows; row++) {
      const key = [...tokens.subarray(row * CONTEXT + 1, row * CONTEXT + lengths[row])].join(" ");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const answers = enumerate(parameters, 2);
    for (const { tokens: answer, probability } of answers) {
      const deviation = Math.sqrt((probability * (1 - probability)) / rows);
      expect(Math.abs((counts.get(answer.join(" ")) ?? 0) / rows - probability)).toBeLessThan(4.5 * deviation + 1e-9);
    }
    const expected = answers.reduce((sum, answer) => sum + answer.probability * answer.pay, 0);
    expect(pay.reduce((a, b) => a + b, 0) / rows).toBeCloseTo(expected, 1);
  });

  it("the writer's probabilities are the trainer's, to 1e-5", () => {
    const parameters = drawn(2);
    const sampler = textSampler(context, model, parameters, { groups: 8, group: 8 });
    const rollouts = sampler.write(Random.of(4, "write"));
    const table = scorer(model, parameters, 64)(rollouts.tokens);
    for (let k = 0; k < table.length; k++) {
      if (rollouts.written[k] === 1) expect(Math.abs(table[k] - rollouts.logProbabilities[k])).toBeLessThan(1e-5);
    }
  });

  /** The direction of steepest ascent under a credit by pay, mean over batches of a thousand texts in groups of ten. */
  function ascent(parameters: Parameters, batches: number, creditOf: (pay: Float64Array) => Float64Array) {
    const sampler = textSampler(context, model, parameters, { groups: 100, group: 10 });
    const loss = lossOf(parameters, 1000);
    const sum = new Float64Array(parameters.flat.length);
    for (let batch = 0; batch < batches; batch++) {
      const rollouts = sampler.write(Random.of(batch, "gradient"));
      const { gradient } = loss(rollouts, creditOf(totalPay(rollouts)));
      for (let k = 0; k < sum.length; k++) sum[k] -= gradient[k] / batches;
    }
    return sum;
  }

  it("the gradient with the others as baseline is the exact one: cosine 0.99 at 100,000 texts", () => {
    const parameters = drawn(5);
    const exact = exactGradient(parameters, 2);
    const gradient = ascent(parameters, 100, (pay) => groupAdvantages(pay, 10, { baseline: "others", scale: "none" }));
    expect(cosine(gradient, exact)).toBeGreaterThan(0.99);
    // Its length too, not only its direction.
    expect(Math.hypot(...gradient) / Math.hypot(...exact)).toBeCloseTo(1, 1);
  });

  it("without a baseline it points the same way, and with wrong credit it does not", () => {
    const parameters = drawn(5);
    const exact = exactGradient(parameters, 2);
    const plain = ascent(parameters, 20, (pay) => groupAdvantages(pay, 10, { baseline: "none", scale: "none" }));
    expect(cosine(plain, exact)).toBeGreaterThan(0.9);
    // Every row is credited with what another one earned.
    const shifted = (pay: Float64Array) => Float64Array.from(pay, (_, row) => pay[(row + 1) % pay.length]);
    const wrong = ascent(parameters, 20, (pay) =>
      groupAdvantages(shifted(pay), 10, { baseline: "batch", scale: "none" }),
    );
    expect(Math.abs(cosine(wrong, exact))).toBeLessThan(0.6);
  });

  it("the first step has ratios of 1, clips nothing and has moved nowhere", () => {
    const parameters = drawn(8);
    const sampler = textSampler(context, model, parameters, { groups: 8, group: 8 });
    const rollouts = sampler.write(Random.of(1, "write"));
    const credit = groupAdvantages(totalPay(rollouts), 8, { baseline: "group", scale: "group" });
    const { measures } = lossOf(parameters, 64)(rollouts, credit);
    expect(measures.clipFraction).toBe(0);
    expect(Math.abs(measures.klDivergence)).toBeLessThan(1e-6);
  });

  it("the clipped loss is that of its formula, character by character", () => {
    const parameters = drawn(9);
    const sampler = textSampler(context, model, parameters, { groups: 8, group: 8 });
    const rollouts = sampler.write(Random.of(2, "write"));
    const random = Random.of(3, "old");
    const old = rollouts.logProbabilities.map((x, k) => (rollouts.written[k] === 1 ? x + random.normal() / 3 : 0));
    const credit = Float64Array.from({ length: 64 }, () => random.normal());
    const { measures } = lossOf(parameters, 64)(rollouts, credit, old);
    let [loss, clipped, characters] = [0, 0, 0];
    for (let k = 0; k < old.length; k++) {
      if (rollouts.written[k] === 0) continue;
      const advantage = credit[Math.floor(k / CONTEXT)];
      const ratio = Math.exp(rollouts.logProbabilities[k] - old[k]);
      const bounded = Math.min(Math.max(ratio, 1 - 0.2), 1 + 0.28);
      loss -= Math.min(ratio * advantage, bounded * advantage) / 64;
      if (bounded * advantage < ratio * advantage) clipped += 1;
      characters += 1;
    }
    expect(measures.loss).toBeCloseTo(loss, 5);
    expect(measures.clipFraction).toBeCloseTo(clipped / characters, 5);
    expect(clipped).toBeGreaterThan(5);
  });

  it("advantages of 0 leave no gradient", () => {
    const parameters = drawn(10);
    const sampler = textSampler(context, model, parameters, { groups: 2, group: 4 });
    const { gradient } = lossOf(parameters, 8)(sampler.write(Random.of(1, "write")), new Float64Array(8));
    expect(gradient.every((g) => g === 0)).toBe(true);
  });
});
