// The enumeration, and that each measurement can come out otherwise.

import { expect, test } from "vitest";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Random } from "../../core/random.ts";
import { advised, armOf, conductOf, SHUFFLED } from "./arms.ts";
import { bestOf, CASES, dialoguesIn, listedInRow, rowsOf, TRUST, tree, WORDS } from "./dialogues.ts";
import { reestimated } from "./reestimating.ts";
import { contrasted, ratedBy } from "./training.ts";
import { largestExcess, simulated } from "./world-model.ts";

const shop = dialoguesIn({ trust: TRUST, error: 0 });

test("81 cases of 27 dialogues; sums over them are what the world pays", () => {
  expect([CASES, tree.played.length, tree.contexts]).toEqual([81, 81 * WORDS.count, 27]);
  expect(shop.expected).toEqual(tree.scores.rating);
  expect(shop.known).toEqual(tree.scores.hindsight);
  expect(shop.utility).toEqual(tree.scores.utility);
  expect(bestOf(shop.utility)).toBeCloseTo(19 / 27, 12);
  // The catalogue's error lowers what can be had, and a catalogue that tells nothing leaves nothing.
  expect(bestOf(dialoguesIn({ trust: TRUST, error: 0.1 }).known)).toBeLessThan(bestOf(shop.known));
  expect(bestOf(dialoguesIn({ trust: TRUST, error: 0.5 }).known)).toBeCloseTo(0, 12);
});

/** A policy that says one word of each option by what is listed. */
const saying = (wordOf: (listed: number) => number) => {
  const logits = new Float64Array(tree.contexts * 3);
  for (let row = 0; row < tree.contexts; row++) logits[row * 3 + wordOf(listedInRow[row])] = 50;
  return softmaxTable(tree.contexts, 3, logits);
};

test("honest words reach the best true utility, pleasing ones the best rating", () => {
  const frank = saying((listed) => (listed === 0 ? 0 : 1));
  const honest = conductOf(frank, shop, shop.utility);
  expect(honest.short).toBeCloseTo(0, 9);
  expect([honest.lies, honest.omissions, honest.inventions]).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 9)));
  const flattering = saying(() => 0);
  const pleasing = conductOf(flattering, shop, shop.expected);
  expect(pleasing.short).toBeCloseTo(0, 9);
  const known = [-1 / 3, 1, 1].map((x) => expect.closeTo(x, 9));
  expect([pleasing.utility, pleasing.lies, pleasing.inventions]).toEqual(known);
});

test("rows of a case speak of its options in their order", () => {
  expect(new Set(rowsOf).size).toBe(27);
});

test("training on immediate feedback makes lies, on hindsight none; the same for a seed", async () => {
  const { arms, deaf, learning } = await advised({ seed: 901 });
  for (const trainer of ["policy gradient", "DPO"] as const) {
    expect(arms[armOf(trainer, "immediate")].utility).toBeLessThan(0);
    expect(arms[armOf(trainer, "partial hindsight")].utility).toBeGreaterThan(0.6);
    expect(deaf[trainer].hindsight).toBeCloseTo(deaf[trainer].immediate, 9);
  }
  expect(arms[SHUFFLED].utility).toBeLessThan(0);
  expect(learning.immediate[0]).toBeGreaterThan(learning.hindsight[0]);
  expect(learning.immediate[49]).toBeLessThan(learning.hindsight[49]);
  const again = contrasted(ratedBy(shop.known), Random.of(901, "DPO"));
  expect(exactEpisodes(tree).value(again.policy, shop.known)).toBe(arms[armOf("DPO", "partial hindsight")].known);
});

test("customers who are told the truth come to trust it", () => {
  const honest = saying((listed) => (listed === 0 ? 0 : 1));
  const { immediate, hindsight } = reestimated(honest, honest, Random.of(901, "trust"));
  expect(immediate).toEqual(hindsight);
  expect(immediate[49]).toBeGreaterThan(immediate[0]);
});

test("a world model that hopes too much loses more than a calibrated one, within its bound", async () => {
  const { utilities, dpo, gradient } = await simulated({ seed: 901 });
  expect(Math.abs(utilities.real - utilities.simulated)).toBeLessThan(0.02);
  for (const losses of [dpo, gradient]) {
    expect(losses[2]).toBeGreaterThan(0.2);
    expect(losses[2]).toBeLessThan(1);
  }
  expect(largestExcess(0.5).loss).toBeLessThan(0);
  expect(largestExcess(0.5).feedback).toBeCloseTo(0, 9);
});
