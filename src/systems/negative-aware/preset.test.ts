import { describe, expect, it } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { channel } from "../../rewards/index.ts";

const small = {
  updates: 6,
  questions: 2,
  answers: 4,
  minibatches: 2,
  model: { width: 8, layers: 1, heads: 1 },
  sft: { steps: 60, texts: 8 },
};

function trained(given: object, pay = "finished") {
  const make = () => sortWorld.make({ digits: 2 });
  const context = trainingContext(make, "presets", 1);
  const paid = channel(pay);
  const training = algorithms
    .get("negative-aware")
    .make({ ...small, ...given })
    .train({ ...context, makeReward: () => paid(context.spec) });
  const reports = trainToEnd(training).slice(3);
  const end = training.checkpoint()?.tensors.find(({ name }) => name === "head")?.data ?? new Float32Array(0);
  training.close();
  return { measures: reports.map(({ measures }) => measures), end };
}

describe("negative-aware", () => {
  it("learns by negative-aware fine-tuning, and says how many characters belong to wrong answers", () => {
    const { measures } = trained({});
    const learnt = measures.filter(({ skipped }) => skipped === 0);
    expect(learnt.length).toBeGreaterThan(0);
    for (const { wrongShare, clipFraction } of learnt) {
      expect(wrongShare).toBeGreaterThan(0);
      expect(wrongShare).toBeLessThan(1);
      expect(clipFraction).toBeLessThan(1);
    }
  });

  it.each([
    ["wrong answers count nothing", { method: { negative: 0 } }],
    ["questions count otherwise", { method: { weighting: "alike" } }],
    ["the floor is lower", { method: { floor: 0.1 } }],
  ])("leads elsewhere where %s", (_, given) => {
    const [usual, other] = [trained({}).end, trained(given).end];
    expect(usual.length).toBeGreaterThan(0);
    expect(other).not.toEqual(usual);
  });

  it("learns from right and wrong alone", () => {
    expect(() => trained({}, "characters")).toThrow("learns from right and wrong answers");
  });
});
