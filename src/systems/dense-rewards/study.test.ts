// What holds and what does not come out on this task, on seeds that no record is made from.

import { expect, test } from "vitest";
import { studyContext } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { denseRewards } from "./study.ts";

test("on three seeds of its own what is exact holds, long segments are farmed, and no builder is surely faster and worse", async () => {
  const { claims, controls } = await denseRewards.run(studyContext({ seeds: [901, 902, 903] }));
  expect(claims.filter(({ kind }) => kind === "equation").map(verdict)).toEqual(new Array(6).fill("holds"));
  const verdicts = new Map(claims.map((one) => [one.name, verdict(one)]));
  expect(verdicts.get("flipped labels mislead")).toBe("holds");
  expect(verdicts.get("200 preferences: the optimum of the learned reward is nearly the true one")).toBe("fails");
  expect(verdicts.get("a dense reward can be faster and worse")).not.toBe("holds");
  expect(claims.filter((one) => one.name.startsWith("pay for coming nearer")).map(verdict)).toEqual(["holds"]);
  // On these seeds a potential that was dealt out anew speeds learning up, which the task's control says it must not.
  expect(controls.map(verdict).slice(0, 2)).toEqual(["holds", "undecided"]);
});
