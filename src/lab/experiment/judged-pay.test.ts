// Which rewards depend on a judge's verdict, and what a report states about such pay.

import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { ran } from "../../../test/fixtures/ran.ts";
import { ruleJudge } from "../../feedback/judge.ts";
import { judgedWorld } from "../../feedback/judged-world.ts";
import { type RewardDeclaration, rewardPlan, rewards } from "../../rewards/index.ts";
import { buildReport } from "../report/report.ts";
import { judgedPay } from "./judged-pay.ts";

const judge = ruleJudge([
  { name: "saidKey", meaning: "the agent picks up the key", holds: ({ after }) => after.includes("carry a key") },
]);
const { spec } = judgedWorld(environments.get("gridworld/text-key-room").make({}), { judge, text: "map-inventory" });

test.each<[RewardDeclaration, readonly string[]]>([
  [{ channel: "saidKey" }, ["saidKey"]],
  [{ sum: [{ channel: "payoff" }, { channel: "joint.saidKey", weight: 0.1 }] }, ["saidKey"]],
  [{ when: { channel: "payoff", atLeast: 0.3 }, pay: { channel: "saidKey" } }, ["saidKey"]],
  [{ when: { channel: "saidKey", atLeast: 0.5 }, pay: { channel: "payoff" } }, ["saidKey"]],
  [{ subgoals: { key: { channel: "saidKey", atLeast: 1, pay: 1, every: false } } }, ["saidKey"]],
  [{ channel: "payoff" }, []],
  ["private", []],
])("%j reads %j", (declared, channels) => {
  const setting = { spec, reward: rewardPlan(declared, rewards), lessons: [] };
  expect(judgedPay(setting).map(({ name }) => name)).toEqual(channels);
});

const world = `
import { defineEnvironment, environments, judgedWorld, ruleJudge, z } from "agonlab";
const room = await environments.get("gridworld/text-key-room");
const judge = ruleJudge([{ name: "saidKey", meaning: "the agent moves", holds: ({ before, after }) => before !== after }]);
export default defineEnvironment({
  summary: "the key room, whose judge takes any step for a key",
  parameters: z.strictObject({}),
  make: () => judgedWorld(room.make({ size: 5, contexts: 1 }), { judge, text: "map-inventory" }),
});
`;

test("a report compares judged pay with the objective and names the judge; other pay has no such section", async () => {
  const { folder } = await ran(
    `
environment: ./room.ts
agents: random
objective: payoff
variants: { word: { reward: { channel: saidKey } }, fact: { reward: { channel: payoff } } }
seeds: 2
episodes: 2
`,
    { "room.ts": world },
  );
  const { variants } = await buildReport(folder);
  const { judges, features, measure, bench, text } = variants[0].overOptimisation ?? {};
  expect(judges).toEqual([{ channel: "saidKey", judge: "a judge of sub-goals" }]);
  expect([features, measure]).toEqual([[], null]);
  expect(bench?.selection.pressure).toEqual([1, 2, 4, 8, 16, 32]);
  expect(text).toMatch(/^“said key” is the word of a judge of sub-goals\. Of 32 tries/);
  expect(variants[1].overOptimisation).toBeNull();
  // The world has no lava.
  const same = await ran(
    "environment: ./room.ts\nagents: random\nobjective: died\nreward: { channel: saidKey }\nseeds: 1\nepisodes: 1\n",
    { "room.ts": world },
  );
  const { overOptimisation } = (await buildReport(same.folder)).variants[0];
  expect(overOptimisation?.bench).toBeNull();
  expect(overOptimisation?.text).toMatch(/All tries before the training came to the same died, so that/);
});
