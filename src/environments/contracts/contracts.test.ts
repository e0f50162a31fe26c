// The environment implements its mechanisms: averages over many rounds against exact expectations, for each rule.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { refusals } from "../../../test/fixtures/words.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { twinInspectors, twinsMechanism, twinsOptimum } from "../../mechanisms/hiring/inspectors.ts";
import { hiringOutcome } from "../../mechanisms/hiring/mechanism.ts";
import { employer } from "./employer.ts";
import { hiringChoices } from "./hiring-world.ts";
import { inspectors } from "./inspectors.ts";

const WORK = { accuracy: 0.75, cost: 0.05 };
const { choice } = hiringChoices(twinInspectors(WORK));
const OBEDIENT = choice("as asked", [0, 1]);
const IDLE = choice(0, [0, 0]);
const COIN = choice(0, [0, 1]);

function world(parameters: object): NumericEnvironment {
  return inspectors.make({ ...WORK, horizon: 1_000_000, ...parameters });
}

/** Means of every channel over rounds with constant choices of both agents, [agents × channels]. */
function means(parameters: object, choices: readonly number[], rounds = 40_000) {
  const { spec, reset, step } = world(parameters);
  const random = Random.of(5, "inspectors");
  const outcomes = new Float64Array(2 * spec.channels.length);
  const sums = new Float64Array(outcomes.length);
  reset(random, outcomes);
  const actions = Float64Array.from(choices);
  for (let k = 0; k < rounds; k++) {
    step(actions, outcomes, random);
    for (const [at, x] of outcomes.entries()) sums[at] += x / rounds;
  }
  return (name: string, agent: number) =>
    sums[agent * spec.channels.length + spec.channels.findIndex((one) => one.name === name)];
}

describe("contracts/inspectors", () => {
  test("the optimal mechanism under obedience: profit, payments and effort equal their expectations", () => {
    const problem = twinInspectors(WORK);
    const { together, profit } = twinsOptimum(WORK, 1);
    const mean = means({ generosity: 1 }, [OBEDIENT, OBEDIENT]);
    const { payments } = hiringOutcome(problem, twinsMechanism(problem, 1, together));
    expect(Math.abs(mean("profit", 0) - profit)).toBeLessThan(0.01);
    for (const agent of [0, 1]) {
      expect(Math.abs(mean("payment", agent) - payments[agent])).toBeLessThan(0.005);
      expect(Math.abs(mean("effort", agent) - (1 + together) / 2)).toBeLessThan(0.01);
      expect(mean("obeyed", agent)).toBeCloseTo(1, 9);
      expect(mean("truthful", agent)).toBeCloseTo(1, 9);
      expect(mean("cost", agent)).toBeCloseTo(0.05 * mean("effort", agent), 9);
      expect(mean("payoff", agent)).toBeCloseTo(mean("payment", agent) - mean("cost", agent), 9);
      expect(mean("profit", agent)).toBeCloseTo(mean("decided", agent) - mean("payment", 0) - mean("payment", 1), 9);
    }
  });

  test.each([
    ["correlated", { generosity: 1 }, 0.75 - (2 * 0.05) / 0.95],
    ["agreement", {}, 0.75 - 4 * 0.05 * 1.1],
    ["state", {}, 0.75 - 2 * 0.75 * 0.2 * 1.1],
    ["one", {}, 0.75 - 0.75 * 0.2 * 1.1],
    ["anchored", {}, 0.75 - 0.75 * 0.2 * 1.1 - 2 * 0.05 * 1.1],
    ["wage", {}, 0.75 - 2 * 0.05 * 1.1],
  ])("%s: the principal's profit under obedience", (pay, parameters, profit) => {
    expect(Math.abs(means({ pay, ...parameters }, [OBEDIENT, OBEDIENT])("profit", 0) - profit)).toBeLessThan(0.012);
  });

  test("joint idleness is paid under payment for agreement, at the principal's loss", () => {
    const agreed = means({ pay: "agreement" }, [IDLE, IDLE]);
    expect(agreed("payment", 0)).toBeCloseTo(0.11, 9);
    expect(agreed("profit", 0)).toBeLessThan(0.5 - 0.2);
    // Working pays a tenth of the cost more than idleness while the other works.
    for (const pay of ["agreement", "state", "correlated"]) {
      const [work, idle] = [OBEDIENT, COIN].map((own) => means({ pay }, [OBEDIENT, own], 150_000)("payoff", 1));
      expect(work, pay).toBeGreaterThan(idle);
    }
    expect(means({ pay: "state" }, [IDLE, IDLE])("truthful", 0)).toBeCloseTo(0.5, 1);
  });

  test("an agent that is told all recommendations observes them", () => {
    const seen = (announced: string) => {
      const { spec, reset, observe } = world({ announced, pay: "one" });
      reset(Random.of(1, "x"), new Float64Array(2 * spec.channels.length));
      const observations = new Float32Array(2 * spec.observationSize);
      observe(observations);
      return [0, 1].map((agent) => Array.from(observations.subarray(agent * spec.observationSize).subarray(0, 2)));
    };
    expect(seen("own")).toEqual(matrix("1 -1 | 0 -1"));
    expect(seen("all")).toEqual(matrix("1 0 | 0 1"));
  });

  refusals("contracts", world, [{ cap: 0.1 }, { pay: "state", cap: 0.1 }, { pay: "wage", generosity: 30 }]);
});

describe("contracts/employer", () => {
  test("the optimal payment is c/(q − 1/2), and a smaller one buys a coin flip", () => {
    const parameters = { ...WORK, cap: 0.5, arms: 51, horizon: 1000 };
    const { spec, reset, step } = employer.make(parameters);
    const at = Object.fromEntries(spec.channels.map(({ name }, k) => [name, k]));
    const outcomes = new Float64Array(spec.channels.length);
    const random = Random.of(1, "employer");
    reset(random, outcomes);
    const outcomeOf = (arm: number, name: string) => {
      step(Float64Array.of(arm), outcomes, random);
      return outcomes[at[name]];
    };
    expect(outcomeOf(20, "best")).toBe(1);
    expect(outcomeOf(20, "regret")).toBe(0);
    expect(outcomeOf(19, "regret")).toBeCloseTo(0.6 - 0.5 * 0.81, 12);
    expect(outcomeOf(50, "regret")).toBeCloseTo(0.6 - 0.75 * 0.5, 12);
    expect(outcomeOf(0, "regret")).toBeCloseTo(0.1, 12);
    for (let k = 0; k < 20; k++) expect([0, 0.8]).toContain(outcomeOf(20, "payoff"));
  });
});
