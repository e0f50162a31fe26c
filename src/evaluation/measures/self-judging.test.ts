// Self-judging of writers whose verdicts are always right, always wrong or random, against closed forms.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { poker } from "../../environments/games/poker/world.ts";
import { writer } from "../../environments/language/language-world.ts";
import { questionsWorld } from "../../environments/language/questions-world.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { selfJudging } from "./self-judging.ts";

const makeEnvironment = () =>
  questionsWorld.make({
    exercises: [
      { question: "3*4=", answers: ["12", "012"] },
      { question: "6*9=", answers: "54" },
    ],
  });

/** An agent whose first answers, second answers and verdicts are right with the given probabilities. */
const judge = (first: number, second: number, honest: number): Agent =>
  writer((text, random) => {
    const [, question, shown = "", asks] = /^(\d\*\d=)(.*?)([?:]?)$/.exec(text) ?? [];
    const [truth, wrong] = question === "3*4=" ? ["012", "21"] : ["54", "45"];
    if (asks !== "?") return `${random.uniform() < (asks === ":" ? second : first) ? truth : wrong}$`;
    const says = random.uniform() < honest;
    if (shown.includes("|")) return shown.startsWith(truth) === says ? "a$" : "b$";
    return (shown === truth) === says ? "y$" : "n$";
  });

const measured = (take: string, agent: Agent, more: object = {}) =>
  selfJudging
    .make({ take, questions: 300, ...more })(makeEnvironment())
    .measure({
      playerAt: noPlayerAt,
      makeEnvironment,
      agents: [agent],
      reward: channel("correct"),
      random: Random.of(1, "measure"),
    });

test("verdicts and preferences have the accuracy of the simulated writer", async () => {
  for (const honest of [0, 0.8, 1]) {
    const one = judge(0.5, 0, honest);
    for (const take of ["verdicts", "preferences"]) expect(await measured(take, one)).toBeCloseTo(honest, 1);
  }
  // Balanced accuracy is undefined for a writer without wrong answers.
  expect(await measured("verdicts", judge(1, 1, 1))).toBeUndefined();
  expect(await measured("preferences", judge(0, 0, 1))).toBeUndefined();
});

test("a correction adds repaired wrong answers, less spoiled right ones", async () => {
  const [first, second, honest] = [0.4, 0.7, 0.8];
  const gain = (1 - first) * honest * second - first * (1 - honest) * (1 - second);
  expect(await measured("correction", judge(first, second, honest), { questions: 1000 })).toBeCloseTo(gain, 1);
  expect(await measured("correction", judge(1, 0, 0))).toBe(-1);
  expect(await measured("correction", judge(0, 1, 1))).toBe(1);
});

test("an answer without an end is not judged, and an environment without texts is rejected", async () => {
  expect(
    await measured(
      "correction",
      writer(() => "121212"),
    ),
  ).toBeUndefined();
  expect(() => selfJudging.make({})(poker.make({}))).toThrow("correct");
  expect(() => selfJudging.make({ channel: "payoff" })(poker.make({}))).toThrow("language/");
});
