// Debates over pairs of episodes: verdicts beside plain search, what a judge that sees all would say, and mistakes.

import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { words } from "../../../test/fixtures/words.ts";
import { atHand } from "../../core/library.ts";
import { Random } from "../../core/random.ts";
import { feedbackSources } from "./index.ts";
import type { EpisodePair, FeedbackSource, FinishedEpisode } from "./source.ts";

const sources = await atHand(feedbackSources);

const { spec } = environments.get("markets/channels").make();
const NAMES = spec.channels.slice(0, 3).map(({ name }) => name);

function episode(values: readonly number[], text = ""): FinishedEpisode {
  const outcomes = new Float64Array(spec.channels.length);
  outcomes.set(values);
  const standing = { outcomes, wanted: 0 };
  return { end: standing, half: standing, texts: text === "" ? {} : { text } };
}
const pair = (first: FinishedEpisode, second: FinishedEpisode): EpisodePair => ({ first, second, id: "a1" });
const made = (parameters: object, seed = 901): FeedbackSource =>
  sources.get("debate").make(parameters)({ spec, random: Random.of(seed, "source"), directory: "." });
const weights = Object.fromEntries(NAMES.map((name) => [name, 1]));

/** The value of a debate of some pieces for the first side, by plain search. */
function searched(support: readonly number[], reveals: number, starts: number, set: readonly number[] = []): number {
  if (set.length === reveals) return set.reduce((sum, piece) => sum + support[piece], 0);
  const after = support.flatMap((_, piece) =>
    set.includes(piece) ? [] : [searched(support, reveals, starts, [...set, piece])],
  );
  return (starts + set.length) % 2 === 0 ? Math.max(...after) : Math.min(...after);
}

test.each([1, 2, 3])(
  "after %i reveals the verdict is that of minimax, by plain search, either side beginning",
  async (reveals) => {
    const stream = Random.of(902, "episodes");
    const source = made({ weights, reveals });
    for (let k = 0; k < 60; k++) {
      const support = Array.from({ length: 3 }, () => stream.uniform(-1, 1));
      const values = [0, 1].map((starts) => (1 + Math.sign(searched(support, reveals, starts))) / 2);
      const said = await source.compare(pair(episode(support), episode([0, 0, 0])));
      expect(values).toContain(said);
      if (reveals === 3) expect(said).toBe(support[0] + support[1] + support[2] > 0 ? 1 : 0);
    }
    expect(source.asked).toBe(60);
  },
);

test("a debater that shows what comes to hand loses pairs that minimax wins, and exchanging episodes exchanges the verdict", async () => {
  const stream = Random.of(903, "episodes");
  let [fair, careless] = [0, 0];
  const sources = [made({ weights, reveals: 2 }), made({ weights, reveals: 2, second: "random" })];
  for (let k = 0; k < 400; k++) {
    const [one, other] = [0, 1].map(() => episode(Array.from({ length: 3 }, () => stream.uniform(-1, 1))));
    fair += (await sources[0].compare(pair(one, other))) ?? 0;
    careless += (await sources[1].compare(pair(one, other))) ?? 0;
  }
  expect(fair / 400).toBeGreaterThan(0.4);
  expect(fair / 400).toBeLessThan(0.6);
  expect(careless).toBeGreaterThan(fair + 20);
  const [one, other] = [episode([0.5, -0.2, 0.1]), episode([0, 0.3, 0.4])];
  const turned = [made({ weights, reveals: 3 }), made({ weights, reveals: 3 })];
  expect([await turned[0].compare(pair(one, other)), await turned[1].compare(pair(other, one))]).toEqual([0, 1]);
});

test("criteria of a rubric and features of texts are pieces too, and a noisy judge errs", async () => {
  const rubric = NAMES.slice(0, 2).map((channel, k) => ({ channel, worst: 0, best: 1, weight: 1 + k }));
  // The second criterion counts twice: with all shown it decides.
  expect(await made({ rubric, reveals: 2 }).compare(pair(episode([1, 0]), episode([0, 1])))).toBe(0);
  const says = { length: -1, hedges: -5 };
  const [sure, unsure] = [episode([], "It is so."), episode([], "Perhaps it may be so, maybe.")];
  expect(await made({ says, reveals: 2 }).compare(pair(sure, unsure))).toBe(1);
  const noisy = made({ weights, reveals: 3, noise: 1 });
  let right = 0;
  for (let k = 0; k < 4000; k++) right += (await noisy.compare(pair(episode([1, 0, 0]), episode([0, 0, 0])))) ?? 0;
  // Φ(1)
  expect(right / 4000).toBeCloseTo(0.8413, 1.5);
});

test("the same stream gives the same verdicts, and a budget ends them", async () => {
  const verdicts = async () => {
    const source = made({ weights, first: "random", second: "random", reveals: 1, budget: 30 });
    const said: unknown[] = [];
    for (let k = 0; k < 31; k++) said.push(await source.compare(pair(episode([1, -1, 0.5]), episode([0, 0, 0]))));
    return said;
  };
  const said = await verdicts();
  expect(await verdicts()).toEqual(said);
  expect([said.at(-1), new Set(said.slice(0, 30))]).toEqual([undefined, new Set([0, 1])]);
});

words("debates", [
  ["no evidence", () => made({})],
  ["one piece", () => made({ weights: { [NAMES[0]]: 1 } })],
  ["more reveals than pieces", () => made({ weights, reveals: 4 })],
  ["a feature that there is not", () => made({ says: { length: 1, hedge: 1 } })],
]);
