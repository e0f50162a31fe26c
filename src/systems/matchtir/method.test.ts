import { describe, expect, it } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { momentOf } from "../../../test/fixtures/generation-step.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { world } from "../../../test/fixtures/written-text.ts";
import { emptyRollouts } from "../../algorithms/text/completions.ts";
import { Random } from "../../core/random.ts";
import { COMMON, numberOf } from "../../environments/language/alphabet.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { type CallMatchingOptions, callMatchingMethod, levelAdvantages } from "./method.ts";

const CONTEXT = 40;
const usual: CallMatchingOptions = { by: "optimal", unmatched: 0, level: "dual", discount: 0.9 };

describe("advantages of two levels", () => {
  // Texts of two turns and three: r and the sums to come, D, by hand.
  const turns = { counts: Int32Array.of(3, 3), most: 3 };
  const rewards = Float64Array.of(1, 0, 1, 0.5, 1, 0);
  // R = 2 and 1.5; D = 1.81, 0.9, 1 and 1.4, 1, 0. Of two numbers each is 1/√2 sample deviations from their mean.
  const half = Math.SQRT1_2;

  it.each([
    ["trajectory", [half, half, half, -half, -half, -half]],
    ["turn", [half, -half, half, -half, half, -half]],
    ["dual", [half, 0, half, -half, 0, -half]],
  ] as const)("%s", (level, expected) => {
    const found = levelAdvantages(rewards, turns, 2, { level, discount: 0.9 });
    const most = level === "dual" ? 1e-5 : 5e-5;
    for (const [k, value] of expected.entries()) expect(Math.abs(found[k] - value)).toBeLessThanOrEqual(most);
  });

  it("are those of three texts by hand, and a turn that no other text has counts as it is", () => {
    const uneven = { counts: Int32Array.of(2, 1, 3), most: 3 };
    const values = Float64Array.of(1, 0.5, 9, 0, 9, 9, 0.5, 1, 1);
    // R = 1.5, 0, 2.5: mean 4/3, squares (1 + 64 + 49)/36, sample deviation √(114/72).
    const spread = Math.sqrt(114 / 72);
    const byText = [1 / 6, -8 / 6, 7 / 6].map((x) => x / spread);
    // D₁ = 0.5 and 1.9 of the first and third text; D₂ = 1 of the third alone. D₀ = 1.45, 0, 2.21.
    const first = [1.45, 0, 2.21];
    const byTurn = first.map((d) => (d - mean(first)) / deviation(first));
    const found = levelAdvantages(values, uneven, 3, { level: "dual", discount: 0.9 });
    const expected = [byTurn[0], -half, Number.NaN, byTurn[1], Number.NaN, Number.NaN, byTurn[2], half, 1].map(
      (own, k) => (Number.isNaN(own) ? 0 : (byText[Math.floor(k / 3)] + own) / 2),
    );
    for (const [k, value] of expected.entries()) expect(found[k]).toBeCloseTo(value, 4);
  });
});

/** The world at a question, and answers to it in which dots stand for what the world wrote. */
function taught(options: CallMatchingOptions, answers: (a: number, b: number, c: number) => readonly string[][]) {
  const calculator = world("language/calculator", { hard: 1, fewestTerms: 3, mostTerms: 3, spareCalls: 2 });
  calculator.reset(Random.of(1, "asked"), new Float64Array(calculator.spec.channels.length));
  const question = calculator.texts?.text() ?? "";
  const [a, b, c] = question.slice(0, -1).split("+").map(Number);
  const given = answers(a, b, c);
  const rows = given.length;
  const method = callMatchingMethod(
    { ...options, clip: [0.2, 0.2], average: "characters" },
    { rows, group: rows, context: CONTEXT, longest: 32 },
    { alphabet: COMMON.alphabet },
  );
  const texts = emptyRollouts(rows, rows, CONTEXT, 1);
  for (const [row, said] of given.entries()) {
    method.watch?.(momentOf({ row, place: 3, turnBegins: true, world: calculator }));
    let place = row * CONTEXT + 3;
    for (const [turn, text] of said.entries()) {
      for (const character of text) {
        texts.tokens[place] = numberOf(character);
        texts.turns[place] = turn;
        texts.written[place++] = 1;
      }
      place += 1;
    }
    if (said.at(-1) === `${a + b + c}$`) texts.pay[place - 2] = 1;
  }
  const lesson = method.teach(texts);
  const [table] = lesson?.credit[0].tables ?? [];
  /** Advantages by turn of a row: of the first character, which all others of the turn share. */
  const advantages = (row: number) =>
    given[row].map((text, turn) => {
      const own = [...table.keys()].filter(
        (k) => Math.floor(k / CONTEXT) === row && texts.written[k] === 1 && texts.turns[k] === turn,
      );
      expect(own).toHaveLength(text.length);
      for (const k of own) expect(table[k]).toBe(table[own[0]]);
      return table[own[0]];
    });
  return { measures: lesson?.measures, advantages };
}

describe("the method", () => {
  const answers = (a: number, b: number, c: number) => [
    [`<${a}+${b}>`, `<${a + b}+${c}>`, `${a + b + c}$`],
    [`<${a}+${b}>`, `<${a}+${b}>`, `<${a + b}+${c}>`, `${a + b + c}$`],
    [`<${a}+${b}`.concat(">"), `${a + b}$`],
    ["<+>", "0$"],
  ];

  it("matches what each text calls with what its question needs, and pays the answer's turn what the world paid", () => {
    const { measures, advantages } = taught({ ...usual, level: "turn", discount: 0 }, answers);
    // Turns are worth 1, 1, 1; 1, 0, 1, 1; 1, 0; 0, 0.
    expect(measures).toEqual({ callReward: 5 / 7, calls: 7 / 4 });
    const compare = (values: readonly number[], value: number) => (value - mean(values)) / deviation(values);
    const [first, second] = matrix("1 1 1 0 | 1 0 0 0").map((all) => all.map((value) => compare(all, value)));
    const expected = [
      [first[0], second[0], 0],
      [first[0], second[1], 0, 1],
      [first[0], second[1]],
      [first[3], second[1]],
    ];
    for (const [row, own] of expected.entries()) {
      for (const [turn, value] of own.entries()) expect(advantages(row)[turn]).toBeCloseTo(value, 4);
    }
  });

  it("pays a repeated call again where any call may take any reference, and takes from it where unmatched ones cost", () => {
    const rewardOf = (given: Partial<CallMatchingOptions>) =>
      taught({ ...usual, ...given }, answers).measures?.callReward;
    expect(rewardOf({ by: "greedy" })).toBeCloseTo(5 / 7, 12);
    expect(rewardOf({ by: "any" })).toBeCloseTo(6 / 7, 12);
    expect(rewardOf({ unmatched: -0.5 })).toBeCloseTo((5 - 2 * 0.5) / 7, 12);
    // The repetition of the second text is worth less than 1, and the malformed call nothing.
    const soft = rewardOf({ by: "transport" }) ?? 0;
    expect(soft).toBeGreaterThan(5 / 7);
    expect(soft).toBeLessThan(6 / 7);
  });

  it("is reached by its name and as the method of grpo", () => {
    const model = { width: 8, layers: 1, heads: 1 };
    const small = { updates: 3, questions: 2, answers: 4, model, sft: { steps: 5, texts: 8 } };
    // Texts of different lengths are paid differently, so that there is something to compare before any text has a call.
    const context = paidBy(
      trainingContext(() => world("language/calculator", { hard: 1, direct: 0 }), "matched"),
      "characters",
    );
    const run = (id: string, given: object) => {
      const plan = algorithms.get(id).make({ ...small, ...given });
      return wholeTraining(plan.train(context)).reports.at(-1)?.measures;
    };
    const named = run("matchtir", {});
    expect(named).toHaveProperty("callReward");
    expect(run("grpo", { method: "matchtir", clip: [0.2, 0.2], divergence: 0.001, entropy: 0.001 })).toEqual(named);
    expect(run("matchtir", { method: { level: "trajectory" } })).not.toEqual(named);
  });
});
