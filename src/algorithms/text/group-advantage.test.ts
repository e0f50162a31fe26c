import { describe, expect, it } from "vitest";
import { emptyRollouts } from "./completions.ts";
import { characterShares, groupAdvantages, liveShare, payTexts, spread, totalPay } from "./group-advantage.ts";

const pay = Float64Array.of(1, 0, 0, 1, 3, 3, 3, 3);

describe("advantages of answers", () => {
  it("are GRPO's: less the group's mean, over its population deviation", () => {
    const advantages = groupAdvantages(pay, 4, { baseline: "group", scale: "group" });
    const expected = [1, -1, -1, 1].map((x) => (0.5 * x) / (0.5 + 1e-4));
    expect([...advantages.subarray(0, 4)]).toEqual(expected.map((x) => expect.closeTo(x, 12)));
    expect([...advantages.subarray(4)]).toEqual([0, 0, 0, 0]);
  });

  it("are exact with nothing added to the deviation, and 0 where there is none", () => {
    const advantages = groupAdvantages(pay, 4, { baseline: "group", scale: "group", tiny: 0 });
    expect([...advantages]).toEqual([1, -1, -1, 1, 0, 0, 0, 0]);
  });

  it.each([0.1, 0.2, 0.3, 0.7, 1.1])(
    "are 0 in a group that is paid %d each, also where the mean is rounded",
    (each) => {
      for (const scale of ["group", "batch"] as const) {
        for (const group of [3, 6, 8, 16]) {
          const same = new Float64Array(group).fill(each);
          const advantages = groupAdvantages(same, group, { baseline: "group", scale, tiny: 0 });
          expect([...advantages]).toEqual([...same].map(() => 0));
          expect(liveShare(same, group)).toBe(0);
        }
      }
      expect(liveShare(Float64Array.of(0.3, 0.1 + 0.2), 2)).toBe(0);
    },
  );

  it("are Dr. GRPO's without the division", () => {
    expect([...groupAdvantages(pay, 4, { baseline: "group", scale: "none" })]).toEqual([
      0.5, -0.5, -0.5, 0.5, 0, 0, 0, 0,
    ]);
  });

  it.each([1e8 + 0.1, 123456.789, 0.1])("are exactly 0 where all are paid %d, against the others too", (amount) => {
    for (const group of [3, 5, 7]) {
      const equal = new Float64Array(group).fill(amount);
      for (const baseline of ["group", "others"] as const)
        expect(groupAdvantages(equal, group, { baseline, scale: "group", tiny: 1e-8 })).toEqual(
          new Float64Array(group),
        );
    }
  });

  it("are RLOO's with the others as baseline, which is the group's times G/(G − 1)", () => {
    const others = groupAdvantages(pay, 4, { baseline: "others", scale: "none" });
    const own = groupAdvantages(pay, 4, { baseline: "group", scale: "none" });
    for (let row = 0; row < 8; row++) expect(others[row]).toBeCloseTo((own[row] * 4) / 3, 12);
  });

  it("are REINFORCE++'s over the whole batch", () => {
    const advantages = groupAdvantages(pay, 4, { baseline: "batch", scale: "batch" });
    const mean = 14 / 8;
    const deviation = Math.sqrt(pay.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 8);
    for (let row = 0; row < 8; row++) expect(advantages[row]).toBeCloseTo((pay[row] - mean) / (deviation + 1e-4), 12);
  });

  it("teach nothing where all of a group are paid the same", () => {
    expect(liveShare(pay, 4)).toBe(0.5);
    expect(liveShare(Float64Array.of(2, 2, 2, 2), 2)).toBe(0);
  });
});

describe("credit of characters", () => {
  const rollouts = emptyRollouts(2, 2, 4, 1);
  rollouts.written.set([0, 1, 1, 0, 0, 1, 0, 0]);
  rollouts.pay.set([0, 0.25, 0.5, 0, 0, 3, 0, 0]);

  it("adds up what a text was paid", () => {
    expect([...totalPay(rollouts)]).toEqual([0.75, 3]);
  });

  it("goes to the characters that the model wrote", () => {
    const into = new Float32Array(8);
    spread(Float64Array.of(2, -1), rollouts, into);
    expect([...into]).toEqual([0, 2, 2, 0, 0, -1, 0, 0]);
  });

  it.each([
    ["characters", [0, 1 / 3, 1 / 3, 0, 0, 1 / 3, 0, 0]],
    ["texts", [0, 1 / 4, 1 / 4, 0, 0, 1 / 2, 0, 0]],
    ["longest", [0, 1 / 10, 1 / 10, 0, 0, 1 / 10, 0, 0]],
  ] as const)("counts %s alike", (average, expected) => {
    const into = new Float32Array(8);
    characterShares(rollouts, average, 5, into);
    expect([...into]).toEqual(expected.map((x) => expect.closeTo(x, 6)));
  });
});

describe("pay for whole texts", () => {
  it("stands at the last written character, and in place of what was paid before; who wrote nothing gets none", () => {
    const texts = emptyRollouts(3, 3, 4, 1);
    texts.written.set([0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
    texts.pay.fill(7);
    payTexts(texts, [0.5, 2, 3]);
    expect([...texts.pay]).toEqual([0, 0, 0.5, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
    expect([...totalPay(texts)]).toEqual([0.5, 2, 0]);
  });
});
