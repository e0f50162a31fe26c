import { describe, expect, it } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { SMALL_TRAINING } from "../../../test/fixtures/grpo.ts";
import { tensorPrints, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { sortWorld } from "../../environments/language/sort.ts";

const small = { ...SMALL_TRAINING, updates: 6, minibatches: 2 };

function trained(given: object) {
  const context = paidBy(
    trainingContext(() => sortWorld.make({ digits: 2 }), "presets"),
    "finished",
  );
  const plan = algorithms.get("negative-aware").make({ ...small, ...given });
  const { reports, checkpoints } = wholeTraining(plan.train(context));
  return {
    measures: reports.slice(3).map(({ measures }) => measures),
    end: tensorPrints(checkpoints[checkpoints.length - 1]),
  };
}

describe("negative-aware", () => {
  const usual = trained({});

  it("learns by negative-aware fine-tuning, and says how many characters belong to wrong answers", () => {
    const learnt = usual.measures.filter(({ skipped }) => skipped === 0);
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
    expect(trained(given).end).not.toEqual(usual.end);
  });
});
