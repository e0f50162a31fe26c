// A scripted model as a judge: what it is asked, how its answers are read, and what is kept.

import { describe, expect, test } from "vitest";
import type { Transition } from "./judge.ts";
import { type Complete, languageModelJudge, readVerdict, verdictPrompt } from "./language-model-judge.ts";

const game = { about: "The agent must reach the stairs.", legend: { "@": "the agent", k: "a key" } };
const subgoals = [
  { name: "key", meaning: "the agent picks up the key" },
  { name: "door", meaning: "the agent opens the door" },
];
const step = (before: string, after: string, action = "pick up"): Transition => ({ before, action, after });
const { signal } = new AbortController();

/** A model that says the key was taken where the screen after shows none, and counts what it is asked. */
function scripted() {
  const prompts: string[] = [];
  const complete: Complete = async (prompt) => {
    prompts.push(prompt);
    const [, after] = prompt.split("after the step:");
    return JSON.stringify({ key: !after.includes("@k"), door: false });
  };
  return { complete, prompts };
}

test("the prompt holds the game, the sub-goals, both screens and the action, in this order", () => {
  const prompt = verdictPrompt(game, subgoals, step(".@k\n", "..@\n"));
  const places = [
    game.about,
    "k a key",
    "key: the agent picks",
    "```\n.@k\n```",
    "action: pick up",
    "```\n..@\n```",
    '{"key":false,"door":false}',
  ].map((part) => prompt.indexOf(part));
  expect(places.every((at) => at >= 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

describe("an answer", () => {
  test.each([
    ['{"key":true,"door":false}', 0b01],
    [' {"door": true, "key": true}\n', 0b11],
    ['```json\n{"key":false,"door":true}\n```', 0b10],
    ['{"key":true}', undefined],
    ['{"key":true,"door":false,"stairs":false}', undefined],
    ['{"key":"true","door":false}', undefined],
    ['Sure! {"key":true,"door":false}', undefined],
    ['[{"key":true,"door":false}]', undefined],
    ['{"key":true,"door":fal', undefined],
    ["", undefined],
  ])("%j", (answer, verdict) => {
    expect(readVerdict(answer, subgoals)).toBe(verdict);
  });
});

test("a change is asked about once; until then nothing is reached", async () => {
  const { complete, prompts } = scripted();
  const judge = languageModelJudge({ complete, game, subgoals });
  const [taken, walked] = [step(".@k", "..@"), step("@.k", ".@k", "right")];
  expect(judge.verdict(taken)).toBe(0);
  await judge.prepare([taken, walked, taken, { ...taken, action: "right" }], signal);
  expect([taken, walked].map(judge.verdict)).toEqual([0b01, 0]);
  await judge.prepare([taken, walked], signal);
  expect(prompts).toHaveLength(2);
  expect(judge.counts).toEqual({ asked: 2, unreadable: 0, failed: 0 });

  // Stored and read again, the answers need no model.
  const stored = JSON.stringify([...judge.answers]);
  const complaining: Complete = () => Promise.reject(new Error("there is no model here"));
  const answers: [string, number][] = JSON.parse(stored);
  const again = languageModelJudge({ complete: complaining, game, subgoals, answers });
  await again.prepare([taken, walked], signal);
  expect([taken, walked].map(again.verdict)).toEqual([0b01, 0]);
  expect(again.counts.asked).toBe(0);
});

test("what cannot be read counts as false for good, what failed until it is asked again", async () => {
  const script = ["It seems that the key was taken.", new Error("busy"), '{"key":true,"door":false}'];
  const complete: Complete = async () => {
    const next = script.shift();
    if (typeof next === "string") return next;
    throw next;
  };
  const judge = languageModelJudge({ complete, game, subgoals, parallel: 1 });
  const steps = [step("1", "2"), step("2", "3")];
  await judge.prepare(steps, signal);
  expect(steps.map(judge.verdict)).toEqual([0, 0]);
  await judge.prepare(steps, signal);
  expect(steps.map(judge.verdict)).toEqual([0, 0b01]);
  expect(judge.counts).toEqual({ asked: 3, unreadable: 1, failed: 1 });
});

test("no more questions are open than are allowed, and none after an abort", async () => {
  let open = 0;
  let most = 0;
  const slow: Complete = async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return '{"key":false,"door":false}';
  };
  const steps = Array.from({ length: 20 }, (_, k) => step(`${k}`, ""));
  await languageModelJudge({ complete: slow, game, subgoals, parallel: 3 }).prepare(steps, signal);
  expect(most).toBe(3);

  const abort = new AbortController();
  const stopping: Complete = (_, given) => {
    abort.abort(new Error("enough"));
    given.throwIfAborted();
    return slow("", given);
  };
  const judge = languageModelJudge({ complete: stopping, game, subgoals, parallel: 1 });
  await expect(judge.prepare(steps, abort.signal)).rejects.toThrow("enough");
  expect(judge.counts).toEqual({ asked: 1, unreadable: 0, failed: 0 });
});
