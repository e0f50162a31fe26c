// Which half of the answers is learnt from, and what they are worth.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { emptyRollouts } from "../../algorithms/text/completions.ts";
import { shoppingWorld } from "../../environments/language/shopping.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { type ContrastOptions, contrastingRows, contrastiveMethod, neighbouringRows } from "./method.ts";

const BOUNDS: ContrastOptions["positives"] = [0.25, 0.75];

describe("the chosen half", () => {
  it.each([
    ["half are above the mean: two best and two worst", "10101010 51223344 2457"],
    ["one right answer of eight: it stands beside the three longest wrong ones", "00010000 01296543 3654"],
    ["all alike, so lengths decide: the shortest beside the three longest", "11111111 76543210 7210"],
    ["at most three are positives, the shortest right ones, and the worst is the wrong one", "11111110 92738160 5137"],
    ["alike in all: as they were written", "0000 1111 03"],
  ])("%s: %s", (_, digits) => {
    const [pay, lengths, expected] = digits.split(" ").map((row) => Array.from(row, Number));
    expect(contrastingRows(pay, lengths, BOUNDS)).toEqual(expected);
  });

  const answers = fc.integer({ min: 1, max: 12 }).chain((half) =>
    fc.array(fc.record({ pay: fc.integer({ min: 0, max: 3 }), length: fc.nat(9) }), {
      minLength: 2 * half,
      maxLength: 2 * half,
    }),
  );
  law.prop([answers])(
    "is half, each row once, in order, and nobody left out is paid more than the positives or less than the rest",
    (drawn) => {
      const pay = drawn.map((one) => one.pay);
      const lengths = drawn.map(({ length }) => length);
      const rows = contrastingRows(pay, lengths, BOUNDS);
      expect(new Set(rows).size).toBe(drawn.length / 2);
      const above = pay.filter((one) => one > pay.reduce((a, b) => a + b, 0) / pay.length).length / pay.length;
      const positives = Math.round(rows.length * Math.min(0.75, Math.max(0.25, above)));
      const left = pay.map((_, k) => k).filter((k) => !rows.includes(k));
      for (const [k, row] of rows.entries()) {
        for (const other of left) {
          const behind = pay[other] - pay[row] || lengths[row] - lengths[other];
          if (k < positives) expect(behind).toBeLessThanOrEqual(0);
          else expect(behind).toBeGreaterThanOrEqual(0);
        }
      }
    },
  );
});

describe("the half of neighbours", () => {
  it.each([
    ["the shorter of two good ones, the longer of two bad ones, at every level of pay", "98765432 93818293 1346"],
    ["in an odd number of pairs the middle one is among the worse", "876543 919191 124"],
    ["by length where pay is alike", "11111111 76543210 7520"],
    ["alike in all: as they were written", "1111 0000 03"],
  ])("%s: %s", (_, digits) => {
    const [pay, lengths, expected] = digits.split(" ").map((row) => Array.from(row, Number));
    expect(neighbouringRows(pay, lengths)).toEqual(expected);
  });
});

describe("the method", () => {
  const options = {
    clip: [0.2, 0.28],
    baseline: "group",
    scale: "group",
    average: "characters",
    contrast: { length: "dots", price: 0.1, positives: BOUNDS, choice: "contrast" },
  } as const;
  const sizes = { rows: 8, group: 8, context: 3, longest: 2 };
  const rollouts = (pay: readonly number[], dots: readonly number[]) => {
    const texts = emptyRollouts(8, 8, 3, 2);
    for (let row = 0; row < 8; row++) {
      texts.written.set([0, 1, row % 2], row * 3);
      texts.pay[row * 3 + 1] = pay[row];
      texts.outcomes[row * 2 + 1] = dots[row];
    }
    return texts;
  };
  const taught = (given: Partial<ContrastOptions>, pay: readonly number[], dots: readonly number[]) => {
    const method = contrastiveMethod({ ...options, contrast: { ...options.contrast, ...given } }, 1, sizes);
    const lesson = method.teach(rollouts(pay, dots));
    const [credit] = lesson?.credit ?? [];
    const [advantages = new Float32Array(0)] = credit?.tables ?? [];
    const shares = credit?.shares ?? new Float32Array(0);
    return { learns: method.learns, rows: [...(lesson?.rows ?? [])], advantages, shares, lesson };
  };

  it("learns from half of the rows, by what they are paid less the price of their length, compared among themselves", () => {
    const { learns, rows, advantages, shares, lesson } = taught({}, [1, 0, 1, 0, 1, 0, 1, 0], [5, 1, 2, 2, 3, 3, 4, 4]);
    expect(learns).toBe(4);
    expect(rows).toEqual([2, 4, 5, 7]);
    const shaped = [1 - 0.04, 1 - 0.06, 0 - 0.06, 0 - 0.08];
    const spread = deviation(shaped, 0) + 1e-4;
    for (const [k, row] of rows.entries()) {
      expect(advantages[row * 3 + 1]).toBeCloseTo((shaped[k] - mean(shaped)) / spread, 5);
      // Six characters were written in these rows: 1, 1, 2 and 2.
      expect(shares[row * 3 + 1]).toBeCloseTo(1 / 6, 6);
    }
    expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
    expect(lesson?.measures?.effectiveRows).toBeCloseTo(4, 1);
  });

  it("teaches shortness where all are paid alike, and nothing where lengths are alike too or cost nothing", () => {
    const alike = [1, 1, 1, 1, 1, 1, 1, 1];
    const dots = [7, 6, 5, 4, 3, 2, 1, 0];
    const { rows, advantages } = taught({}, alike, dots);
    expect(rows).toEqual([7, 2, 1, 0]);
    expect(advantages[7 * 3 + 1]).toBeGreaterThan(1);
    expect(advantages[1]).toBeLessThan(0);
    expect(taught({}, alike, alike).lesson).toBeUndefined();
    expect(taught({ price: 0 }, alike, dots).lesson).toBeUndefined();
  });

  it("takes another half by its choice: neighbours, or those that were written first", () => {
    const half = (choice: ContrastOptions["choice"]) =>
      taught({ choice }, [1, 0, 1, 0, 1, 0, 1, 0], [5, 1, 2, 2, 3, 3, 4, 4]);
    expect(half("neighbours").rows).toEqual([2, 6, 3, 7]);
    expect(half("first").rows).toEqual([0, 1, 2, 3]);
  });
});

it("trains by name, on half of the answers", () => {
  const context = paidBy(
    trainingContext(() => shoppingWorld.make({ kinds: ["fuzzy"] }), "dcpo"),
    "criteria",
  );
  const plan = algorithms.get("shopping-agent").make({
    ...{ updates: 3, questions: 2, answers: 4, minibatches: 2, method: { length: "thinking" } },
    ...{ model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 50, texts: 8 } },
  });
  const learnt = wholeTraining(plan.train(context)).reports.filter(({ measures }) => measures.skipped === 0);
  expect(learnt.length).toBeGreaterThan(0);
  for (const { measures } of learnt) expect(measures.effectiveRows).toBeLessThanOrEqual(4 + 1e-9);
});
