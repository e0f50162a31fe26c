// Votes on a run's own episodes as a source of feedback: which of them count, and what is told of a file that cannot be learnt from.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { words } from "../../../test/fixtures/words.ts";
import { askPairs, learntWorth } from "../../algorithms/preference/learnt-worth.ts";
import { atHand } from "../../core/library.ts";
import { Random } from "../../core/random.ts";
import { learntFeatures } from "../../rewards/learnt-pay.ts";
import { feedbackSources } from "./index.ts";

const sources = await atHand(feedbackSources);

const { spec } = environments.get("control/cart-pole").make();
const CHANNELS = spec.channels.map(({ name }) => name);

interface Made {
  readonly id: string;
  readonly winner?: string;
  readonly judge?: string;
  readonly seed?: number;
  readonly payoff?: readonly [left: number, right: number];
}

/** A line of votes, in which both sides came to 0 in every channel but payoff. */
function line({ id, winner = "low", judge = "eve", seed = 1, payoff = [2, 5] }: Made, more: object = {}): string {
  const outcomes = (value: number) =>
    Object.fromEntries(CHANNELS.map((name) => [name, [name === "payoff" ? value : 0]]));
  return JSON.stringify({
    ...{ id, date: "2026-09-01T00:00:00Z", judge, left: "low", right: "high", winner, run: "r-01234567", seed },
    ...{ prompt: null, episode: 0, answers: {}, reason: "", objective: { left: payoff[0], right: payoff[1] } },
    ...{ outcomes: { left: outcomes(payoff[0]), right: outcomes(payoff[1]) }, takes_back: null, ...more },
  });
}

const takesBack = (id: string) =>
  JSON.stringify({ id: `${id} back`, date: "2026-09-01T00:00:00Z", judge: "eve", takes_back: id });

const source = (lines: readonly string[], parameters: object = {}) =>
  placed("votes.jsonl", `${lines.join("\n")}\n`, parameters);

function placed(votes: string, text: string, parameters: object) {
  const directory = mkdtempSync(join(tmpdir(), "agon-votes-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, votes), text);
  const plan = sources.get("file").make({ votes, ...parameters });
  return plan({ spec, random: Random.of(1, "source"), directory });
}

test("votes count that were not taken back and say something, of the judges that are named", () => {
  const lines = [
    line({ id: "a" }),
    line({ id: "b", winner: "high", seed: 2 }),
    line({ id: "c", winner: "tie", judge: "kim" }),
    line({ id: "d", winner: "cannot tell", judge: "kim" }),
    line({ id: "e" }),
    takesBack("e"),
  ];
  const { told, asked } = source(lines);
  expect(asked).toBe(3);
  expect(told?.map(({ pair, preferred, players }) => [pair.id, preferred, players])).toEqual([
    ["a", 1, ["low", "high"]],
    ["b", 0, ["low", "high"]],
    ["c", 0.5, ["low", "high"]],
  ]);
  // Two judges on the same two episodes are not independent.
  expect(told?.map(({ shown }) => shown === told[0].shown)).toEqual([true, false, true]);
  expect(told?.[0].pair.second.end.wanted).toBe(5);
  expect(source(lines, { judges: ["kim"] }).told?.map(({ pair }) => pair.id)).toEqual(["c"]);
  expect(source(lines, { budget: 2 }).asked).toBe(2);
});

async function learnt(lines: readonly string[], names: readonly string[]) {
  const pair = () => Promise.reject(new Error("a pair was played"));
  const said = await askPairs({ source: source(lines), comparisons: 5, kinds: ["random"], pair });
  return { ...said, ...learntWorth(said, { spec, names, features: learntFeatures(names, spec), ridge: 0.1 }) };
}

test("weights are those of the votes, and no pair is played", async () => {
  // Of ten votes seven are for the side of more payoff, 3 more: log(7/3) for 3 units, drawn a little to 0 by the ridge.
  const lines = Array.from({ length: 100 }, (_, k) => {
    const isMore = k % 10 < 7;
    const isLeft = k % 2 === 0;
    const payoff = isLeft ? ([5, 2] as const) : ([2, 5] as const);
    return line({ id: `v${k}`, seed: k, payoff, winner: isMore === isLeft ? "low" : "high" });
  });
  const { weights, asked, answers, coefficients } = await learnt(lines, ["payoff"]);
  expect([asked, answers.length]).toEqual([100, 100]);
  expect(weights[0]).toBeCloseTo(Math.log(7 / 3) / 3, 2);
  const spread = coefficients[0].high - coefficients[0].low;
  // Ten judges that agree on each of ten pairs of episodes say less surely what is liked.
  const few = lines.map((text, k) => text.replace(/"seed":\d+/, `"seed":${k % 10}`));
  const [{ high, low }] = (await learnt(few, ["payoff"])).coefficients;
  expect((high - low) / spread).toBeGreaterThan(2);
});

const bare = line({ id: "a" }, { outcomes: { left: { payoff: [1] }, right: { payoff: [2] } } });
const twoAgents = { outcomes: { left: { payoff: [1, 2] }, right: { payoff: [1, 2] } } };

words("votes-on-episodes", [
  ["a line that is cut", () => source([line({ id: "a" }), line({ id: "b" }).slice(0, 40)])],
  ["a winner that did not play", () => source([line({ id: "a", winner: "zed" })])],
  ["all votes taken back", () => source([line({ id: "a" }), takesBack("a")])],
  ["a judge without votes", () => source([line({ id: "a" })], { judges: ["kim"] })],
  ["no outcomes", () => source([line({ id: "a" }, { outcomes: undefined })])],
  ["another number of agents", () => source([line({ id: "a" }, twoAgents)])],
  [
    "a channel that votes do not have",
    () => learnt([bare], ["payoff", CHANNELS.find((name) => name !== "payoff") ?? ""]),
  ],
  ["judges of votes on pairs", () => placed("votes.csv", "pair,preferred\na1,first\n", { judges: ["eve"] })],
]);

test("votes without a channel are learnt from by those that they have", async () => {
  expect((await learnt([bare], ["payoff"])).answers).toHaveLength(1);
});
