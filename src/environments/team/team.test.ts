// The fact-finding team against enumeration, closed forms and its own traces.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { near } from "../../../test/fixtures/intervals.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { teamReplay, workerOf } from "../../../test/fixtures/team.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { makeFactFinding } from "./fact-finding.ts";
import { optimalStop, stopValue } from "./optimal-stop.ts";
import { bestFixedTeam, fixedPlayer, fixedTeams } from "./players.ts";
import { logistic, parameters, protocolOf, Tally, type TeamParameters } from "./protocol.ts";

const teamOf = (some: Partial<TeamParameters> = {}) => makeFactFinding(parameters.parse(some));
const protocolWith = (some: Partial<TeamParameters>) => protocolOf(parameters.parse(some));

/** Plays choices in sequence; returns the summed outcomes and the last status. */
function played(world: ReturnType<typeof teamOf>, choices: readonly number[], seed = 1) {
  const sums = new Float64Array(6);
  const { outcomes, step } = byHand(world, Random.of(seed, "team test"));
  let status: Status = Status.running;
  for (const choice of choices) {
    status = step(choice);
    for (let c = 0; c < 6; c++) sums[c] += outcomes[c];
  }
  return { sums, status };
}

describe("optimal stopping", () => {
  /** Optimal stopping by Bayes' rule on complete sequences of reports, without a grid. */
  function enumerated(p: TeamParameters, likelihoods: readonly [number, number], left: number): number {
    const [yes, no] = likelihoods;
    const answer = Math.max(yes, no) / (yes + no);
    if (left === 0) return answer;
    let ahead = -p.workerCost - p.timeCost;
    for (const strength of p.strengths) {
      const right = logistic(strength * p.unit);
      for (const a of [right, 1 - right]) {
        const b = 1 - a;
        const chance = (yes * a + no * b) / (yes + no) / p.strengths.length;
        ahead += chance * (1 - p.loss) * enumerated(p, [yes * a, no * b], left - 1);
      }
    }
    if (p.loss > 0) ahead += p.loss * enumerated(p, likelihoods, left - 1);
    return Math.max(answer, ahead);
  }

  test.each([{}, { strengths: [3] }, { loss: 0.25, unit: 0.6 }, { workerCost: 0.05 }])(
    "equals enumeration over all sequences of reports: %j",
    (some) => {
      const p = parameters.parse({ rounds: 5, strengths: [1, 2], unit: 0.5, ...some });
      expect(optimalStop(protocolOf(p)).value).toBeCloseTo(enumerated(p, [0.5, 0.5], 5), 12);
    },
  );

  test("has the value of Wald's optimal test, in closed form", () => {
    // One source of strength 1 and practically unlimited rounds: the optimal test stops at ±h units, is right with P_h = σ(h·u), and takes
    // h·(2·P_h − 1)/(2·p − 1) workers (Wald, 1945; the walk has no overshoot). 500 rounds are as good as infinitely many.
    const protocol = protocolWith({ strengths: [1], unit: 0.5, rounds: 500, workerCost: 0.002, timeCost: 0.001 });
    const [p] = protocol.right;
    const worth = (h: number) => {
      const right = logistic(h * protocol.unit);
      return right - (0.003 * h * (2 * right - 1)) / (2 * p - 1);
    };
    const best = Math.max(...Array.from({ length: 60 }, (_, h) => worth(h)));
    expect(Math.abs(optimalStop(protocol).value / best - 1)).toBeLessThanOrEqual(1e-9);
  });

  test("its plan attains its value, and no threshold policy exceeds it", () => {
    const protocol = protocolWith({ width: 2, rounds: 8 });
    const plan = optimalStop(protocol);
    const worth = stopValue(protocol, (evidence, _workers, time, chances) => {
      chances.fill(0);
      chances[plan.choice(evidence, time)] = 1;
    });
    expect(worth).toBeCloseTo(plan.value, 12);
    for (let least = 0; least < 20; least++) {
      for (const wide of [1, 2]) {
        const other = stopValue(protocol, (evidence, _workers, _time, chances) => {
          chances.fill(0);
          chances[evidence >= least ? 0 : wide] = 1;
        });
        expect(other).toBeLessThanOrEqual(plan.value + 1e-12);
      }
    }
  });

  test("a stochastic player has the value of the mixture: stopping at once with probability q", () => {
    const protocol = protocolWith({ rounds: 1, strengths: [4], unit: 0.25 });
    const worth = stopValue(protocol, (_evidence, _workers, _time, chances) => chances.set([0.3, 0.7]));
    expect(worth).toBeCloseTo(0.3 * 0.5 + 0.7 * (logistic(1) - 0.02), 12);
  });

  test("has the value 0.8453 with default parameters; the best fixed number has 0.7781, random stopping at most 0.6958", () => {
    const protocol = protocolWith({});
    expect(optimalStop(protocol).value).toBeCloseTo(0.8453, 4);
    expect(bestFixedTeam(protocol)).toEqual({ workers: 6, value: expect.closeTo(0.7781, 4) });
    const worth = (stop: number) =>
      stopValue(protocol, (_evidence, _workers, _time, chances) => chances.set([stop, 1 - stop]));
    expect(Math.max(...Array.from({ length: 300 }, (_, k) => worth(k / 300)))).toBeCloseTo(0.6958, 4);
  });

  test("is rejected where the answer does not follow the log-odds", () => {
    expect(() => optimalStop(protocolWith({ combine: "majority" }))).toThrow("majority");
    expect(Object.keys(teamOf({ combine: "majority" }).spec.oracles ?? {})).toEqual(["fixed"]);
    expect(protocolWith({ combine: "majority", reports: "bit" }).solved).toBe(true);
  });
});

describe("fixed teams", () => {
  test("of one source have the binomial value", () => {
    const protocol = protocolWith({ strengths: [2], unit: 0.5, width: 2, rounds: 3 });
    const p = logistic(1);
    const three = p ** 3 + 3 * p ** 2 * (1 - p);
    const values = fixedTeams(protocol).map(({ value }) => value);
    const expected = [0.5, p - 0.02, p - 0.03, three - 0.05].map((value) => expect.closeTo(value, 12));
    expect(values.slice(0, 4)).toEqual(expected);
  });

  const kinds = [{ reports: "bit" }, { assignment: "chosen" }, { combine: "majority" }] as const;
  test.each([{}, { width: 3, loss: 0.2 }, ...kinds])("and optimal stopping earn their computed values: %j", (some) => {
    const world = teamOf(some);
    const { protocol } = world;
    const expected: Record<string, number> = { fixed: bestFixedTeam(protocol).value };
    if (protocol.solved) expected.optimal = optimalStop(protocol).value;
    expect(expected.optimal ?? 1).toBeGreaterThan(expected.fixed);
    for (const [name, value] of Object.entries(expected)) {
      const player = oracle(world, name);
      const runner = episodeRunner(world, [channel("payoff")]);
      const policy = seated(world.spec, [player]);
      const pays = Float64Array.from({ length: 4000 }, (_, k) => runner.play(policy, streamsOf(1, k)).totals[0][0]);
      // The standard error is below 0.5/√4000.
      near(mean(pays), value, 0.024);
    }
  });
});

describe("an episode", () => {
  test("is paid by its channels, and must end after the last round", () => {
    const world = teamOf({ width: 3, rounds: 4, workerCost: 0.02, timeCost: 0.1 });
    const { sums, status } = played(world, [3, 1, 2, 3, 2]);
    expect(status).toBe(Status.terminated | Status.truncated);
    const [payoff, task, workerCost, timeCost, workers, rounds] = sums;
    expect([workers, rounds]).toEqual([9, 4]);
    expect(workerCost).toBeCloseTo(0.18, 12);
    expect(timeCost).toBeCloseTo(0.4, 12);
    expect(payoff).toBeCloseTo(task - 0.58, 12);
  });

  test("a chosen source is the one that is read", () => {
    const world = teamOf({ assignment: "chosen", strengths: [1, 7] });
    played(world, [2, 1, 2]);
    const { log, tally } = world.state.views;
    expect([log[1], log[4], log[7]]).toEqual([1, 0, 1]);
    expect(tally[Tally.evidence]).toBe(7 * log[2] + log[5] + 7 * log[8]);
  });

  test("as a trace: times, edges, rewards and costs", () => {
    const world = teamOf({ width: 2 });
    const { sums } = played(world, [2, 1, 0]);
    const trace = world.trace?.("one");
    expect(trace?.events.map(({ id, t }) => `${id}@${t}`).join(" ")).toBe(
      "d0@0 w0.spawn@0 w0.call@0 w0.result@1 w0.report@1 w0.return@1 w1.spawn@0 w1.call@0 w1.result@1 w1.report@1 w1.return@1 " +
        "d1@1 w2.spawn@1 w2.call@1 w2.result@2 w2.report@2 w2.return@2 d2@2 answer@2",
    );
    expect(trace?.rewards.team).toBeCloseTo(sums[0], 12);
    // Events: 3 decisions, 3 × (spawn, call, result, 2 for a report with its strength), the answer.
    expect(trace?.costs).toEqual({ tokens: 19, wall_clock_s: 2, tool_calls: 3, messages: 3, workers: 3 });
    // In a running episode, the last reports await a decision.
    played(world, [1]);
    expect(world.trace?.("two").edges.every(({ dst }) => !dst.startsWith("d"))).toBe(true);
  });
});

describe("a replay", () => {
  const world = teamOf();
  const player = fixedPlayer(world.protocol, 5);

  test("without removals pays the same; a lost report is not counted, and other readings stay the same", () => {
    const { sums } = played(world, [1, 1, 1, 1, 1, 0], 4);
    const before = world.state.views.log.slice();
    const { weights } = world.protocol;
    const replay = teamReplay(world, player);
    expect(replay([], 9)).toBeCloseTo(sums[0], 12);
    expect(world.state.views.log.slice(0, 15)).toEqual(before.slice(0, 15));
    replay([3], 9);
    const { log, tally } = world.state.views;
    for (let worker = 0; worker < 5; worker++)
      expect(log[3 * worker + 2]).toBe(worker === 3 ? 0 : before[3 * worker + 2]);
    const evidence = [0, 1, 2, 4].reduce((sum, w) => sum + before[3 * w + 2] * weights[before[3 * w + 1]], 0);
    expect(tally[Tally.evidence]).toBe(evidence);
  });

  test("uses the seed's random numbers beyond the record", () => {
    played(world, [1, 1, 0], 4);
    const replay = teamReplay(world, player);
    const further = (seed: number) => {
      replay([], seed);
      return world.state.views.rng.slice(6, 15).join();
    };
    expect(further(1)).toBe(further(1));
    expect(further(1)).not.toBe(further(2));
  });

  test("an event names its worker", () => {
    expect(workerOf("w12.report")).toBe(12);
    expect(() => workerOf("answer")).toThrow('"answer"');
  });
});
