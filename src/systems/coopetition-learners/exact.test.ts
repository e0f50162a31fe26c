// Integrated pay takes from a dilemma what tempts least: to give less than the best constant still pays, at the partner's expense.

import { expect, test } from "vitest";
import { gymStreams, gymWorld, MODES } from "../../../test/fixtures/coopetition/play.ts";
import { always } from "../../play/policy.ts";

test("in trust-dilemma under integrated pay, giving 30 beside 42 pays more than 42, at the partner's great expense", () => {
  const { runner } = gymWorld("trust-dilemma");
  const paid = (first: number) =>
    Array.from(runner.play(always([first, 42]), gymStreams()).totals[MODES.indexOf("integrated")]);
  const [together, less] = [paid(42), paid(30)];
  expect(less[0] / together[0] - 1).toBeGreaterThan(0.005);
  expect(less[1] / together[1] - 1).toBeLessThan(-0.35);
});
