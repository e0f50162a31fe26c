// Rewards of sets: what a set and an episode are paid, references from a world, in described shares and from a file, and their mistakes.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Status } from "../core/environment.ts";
import { ready } from "../core/registry.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { sprites } from "../environments/pictures/sprites.ts";
import { rewardLaws } from "../evaluation/laws/reward-laws.ts";
import { setRewards } from "./set-rewards.ts";

const folder = mkdtempSync(join(tmpdir(), "exemplars-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = { directory: folder, cache: join(folder, "store", "data") };

const entry = (id: string) => {
  const found = setRewards.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
const world = () => sprites.make({ colours: 1 });
const bound = (id: string, parameters: object) => entry(id).make(parameters)(world().spec);

/** Outcomes of a picture with a shape, by place of its channel. */
function picture(shape: "square" | "plus" | "cross" | undefined): Float64Array {
  const { channels } = world().spec;
  const outcomes = new Float64Array(channels.length);
  if (shape !== undefined) outcomes[channels.findIndex(({ name }) => name === shape)] = 1;
  return outcomes;
}
function payOf(reward: ReturnType<typeof bound>, outcomes: Float64Array): number {
  const pay = new Float64Array(1);
  reward.reset(outcomes);
  reward.pay(outcomes, Status.terminated, pay);
  return pay[0];
}
/** What a set of so many pictures of each shape is paid. */
function paid(reward: ReturnType<typeof bound>, counts: Readonly<Record<"square" | "plus" | "cross", number>>): number {
  const sets = reward.ofSets;
  if (sets === undefined) throw new Error("no sets");
  const set = sets.open();
  const row = new Float64Array(sets.size);
  for (const shape of ["square", "plus", "cross"] as const) {
    payOf(reward, picture(shape));
    sets.read(row, 0);
    for (let k = 0; k < counts[shape]; k++) set.add(row, 0);
  }
  return set.value();
}
const shapes = { square: 1, plus: 1, cross: 1 };

test("a set in the described shares is paid nearly 0, and a picture alone minus its distance from the mean and the spread", () => {
  const reward = bound("frechet", { features: shapes, shares: { square: 0.7 } });
  expect(paid(reward, { square: 700, plus: 150, cross: 150 })).toBeCloseTo(0, 5);
  expect(paid(reward, { square: 400, plus: 300, cross: 300 })).toBeLessThan(-0.1);
  const spread = 0.7 * 0.3 + 2 * 0.15 * 0.85;
  expect(payOf(reward, picture("square"))).toBeCloseTo(-(0.3 ** 2 + 2 * 0.15 ** 2 + spread), 9);
  expect(payOf(reward, picture("cross"))).toBeCloseTo(-(0.7 ** 2 + 0.15 ** 2 + 0.85 ** 2 + spread), 9);
  expect(bound("frechet", { features: shapes, each: true }).ofSets).toBeUndefined();
});

test("factors of features scale distances by their squares", () => {
  const counts = { square: 5, plus: 3, cross: 2 };
  const [one, twice] = [1, 2].map((factor) =>
    paid(bound("frechet", { features: { square: factor, plus: factor } }), counts),
  );
  expect(twice).toBeCloseTo(4 * one, 9);
});

test("variety is 1 of equal pictures, 3 of three shapes alike, and an empty canvas is a kind of its own", () => {
  const reward = bound("vendi", { features: shapes });
  expect(paid(reward, { square: 4, plus: 0, cross: 0 })).toBeCloseTo(1, 9);
  expect(paid(reward, { square: 4, plus: 4, cross: 4 })).toBeCloseTo(3, 9);
  const sets = reward.ofSets;
  if (sets === undefined) throw new Error("no sets");
  const set = sets.open();
  const row = new Float64Array(sets.size);
  for (const shape of ["square", undefined] as const) {
    payOf(reward, picture(shape));
    sets.read(row, 0);
    set.add(row, 0);
  }
  expect(set.value()).toBeCloseTo(2, 9);
});

test("exemplars are read from CSV and from JSON Lines, with the columns that are channels", async () => {
  writeFileSync(join(folder, "own.csv"), "name,square,plus\na,1,0\nb,1,0\nc,0,1\nd,0,0\n");
  writeFileSync(
    join(folder, "own.jsonl"),
    '{"square":1,"plus":0}\n{"square":1,"plus":0}\n{"square":0,"plus":1}\n{"square":0,"plus":0}\n',
  );
  for (const file of ["own.csv", "own.jsonl"]) {
    const parameters = await ready(entry("frechet"), { file }, place);
    const reward = entry("frechet").make(parameters)(world().spec);
    expect(reward.ofSets?.size).toBe(2);
    expect(paid(reward, { square: 2, plus: 1, cross: 1 })).toBeCloseTo(0, 6);
  }
});

test.each([
  [{ shares: { circle: 0.5 } }, /circle.*square/s],
  [{ shares: { square: 0.7, plus: 0.5 } }, /shares of kinds add up to 1.2/],
  [{ shares: { square: 0.7, plus: 0.1, cross: 0.1 } }, /add up to 0.9/],
  [{ features: { brightness: 1 } }, /brightness/],
  [{ features: { brightnes: 1 } }, /brightness/],
])("%j is a mistake", (parameters, message) => {
  expect(() => bound("frechet", parameters)).toThrow(message);
});

test("a world that knows nothing in advance wants exemplars, whose rows must have numbers", async () => {
  expect(() => entry("frechet").make({})(slcd.make({}).spec)).toThrow(/knows nothing of its outcomes in advance/);
  writeFileSync(join(folder, "bad.csv"), "square,plus\n1,0\n,1\n");
  const parameters = await ready(entry("frechet"), { file: "bad.csv" }, place);
  expect(() => entry("frechet").make(parameters)(world().spec)).toThrow(
    /bad.csv:3.*has no number in the column "square"/,
  );
  const lacking = await ready(entry("frechet"), { file: "own.csv", features: { row: 1 } }, place);
  expect(() => entry("frechet").make(lacking)(world().spec)).toThrow(/row/);
});

test("set rewards obey the laws of rewards in a world of many steps", () => {
  const make = () => slcd.make({ horizon: 12 });
  expect(
    rewardLaws(entry("vendi").make({ features: { trust: 1, payoff: 0.01 } }), make).filter(({ pass }) => !pass),
  ).toEqual([]);
});
