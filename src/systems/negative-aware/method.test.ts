import { describe, expect, it } from "vitest";
import { type Completions, emptyRollouts } from "../../algorithms/text/completions.ts";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { clippedObjective, objectiveAt, type TokenObjective } from "../../algorithms/text/token-objective.ts";
import { negativeAwareMethod, negativeAwareObjective, questionWeight, type Weighting } from "./method.ts";

/** An objective at ratios; tables are one row a place. */
const at = (objective: TokenObjective, ratios: readonly number[], tables: readonly (readonly number[])[]) =>
  objectiveAt(
    objective,
    Float64Array.from(ratios, Math.log),
    tables.map((table) => Float64Array.from(table)),
  );

const RATIOS = [0.2, 0.8, 0.99, 1, 1.01, 1.3, 3, 1e4];
const every = (value: number) => RATIOS.map(() => value);

describe("the objective", () => {
  it("of a right answer is ω·ln R, and pulls by ω however far it has come", () => {
    const { gain, slopes, clipped } = at(negativeAwareObjective({ floor: 1, negative: 1 }), RATIOS, [
      every(1),
      every(0.7),
      every(0.3),
    ]);
    for (const [k, ratio] of RATIOS.entries()) {
      expect(gain[k]).toBeCloseTo(0.3 * Math.log(ratio), 5);
      expect(slopes[k]).toBeCloseTo(0.3, 12);
      expect(clipped[k]).toBe(0);
    }
  });

  it.each(["1 0.25", "1 0.9", "0.5 0.25", "0.1 0.9"])(
    "of a wrong answer is ω·ln max_v((1 − r̂R)/(1 − r̂), ε), ε and r̂ %s: max's value, the first argument's gradient",
    (numbers) => {
      const [floor, rate] = numbers.split(" ").map(Number);
      const weight = 0.4;
      const { gain, slopes, clipped } = at(negativeAwareObjective({ floor, negative: 1 }), RATIOS, [
        every(0),
        every(rate),
        every(weight),
      ]);
      for (const [k, ratio] of RATIOS.entries()) {
        const implied = (1 - rate * ratio) / (1 - rate);
        const held = Math.max(implied, floor);
        expect(gain[k], `R = ${ratio}`).toBeCloseTo(weight * Math.log(held), 4);
        // −ω·r̂R/(1 − r̂R) where free, −ω·r̂R/(ε(1 − r̂)) where held: never 0, as it is under a plain max.
        const slope = (-weight * rate * ratio) / (1 - rate) / held;
        expect(slopes[k] / slope, `R = ${ratio}`).toBeCloseTo(1, 5);
        if (ratio !== 1) expect(clipped[k], `R = ${ratio}`).toBe(implied < floor ? 1 : 0);
      }
    },
  );

  it("with a negative weight of 0 sees right answers alone, and with ½ pushes half as hard", () => {
    const tables = [every(0), every(0.5), every(1)];
    const [none, half, whole] = [0, 0.5, 1].map((negative) =>
      at(negativeAwareObjective({ floor: 1, negative }), RATIOS, tables),
    );
    for (const k of RATIOS.keys()) {
      expect([Math.abs(none.slopes[k]), none.clipped[k]]).toEqual([0, 0]);
      expect(half.slopes[k]).toBeCloseTo(whole.slopes[k] / 2, 10);
    }
  });

  it("has no gradient further from the writer than e^10", () => {
    const objective = negativeAwareObjective({ floor: 1, negative: 1 });
    const { slopes } = at(objective, [Math.exp(11), Math.exp(11)], [[1, 0], every(0.5).slice(6), every(1).slice(6)]);
    expect([...slopes].map(Math.abs)).toEqual([0, 0]);
  });

  it("off the policy is not GRPO's: that lets go of characters, this only stops pushing harder", () => {
    // Half right, weights of GRPO: advantages are ±1.
    const slopes = (ratio: number) => {
      const tables = [[1, 0], every(0.5).slice(6), every(questionWeight(0.5, "odds")).slice(6)];
      const nft = at(negativeAwareObjective({ floor: 1, negative: 1 }), [ratio, ratio], tables).slopes;
      const clip = at(clippedObjective([0.2, 0.2]), [ratio, ratio], [[1, -1], every(1).slice(6)]).slopes;
      return { nft: [...nft], clip: [...clip] };
    };
    const close = (values: readonly number[]) => values.map((x) => expect.closeTo(x, 5));
    expect(slopes(1)).toEqual({ nft: close([1, -1]), clip: close([1, -1]) });
    expect(slopes(1.5)).toEqual({ nft: close([1, -1.5]), clip: close([0, -1.5]) });
    // −r̂R/(1 − r̂R) = −0.25/0.75.
    expect(slopes(0.5)).toEqual({ nft: close([1, -1 / 3]), clip: close([0.5, 0]) });
  });
});

/** Four questions with four answers each of two written characters, paid as given. */
function paid(pay: readonly number[]): Completions {
  const texts = emptyRollouts(pay.length, 4, 4, 1);
  for (const [row, one] of pay.entries()) {
    texts.written.set([0, 1, 1, 0], 4 * row);
    texts.pay[4 * row + 2] = one;
  }
  return texts;
}

const sizes = { rows: 16, group: 4, context: 4, longest: 2 };
const method = (weighting: Weighting) =>
  negativeAwareMethod({ weighting, floor: 1, negative: 1, average: "characters" }, sizes);
const PAY = [1, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0];

describe("the method", () => {
  it.each([
    ["wrong", [3 / 4, 1 / 4]],
    ["odds", [Math.sqrt(3), Math.sqrt(1 / 3)]],
    ["alike", [1, 1]],
  ] as const)(
    "weighs questions by `%s`, and those that are all right or all wrong by nothing",
    (weighting, weights) => {
      const lesson = method(weighting).teach(paid(PAY));
      const [right, rates, each] = lesson?.credit[0].tables ?? [];
      for (let row = 0; row < 16; row++) {
        const question = Math.floor(row / 4);
        for (const place of [4 * row + 1, 4 * row + 2]) {
          expect(right[place]).toBe(PAY[row]);
          expect(each[place]).toBeCloseTo(question < 2 ? weights[question] : 0, 6);
          expect(rates[place]).toBeCloseTo([1 / 4, 3 / 4, 0.98, 0.02][question], 6);
        }
        expect([right[4 * row], rates[4 * row], each[4 * row]]).toEqual([0, 0, 0]);
      }
      expect(lesson?.measures?.wrongShare).toBeCloseTo(4 / 16, 12);
    },
  );

  it.each([
    ["wrong", "none"],
    ["odds", "group"],
  ] as const)("on the policy gives an answer of weight `%s` the advantage of scale `%s`", (weighting, scale) => {
    const lesson = method(weighting).teach(paid(PAY));
    const tables = (lesson?.credit[0].tables ?? []).map((table) => PAY.map((_, row) => table[4 * row + 1]));
    const { slopes } = at(negativeAwareObjective({ floor: 1, negative: 1 }), every(1).concat(every(1)), tables);
    const advantages = groupAdvantages(Float64Array.from(PAY), 4, { baseline: "group", scale, tiny: 0 });
    for (const [row, advantage] of advantages.entries()) expect(slopes[row]).toBeCloseTo(advantage, 6);
  });

  it("has nothing to learn where no question is mixed", () => {
    expect(method("wrong").teach(paid([...PAY.slice(8), ...PAY.slice(8)]))).toBeUndefined();
  });
});
