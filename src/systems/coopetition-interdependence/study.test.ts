// The study as a whole, and the pieces that its checks stand on.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { verdict } from "../../study/claim.ts";
import { slcd } from "./cases.ts";
import { historicallyAligned, interdependenceRubric, outcomeOf, scoreCase } from "./rubric.ts";
import { coopetitionInterdependence } from "./study.ts";
import { blindTrials, shakenTrials } from "./trials.ts";

describe("study", () => {
  test("every figure comes out; the points fall without dependence under one form of two, and blind cases reach them", async () => {
    const { claims, controls } = await coopetitionInterdependence.run(studyContext({ seeds: [901] }));
    expect(unmet({ claims })).toEqual([]);
    expect(claims.length).toBeGreaterThan(25);
    expect(controls.map(verdict)).toEqual(["holds", "fails", "holds", "holds", "holds"]);
  });

  test("without synergy there is nothing to internalise: dependence alone changes nothing", () => {
    for (const name of ["power", "logarithmic"] as const)
      expect(outcomeOf(slcd, name, { gamma: 0 }).cooperation).toBeCloseTo(0, 6);
  });
});

describe("rubric", () => {
  test("sixty points in the published categories", () => {
    // TR-1's released suite: 10 + 15 + 15 + 10 + 10.
    const of = (name: "logarithmic" | "power") => [...scoreCase(slcd, name).categories.values()];
    const [logarithmic, power] = [of("logarithmic"), of("power")];
    expect(logarithmic.map(({ most }) => most)).toEqual([10, 15, 15, 10, 10]);
    expect(logarithmic.map(({ points }) => points)).toEqual([10, 15, 13, 10, 10]);
    expect(power.map(({ points }) => points)).toEqual([10, 7, 9, 10, 10]);
  });

  test("one sweep is not enough: the points for settling are lost", () => {
    const outcome = outcomeOf(slcd, "logarithmic", { maxSweeps: 1 });
    expect(outcome.equilibrium.converged).toBe(false);
    const settling = interdependenceRubric.filter((criterion) => criterion.name === "best responses settle");
    expect(settling.map((criterion) => criterion.award(outcome))).toEqual([0, 0]);
  });

  test("history asks for a rise of 15% to 50%", () => {
    expect(historicallyAligned(outcomeOf(slcd, "logarithmic"))).toBe(true);
    expect(historicallyAligned(outcomeOf(slcd, "power"))).toBe(false);
    expect(historicallyAligned(outcomeOf(slcd, "logarithmic", { gamma: 0 }))).toBe(false);
  });
});

describe("trials", () => {
  test("without shaking every trial is the case itself", () => {
    const { power, logarithmic } = shakenTrials(slcd, 0, 3, 42);
    expect(Array.from(power)).toEqual([46, 46, 46]);
    expect(Array.from(logarithmic)).toEqual([58, 58, 58]);
  });

  test("blind cases differ, and a stream's name fixes them", () => {
    const draw = () => blindTrials(20, Random.of(3, "blind"));
    expect(draw()).toEqual(draw());
    expect(new Set(draw().logarithmic).size).toBeGreaterThan(1);
  });
});
