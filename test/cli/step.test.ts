// `agon step`: a world over a pipe.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { words } from "../fixtures/words.ts";
import { agon, root } from "./agon.ts";
import { rowsOf } from "./files.ts";

const lines = (text: string) => Array.from(text.matchAll(/.+/g), ([line]) => JSON.parse(line));

interface Rollout {
  environment: string;
  rewardMode: string;
  steps: {
    actions: number[];
    returned: number[];
    trust: number[];
    reputation: number[];
    terminated: boolean;
    truncated: boolean;
  }[];
}
const { rollouts }: { rollouts: Rollout[] } = JSON.parse(
  gunzipSync(readFileSync(`${root}/test/fixtures/coopetition-rollouts.json.gz`)).toString(),
);

test.each(
  rollouts.filter(
    ({ environment, rewardMode }) =>
      ["slcd", "trust-dilemma", "cooperative-negotiation", "gift-exchange"].includes(environment) &&
      rewardMode !== "private",
  ),
)("$environment pays $rewardMode as the reference does", async ({ environment, rewardMode, steps }) => {
  const input = steps
    .map(({ actions }) => JSON.stringify({ actions: Object.fromEntries(actions.map((a, i) => [`agent_${i}`, [a]])) }))
    .join("\n");
  const { code, stdout } = await agon(`step coopetition/${environment} --reward ${rewardMode}`, { input });
  expect(code).toBe(0);
  const [reset, ...played] = lines(stdout);
  expect(Object.keys(reset.observations)).toEqual(steps[0].actions.map((_, i) => `agent_${i}`));
  expect(played).toHaveLength(steps.length);
  for (const [t, message] of played.entries()) {
    for (const [i, returned] of steps[t].returned.entries())
      expect(Math.abs(message.rewards[`agent_${i}`] / returned - 1)).toBeLessThan(1e-4);
    const trust: number[] = message.state.trust.flat();
    for (const [k, value] of trust.entries()) expect(value).toBeCloseTo(steps[t].trust[k], 4);
    expect(message.terminated).toBe(steps[t].terminated);
    expect(message.truncated).toBe(steps[t].truncated);
    expect(message.outcomes.agent_0).toHaveProperty("payoff");
  }
});

test("parameters, seeds and a new episode", async () => {
  const input =
    '{"actions":{"agent_0":50,"agent_1":[50]}}\n{"reset":{"seed":4}}\n{"actions":{"agent_0":[50],"agent_1":[50]}}\n';
  const words = "step coopetition/synergy-search --seed 3 --set horizon=1 --set revealed=true";
  const { code, stdout } = await agon(words, { input });
  expect(code).toBe(0);
  const [first, played, second, again] = lines(stdout);
  expect(played.truncated).toBe(true);
  expect(first.observations.agent_0.at(-1)).not.toBe(second.observations.agent_0.at(-1));
  expect(played.rewards.agent_0).not.toBe(again.rewards.agent_0);
});

describe("bad lines end it with the line's number", () => {
  // A row is what is typed; the input stays open, so that the command must end by itself.
  const LINES = `
    {
    []
    {"reset":{"sed":3}}
    {"reset":5}
    {"reset":{"seed":-1}}
    {"action":{}}
    {"actions":{"agent_0":[1]}}
    {"actions":{"agent_0":[1],"agent_1":[1],"agent_2":[1]}}
    {"actions":{"agent_0":[1,2],"agent_1":[1]}}
    {"actions":{"agent_0":[null],"agent_1":[1]}}
    {"actions":{"agent_0":[NaN],"agent_1":[1]}}
    {"actions":{"agent_0":[1e999],"agent_1":[1]}}`;
  words(
    "agon-step",
    [...rowsOf(LINES).map(([line]) => line), '\n{"actions":{"agent_0":["5"],"agent_1":[1]}}'].map((line) => [
      line.trim(),
      async () => {
        const { code, complaint } = await agon("step coopetition/slcd", { lines: `${line}\n` });
        expect(code).toBe(2);
        return complaint;
      },
    ]),
  );

  test("an episode that has ended", async () => {
    const line = '{"actions":{"agent_0":[1],"agent_1":[1]}}\n';
    const { code, stderr } = await agon("step coopetition/slcd --set horizon=1", { input: line + line });
    expect(stderr.trim()).toBe(
      'agon: standard input:2: the episode has ended; send {"reset":{"seed":1}} to begin another',
    );
    expect(code).toBe(2);
  });
});

test("a choice is given by its number or its name", async () => {
  const step = (...actions: unknown[]) =>
    agon("step control/lunar-lander", {
      input: actions.map((action) => JSON.stringify({ actions: { agent_0: action } })).join("\n"),
    });
  const [byName, byNumber] = [await step("main engine", ["none"]), await step(2, [0])];
  expect([byName.code, byName.stdout]).toEqual([0, byNumber.stdout]);
  expect((await step("main engin")).complaint).toContain(
    'no choice of agent_0 is called "main engin"; did you mean "main engine"?',
  );
  expect((await step()).code).toBe(0);
  for (const input of ['{"actions":{}}', "none", "[0]", '{"action":0}'])
    expect((await agon("step control/lunar-lander", { input })).complaint).toContain(
      'as in {"actions":{"agent_0":["none"]}}',
    );
});
