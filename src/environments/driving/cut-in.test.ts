// Cutting in: the world by hand, its players beside the exact worth, and a log of one's own.

import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { byChannel, meanSums } from "../../../test/fixtures/played-world.ts";
import { oracles } from "../../../test/fixtures/seats.ts";
import { fieldOffset } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { cutIn } from "./cut-in.ts";
import { bestChoice, DRIVERS, GAPS, HARSH, lowestAcceleration } from "./cut-in-gap.ts";
import { addErrors, bestFit, chances } from "./driver-fit.ts";
import { AGGRESSIVE, CAUTIOUS, NORMAL } from "./drivers.ts";

/** Means of channels over episodes of a player in all seats. */
function means(name: string, settings: object, episodes = 200): Record<string, number> {
  const world = cutIn.make(settings);
  return meanSums(world, oracles(world, name), episodes, (k) => Random.of(k + 1));
}

/** A world whose only driver is of a type, and a step in it. */
function beside(kind: number, settings: object = {}) {
  const world = cutIn.make({ noise: 0, ...settings });
  const hand = byHand(world, Random.of(1));
  const { views } = world.state;
  views.kind[0] = kind;
  const step = (choice = 6): Record<string, number> => {
    hand.step(choice);
    return byChannel(world, hand.outcomes);
  };
  return { world, views, step };
}

test("the learner cuts in every ten seconds, and pays for a driver that brakes hard", () => {
  const { world, views, step } = beside(CAUTIOUS);
  const seen = new Float32Array(world.spec.observationSize);
  const turns: number[] = [];
  for (let t = 0; t < 20; t++) {
    world.observe(seen);
    if (seen[fieldOffset(world.spec, "turn") ?? -1] === 1) turns.push(t);
    if (t === 10) {
      views.speed[0] = 12;
      expect(lowestAcceleration(DRIVERS[CAUTIOUS], 12, 6)).toBeLessThan(HARSH);
      expect(step(0)).toMatchObject({ cutIns: 1, harsh: 1, gap: 6, payoff: 0.8 - 1 });
    } else expect(step()).toMatchObject({ cutIns: 0, harsh: 0, payoff: 0 });
  }
  expect(turns).toEqual([10]);
});

test("a large gap costs its length alone", () => {
  const { views, step } = beside(AGGRESSIVE);
  for (let t = 0; t < 10; t++) step();
  views.speed[0] = 12;
  expect(step(GAPS.indexOf(26))).toMatchObject({ cutIns: 1, harsh: 0, payoff: 1 - 26 / 30 });
});

test("the type that drove is recognised, and its chance is near 1", () => {
  for (const kind of [CAUTIOUS, NORMAL, AGGRESSIVE]) {
    const { step } = beside(kind, { horizon: 10 });
    for (let t = 0; t < 9; t++) expect(step().recognised).toBe(0);
    expect(step().recognised).toBe(1);
    const errors = new Float64Array(3);
    const pair = { speed: 12, gap: 8, leader: 11 };
    addErrors(errors, 0, pair, 1, 12 + 0.5 * kind);
    const into = new Float64Array(3);
    chances(errors, [0.2, 0, 0.8], 0.05, into);
    expect(into[NORMAL]).toBe(0);
    expect(into[CAUTIOUS] + into[AGGRESSIVE]).toBeCloseTo(1, 12);
    expect(bestFit(Float64Array.of(3, 2, 1, 5), 1)).toBe(1);
  }
});

test("types are shown where they are asked for alone", () => {
  expect(beside(NORMAL).world.spec.oracles).not.toHaveProperty("knowing");
  const { world } = beside(NORMAL, { shows: "type" });
  const seen = new Float32Array(world.spec.observationSize);
  world.observe(seen);
  expect([...seen.slice(-3)]).toEqual([0, 1, 0]);
});

test.each(["mild", "chaotic"])("in %s traffic knowing types pays, and inferring them nearly as much", (mix) => {
  const settings = { mix, shows: "type" };
  const [known, inferred, unknown] = ["knowing", "inferring", "shares"].map((name) => means(name, settings).payoff);
  expect(known).toBeGreaterThan(unknown);
  expect(means("shares", settings, 20).lead).toBe(0);
  expect(means("knowing", settings, 20).lead).toBeGreaterThan(0);
  expect((inferred - unknown) / (known - unknown)).toBeGreaterThan(0.8);
});

test("with one type there is nothing to know", () => {
  const settings = { mix: "normal", shows: "type" };
  const pays = ["knowing", "inferring", "shares"].map((name) => means(name, settings, 20).payoff);
  expect(pays[1]).toBe(pays[0]);
  expect(pays[2]).toBe(pays[0]);
});

test("the best gap of two types is one of theirs", () => {
  for (const speed of [8, 10, 12, 14, 16]) {
    const own = [CAUTIOUS, AGGRESSIVE].map((k) =>
      bestChoice(
        [0, 1, 2].map((j) => (j === k ? 1 : 0)),
        speed,
      ),
    );
    expect(own).toContain(bestChoice([0.5, 0, 0.5], speed));
  }
});
