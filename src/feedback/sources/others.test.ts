import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { chatServer } from "../../../test/fixtures/chat-server.ts";
import { words } from "../../../test/fixtures/words.ts";
import { atHand } from "../../core/library.ts";
import { Random } from "../../core/random.ts";
import { feedbackSources } from "./index.ts";
import type { EpisodePair, FeedbackSource, FinishedEpisode } from "./source.ts";

const sources = await atHand(feedbackSources);

const { spec } = environments.get("control/cart-pole").make();
const at = (name: string) => spec.channels.findIndex((channel) => channel.name === name);

/** An episode of that payoff; it is what is wanted. */
function episode(payoff: number, texts: FinishedEpisode["texts"] = {}): FinishedEpisode {
  const outcomes = new Float64Array(spec.channels.length);
  outcomes[at("payoff")] = payoff;
  const standing = { outcomes, wanted: payoff };
  return { end: standing, half: standing, texts };
}
const pair = (first: number, second: number, id = "a1"): EpisodePair => {
  return { first: episode(first), second: episode(second), id };
};
const made = (use: string, parameters: object, directory = "."): FeedbackSource =>
  sources.get(use).make(parameters)({ spec, random: Random.of(901, "source"), directory });

test("users react as often as their log-odds say, and more reactions decide", async () => {
  const lively = made("users", { weights: { payoff: 1 }, intercept: 0, audience: 400 });
  expect(await lively.compare(pair(2, -2))).toBe(1);
  expect(await lively.compare(pair(-2, 2))).toBe(0);
  expect(lively.asked).toBe(1600);
  const rare = made("users", { weights: { payoff: 0 }, intercept: -8, audience: 10 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => rare.compare(pair(0, 0))));
  // Reactions of one in three thousand: hardly anything is told apart.
  expect(answers.filter((one) => one === 0.5).length).toBeGreaterThan(36);
  const trolls = made("users", { weights: { payoff: 1 }, intercept: -2, trolls: 0.4, audience: 10_000 });
  const rating = await trolls.rate?.(episode(0));
  const honest = 1 / (1 + Math.exp(2));
  // The s.d. of the share is 0.004.
  expect(rating && "reacted" in rating ? rating.reacted / 1e4 : 0).toBeCloseTo(
    0.6 * honest + 0.1 + 0.2 * (1 - honest),
    1.5,
  );
  const small = made("users", { audience: 100, budget: 350 });
  expect([(await small.compare(pair(1, 0))) === undefined, await small.compare(pair(1, 0))]).toEqual([
    false,
    undefined,
  ]);
});

test("a critic prefers the higher score, calls close ones a draw, and errs by its noise", async () => {
  expect(await made("critic", {}).compare(pair(1, 0.9))).toBe(1);
  expect(await made("critic", { step: 1 }).compare(pair(1.2, 0.9))).toBe(0.5);
  const noisy = made("critic", { noise: 1 });
  let right = 0;
  for (let k = 0; k < 4000; k++) right += (await noisy.compare(pair(1, 0))) ?? 0;
  // Φ(1/√2)
  expect(right / 4000).toBeCloseTo(0.7602, 1.5);
  expect(noisy.asked).toBe(4000);
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agon-votes-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("votes of a file are found by the hash of the pair, in words or shares; several are averaged", async () => {
  const where = folder();
  writeFileSync(join(where, "votes.csv"), "pair,preferred\na1,first\nb2,0.25\nb2,second\n");
  const source = made("file", { votes: "votes.csv" }, where);
  expect([await source.compare(pair(0, 0)), await source.compare(pair(0, 0, "b2")), source.asked]).toEqual([
    1, 0.125, 2,
  ]);
  expect(sources.get("file").make({ votes: "x.csv" }).files).toEqual(["x.csv"]);
});

const votes = (text: string) => {
  const where = folder();
  writeFileSync(join(where, "votes.csv"), text);
  return made("file", {}, where).compare(pair(0, 0));
};
words("files-of-votes", [
  ["no column of votes", () => votes("pair,vote\na1,first\n")],
  ["a word that is no vote", () => votes("pair,preferred\na1,leftish\n")],
  ["a number that is no vote", () => votes("pair,preferred\na1,first\nb2,1.5\n")],
  ["a pair without votes", () => votes("pair,preferred\nb2,first\n")],
  ["no file", () => made("file", { votes: "none.csv" }, "/folder")],
]);

test("a model is shown the channels of episodes, or the texts that they left, and its verdict is read", async () => {
  const { url, requests: asked } = await chatServer((_, before) => (before < 2 ? '{"winner": "B"}' : "I cannot say"));
  const source = made("model", { endpoint: url, model: "small", question: "Which pole stood longer?" });
  const said = (k: number) => asked[k].messages[0].content;
  expect(await source.compare(pair(3, 5))).toBe(0);
  expect(said(0)).toContain("Which pole stood longer?");
  expect(said(0)).toContain("payoff: 3 reward (the published reward)");
  const texts = { first: episode(1, { answer: "42" }), second: episode(2, { answer: "seven" }), id: "t" };
  await source.compare(texts);
  expect(said(1)).toContain("answer: seven");
  expect(said(1)).not.toContain("payoff");
  expect(source.asked).toBe(2);
  await expect(async () => source.compare(texts)).rejects.toThrow(
    "small gave no verdict on what it was shown: its answer names none of A, B and tie",
  );
});

test("a model's answer that is none is no verdict, with why", async () => {
  const { url } = await chatServer(() => ({ text: '{"winner": "B"}', finish: "length" }));
  const source = made("model", { endpoint: url, model: "small", maxTokens: 2 });
  await expect(async () => source.compare(pair(3, 5))).rejects.toThrow(
    "small gave no verdict on what it was shown: the answer is cut: maxTokens (2) was spent; to ask again brings the same",
  );
});
