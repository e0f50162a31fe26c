// The loss of a dense recommender and its gradient against the same in double precision, by definition; and what it learns of clicks.

import { describe, expect, test } from "vitest";
import { largestGap } from "../../../test/fixtures/largest-gap.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { twoSources } from "../../environments/recommender/two-sources.ts";
import { denseRecommender } from "./dense-recommender.ts";
import { type Click, type UserEncoderOptions, userEncoder } from "./user-encoder.ts";

const [WIDTH, HISTORY, HIDDEN, ROWS] = [3, 2, 4, 5];
const optionsWith = (more: Partial<UserEncoderOptions>): UserEncoderOptions => ({
  ...{ width: WIDTH, history: HISTORY, candidates: 2, pooling: "attention", hidden: HIDDEN },
  ...{ epochs: 1, batch: ROWS, rate: 0.01, debiases: true, textWeight: 0.7, historyWeight: 0.3 },
  ...more,
});
const normals = (name: string, size: number) => {
  const random = Random.of(4, name);
  return Float32Array.from({ length: size }, () => random.normal());
};
const DATA = [
  normals("texts", ROWS * HISTORY * WIDTH),
  normals("pair", ROWS * 2 * WIDTH),
  normals("mixed", ROWS * HISTORY * WIDTH),
  normals("rewrites", ROWS * 2 * WIDTH),
] as const;
const dot = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number) =>
  Array.from({ length: WIDTH }, (_, k) => a[i * WIDTH + k] * b[j * WIDTH + k]).reduce((x, y) => x + y, 0);

/** The loss by its definition; `flat` holds the layers' weights and biases, then the query of attention. */
function lossBy(flat: Float64Array, options: UserEncoderOptions, [texts, pair, mixed, rewrites] = DATA): number {
  let at = 0;
  const take = (size: number) => {
    at += size;
    return flat.subarray(at - size, at);
  };
  const [w1, b1, w2, b2, query] = [WIDTH * HIDDEN, HIDDEN, HIDDEN * WIDTH, WIDTH, WIDTH].map(take);
  const user = (of: Float32Array, row: number) => {
    const looks = Array.from({ length: HISTORY }, (_, k) =>
      options.pooling === "mean" ? 1 : Math.exp(dot(of, row * HISTORY + k, query, 0)),
    );
    const total = looks.reduce((a, b) => a + b, 0);
    const pooled = Array.from({ length: WIDTH }, (_, k) =>
      looks.reduce((sum, look, h) => sum + (look / total) * of[(row * HISTORY + h) * WIDTH + k], 0),
    );
    const hidden = Array.from(b1, (bias, j) =>
      Math.tanh(pooled.reduce((sum, x, k) => sum + x * w1[k * HIDDEN + j], bias)),
    );
    return Array.from(b2, (bias, k) => hidden.reduce((sum, h, j) => sum + h * w2[j * WIDTH + k], bias));
  };
  const entropy = (u: number[]) => {
    const total = u.reduce((sum, x) => sum + Math.exp(x), 0);
    return -u.reduce((sum, x) => sum + (Math.exp(x) / total) * Math.log(Math.exp(x) / total), 0);
  };
  let loss = 0;
  for (let row = 0; row < ROWS; row++) {
    const [u, other] = [user(texts, row), user(mixed, row)];
    const s = [0, 1].map((k) => dot(u, 0, pair, 2 * row + k));
    loss += Math.log(1 + Math.exp(s[1] - s[0])) / ROWS;
    if (!options.debiases) continue;
    for (const k of [0, 1]) {
      loss += (options.textWeight * Math.abs(s[k] - dot(u, 0, rewrites, 2 * row + k))) / (2 * ROWS);
      loss += (options.historyWeight * Math.abs(s[k] - dot(other, 0, pair, 2 * row + k))) / (2 * ROWS);
    }
    loss += (options.historyWeight * (entropy(u) + entropy(other))) / ROWS;
  }
  return loss;
}

describe.each([
  ["attention", true],
  ["attention", false],
  ["mean", true],
] as const)("with pooling by %s, debiasing %s", (pooling, debiases) => {
  test("the loss and its gradient are those of the definition", () => {
    const options = optionsWith({ pooling, debiases });
    const encoder = userEncoder(options, Random.of(2, "encoder"));
    encoder.parameters.flat.set(normals("weights", encoder.parameters.flat.length).map((x) => 0.5 * x));
    const loss = encoder.lossOf(ROWS);
    const value = loss.run(...DATA).loss;
    const flat = Float64Array.from(encoder.parameters.flat);
    expect(value).toBeCloseTo(lossBy(flat, options), 5);
    const slopes = flat.map((x, k) => {
      const moved = (by: number) => lossBy(flat.with(k, x + by), options);
      return (moved(1e-5) - moved(-1e-5)) / 2e-5;
    });
    expect(largestGap(loss.gradient, slopes)).toBeLessThan(1e-4);
    loss.close();
    encoder.close();
  });
});

test("where rewrites equal their texts, debiasing adds the entropies of the user vectors alone", () => {
  const [texts, pair] = DATA;
  const options = optionsWith({});
  const flat = Float64Array.from(normals("weights", WIDTH * HIDDEN + HIDDEN + HIDDEN * WIDTH + 2 * WIDTH));
  const alike = [texts, pair, texts, pair] as const;
  const differs = (more: Partial<UserEncoderOptions>) => lossBy(flat, { ...options, ...more }, alike);
  expect(differs({ textWeight: 5 })).toBe(differs({ textWeight: 0 }));
  const entropies = differs({ historyWeight: 1 }) - differs({ historyWeight: 0 });
  expect(entropies).toBeGreaterThan(0);
  expect(entropies).toBeLessThanOrEqual(2 * Math.log(WIDTH));
});

describe("learning", () => {
  /** Clicks on the text whose first number is larger; its rewrite is the other one. */
  const clicks = Array.from({ length: 60 }, (_, k): Click => {
    const [history, list] = [normals(`h${k}`, HISTORY * WIDTH), normals(`l${k}`, 2 * WIDTH)];
    const clicked = list[0] > list[WIDTH] ? 0 : 1;
    const rewrites = Float32Array.from([...list.subarray(WIDTH), ...list.subarray(0, WIDTH)]);
    return { history, historyRewrites: history, candidates: list, rewrites, clicked, others: [1 - clicked] };
  });
  const fitted = (more: Partial<UserEncoderOptions>, some = clicks) => {
    const encoder = userEncoder(optionsWith({ epochs: 40, batch: 20, ...more }), Random.of(3, "encoder"));
    encoder.fit(some, Random.of(3, "fit"));
    const gaps = clicks.map(({ history, candidates, clicked }) => {
      const scores = encoder.scores(history, candidates);
      return scores[clicked] - scores[1 - clicked];
    });
    encoder.close();
    return gaps;
  };
  const right = (gaps: number[]) => gaps.filter((gap) => gap > 0).length / gaps.length;
  const size = (gaps: number[]) => gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / gaps.length;

  test("finds what is clicked; each fit begins from the same weights", () => {
    const gaps = fitted({ debiases: false });
    expect(right(gaps)).toBeGreaterThan(0.9);
    expect(fitted({ debiases: false })).toEqual(gaps);
    expect(right(fitted({ debiases: false, epochs: 0 }))).toBeLessThan(0.8);
  });

  test("debiasing brings scores of a text and of its rewrite together", () => {
    expect(size(fitted({}))).toBeLessThan(0.3 * size(fitted({ debiases: false })));
  });

  test("without clicks, or without another text to compare with, nothing is learnt", () => {
    const start = fitted({ epochs: 0 });
    expect(fitted({}, [])).toEqual(start);
    expect(
      fitted(
        {},
        clicks.map((click) => ({ ...click, others: [] })),
      ),
    ).toEqual(start);
  });
});

/** An episode of the agent in the loop: means of channels. */
function looped(agent: object, world: object = {}) {
  const environment = twoSources.make({ users: 240, heldOut: 80, past: 1, present: 1, future: 0, topics: 4, ...world });
  const player = inSeat(environment, denseRecommender.make(agent));
  const { lasts } = playEpisode(environment, [player], Random.of(5, "environment"), { hand: Random.of(5, "agent") });
  player.close?.();
  return lasts;
}

test("in the loop it learns what held-out users like, and debiasing makes the gap between sources smaller", () => {
  const [untrained, plain, debiased] = [{ epochs: 0 }, {}, { debias: true }].map((agent) => looped(agent));
  expect(plain.accuracyPresent).toBeGreaterThan(untrained.accuracyPresent + 0.1);
  expect(Math.abs(debiased.gapPresent)).toBeLessThan(Math.abs(plain.gapPresent));
});

test("whether the other version of a clicked item may be a negative changes what is learnt", () => {
  const world = { list: 2 };
  expect(looped({ negatives: "other items" }, world)).not.toEqual(looped({ negatives: "any" }, world));
});
