// `agon preferences --out` and `agon reward`: the served reward is the model that was fitted, and a wrong request gets a sentence.

import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Random } from "../src/core/random.ts";
import { decodeTextReward } from "../src/feedback/preferences/reward-model.ts";
import { openReward } from "../src/server/reward.ts";
import { agon, scratch } from "./cli/agon.ts";
import { madePreferences } from "./fixtures/made-preferences.ts";

const answer = z.object({ rewards: z.array(z.number()).default([]), problem: z.string().default("") });

const about = { model: "length", file: "p.jsonl", pairs: 1, prompts: 1 };

const jsonLines = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;

/** Comparisons of a few words each, of which judges like more: what reads texts reads these in a moment. */
function shortTexts() {
  const random = Random.of(4, "short texts");
  return Array.from({ length: 300 }, (_, k) => {
    const [one, other] = [1 + random.integer(6), 1 + random.integer(6)];
    const isFirst = random.uniform() < 1 / (1 + Math.exp(2 * (other - one)));
    const [first, second] = [one, other].map((words) => "word ".repeat(words).trim());
    return { prompt: `p${k}`, first, second, winner: isFirst ? "a" : "b" };
  });
}

const madeTexts = (length: number) => madePreferences({ prompts: 210, taste: { length, position: 1 }, seed: 4 });

/** What a model that was fitted to these comparisons rewards, over HTTP. */
async function served(model: string, pairs: readonly object[] = madeTexts(3)) {
  const folder = scratch();
  writeFileSync(join(folder, "p.jsonl"), jsonLines(pairs));
  const { code, stderr } = await agon(["preferences", "p.jsonl", "--out", "r.safetensors", "--model", model], {
    cwd: folder,
  });
  expect(code, stderr).toBe(0);
  const reward = decodeTextReward(readFileSync(join(folder, "r.safetensors")));
  const { url, close } = await openReward({ reward, port: 0 });
  onTestFinished(close);
  const post = async (body: unknown) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/reward`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, json: answer.parse(await response.json()) };
  };
  return { url, post, reward };
}

test("rewards over HTTP: longer texts are worth more, as the judges would have it", async () => {
  const { url, post, reward } = await served("length");
  expect(await (await fetch(url)).json()).toMatchObject({ model: "length", file: "p.jsonl" });
  const completions = ["Short.", "A much longer answer, with one more clause."];
  const { status, json } = await post({ prompts: ["p", "p"], completions });
  expect(status).toBe(200);
  expect(json.rewards).toEqual(completions.map((text) => reward.reward("p", text)));
  // Three in log-odds for each unit of ln(characters), up to the ridge and the sample.
  expect((json.rewards[1] - json.rewards[0]) / Math.log(44 / 7)).toBeGreaterThan(2);
});

test.each([
  ["network", madeTexts(8)],
  ["ensemble", madeTexts(8)],
  ["transformer", shortTexts()],
])("a reward of the model %s is served from its file too", async (model, pairs) => {
  const { url, post, reward } = await served(model, pairs);
  expect(await (await fetch(url)).json()).toMatchObject({ model });
  const completions = ["word", "word ".repeat(6)];
  const { json } = await post({ prompts: ["p", "p"], completions });
  expect(json.rewards).toEqual(completions.map((text) => reward.reward("p", text)));
  expect(json.rewards[1]).toBeGreaterThan(json.rewards[0] + 1);
});

test("a client that offers HTTP/2 is answered in HTTP/1.1", async () => {
  const { url } = await served("length");
  const body = JSON.stringify({ prompts: ["p"], completions: ["a"] });
  const headers = {
    connection: "Upgrade, HTTP2-Settings",
    upgrade: "h2c",
    "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA",
  };
  const [{ statusCode }] = await once(request(`${url}/reward`, { method: "POST", headers }).end(body), "response");
  expect(statusCode).toBe(200);
});

test("a request that is none gets a sentence", async () => {
  const { post } = await served("style");
  for (const body of [{ prompts: ["p"], completions: [] }, { prompts: "p" }, 7]) {
    const { status, json } = await post(body);
    expect([status, json.problem]).toEqual([400, expect.stringContaining("as many of either")]);
  }
});

test("a long request keeps nothing waiting: others are answered, and the server ends", async () => {
  const done: string[] = [];
  const reward = (_: string, text: string): number => {
    // As a network takes a while for each text.
    for (const end = performance.now() + 20; performance.now() < end; );
    done.push(text);
    return 1;
  };
  const { url, close } = await openReward({ reward: { about, reward }, port: 0 });
  const completions = Array.from({ length: 500 }, () => "a");
  const body = JSON.stringify({ prompts: completions, completions });
  const long = fetch(`${url}/reward`, { method: "POST", body }).catch(String);
  await vi.waitFor(() => expect(done).not.toEqual([]));
  const other = JSON.stringify({ prompts: ["p"], completions: ["b"] });
  const answer = await fetch(`${url}/reward`, { method: "POST", body: other });
  expect(await answer.json()).toEqual({ rewards: [1] });
  expect(done.length).toBeLessThan(completions.length);
  await close();
  expect(await long).toContain("fetch failed");
});

test("a completion that could not be scored has no reward, and a problem; what the model said is scored", async () => {
  const scored: string[] = [];
  const reward = (_: string, text: string): number => {
    scored.push(text);
    return text === "inf" ? Number.NEGATIVE_INFINITY : text === "nan" ? Number.NaN : text.length;
  };
  const { url, close } = await openReward({ reward: { about, reward }, port: 0 });
  onTestFinished(close);
  const post = async (completions: readonly string[]) => {
    const body = JSON.stringify({ prompts: completions.map(() => "p"), completions });
    const response = await fetch(`${url}/reward`, { method: "POST", body });
    return [response.status, await response.json()];
  };
  const TOOLS = ["<tool_response>no</tool_response>\nyes", "no<tool_response>yes</tool_response>"];
  expect(
    await post(["yes", " \n", "inf", "<think>no</think>\n\nyes", "<think>no", "</think>", "nan", ...TOOLS]),
  ).toEqual([
    200,
    {
      rewards: [3, null, null, 3, null, null, null, 3, null],
      problems: [
        null,
        "the completion is empty",
        "the reward is -Infinity",
        null,
        "the completion is a thought alone: it has no end",
        "the completion is a thought alone: nothing follows it",
        "the reward is NaN",
        null,
        "the completion is empty",
      ],
    },
  ]);
  expect(scored).toEqual(["yes", "inf", "yes", "nan", "yes"]);
  expect(await post(["yes"])).toEqual([200, { rewards: [3] }]);
});

test.each([
  [["preferences", "none.jsonl", "--out", "r", "--model", "lenght"], 'did you mean "length"'],
  [["preferences", "few.jsonl", "--out", "r", "--model", "network"], "few.jsonl: holds too few comparisons"],
  [["reward", "none.safetensors"], "there is no file"],
])("a mistake gets one sentence: %j", async (words, sentence) => {
  const folder = scratch();
  writeFileSync(join(folder, "few.jsonl"), jsonLines(madePreferences({ prompts: 50, taste: { length: 3 }, seed: 5 })));
  const { code, complaint } = await agon(words, { cwd: folder });
  expect([code, complaint]).toEqual([2, expect.stringContaining(sentence)]);
});
