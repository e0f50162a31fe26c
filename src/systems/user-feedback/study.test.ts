// That users, models and policies do what they are said to, by hand and by simulation, and that each measurement can come out otherwise.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type FeedbackMeters, measured, WEIGHTS } from "./measuring.ts";
import { basePolicy, loveModel, mixedPolicy, normalised, tilted } from "./policies.ts";
import { reliabilities, trolled } from "./trolls.ts";
import { chatsUnder, drawnTypes, helpIn, loveChance, outcomeOf, TURNS, TYPES } from "./users.ts";

const types = drawnTypes(Random.of(901, "types"));
const closed = types.closing.indexOf(1);
const sigma = (x: number) => 1 / (1 + Math.exp(-x));

test("a user loves a closing once, and is tired after three", () => {
  const { help, warmth } = types;
  const plain = -5 + 0.6 * help[closed] + 3 * warmth[closed];
  expect(loveChance(types, closed, 0, 0)).toBeCloseTo(sigma(plain + 1.2), 12);
  expect(loveChance(types, closed, 1, 1)).toBeCloseTo(sigma(plain - 0.8), 12);
  expect(loveChance(types, closed, 3, 3)).toBeCloseTo(sigma(plain - 1.6), 12);
  expect(loveChance(types, closed, TURNS - 1, 0)).toBeCloseTo(sigma(plain + 0.6 * help[closed] + 1.2), 12);
  const open = types.closing.indexOf(0);
  expect(loveChance(types, open, 3, 2)).toBe(loveChance(types, open, 0, 0));
  expect(helpIn(types, closed, 0)).toBe(help[closed] / 2);
});

test("exact outcomes are those of simulated chats", () => {
  const policy = tilted(normalised(types.closing), 0.5);
  const log = chatsUnder(types, policy, { users: 4000, chats: 10, trolls: 0 }, Random.of(901, "chats"));
  const outcome = outcomeOf(types, policy);
  expect(Math.abs(mean(log.reaction) / outcome.love - 1)).toBeLessThan(0.05);
  expect(mean(log.chance) / outcome.love).toBeCloseTo(1, 1);
  expect(mean(log.type.map((type) => types.closing[type]))).toBeCloseTo(outcome.closings, 2);
});

test("a policy that is optimised for nothing is the base; channels have mean 0 and deviation 1", () => {
  const still = mixedPolicy(types, types.warmth, 0, 0);
  for (const chance of still) expect(chance).toBeCloseTo(1 / TYPES, 12);
  const channel = normalised(types.help);
  expect(mean(channel)).toBeCloseTo(0, 12);
  expect(mean(channel.map((x) => x * x))).toBeCloseTo(1, 12);
  expect(outcomeOf(types, basePolicy()).help).toBeLessThan(mean(types.help));
});

test("users who follow the model are told from those with a rate of their own", () => {
  const crowd = { users: 400, chats: 10, trolls: 0.5 };
  const log = chatsUnder(types, basePolicy(), crowd, Random.of(901, "half"));
  const honest = chatsUnder(types, basePolicy(), { ...crowd, trolls: 0 }, Random.of(902, "honest"));
  const love = loveModel(types, honest, Random.of(901, "kept"));
  const share = (weights: Float64Array) => mean(weights.map((weight) => (weight >= 0.5 ? 1 : 0)));
  expect(share(reliabilities(love, honest, 400))).toBeGreaterThan(0.95);
  expect(Math.abs(share(reliabilities(love, log, 400)) - 0.5)).toBeLessThan(0.1);
});

const of = ({ swept }: Pick<FeedbackMeters, "swept">, weight: (typeof WEIGHTS)[number]) =>
  swept[WEIGHTS.indexOf(weight)];

test("a little weight lifts love, much is hacked by closings, and neither where they are not read; the same for a seed", async () => {
  const meters = await measured({ seed: 901 });
  expect(of(meters, 0.3).love).toBeGreaterThan(1.2 * meters.base.love);
  expect(of(meters, 4).closings).toBeGreaterThan(0.9);
  expect(of(meters, 4).predicted).toBeGreaterThan(2 * of(meters, 4).love);
  expect(of(meters.hidden, 4).closings).toBeLessThan(0.2);
  expect(of(meters.hidden, 4).predicted).toBeLessThan(1.5 * of(meters.hidden, 4).love);
  expect(meters.naive).toBeGreaterThan(5 * meters.observed);
  expect(await measured({ seed: 901 })).toEqual(meters);
});

test("trolls cost AUROC, and reliability brings it back", async () => {
  const [none, , many] = await trolled({ seed: 901 });
  expect(many.alike.auc).toBeLessThan(none.alike.auc - 0.05);
  expect(many.weighed.auc).toBeGreaterThan(none.alike.auc - 0.05);
});
