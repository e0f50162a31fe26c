// The world against values over all outcomes: rules in the seat earn what they are worth, and regret is what they miss.

import { describe, expect, test } from "vitest";
import { meanHolds } from "../../../test/fixtures/intervals.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { matchingRule } from "../../agents/matching-rule.ts";
import { oracle } from "../../agents/oracle.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
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

/** Payoff, what was expected, and regret of many episodes. */
function played(plan: AgentPlan) {
  const environment = world();
  const policy = seated(environment.spec, [inSeat(environment, plan)]);
  const runner = episodeRunner(environment, [privatePay, channel("expected"), channel("regret")]);
  return Array.from({ length: 4000 }, (_, k) => {
    const [[payoff], [expected], [regret]] = runner.play(policy, streamsBelow(Random.of(k))).totals;
    return { payoff, expected, regret, whole: payoff + regret };
  });
}

/** The mean of a column has an interval of 99.99 % that holds a value. */
const columnHolds = (episodes: ReturnType<typeof played>, name: "payoff" | "expected" | "whole", value: number): void =>
  meanHolds(
    episodes.map((episode) => episode[name]),
    0.9999,
    value,
  );

describe("impressions", () => {
  test.each(RULES.filter((name): name is Exclude<RuleName, "ranking"> => name !== "ranking"))(
    "%s earns what it is worth, and regret is what is missing to the optimum",
    (rule) => {
      const episodes = played(matchingRule.make({ rule }));
      const value = valueByOutcomes(problem, ruleOf(rule, 3));
      columnHolds(episodes, "payoff", value);
      columnHolds(episodes, "expected", value);
      columnHolds(episodes, "whole", adaptiveOptimum(problem));
    },
  );

  test("the optimum earns its value without regret", () => {
    const episodes = played(oracle.make({ name: "optimum" }));
    columnHolds(episodes, "payoff", adaptiveOptimum(problem));
    expect(Math.max(...episodes.map(({ regret }) => regret))).toBeLessThan(1e-12);
  });

  test("an impression for an advertiser that does not want it, or is not free, is offered to none", () => {
    const wanted = [{ advertiser: 0, chance: 1 }];
    const environment = matchingImpressions.make({ advertisers: 2, log: [wanted, wanted, wanted] });
    const outcomes = new Float64Array(environment.spec.channels.length);
    const random = Random.of(1);
    environment.reset(random, outcomes);
    const rows = [1, 0, 0].map((choice) => {
      environment.step(Float64Array.of(choice), outcomes, random);
      return [...outcomes];
    });
    // payoff, offered, expected, taken, regret: there are impressions enough for a first one to be left.
    expect(rows).toEqual(matrix("0 0 0 0 0 | 1 1 1 0.5 0 | 0 0 0 0.5 0"));
  });

  test("a log is told where it is wrong, and a rule that there are no impressions", () => {
    const make = (log: object) => () => matchingImpressions.make({ advertisers: 2, log });
    const unknown = make([[], [{ advertiser: 2, chance: 0.5 }]]);
    expect(problemOf(unknown)).toMatchObject({ path: ["log", 1, 0, "advertiser"] });
    const twice = [{ advertiser: 1, chance: 0.5 }, { advertiser: 1, chance: 0.1 }]; // biome-ignore format: one row
    expect(problemOf(make([twice]))).toMatchObject({ code: "advertiser-twice", path: ["log", 0, 1, "advertiser"] });
    expect(() => inSeat(bernoulliBandit.make(), matchingRule.make({}))).toThrow(UserError);
  });
});
