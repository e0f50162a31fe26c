// The linear program against solutions by hand, against mechanisms that it must beat, and on infeasible problems.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { bestDeterministic, bestDominant, bestHiring, bestUncorrelated } from "./best-mechanisms.ts";
import { altered, bestDeviation, bestDeviations, settledPlay } from "./deviations.ts";
import { hiringProgram } from "./hiring-program.ts";
import {
  drawnProblem,
  inspector,
  inspectorProfit,
  rightReportPayment,
  twinInspectors,
  twinsMechanism,
  twinsOptimum,
} from "./inspectors.ts";
import { fixedEfforts, hiringOutcome, obedience } from "./mechanism.ts";
import { bestDecisions, cellOf, hiringProblem, seesAlone } from "./problem.ts";
import { scoringContract } from "./scoring-contract.ts";

const WORK = { accuracy: 0.6, cost: 0.02 };

const solver = await linearPrograms();
type BestHiring = ReturnType<typeof bestHiring>;
const profitOf = (outcome: BestHiring) =>
  outcome.status === "optimal" ? outcome.profit : `${outcome.status}: ${outcome.reason}`;

type Optimal<T> = Extract<T, { readonly status: "optimal" }>;
const isOptimal = <T extends BestHiring | ReturnType<typeof scoringContract>>(outcome: T): outcome is Optimal<T> =>
  outcome.status === "optimal";
const optimal = <T extends BestHiring | ReturnType<typeof scoringContract>>(outcome: T): Optimal<T> =>
  isOptimal(outcome) ? outcome : expect.fail("no mechanism");

describe("the model", () => {
  test("unnormalised laws are rejected", () => {
    const model = { prior: [0.5, 0.5], costs: [[0]], signals: [2], utility: [[1, 0]] };
    expect(() => hiringProblem({ ...model, law: () => 0.4 })).toThrow("the signals of actions 0 in state 0");
    expect(() => hiringProblem({ ...model, prior: [0.5, 0.6], law: () => 0.5 })).toThrow("the prior");
  });

  test("decisions follow the working agents, and their value is the accuracy", () => {
    const problem = twinInspectors(WORK);
    const { decisions, values } = bestDecisions(problem);
    const { profiles, signals } = problem;
    const worths = matrix("0 0 | 1 0 | 0 1 | 1 1").map((work) => values[profiles.index(work)]);
    expect(worths).toEqual([0.5, 0.6, 0.6, 0.6].map((worth) => expect.closeTo(worth, 12)));
    for (let s = 0; s < signals.count; s++) {
      expect(decisions[profiles.index([1, 0]) * signals.count + s]).toBe(signals.digit(s, 0));
      expect(decisions[profiles.index([0, 1]) * signals.count + s]).toBe(signals.digit(s, 1));
    }
    expect(seesAlone(problem)).toBe(true);
    const nosy = hiringProblem({
      prior: [1],
      costs: [[0], [0, 0]],
      signals: [2, 1],
      utility: [[1]],
      law: ([, other], _state, [signal]) => (signal === other ? 1 : 0),
    });
    expect(seesAlone(nosy)).toBe(false);
  });
});

describe("the best mechanisms", () => {
  test.each(matrix("0.8 0.05 | 0.9 0.1 | 0.6 0.02 | 0.55 0.05"))(
    "one agent, q = %d, c = %d: the closed form",
    (accuracy, cost) => {
      const work = { accuracy, cost };
      expect(profitOf(bestHiring(solver, inspector(work), { cap: 1 }))).toBeCloseTo(inspectorProfit(work), 9);
    },
  );

  test.each(matrix("0.6 0.02 1 | 0.7 0.05 0.5 | 0.9 0.03 2"))(
    "twins, q = %d, c = %d, M = %d: the closed forms",
    (accuracy, cost, cap) => {
      const work = { accuracy, cost };
      const problem = twinInspectors(work);
      expect(profitOf(bestHiring(solver, problem, { cap }))).toBeCloseTo(twinsOptimum(work, cap).profit, 9);
      // None works, one is paid for a correct report, or both work and get 2c each for agreement.
      const deterministic = Math.max(inspectorProfit(work), work.accuracy - 4 * work.cost);
      expect(profitOf(bestDeterministic(solver, problem, { cap }))).toBeCloseTo(deterministic, 9);
      expect(profitOf(bestUncorrelated(solver, problem, cap))).toBeCloseTo(inspectorProfit(work), 9);
    },
  );

  test("one agent, q = 0.8, c = 0.05: profit 2/3, and 1/6 for a right report; proper scores of the state achieve as much", () => {
    const problem = inspector({ accuracy: 0.8, cost: 0.05 });
    const best = optimal(bestHiring(solver, problem, { cap: 1 }));
    expect(best.profit).toBeCloseTo(2 / 3, 9);
    expect(Math.max(...best.mechanism.payments[0])).toBeCloseTo(1 / 6, 9);
    for (const score of ["quadratic", "spherical", "logarithmic", "agreement"] as const) {
      const scored = optimal(scoringContract(problem, { score, target: "state", profile: 1, cap: 1 }));
      expect(scored.profit).toBeCloseTo(best.profit, 9);
      expect(bestDeviation(problem, scored.mechanism).gain).toBeLessThanOrEqual(1e-9);
    }
  });

  test.each(matrix("0.6 0.02 1 0.559184 | 0.6 0.02 0.5 0.558333 | 0.7 0.05 1 0.594737"))(
    "twins, q = %d, c = %d, M = %d: profit %d, both with probability c/(M − c), otherwise one at random",
    (accuracy, cost, cap, profit) => {
      const { mechanism, profit: optimum } = optimal(bestHiring(solver, twinInspectors({ accuracy, cost }), { cap }));
      expect(optimum).toBeCloseTo(profit, 6);
      const together = cost / (cap - cost);
      const chances = [0, (1 - together) / 2, (1 - together) / 2, together];
      expect([...mechanism.chances]).toEqual(chances.map((chance) => expect.closeTo(chance, 6)));
    },
  );

  test("twins, q = 0.6, c = 0.02: correlated efforts gain 0.0592 over independent ones, and 0.0392 over deterministic ones", () => {
    const problem = twinInspectors(WORK);
    const correlated = optimal(bestHiring(solver, problem, { cap: 1 })).profit;
    expect(correlated - optimal(bestUncorrelated(solver, problem, 1)).profit).toBeCloseTo(0.059184, 6);
    expect(correlated - optimal(bestDeterministic(solver, problem, { cap: 1 })).profit).toBeCloseTo(0.039184, 6);
    const agreeing = scoringContract(problem, { score: "agreement", target: "peer", profile: 3, cap: 1 });
    expect(optimal(agreeing).profit).toBeCloseTo(WORK.accuracy - 4 * WORK.cost, 9);
  });

  test("twins: profit increases with the cap, towards q − 2c", () => {
    const profits = [1, 10, 100, 1000, 10_000].map(
      (cap) => optimal(bestHiring(solver, twinInspectors(WORK), { cap })).profit,
    );
    expect(profits).toEqual([...profits].sort((a, b) => a - b));
    expect(new Set(profits).size).toBe(5);
    const bound = WORK.accuracy - 2 * WORK.cost;
    expect(profits[4]).toBeLessThanOrEqual(bound + 1e-9);
    expect(profits[4]).toBeGreaterThan(bound - 1e-6);
  });

  test("with the margin ε, one agent is paid c/(q − ε − 1/2)", () => {
    const work = { accuracy: 0.8, cost: 0.05 };
    const paid = rightReportPayment({ ...work, accuracy: 0.7 });
    const tightened = bestHiring(solver, inspector(work), { cap: 1, profile: 1, tightening: 0.1 });
    expect(profitOf(tightened)).toBeCloseTo(0.8 * (1 - paid), 9);
  });

  test("a mechanism with a margin for twins is obeyed under a slightly different law", () => {
    const tightened = optimal(bestHiring(solver, twinInspectors(WORK), { cap: 1, tightening: 0.05 }));
    const exact = optimal(bestHiring(solver, twinInspectors(WORK), { cap: 1 }));
    const { law, ...rest } = twinInspectors(WORK);
    // With probability 0.03 the twins' signals are independent fair coins.
    const off = { ...rest, law: law.map((p) => 0.97 * p + 0.03 * 0.25) };
    expect(bestDeviation(off, exact.mechanism).gain).toBeGreaterThan(1e-6);
    expect(bestDeviation(off, tightened.mechanism).gain).toBeLessThanOrEqual(1e-9);
    expect(tightened.profit).toBeLessThan(exact.profit);
  });

  test("50 random problems: no deviation is profitable; at 0.9 of the pay agents shirk; separate constraints miss combined deviations", () => {
    let [paying, missed, scored] = [0, 0, 0];
    for (let seed = 0; seed < 50; seed++) {
      const problem = drawnProblem(Random.of(seed, "hiring"));
      const { costs } = problem;
      const { mechanism, profit } = optimal(bestHiring(solver, problem, { cap: 1 }));
      expect(bestDeviation(problem, mechanism).gain).toBeLessThanOrEqual(1e-8);
      expect(Math.abs(hiringOutcome(problem, mechanism).profit - profit)).toBeLessThanOrEqual(1e-8);
      for (const own of mechanism.payments) {
        expect(Math.min(...own)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...own)).toBeLessThanOrEqual(1);
      }
      const steady = optimal(bestDeterministic(solver, problem, { cap: 1 })).profit;
      expect(steady).toBeLessThanOrEqual(profit + 1e-8);
      if (hiringOutcome(problem, mechanism).payments.some((paid) => paid > 1e-9)) {
        paying += 1;
        const payments = mechanism.payments.map((own) => own.map((paid) => 0.9 * paid));
        const less = bestDeviation(problem, { ...mechanism, payments });
        expect(less.gain).toBeGreaterThan(1e-8);
        expect(costs[less.agent][less.action]).toBeLessThan(costs[less.agent][less.recommendation]);
      }
      const apart = bestHiring(solver, problem, { cap: 1, disobedient: "tells-truth" });
      if (bestDeviation(problem, optimal(apart).mechanism).gain > 1e-8) missed += 1;
      for (const target of ["state", "peer"] as const)
        for (const score of ["quadratic", "spherical", "logarithmic"] as const)
          for (let profile = 0; profile < problem.profiles.count; profile++) {
            const contract = scoringContract(problem, { score, target, profile, cap: 1 });
            if (!isOptimal(contract)) continue;
            scored += 1;
            expect(bestDeviation(problem, contract.mechanism).gain).toBeLessThanOrEqual(1e-8);
            expect(contract.profit).toBeLessThanOrEqual(steady + 1e-8);
          }
    }
    expect(paying).toBeGreaterThanOrEqual(25);
    expect(missed).toBeGreaterThanOrEqual(25);
    expect(scored).toBeGreaterThan(500);
  });

  test("the program of n agents and T chances of signals has at most 2n·T² rows and columns", () => {
    const shapes = matrix(
      "1 2 2 2 | 1 5 4 2 | 1 2 6 3 | 2 2 2 2 | 2 3 3 2 | 2 4 2 3 | 2 2 5 2 | 3 2 2 2 | 3 3 2 2 | 3 2 3 3 | 4 2 2 2 | 5 2 2 2",
    );
    for (const [agents, actions, signals, states] of shapes) {
      const each = <T>(value: T) => new Array<T>(agents).fill(value);
      const problem = hiringProblem({
        prior: new Array<number>(states).fill(1 / states),
        costs: each(Array.from({ length: actions }, (_, action) => 0.01 * action)),
        signals: each(signals),
        utility: [new Array<number>(states).fill(1)],
        law: () => signals ** -agents,
      });
      const chances = problem.law.length;
      expect(chances).toBe(actions ** agents * states * signals ** agents);
      const { program } = hiringProgram(problem, bestDecisions(problem), { cap: 1 });
      const most = 2 * agents * chances ** 2;
      expect(program.rows.length).toBeLessThanOrEqual(most);
      expect(program.objective.length).toBeLessThanOrEqual(most);
    }
  });

  test("three agents with identical signals when working: obeyed, and better than any two", () => {
    const { accuracy, cost } = WORK;
    const same = (count: number) =>
      hiringProblem({
        prior: [0.5, 0.5],
        costs: Array.from({ length: count }, () => [0, cost]),
        signals: new Array<number>(count).fill(2),
        utility: matrix("1 0 | 0 1"),
        // Working agents see one common signal, idle agents a fair coin.
        law(work, state, signals) {
          const idle = work.filter((one) => one === 0).length;
          const seen = new Set(signals.filter((_, i) => work[i] === 1));
          const common = seen.size === 0 ? 1 : seen.size > 1 ? 0 : seen.has(state) ? accuracy : 1 - accuracy;
          return common * 0.5 ** idle;
        },
      });
    const [two, three] = [2, 3].map((count) => optimal(bestHiring(solver, same(count), { cap: 1 })));
    expect(two.profit).toBeCloseTo(twinsOptimum(WORK, 1).profit, 9);
    expect(bestDeviation(same(3), three.mechanism).gain).toBeLessThanOrEqual(1e-8);
    expect(three.profit).toBeGreaterThanOrEqual(two.profit - 1e-9);
    expect(three.profit).toBeLessThanOrEqual(accuracy - 2 * cost + 1e-9);
  });

  test("information of payments: without the state no single agent can be hired, but twins can", () => {
    const sees = { reports: "all", state: false } as const;
    expect(profitOf(bestHiring(solver, inspector(WORK), { cap: 1, sees }))).toBeCloseTo(0.5, 9);
    const short = "infeasible: agent 0, told to take action 1, must not gain by action 0: short by 0.02";
    expect(profitOf(bestHiring(solver, inspector(WORK), { cap: 1, sees, profile: 1 }))).toBe(short);
    const twins = bestHiring(solver, twinInspectors(WORK), { cap: 1, sees });
    expect(profitOf(twins)).toBeCloseTo(twinsOptimum(WORK, 1).profit, 9);
  });

  test("without a cap the optimum is only approached, and attained with one agent", () => {
    const cap = Number.POSITIVE_INFINITY;
    expect(profitOf(bestHiring(solver, twinInspectors(WORK), { cap }))).toMatch(/^unattained: .*1,1/);
    const work = { accuracy: 0.8, cost: 0.05 };
    expect(profitOf(bestHiring(solver, inspector(work), { cap }))).toBeCloseTo(inspectorProfit(work), 9);
  });

  test("dominant-strategy payments cost as much as scoring each agent alone, and are infeasible above the cap", () => {
    const problem = twinInspectors(WORK);
    const each = rightReportPayment(WORK);
    const dominant = (cap: number) => profitOf(bestDominant(solver, problem, { cap, profile: 3 }));
    expect(dominant(1)).toBeCloseTo(0.6 - 2 * 0.6 * each, 9);
    expect(dominant(0.9 * each)).toMatch(/^infeasible: agent 0/);
  });
});

describe("deviations", () => {
  test("twins obey at the indifference payments computed by hand; with public recommendations an unchecked agent shirks", () => {
    const problem = twinInspectors(WORK);
    const { together, profit } = twinsOptimum(WORK, 1);
    const own = twinsMechanism(problem, 1, together);
    expect(bestDeviation(problem, own).gain).toBeLessThanOrEqual(1e-12);
    expect(hiringOutcome(problem, own).profit).toBeCloseTo(profit, 12);
    const open = bestDeviation(problem, twinsMechanism(problem, 1, together, "all"));
    expect(open).toMatchObject({ action: 0, chance: (1 - together) / 2 });
    expect(open.gain).toBeCloseTo(((1 - together) / 2) * WORK.cost, 12);
    const rare = bestDeviation(problem, twinsMechanism(problem, 1, 0.9 * together));
    expect(rare).toMatchObject({ action: 0, gain: expect.closeTo(0.001, 4) });
  });

  test("dynamics that cycle stop after a fixed number of sweeps", () => {
    // The first agent is paid for agreeing with the second, and a little for reporting 0; the second is paid for disagreeing with the
    // first.
    const problem = twinInspectors(WORK);
    const { signals } = problem;
    const agree = (r: number) => signals.digit(r, 0) === signals.digit(r, 1);
    const paid = (agent: number, r: number) =>
      (agree(r) === (agent === 0) ? 1 : 0) + (agent === 0 && signals.digit(r, 0) === 0 ? 0.1 : 0);
    const pennies = fixedEfforts(problem, 0, (agent, _, r) => paid(agent, r));
    const [once, again] = [50, 51].map((sweeps) => settledPlay(problem, pennies, { sweeps }));
    expect(once).not.toEqual(again);
    let play = obedience(problem, pennies);
    for (let sweeps = 1; sweeps <= 52; sweeps++) {
      for (const agent of [0, 1]) {
        const moves = bestDeviations(problem, pennies, agent, play).filter(({ gain }) => gain > 1e-9);
        for (const { recommendation, action, reports } of moves)
          play = play.with(agent, altered(play[agent], recommendation, action, reports));
      }
      expect(settledPlay(problem, pennies, { sweeps })).toEqual(play);
    }
  });

  test("a combined deviation of shirking and lying is found, and missed by separate constraints", () => {
    // Signal 1 reveals state 1 almost certainly, signal 0 reveals little: an idle agent that always reports 0 is paid as if it had worked.
    const problem = hiringProblem({
      prior: [0.8, 0.2],
      costs: [[0, 0.05]],
      signals: [2],
      utility: matrix("1 0 | 0 1"),
      law: ([work], state, [signal]) => (work === 1 ? (signal === state ? 0.8 : 0.2) : 0.5),
    });
    const demands = { cap: 1, profile: 1 };
    const sound = optimal(bestHiring(solver, problem, demands));
    const blind = optimal(bestHiring(solver, problem, { ...demands, disobedient: "tells-truth" }));
    expect(bestDeviation(problem, sound.mechanism).gain).toBeLessThanOrEqual(1e-9);
    expect(bestDeviation(problem, blind.mechanism)).toMatchObject({ action: 0, reports: [0, 0] });
    expect(bestDeviation(problem, blind.mechanism).gain).toBeGreaterThan(0.01);
    expect(sound.profit).toBeLessThan(blind.profit);
  });

  test("underpaid agents end up idle, and the principal tosses a coin", () => {
    const problem = twinInspectors(WORK);
    const paid = 0.9 * rightReportPayment(WORK);
    const { signals } = problem;
    const mechanism = fixedEfforts(problem, 3, (agent, state, r) => (signals.digit(r, agent) === state ? paid : 0));
    const play = settledPlay(problem, mechanism);
    expect(play.map(({ actions }) => actions[1])).toEqual([0, 0]);
    expect(hiringOutcome(problem, mechanism, play).profit).toBeCloseTo(0.5 - paid, 12);
  });
});

describe("scoring contracts", () => {
  /** A problem in which the agent's signal is more informative in one state than in the other. */
  const skewed = hiringProblem({
    prior: [0.4, 0.6],
    costs: [[0, 0.03]],
    signals: [3],
    utility: matrix("1 0 | 0 1"),
    law: ([work], state, [signal]) => (work === 1 ? (state === 0 ? [0.6, 0.3, 0.1] : [0.1, 0.2, 0.7])[signal] : 1 / 3),
  });

  test.each(["quadratic", "spherical", "logarithmic"] as const)(
    "%s: working is just profitable, and truthful reports are optimal",
    (score) => {
      const terms = { score, target: "state", profile: 1, cap: 1 } as const;
      const contract = optimal(scoringContract(skewed, terms));
      expect(Math.abs(bestDeviation(skewed, contract.mechanism).gain)).toBeLessThanOrEqual(1e-12);
      const best = optimal(bestHiring(solver, skewed, { cap: 1, profile: 1 }));
      expect(best.profit).toBeGreaterThanOrEqual(contract.profit - 1e-9);
      const lower = optimal(scoringContract(skewed, { ...terms, generosity: 0.9 }));
      expect(bestDeviation(skewed, lower.mechanism).gain).toBeGreaterThan(1e-4);
      expect(Math.min(...contract.mechanism.payments[0])).toBeGreaterThanOrEqual(0);
      expect(contract.mechanism.payments[0][cellOf(skewed, 1, 0, 0)]).toBeGreaterThan(0);
    },
  );

  test("infeasible contracts are reported", () => {
    const why = (problem: typeof skewed, terms: Parameters<typeof scoringContract>[1]) => {
      const contract = scoringContract(problem, terms);
      return contract.status === "optimal" ? "" : contract.reason;
    };
    const quadratic = { score: "quadratic", target: "state", profile: 1, cap: 1 } as const;
    expect(why(skewed, { ...quadratic, cap: 0.01 })).toContain("no payment may be above 0.01");
    expect(why(inspector({ accuracy: 0.5, cost: 0.02 }), quadratic)).toContain("scores no better than by action 0");
    const byPeer = { score: "logarithmic", target: "peer", profile: 3, cap: 1 } as const;
    expect(why(twinInspectors(WORK), byPeer)).toContain("no bound");
    // State 1 is the likelier report in both states, so reporting 1 agrees more often than the truth.
    const lopsided = hiringProblem({
      prior: [0.1, 0.9],
      costs: [[0, 0.02]],
      signals: [2],
      utility: matrix("1 0 | 0 1"),
      law: ([work], state, [signal]) => (signal === state ? (work === 1 ? 0.7 : 0.5) : work === 1 ? 0.3 : 0.5),
    });
    expect(why(lopsided, { ...quadratic, score: "agreement" })).toContain("scores better");
  });
});
