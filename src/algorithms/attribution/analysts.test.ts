// Analysts: what they say is what their models say of the same journeys, and they learn anew in every episode.

import { expect, test } from "vitest";
import { inSeat } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { bernoulliBandit } from "../../environments/bandits/independent-arms.ts";
import { customerJourneys } from "../../environments/markets/journeys.ts";
import { fitLogisticJourneys } from "../../feedback/attribution/logistic-journeys.ts";
import { journeyChain } from "../../feedback/attribution/markov-removal.ts";
import { removalCredit } from "../../mechanisms/attribution/credit.ts";
import { chosenJourneys, type Journeys } from "../../mechanisms/attribution/journeys.ts";
import { analysts } from "./agents.ts";

const world = (terms: object = {}) => customerJourneys.make({ history: 300, judged: 20, ...terms });
const [LONGEST, FEATURES, CHANNELS] = [8, 4, 5];

function agentOf(id: string, parameters: object = {}, terms: object = {}): Agent {
  const entry = analysts.find((one) => one.id === `analyst/${id}`);
  if (entry === undefined) throw new Error(`no analyst/${id}`);
  return inSeat(world(terms), entry.make(parameters));
}

/** What an agent answers in an episode, and the observations. */
function play(agent: Agent, seed = 1, environment = world()) {
  const { spec } = environment;
  const outcomes = new Float64Array(spec.channels.length);
  const random = Random.of(seed, "journeys");
  environment.reset(random, outcomes);
  agent.reset(Random.of(5));
  const [answers, observations]: [Float64Array[], Float32Array[]] = [[], []];
  for (let step = 0; step < spec.horizon; step++) {
    const [seen, action] = [new Float32Array(spec.observationSize), new Float64Array(spec.actionSize)];
    environment.observe(seen);
    agent.act(seen, action);
    environment.step(action, outcomes, random);
    answers.push(action);
    observations.push(seen);
  }
  return { answers: answers.slice(300), journeys: journeysOf(observations) };
}

function journeysOf(observations: readonly Float32Array[]): Journeys {
  const touches = observations.map((seen) => Array.from(seen.subarray(0, LONGEST)).filter((c) => c >= 0));
  const starts = Int32Array.from([0, ...touches.map((_, k) => touches.slice(0, k + 1).flat().length)]);
  return {
    channels: Array.from({ length: CHANNELS }, (_, c) => `${c}`),
    features: Array.from({ length: FEATURES }, (_, j) => `${j}`),
    starts,
    channel: Int32Array.from(touches.flat()),
    before: Float64Array.from(
      observations.flatMap((seen, k) => Array.from(seen.subarray(LONGEST, LONGEST + touches[k].length))),
    ),
    user: Float64Array.from(
      observations.flatMap((seen) => Array.from(seen.subarray(2 * LONGEST, 2 * LONGEST + FEATURES))),
    ),
    converted: Uint8Array.from(observations, (seen) => Math.max(0, seen[2 * LONGEST + FEATURES])),
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => from + k);
const history = (journeys: Journeys) => chosenJourneys(journeys, numbers(0, 300));

test("the regression says the chances of a regression on the history, and credits by removal", () => {
  const { answers, journeys } = play(agentOf("regression"));
  const model = fitLogisticJourneys(
    history(journeys),
    { touches: "all", user: true },
    Random.of(5).stream("regression"),
  );
  for (const [k, answer] of answers.entries()) {
    const one = chosenJourneys(journeys, [300 + k]);
    expect(answer[0]).toBeCloseTo(model.probabilities(one)[0], 10);
    expect(Array.from(answer.subarray(1))).toEqual(
      Array.from(removalCredit(model, one, [0]), (value) => expect.closeTo(value, 10)),
    );
  }
});

test("of several half-lives the regression takes the one that fits the history best", () => {
  const chosen = play(agentOf("regression", { halfLives: [0.2, 1000] })).answers;
  const alone = [0.2, 1000].map((halfLife) => play(agentOf("regression", { halfLives: [halfLife] })).answers);
  expect([0, 1].filter((k) => alone[k][3][0] === chosen[3][0])).toHaveLength(1);
});

test("a rule credits by place, and foretells the share of purchases", () => {
  const { answers, journeys } = play(agentOf("rule", { rule: "first touch" }));
  const bought = history(journeys).converted.reduce((a, b) => a + b, 0);
  for (const [k, answer] of answers.entries()) {
    const first = journeys.channel[journeys.starts[300 + k]];
    expect(answer[0]).toBeCloseTo((bought + 1) / 302, 12);
    expect(Array.from(answer.subarray(1))).toEqual(numbers(0, CHANNELS).map((c) => (c === first ? 1 : 0)));
  }
  for (const rule of ["last touch", "linear", "time decay", "Shapley"]) {
    for (const answer of play(agentOf("rule", { rule })).answers) {
      expect(answer.subarray(1).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
    }
  }
});

test("the chain credits every purchase by what it loses without each channel", () => {
  const { answers, journeys } = play(agentOf("chain"));
  const { credit } = journeyChain(history(journeys));
  const whole = credit.reduce((a, b) => a + b, 0);
  const after = numbers(0, 300).filter((k) => journeys.channel[journeys.starts[k + 1] - 1] === 1);
  const share = after.filter((k) => journeys.converted[k] === 1).length / after.length;
  for (const [k, answer] of answers.entries()) {
    expect(Array.from(answer.subarray(1))).toEqual(Array.from(credit, (value) => expect.closeTo(value / whole, 10)));
    if (journeys.channel[journeys.starts[301 + k] - 1] === 1) expect(answer[0]).toBeCloseTo(share, 10);
  }
});

test("the network credits channels that were met: by attention with one purchase, by removal with less", () => {
  const small = { epochs: 2, units: 4, hidden: 4 };
  const looked = play(agentOf("attention", { ...small, credit: "attention" }));
  const removed = play(agentOf("attention", small));
  for (const [k, answer] of looked.answers.entries()) {
    const met = new Set(
      looked.journeys.channel.subarray(looked.journeys.starts[300 + k], looked.journeys.starts[301 + k]),
    );
    expect(answer.subarray(1).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    expect(removed.answers[k][0]).toBe(answer[0]);
    for (let c = 0; c < CHANNELS; c++) {
      if (met.has(c)) continue;
      expect([answer[1 + c], removed.answers[k][1 + c]]).toEqual([0, 0]);
    }
  }
});

test("Shapley's credit is that of removal where one channel alone was met, and another one elsewhere", () => {
  const answers = (credit: string, terms: object) =>
    play(agentOf("attention", { epochs: 1, units: 4, hidden: 4, credit }, terms), 1, world(terms)).answers;
  const alone = { touches: [1, 1] };
  expect(answers("Shapley", alone)).toEqual(answers("removal", alone));
  const [shared, removed] = ["Shapley", "removal"].map((credit) => answers(credit, {}));
  expect(shared).not.toEqual(removed);
  for (const answer of shared) expect(Math.abs(answer.subarray(1).reduce((a, b) => a + b, 0))).toBeLessThan(1);
});

test("the network that sees no customers or no times answers otherwise", () => {
  const small = { epochs: 2, units: 4, hidden: 4 };
  const first = (more: object) => play(agentOf("attention", { ...small, ...more })).answers[0][0];
  const seen = new Set([first({}), first({ customers: false }), first({ look: "attention" }), first({ timed: true })]);
  expect(seen.size).toBe(4);
});

test("an analyst learns anew in every episode", () => {
  const agent = agentOf("regression");
  const first = play(agent).answers;
  expect(play(agent, 2).answers).not.toEqual(first);
  expect(play(agent).answers).toEqual(first);
});

test("a world without journeys is refused", () => {
  const [rule] = analysts;
  expect(() => inSeat(bernoulliBandit.make(), rule.make())).toThrow("reads journeys of customers");
});
