// What turns are credited with: compared, summed and weighed as the paper says, and what each comparison keeps and loses.

import { describe, expect, it } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { type Likely, scriptedModel } from "../../../test/fixtures/scripted-model.ts";
import { PLAIN_CREDIT } from "../../../test/fixtures/small-groups.ts";
import { tensorPrints, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { totalPay } from "../../algorithms/text/group-advantage.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import type { GroupMethodOptions } from "../../algorithms/text/text-method.ts";
import { mostTurns } from "../../algorithms/text/turn-credit.ts";
import { Random } from "../../core/random.ts";
import { calculatorWorld } from "../../environments/language/calculator.ts";
import { lookupWorld } from "../../environments/language/lookup.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { Parameters as NetworkParameters } from "../../nn/parameters.ts";
import { answerLikelihood } from "./answer-likelihood.ts";
import { clipWidth, type InformationGainOptions, standings, turnAdvantages, turnGroupMethod } from "./method.ts";

const credit = { baseline: "group", scale: "group", tiny: 0, fewest: 3 } as const;
const summed = { weight: 0.3, discount: 1, rescaled: true };

it("the width of a clip is 1 + 0.3·(2σ(z) − 1), between 0.7 and 1.3", () => {
  for (const z of [-50, -2, -0.1, 0, 0.3, 4, 50]) {
    expect(clipWidth(z, 0.3)).toBeCloseTo(1 + 0.3 * (2 / (1 + Math.exp(-z)) - 1), 12);
    expect(clipWidth(z, 0.3) + clipWidth(-z, 0.3)).toBeCloseTo(2, 12);
    expect(clipWidth(z, 0)).toBe(1);
  }
  expect(clipWidth(-50, 0.3)).toBeCloseTo(0.7, 9);
  expect(clipWidth(50, 0.3)).toBeCloseTo(1.3, 9);
});

describe("a turn's advantage", () => {
  // Four answers to a question, with three gains each but the last, which has one.
  const early = { counts: Int32Array.of(3, 3, 3, 1), most: 4 };
  const random = Random.of(3, "gains");
  const merit = Float64Array.from({ length: 16 }, () => random.normal());
  const scaled = (scales: readonly number[]) => merit.map((value, k) => value * (scales[k % 4] ?? 0));
  const pay = Float64Array.of(1, 0, 0, 1);

  it("does not depend on how large gains are at its depth, where the same turns are compared", () => {
    const advantages = (...scales: readonly number[]) =>
      turnAdvantages(standings(scaled(scales), pay, early, 4, { ...credit, compared: "same turn" }), early, summed);
    const [one, other] = [advantages(1, 1, 1), advantages(4, 1, 1e-3)];
    for (let k = 0; k < 16; k++) expect(other[k]).toBeCloseTo(one[k], 9);
    expect(Math.max(...one)).toBeGreaterThan(1);
  });

  it.each(["separate", "joint"] as const)("follows that size where the comparison is %s", (compared) => {
    const { gains } = standings(scaled([1, 0.1, 0.001]), pay, early, 4, { ...credit, compared });
    // How far the gains of a turn lie apart.
    const spreads = [0, 1, 2].map((turn) => {
      const own = [0, 1, 2].map((row) => gains[row * 4 + turn]);
      return Math.max(...own) - Math.min(...own);
    });
    expect(spreads[0]).toBeGreaterThan(3 * spreads[1]);
    expect(spreads[1]).toBeGreaterThan(3 * spreads[2]);
  });

  it("has no gain among fewer than three, and the outcome all the same", () => {
    const few = { counts: Int32Array.of(2, 2, 1, 0), most: 4 };
    const same = { ...credit, compared: "same turn" } as const;
    const found = standings(scaled([1, 1]), pay, few, 4, same);
    expect([found.gains[1], found.gains[5]]).toEqual([0, 0]);
    expect(Math.abs(found.gains[0])).toBeGreaterThan(0.1);
    expect([...found.outcomes]).toEqual([1, -1, -1, 1]);
    const worth = turnAdvantages(found, few, summed);
    expect([worth[1], worth[5], worth[12]]).toEqual([1, -1, 1]);
    expect(standings(scaled([1, 1]), pay, few, 4, { ...same, fewest: 2 }).gains[1]).not.toBe(0);
  });

  it("of the joint comparison is a gain or the pay less the mean of all, and the answer's turn is no gain", () => {
    const pair = { counts: Int32Array.of(1, 0), most: 2 };
    // 0.5, 1 and 0: mean ½, population variance 1/6.
    const joint = { ...credit, compared: "joint" } as const;
    const { gains, outcomes } = standings(Float64Array.of(0.5, 9, 9, 9), Float64Array.of(1, 0), pair, 2, joint);
    expect(gains[0]).toBeCloseTo(0, 12);
    expect(outcomes[0]).toBeCloseTo(Math.sqrt(6) / 2, 12);
    expect(outcomes[1]).toBeCloseTo(-Math.sqrt(6) / 2, 12);
    const worth = turnAdvantages({ gains: Float64Array.of(2, 7, 7, 7), outcomes }, pair, { ...summed, weight: 1 });
    expect(worth[0]).toBeCloseTo(2 + outcomes[0], 12);
    expect(worth[1]).toBe(outcomes[0]);
    expect(worth[2]).toBe(outcomes[1]);
  });
});

const GROUP: GroupMethodOptions = { ...PLAIN_CREDIT, ratio: "turns" };
const SAME = { compared: "same turn", fewest: 3 } as const;
const GAIN: InformationGainOptions = {
  ...SAME,
  weight: 0.3,
  discount: 0.9,
  rescaled: true,
  adaptive: 0.3,
  gold: "right",
};

const ROWS = 16;

const KEYS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** It calls any key four times in five, or answers; how likely it is to answer with a key depends on what it has read last. */
const caller: Likely = (text) => {
  const even = (share: number) => Object.fromEntries([...KEYS].map((key) => [key, share / KEYS.length]));
  if (text.endsWith("<")) return even(1);
  if (/<.$/.test(text)) return { ">": 1 };
  if (!/[=\]]$/.test(text)) return { $: 1 };
  const last = KEYS.indexOf(text[text.length - 2]);
  const belief = 0.19 * ((1 + last) / KEYS.length);
  // Weights of 1 to 36 by the distance to it, which sum to 666.
  const weight = (k: number) => (1 + ((last - k + KEYS.length) % KEYS.length)) / 666;
  const keys = Object.fromEntries(Array.from(KEYS, (key, k) => [key, belief * weight(k)]));
  return { ...keys, "<": 0.8, "#": 0.2 - belief };
};

/** A batch that is paid for calling, as a method sees it, and p(gold) beside it. */
function taught(options: InformationGainOptions) {
  const make = () => lookupWorld.make({});
  const context = paidBy(trainingContext(make, "turn group"), "calls");
  const model = scriptedModel(context.spec.observationSize, caller);
  const parameters = new NetworkParameters(model.shapes);
  const most = mostTurns(model.context);
  const meter = answerLikelihood(ROWS, most);
  const sizes = { rows: ROWS, group: 8, context: model.context, longest: context.spec.horizon };
  const method = turnGroupMethod({ ...GROUP, ...options }, sizes);
  const sampler = textSampler(context, model, parameters, {
    groups: 2,
    group: 8,
    watch(moment) {
      method.watch?.(moment);
      meter.watch(moment);
    },
  });
  const texts = sampler.write(Random.of(1));
  sampler.close();
  return { lesson: method.teach(texts), texts, likely: meter.likely, most, sizes };
}

/** How many deviations of all of them the k-th lies above their mean. */
const standing = (values: readonly number[], k: number) => (values[k] - mean(values)) / (deviation(values, 0) + 1e-4);

describe("a batch", () => {
  it("is credited character by character with its turn's advantage and width, by the formula", () => {
    const { lesson, texts, likely, most } = taught(GAIN);
    const { context, written, turns } = texts;
    const pay = totalPay(texts);
    const counts = Array.from({ length: ROWS }, (_, row) => {
      const own = [...turns.keys()].filter((k) => Math.floor(k / context) === row && written[k] === 1);
      return 1 + Math.max(...own.map((k) => turns[k]));
    });
    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(4);
    const z = (row: number, turn: number): number => {
      const from = row < 8 ? 0 : 8;
      const others = [...Array(8).keys()].map((k) => from + k).filter((other) => counts[other] > turn + 1);
      if (others.length < 3) return 0;
      const gains = others.map((other) => likely[other * most + turn + 1] - likely[other * most + turn]);
      return standing(gains, others.indexOf(row));
    };
    const outcome = (row: number) => standing([...pay.subarray(row < 8 ? 0 : 8, row < 8 ? 8 : 16)], row % 8);
    const [advantages, widths, spans] = lesson?.credit[0].tables ?? [];
    let apart = 0;
    for (let k = 0; k < written.length; k++) {
      if (written[k] === 0) continue;
      const [row, turn] = [Math.floor(k / context), turns[k]];
      let sum = 0;
      for (let j = turn; j < counts[row] - 1; j++) sum += 0.9 ** (j - turn) * z(row, j);
      const terms = counts[row] - 1 - turn;
      const worth = outcome(row) + (terms > 0 ? (0.3 * sum) / Math.sqrt(terms) : 0);
      expect(advantages[k]).toBeCloseTo(worth, 5);
      expect(widths[k]).toBeCloseTo(terms > 0 ? 1 + 0.3 * Math.tanh(z(row, turn) / 2) : 1, 5);
      expect(spans[k]).toBe(turn + 1);
      if (Math.abs(worth - outcome(row)) > 0.01) apart += 1;
    }
    expect(apart).toBeGreaterThan(20);
  });

  it("without weight and adaptation is GRPO's", () => {
    const { lesson, texts, sizes } = taught({ ...GAIN, weight: 0, adaptive: 0 });
    const usual = groupMethod(GROUP, sizes).teach(texts);
    for (const [k, table] of (usual?.credit[0].tables ?? []).entries()) {
      for (let place = 0; place < table.length; place++) {
        // What was not written has any width.
        if (texts.written[place] === 1) expect(lesson?.credit[0].tables[k][place]).toBe(table[place]);
      }
    }
    expect(lesson?.credit[0].shares).toEqual(usual?.credit[0].shares);
  });

  it("tells how many gains are compared and how wide bounds are", () => {
    const { lesson, texts } = taught(GAIN);
    const { turnMembers, turnsAlone, clipWidth: width, clipWidthSpread } = lesson?.measures ?? {};
    expect(turnMembers).toBeGreaterThan(1);
    expect(turnMembers).toBeLessThanOrEqual(8);
    expect(turnsAlone).toBeGreaterThanOrEqual(0);
    expect(turnsAlone).toBeLessThan(1);
    expect(width).toBeCloseTo(1, 1);
    expect(clipWidthSpread).toBeGreaterThan(0.02);
    expect(taught({ ...GAIN, adaptive: 0 }).lesson?.measures).toMatchObject({ clipWidth: 1, clipWidthSpread: 0 });
    const joint = taught({ ...GAIN, compared: "joint" }).lesson?.measures ?? {};
    expect(joint.turnsAlone).toBe(0);
    // All gains and pays of a question: one for each turn, the last included.
    const turns = texts.turns.reduce((most, turn) => Math.max(most, turn), 0);
    expect(joint.turnMembers).toBeGreaterThan(8);
    expect(joint.turnMembers).toBeLessThanOrEqual(8 * (turns + 1));
  });

  it("can be credited by a wrong answer", () => {
    const { lesson } = taught({ ...GAIN, gold: "another" });
    expect(lesson?.credit[0].tables[0]).not.toEqual(taught(GAIN).lesson?.credit[0].tables[0]);
  });
});

it("learns by gains of turns, and by other settings otherwise", () => {
  // All demonstrations of these sums call the tool.
  const context = trainingContext(() => calculatorWorld.make({ hard: 1, direct: 0 }), "turn group");
  const small = {
    ...{ updates: 2, questions: 2, answers: 8, minibatches: 2 },
    ...{ model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 100, texts: 16, rate: 0.01 } },
  };
  const trained = (given: object) => {
    const plan = algorithms.get("turn-group-policy").make({ ...small, ...given });
    const { reports, checkpoints } = wholeTraining(plan.train(context));
    return { reports: reports.slice(4), end: tensorPrints(checkpoints[checkpoints.length - 1]) };
  };
  const usual = trained({});
  expect(usual.reports.some(({ measures }) => "informationGain" in measures && "turnMembers" in measures)).toBe(true);
  expect(trained({}).end).toEqual(usual.end);
  expect(trained({ method: { compared: "joint" } }).end).not.toEqual(usual.end);
});
