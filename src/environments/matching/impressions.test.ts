// The world against values over all outcomes: rules in the seat earn what they are worth, and regret is what they miss.

import { describe, expect, test } from "vitest";
import { agents } from "../../../test/fixtures/at-hand/agents.ts";
import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { adaptiveOptimum, valueByOutcomes } from "../../mechanisms/matching/exact-values.ts";
import { drawnImpressions, type Impressions } from "../../mechanisms/matching/impressions.ts";
import { RULES, type RuleName, ruleOf } from "../../mechanisms/matching/rules.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { bernoulliBandit } from "../bandits/independent-arms.ts";
import { matchingImpressions } from "./impressions.ts";

const problem = drawnImpressions(3, 6, 0.8, [0.2, 0.8], Random.of(8));
const world = (): NumericEnvironment => matchingImpressions.make({ advertisers: 3, log: logOf(problem) });

function logOf({ count, starts, neighbours, chances }: Impressions) {
  return Array.from({ length: count }, (_, t) =>
    Array.from({ length: starts[t + 1] - starts[t] }, (_, k) => ({
      advertiser: neighbours[starts[t] + k],
      chance: chances[starts[t] + k],
    })),
  );
}

function inSeat(environment: NumericEnvironment, id: string, parameters: object): Agent {
  return agents.get(id).make(parameters)({
    spec: environment.spec,
    seat: 0,
    makeEnvironment: () => environment,
    makeReward: () => privatePay(environment.spec),
    memo: (_key, compute) => compute(),
    directory: ".",
  });
}

/** Means of payoff, of what was expected, and of payoff and regret together, with intervals of 99.99 %. */
function played(id: string, parameters: object) {
  const environment = world();
  const policy = seated(environment.spec, [inSeat(environment, id, parameters)]);
  const runner = episodeRunner(environment, [privatePay, channel("expected"), channel("regret")]);
  const episodes = Array.from({ length: 4000 }, (_, k) => {
    const [[payoff], [expected], [regret]] = runner.play(policy, streamsBelow(Random.of(k))).totals;
    return { payoff, expected, regret };
  });
  return {
    payoff: estimate(
      episodes.map(({ payoff }) => payoff),
      0.9999,
    ),
    expected: estimate(
      episodes.map(({ expected }) => expected),
      0.9999,
    ),
    whole: estimate(
      episodes.map(({ payoff, regret }) => payoff + regret),
      0.9999,
    ),
    regrets: episodes.map(({ regret }) => regret),
  };
}

function holdsValue({ low, high }: { readonly low: number | null; readonly high: number | null }, value: number): void {
  expect(low).toBeLessThanOrEqual(value + 1e-9);
  expect(high).toBeGreaterThanOrEqual(value - 1e-9);
}

describe("impressions", () => {
  test.each(RULES.filter((name): name is Exclude<RuleName, "ranking"> => name !== "ranking"))(
    "%s earns what it is worth, and regret is what is missing to the optimum",
    (rule) => {
      const { payoff, expected, whole } = played("matching/rule", { rule });
      const value = valueByOutcomes(problem, ruleOf(rule, 3));
      holdsValue(payoff, value);
      holdsValue(expected, value);
      holdsValue(whole, adaptiveOptimum(problem));
    },
  );

  test("the optimum earns its value without regret", () => {
    const { payoff, regrets } = played("oracle", { name: "optimum" });
    holdsValue(payoff, adaptiveOptimum(problem));
    expect(Math.max(...regrets)).toBeLessThan(1e-12);
  });

  test("an impression for an advertiser that does not want it, or is not free, is offered to none", () => {
    const environment = matchingImpressions.make({
      advertisers: 2,
      log: [[{ advertiser: 0, chance: 1 }], [{ advertiser: 0, chance: 1 }], [{ advertiser: 0, chance: 1 }]],
    });
    const outcomes = new Float64Array(environment.spec.channels.length);
    const random = Random.of(1);
    environment.reset(random, outcomes);
    const rows = [1, 0, 0].map((choice) => {
      environment.step(Float64Array.of(choice), outcomes, random);
      return [...outcomes];
    });
    // payoff, offered, expected, taken, regret: there are impressions enough for a first one to be left.
    expect(rows).toEqual([
      [0, 0, 0, 0, 0],
      [1, 1, 1, 0.5, 0],
      [0, 0, 0, 0.5, 0],
    ]);
  });

  test("a log is told where it is wrong, and a rule that there are no impressions", () => {
    const make = (log: object) => () => matchingImpressions.make({ advertisers: 2, log });
    const problemOf = (run: () => void) => {
      try {
        run();
      } catch (error) {
        if (error instanceof UserError) return error.problems[0];
      }
      return undefined;
    };
    expect(problemOf(make([[], [{ advertiser: 2, chance: 0.5 }]]))?.path).toEqual(["log", 1, 0, "advertiser"]);
    const twice = [{ advertiser: 1, chance: 0.5 }, { advertiser: 1, chance: 0.1 }]; // biome-ignore format: one row
    expect(problemOf(make([twice]))).toMatchObject({ code: "advertiser-twice", path: ["log", 0, 1, "advertiser"] });
    const bandit = bernoulliBandit.make();
    expect(() => inSeat(bandit, "matching/rule", {})).toThrow(UserError);
  });
});
