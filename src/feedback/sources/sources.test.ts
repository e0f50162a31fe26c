import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { words } from "../../../test/fixtures/words.ts";
import type { Channel } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { atHand } from "../../core/library.ts";
import { Random } from "../../core/random.ts";
import { feedbackSources } from "./index.ts";
import type { EpisodePair, FeedbackSource, FinishedEpisode } from "./source.ts";

const sources = await atHand(feedbackSources);

const known = environments.get("control/cart-pole").make().spec;
const channel = (name: string): Channel => {
  return { name, unit: "points", low: 0, high: 10, over: "sum", state: false, meaning: name };
};
/** Two agents with two channels each. */
const spec: NumericSpec = {
  ...known,
  agents: ["a", "b"],
  labels: ["a", "b"],
  channels: [channel("sold"), channel("liked")],
};

const standing = (sold: number, liked: number) => ({
  outcomes: Float64Array.of(sold, liked, sold, liked),
  wanted: liked,
});
const episode = (end: readonly [number, number], half = end): FinishedEpisode => {
  return { end: standing(...end), half: standing(...half), texts: {} };
};
const pairOf = (first: FinishedEpisode, second: FinishedEpisode): EpisodePair => ({ first, second, id: "pair" });

const made = (use: string, parameters: object, seed = 901): FeedbackSource =>
  sources.get(use).make(parameters)({ spec, random: Random.of(seed, "source"), directory: "." });

/** Mean answer to `times` questions about one pair. */
async function share(source: FeedbackSource, pair: EpisodePair, times: number): Promise<number> {
  let sum = 0;
  for (let k = 0; k < times; k++) sum += (await source.compare(pair)) ?? Number.NaN;
  return sum / times;
}

const liked = pairOf(episode([0, 1]), episode([9, 0]));

test("a person prefers by its taste as often as its slope says, and by the objective where it has no taste", async () => {
  const unit = 1 / (1 + Math.exp(-1));
  expect(await share(made("person", {}), liked, 20_000)).toBeCloseTo(unit, 1.7);
  expect(await share(made("person", { weights: { sold: 1 / 9 } }), liked, 20_000)).toBeCloseTo(1 - unit, 1.7);
  const scoped = { weights: { "joint.sold": -1 / 18 } };
  expect(await share(made("person", scoped), liked, 20_000)).toBeCloseTo(unit, 1.7);
  const criteria = { rubric: [{ channel: "sold", worst: 9, best: 0, weight: 2 }], slope: 2 };
  expect(await share(made("person", criteria), liked, 20_000)).toBeCloseTo(1 / (1 + Math.exp(-2)), 1.7);
});

test("a person without hindsight judges what half of the horizon had shown", async () => {
  const late = pairOf(episode([0, 5], [0, 0]), episode([0, 0], [0, 5]));
  expect(await share(made("person", { slope: 100 }), late, 50)).toBe(1);
  expect(await share(made("person", { slope: 100, hindsight: false }), late, 50)).toBe(0);
});

test("fatigue brings a person towards a coin, question by question", async () => {
  const tired = made("person", { slope: 8, fatigue: 0.1 });
  const fresh = await share(tired, liked, 10);
  await share(tired, liked, 5000);
  const late = await share(tired, liked, 4000);
  expect(fresh).toBeGreaterThan(0.9);
  expect(late).toBeGreaterThan(0.45);
  expect(late).toBeLessThan(0.55);
});

test("a budget ends the answers, and every answer is counted", async () => {
  const source = made("person", { budget: 3 });
  for (let k = 0; k < 3; k++) expect(await source.compare(liked)).toBeDefined();
  expect(await source.compare(liked)).toBeUndefined();
  expect(source.asked).toBe(3);
  const seats = made("panel", { persons: [{}, {}, {}], budget: 7 });
  const answers = await Promise.all([1, 2, 3].map(async () => seats.compare(liked)));
  expect([answers.map((one) => one !== undefined), seats.asked]).toEqual([[true, true, false], 6]);
});

test("a panel says the share of its voices, or what most of them say", async () => {
  const split = [{ slope: 1000 }, { slope: 1000 }, { slope: 1000, honesty: "flipped" }];
  expect(await made("panel", { persons: split }).compare(liked)).toBeCloseTo(2 / 3, 10);
  expect(await made("panel", { persons: split, majority: true }).compare(liked)).toBe(1);
  const even = [split[0], split[2]];
  expect(await made("panel", { persons: even, majority: true }).compare(liked)).toBe(0.5);
  const one = made("panel", { persons: split, each: 1 });
  expect(await share(one, liked, 3000)).toBeCloseTo(2 / 3, 1.3);
  expect(one.asked).toBe(3000);
});

test("the same stream gives the same answers", async () => {
  for (const id of sources.ids().filter((one) => one === "person" || one === "panel")) {
    const [one, other] = [made(id, {}), made(id, {})];
    for (let k = 0; k < 100; k++) expect(await one.compare(liked)).toBe(await other.compare(liked));
  }
});

words("sources-of-feedback", [
  ["a channel that there is not", () => made("person", { weights: { likd: 1 } })],
  ["no weights", () => made("person", { weights: {} })],
  ["no budget", () => made("person", { budget: 0 })],
  [
    "weights and a rubric",
    () => made("person", { weights: { liked: 1 }, rubric: [{ channel: "liked", worst: 0, best: 1 }] }),
  ],
  ["a scope that there is not", () => made("panel", { persons: [{}, { weights: { "some.liked": 1 } }] })],
  ["a source that there is not", () => sources.get("persn")],
]);

test("a person answers about each aspect by a taste of its own, and by the whole where none is named", async () => {
  const source = made("aspects", {
    slope: 100,
    aspects: { sold: { weights: { sold: 1 }, slope: 100 }, liked: { weights: { liked: 1 }, draw: 100 } },
    budget: 60,
  });
  expect([...(source.aspects?.keys() ?? [])]).toEqual(["sold", "liked"]);
  const sold = source.aspects?.get("sold");
  const tied = source.aspects?.get("liked");
  if (sold === undefined || tied === undefined) throw new Error("no aspects");
  expect(await share(source, liked, 50)).toBe(1);
  expect(await share(sold, liked, 50)).toBe(0);
  expect(await share(tied, liked, 50)).toBe(0.5);
  expect([source.asked, sold.asked, tied.asked]).toEqual([50, 50, 50]);
  await share(sold, liked, 10);
  expect(await sold.compare(liked)).toBeUndefined();
  expect(() => made("aspects", { aspects: { sold: { weights: { sond: 1 } } } })).toThrow(/sond/);
});
