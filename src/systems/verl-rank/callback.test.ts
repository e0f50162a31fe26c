import { describe, expect, it, test } from "vitest";
import { momentOf } from "../../../test/fixtures/generation-step.ts";
import { grpo, SMALL_TRAINING } from "../../../test/fixtures/grpo.ts";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { type Completions, emptyRollouts } from "../../algorithms/text/completions.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { clippedObjective } from "../../algorithms/text/token-objective.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import {
  type RankShapingOptions,
  rankBonus,
  rankShaping,
  rankShapingParameters,
  relativeDeviation,
  shapedAdvantage,
} from "./callback.ts";

const defaults = rankShapingParameters.parse({});

describe("shaped advantages", () => {
  it("keep their sign: at most half as much again, or half of what is below 0", () => {
    for (const advantage of [-2.6, -1, -1e-9, 0, 1e-9, 0.4, 2.6]) {
      for (const bonus of [-5, -0.1, 0, 1e-12, 0.3, 1, 100]) {
        const shaped = shapedAdvantage(advantage, bonus, 2);
        expect(shaped).toBeGreaterThanOrEqual(advantage);
        expect(shaped).toBeLessThanOrEqual(advantage > 0 ? 1.5 * advantage : advantage / 2);
      }
    }
    expect(shapedAdvantage(0, 1, 2)).toBe(0);
    expect(shapedAdvantage(1, 0.2, 2)).toBeCloseTo(1.2, 12);
    expect(shapedAdvantage(-1, 0.2, 4)).toBeCloseTo(-0.8, 12);
  });

  it("are turned round by a bonus without a bound", () => {
    expect(shapedAdvantage(-1, 5, "none")).toBe(4);
    expect(shapedAdvantage(0, 0.5, "none")).toBe(0.5);
    expect(shapedAdvantage(-1, -5, "none")).toBe(-1);
  });
});

describe("the bonus", () => {
  it("compares with levels relative to their size, within 5", () => {
    expect(relativeDeviation(3, 2)).toBeCloseTo(0.5, 7);
    expect(relativeDeviation(-3, -2)).toBeCloseTo(-0.5, 7);
    expect(relativeDeviation(1, 0)).toBe(5);
    expect(relativeDeviation(-1, 0)).toBe(-5);
    expect(relativeDeviation(2, 2)).toBe(0);
  });

  it("is the rank's when the acceleration is far above its level, and the velocity's when far below", () => {
    const [wide, fast] = [Math.tanh(0.3), Math.tanh(-0.7)];
    expect(rankBonus([0.3, -0.7, 5], defaults)).toBeCloseTo(wide, 3);
    expect(rankBonus([0.3, -0.7, -5], defaults)).toBeCloseTo(fast, 3);
    expect(rankBonus([0.3, -0.7, 0], defaults)).toBeCloseTo((wide + fast) / 2, 12);
    const share = 1 / (1 + Math.exp(-2 * 0.4));
    expect(rankBonus([0.3, -0.7, 0.4], defaults)).toBeCloseTo(share * wide + (1 - share) * fast, 12);
  });

  it("is half of each or the whole of both without the acceleration", () => {
    const [wide, fast] = [Math.tanh(0.3), Math.tanh(-0.7)];
    for (const acceleration of [-5, 0, 5]) {
      const deviations = [0.3, -0.7, acceleration] as const;
      expect(rankBonus(deviations, { ...defaults, balance: "half" })).toBeCloseTo((wide + fast) / 2, 12);
      expect(rankBonus(deviations, { ...defaults, balance: "sum" })).toBeCloseTo(wide + fast, 12);
      expect(rankBonus(deviations, { ...defaults, balance: "sum", weight: 3 })).toBeCloseTo(3 * (wide + fast), 12);
    }
  });
});

const [rows, context, width] = [4, 8, 8];

/** Two groups of two answers of six characters after a question of one; the last is a single character. */
function answers(pay: readonly number[]): Completions {
  const texts = emptyRollouts(rows, 2, context, 1);
  for (let row = 0; row < rows; row++) {
    const length = row === 3 ? 1 : 6;
    texts.written.fill(1, row * context + 1, row * context + 1 + length);
    texts.pay[row * context + length] = pay[row];
  }
  return texts;
}

/** A method whose watch sees states with `ranks[row]` equal singular values in row `row`. */
function shaped(options: Partial<RankShapingOptions>) {
  const grpo = { clip: [0.2, 0.28], baseline: "group", scale: "none", average: "texts" } as const;
  const inner = groupMethod(grpo, { rows, group: 2, context, longest: 6 });
  const method = rankShaping(inner, { ...defaults, ...options }, { rows, context, width });
  return (pay: readonly number[], stretch: number) => {
    const texts = answers(pay);
    for (let row = 0; row < rows; row++) {
      for (let place = 1; place <= 6; place++) {
        // Corners of a simplex whose later edges are longer, in the first rows more than in the others.
        const hidden = new Float32Array(width);
        hidden[place] = 1 + (row === 0 ? stretch * place : 0);
        method.watch?.(momentOf({ row, place, hidden }));
      }
    }
    const lesson = method.teach(texts);
    return { lesson, advantages: lesson?.credit[0].tables[0].slice(), state: method.state?.rankLevels.slice() };
  };
}

describe("a shaped method", () => {
  it("is the method itself in the first update, and afterwards adds what the bonus allows", () => {
    const teach = shaped({});
    const first = teach([1, 0, 1, 0], 0);
    expect([...(first.advantages ?? []).slice(1, 7)]).toEqual(Array(6).fill(0.5));
    expect(first.lesson?.measures).toMatchObject({ rankCurves: 0.75, rankBonus: 0, signFlips: 0 });
    // Three simplices of six corners, whose centred states have five equal singular values, and a single state.
    expect(first.lesson?.measures?.effectiveRank).toBeCloseTo(15 / 4, 5);
    const levels = first.state ?? [];
    expect(levels[0]).toBe(1);
    expect(levels[1]).toBeCloseTo(15 / 4, 5);

    const second = teach([0, 1, 1, 0], 0);
    // Ranks of 5, 5, 5 and 0 against 15/4 throughout; velocities and accelerations likewise above by a third.
    const up = Math.tanh(1 / 3);
    expect(second.advantages?.[1]).toBeCloseTo(-0.5 + Math.min(up, 0.25), 6);
    expect(second.advantages?.[context + 1]).toBeCloseTo(0.5 + Math.min(up, 0.25), 6);
    // Without a curve it is below its level: no bonus, and never a malus.
    expect(second.advantages?.[3 * context + 1]).toBeCloseTo(-0.5, 12);
    expect(second.lesson?.measures?.signFlips).toBe(0);
    expect(second.lesson?.measures?.rankBonus).toBeCloseTo((18 * 0.25) / 19, 6);
  });

  it("shapes the last character alone where that is asked for", () => {
    const teach = shaped({ of: "last" });
    teach([1, 0, 1, 0], 0);
    const { advantages } = teach([1, 0, 1, 0], 0);
    expect([...(advantages ?? []).slice(0, 8)]).toEqual([0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.75, 0]);
  });

  it("pays nothing where all of a group are paid the same, and teaches nothing where all groups are", () => {
    const teach = shaped({});
    teach([1, 0, 1, 0], 0);
    const { advantages } = teach([1, 0, 1, 1], 0.5);
    expect([...(advantages ?? []).slice(2 * context)]).toEqual(Array(2 * context).fill(0));
    const before = teach([1, 0, 1, 1], 0.5).state?.[0];
    const none = teach([1, 1, 0, 0], 0.5);
    expect(none.lesson).toBeUndefined();
    // Even so the averages have seen the batch.
    expect(none.state?.[0]).toBe((before ?? 0) + 1);
  });

  it("keeps averages of the updates before the last, from the first means or from 0", () => {
    for (const start of ["first", "zero"] as const) {
      const teach = shaped({ start, recent: 0.25 });
      const means = [0, 0.3, 0.9].map((stretch) => {
        const { lesson, state } = teach([1, 0, 1, 0], stretch);
        return { mean: lesson?.measures?.effectiveRank ?? 0, level: state?.[1] ?? 0 };
      });
      const [one, two, three] = means;
      const begin = start === "first" ? one.mean : 0;
      expect(one.level).toBeCloseTo(begin, 5);
      expect(two.level).toBeCloseTo(0.75 * begin + 0.25 * one.mean, 5);
      expect(three.level).toBeCloseTo(0.75 * two.level + 0.25 * two.mean, 5);
      expect(Math.abs(two.mean - one.mean)).toBeGreaterThan(0.01);
    }
  });

  it("counts the signs that a bonus without a bound turns", () => {
    const teach = shaped({ bound: "none", weight: 5 });
    teach([1, 0, 1, 0], 0);
    const { lesson } = teach([0, 1, 1, 0], 0);
    // The first answer's six of nineteen characters; the single state is paid nothing.
    expect(lesson?.measures?.signFlips).toBeCloseTo(6 / 19, 12);
  });

  it("gives bonuses to answers by lot as a control", () => {
    const pays = [0, 1, 1, 0] as const;
    const added = Array.from({ length: 8 }, (_, before) => {
      const teach = shaped({ given: "lots" });
      for (let k = 0; k <= before; k++) teach([1, 0, 1, 0], 0);
      const { advantages = [] } = teach(pays, 0);
      return pays.map((pay, row) => Math.abs((advantages[row * context + 1] ?? 0) - (pay - 0.5)));
    });
    // One answer of four has no curve, and no bonus; by lot that is another answer in some updates.
    for (const own of added) expect(own.filter((bonus) => bonus < 1e-9)).toHaveLength(1);
    expect(new Set(added.map((own) => own.findIndex((bonus) => bonus < 1e-9))).size).toBeGreaterThan(1);
  });

  it("refuses a method that knows no advantages", () => {
    const plain = { ...clippedObjective([0.2, 0.2]), tables: ["targets"] };
    const inner = { objectives: [plain], teach: () => undefined };
    expect(() => rankShaping(inner, defaults, { rows, context, width })).toThrow("without advantages");
  });
});

/** A training that is paid for each character. */
function trained(callbacks: readonly string[]) {
  const context = trainingContext(() => sortWorld.make({}), "grpo");
  return wholeTraining(
    grpo.make({ ...SMALL_TRAINING, with: callbacks }).train(paidBy(context, "characters", "correct")),
  );
}

test("a training with the callback learns otherwise, and reports the ranks of hidden states", () => {
  const [plain, shaped] = [[], ["verl-rank"]].map(trained);
  const last = shaped.reports.at(-1)?.measures ?? {};
  expect(last.effectiveRank).toBeGreaterThan(1);
  expect(last.rankBonus).toBeGreaterThan(0);
  expect(last.signFlips).toBe(0);
  expect(plain.reports.at(-1)?.measures.effectiveRank).toBeUndefined();
  const heads = [plain, shaped].map(({ checkpoints }) =>
    checkpoints.at(-1)?.tensors.filter(({ name }) => name === "head"),
  );
  expect(heads[1]).toHaveLength(1);
  expect(heads[1]).not.toEqual(heads[0]);
});
