// Confidence of writers that are right where they are sure, where they are unsure, and independently of it.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { slcd } from "../../environments/coopetition/trust-worlds.ts";
import { ALPHABET, numberOf } from "../../environments/language/alphabet.ts";
import { questionsWorld } from "../../environments/language/questions-world.ts";
import { tutorWorld } from "../../environments/language/tutor.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { confidenceMeasure } from "./confidence.ts";

const textOf = (seen: Float32Array) => [...seen].map((character) => ALPHABET[character]).join("");

/** Writes `answer`, as sure of each character as `sureness` says of the text so far. */
const writer = (answer: string, sureness: (text: string) => number): Agent => ({
  reset() {},
  act(seen, action) {
    const turn = textOf(seen).replace(/^.*[\]=]/, "");
    action[0] = numberOf(answer[turn.length]);
  },
  follow: (seen) => ({ logProbability: sureness(textOf(seen)), entropy: 0 }),
});

const exercises = [
  { question: "a=", answers: "1" },
  { question: "b=", answers: "2" },
];

const areaOf = (agent: Agent) => {
  const makeEnvironment = () => questionsWorld.make({ exercises });
  const measure = confidenceMeasure.make({ episodes: 40 })(makeEnvironment());
  return measure.measure({
    playerAt: noPlayerAt,
    makeEnvironment,
    agents: [agent],
    reward: channel("payoff"),
    random: Random.of(1, "area"),
  });
};

test("a writer that is surer where it is right has an area of 1, one that is surer where it is wrong of 0, else half", async () => {
  const sure = (of: string) => (text: string) => (text.startsWith(of) ? -0.1 : -1);
  expect(await areaOf(writer("1$", sure("a")))).toBe(1);
  expect(await areaOf(writer("1$", sure("b")))).toBe(0);
  expect(await areaOf(writer("1$", () => -0.5))).toBe(0.5);
});

test("nothing is measured where all are alike, or where the writer does not know its chances", async () => {
  expect(await areaOf(writer("3$", () => -0.5))).toBeUndefined();
  const { follow, ...silent } = writer("1$", () => -0.5);
  expect(await areaOf(silent)).toBeUndefined();
});

test("the first answer alone counts, and episodes that another channel marks are left out", async () => {
  const makeEnvironment = () =>
    tutorWorld.make({ changed: 0.5, questions: 3, rounds: 4, digits: 1, comments: ["wrong"] });
  const seen: string[] = [];
  const agent = writer("4$", (text) => {
    seen.push(text);
    return -0.5;
  });
  const measure = confidenceMeasure.make({ episodes: 60, channel: "repeated", unless: "firstRight" })(
    makeEnvironment(),
  );
  const random = Random.of(2, "first");
  const cell = { playerAt: noPlayerAt, makeEnvironment, agents: [agent], reward: channel("payoff"), random };
  // All wrong answers are repeated.
  expect(await measure.measure(cell)).toBeUndefined();
  expect(seen.length % 2).toBe(0);
  expect(seen.length).toBeLessThan(120);
  expect(seen.every((text) => !text.includes("["))).toBe(true);
});

test("a world without text is refused", () => {
  expect(() => confidenceMeasure.make({ channel: "payoff" })(slcd.make({}))).toThrow(/language\/sort/);
});
