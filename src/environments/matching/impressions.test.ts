// The environment against exact expectations over all outcomes: rules earn their values, and regret is the shortfall.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { meanHolds } from "../../../test/fixtures/intervals.ts";
import { drawnImpressions, valueByOutcomes } from "../../../test/fixtures/matching-values.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { matchingRule } from "../../agents/matching-rule.ts";
import { oracle } from "../../agents/oracle.ts";
import { channelIndex } from "../../core/channel.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { adaptivePolicy } from "../../mechanisms/matching/exact-values.ts";
import type { Impressions } from "../../mechanisms/matching/impressions.ts";
import { stochasticBound } from "../../mechanisms/matching/linear-bounds.ts";
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

/** Payoff, expected payoff, and regret of many episodes. */
function played(plan: AgentPlan) {
  const environment = world();
  const policy = seated(environment.spec, [inSeat(environment, plan)]);
  const runner = episodeRunner(environment, [privatePay, channel("expected"), channel("regret")]);
  return Array.from({ length: 4000 }, (_, k) => {
    const [[payoff], [expected], [regret]] = runner.play(policy, streamsBelow(Random.of(k))).totals;
    return { payoff, expected, regret, whole: payoff + regret };
  });
}

/** Whether the 99.99 % interval of a column's mean contains a value. */
const columnHolds = (episodes: ReturnType<typeof played>, name: "payoff" | "expected" | "whole", value: number): void =>
  meanHolds(
    episodes.map((episode) => episode[name]),
    0.9999,
    value,
  );

describe("impressions", () => {
  test.each(RULES.filter((name): name is Exclude<RuleName, "ranking"> => name !== "ranking"))(
    "%s earns its value, and regret is the shortfall from the optimum",
    (rule) => {
      const episodes = played(matchingRule.make({ rule }));
      const value = valueByOutcomes(problem, ruleOf(rule, 3));
      columnHolds(episodes, "payoff", value);
      columnHolds(episodes, "expected", value);
      columnHolds(episodes, "whole", adaptivePolicy(problem).value);
    },
  );

  test("the optimal policy earns its value without regret", () => {
    const episodes = played(oracle.make({ name: "optimum" }));
    columnHolds(episodes, "payoff", adaptivePolicy(problem).value);
    expect(Math.max(...episodes.map(({ regret }) => regret))).toBeLessThan(1e-12);
  });

  test("an offer to an uninterested or matched advertiser counts as no offer", () => {
    const wanted = [{ advertiser: 0, chance: 1 }];
    const environment = matchingImpressions.make({ advertisers: 2, log: [wanted, wanted, wanted] });
    const { outcomes, step } = byHand(environment, Random.of(1));
    const rows = [1, 0, 0].map((choice) => {
      step(choice);
      return [...outcomes];
    });
    // Columns: payoff, offered, expected, taken, regret. There are enough impressions that the first may be left out.
    expect(rows).toEqual(matrix("0 0 0 0 0 | 1 1 1 0.5 0 | 0 0 0 0.5 0"));
  });

  test("types list their interested advertisers; those of the triangle give the triangle", () => {
    const triangle = matchingImpressions.make({ advertisers: 3, copies: 2, chance: 0.3 });
    const types = [[0, 1, 2], [1, 2], [2]]; // biome-ignore format: one row
    const typed = matchingImpressions.make({ advertisers: 3, copies: 2, chance: 0.3, types });
    const observed = [triangle, typed].map((environment) => {
      const outcomes = new Float64Array(environment.spec.channels.length);
      const seen = new Float32Array(environment.spec.observationSize);
      environment.reset(Random.of(1), outcomes);
      return Array.from({ length: environment.spec.horizon }, (_, t) => {
        environment.observe(seen);
        environment.step(Float64Array.of(t % 4), outcomes, Random.of(2));
        return [...seen, ...outcomes];
      });
    });
    expect(observed[1]).toEqual(observed[0]);
  });

  test("no policy exceeds the benchmark, and the optimal policy reaches less than all of it", async () => {
    const place = { directory: ".", cache: "." };
    const prepared = (parameters: object) =>
      matchingImpressions.prepare?.({ benchmark: "program", ...parameters }, place);
    const settings = await prepared({ advertisers: 3, log: logOf(problem) });
    const bound = stochasticBound(await linearPrograms(), problem);
    expect(settings).toMatchObject({ bound });
    expect(await prepared({ bound: 2 })).toMatchObject({ bound: 2 });
    const environment = matchingImpressions.make(settings);
    const policy = seated(environment.spec, [inSeat(environment, oracle.make({ name: "optimum" }))]);
    const runner = episodeRunner(environment, [channel("payoff")]);
    const shareAt = channelIndex("share", environment.spec.channels);
    const shares = Array.from({ length: 2000 }, (_, k) => {
      let share = 0;
      const { totals } = runner.play(policy, streamsBelow(Random.of(k)), ({ outcomes }) => {
        share = outcomes[shareAt];
      });
      expect(share).toBeCloseTo(totals[0][0] / bound, 12);
      return share;
    });
    meanHolds(shares, 0.9999, adaptivePolicy(problem).value / bound);
    expect(adaptivePolicy(problem).value).toBeLessThan(bound);
    await expect(prepared({ advertisers: 2, types: [[], []] })).rejects.toThrow("no advertiser wants any");
    await expect(prepared({ advertisers: 64, copies: 10_000 })).rejects.toThrow("more than it takes");
  });

  test("errors in a log are reported, and a rule requires impressions", () => {
    const make = (log: object) => () => matchingImpressions.make({ advertisers: 2, log });
    const unknown = make([[], [{ advertiser: 2, chance: 0.5 }]]);
    expect(problemOf(unknown)).toMatchObject({ path: ["log", 1, 0, "advertiser"] });
    const twice = [{ advertiser: 1, chance: 0.5 }, { advertiser: 1, chance: 0.1 }]; // biome-ignore format: one row
    expect(problemOf(make([twice]))).toMatchObject({ code: "advertiser-twice", path: ["log", 0, 1, "advertiser"] });
    const typed = (types: number[][]) => () => matchingImpressions.make({ advertisers: 2, types });
    expect(problemOf(typed([[0], [1, 2]]))).toMatchObject({ code: "no-such-advertiser", path: ["types", 1, 1] });
    expect(problemOf(typed([[1, 0, 1]]))).toMatchObject({ code: "advertiser-twice", path: ["types", 0, 2] });
    expect(() => inSeat(bernoulliBandit.make(), matchingRule.make({}))).toThrow(UserError);
  });
});
