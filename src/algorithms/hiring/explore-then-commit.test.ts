import { describe, expect, test } from "vitest";
import { regretCurve } from "../../../test/fixtures/regret-curve.ts";
import { Random } from "../../core/random.ts";
import { employer } from "../../environments/contracts/employer.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import {
  inspector,
  inspectorProfit,
  rightReports,
  twinInspectors,
  twinsOptimum,
} from "../../mechanisms/hiring/inspectors.ts";
import { fixedEfforts } from "../../mechanisms/hiring/mechanism.ts";
import {
  exploringRounds,
  learnHiring,
  learnPayment,
  payByCount,
  slackOf,
  soughtPayments,
} from "./explore-then-commit.ts";

const WORK = { accuracy: 0.75, cost: 0.05 };

test("how long, and how much to spare", () => {
  expect([1e3, 1e6, 7].map(exploringRounds)).toEqual([100, 10_000, 4]);
  expect(slackOf(Math.E ** 2, 4)).toBeCloseTo(0.5, 12);
});

describe("one agent", () => {
  test("regret of exploring and of what is paid afterwards", () => {
    // Accuracy 1 is counted without error.
    const sure = { accuracy: 1, cost: 0.1 };
    const { regret, obeyed } = learnPayment(
      sure,
      { rounds: 1000, generous: 0.5, tightened: true },
      Random.of(1, "sure"),
    );
    const paid = 0.1 / (1 - slackOf(1000, 100) - 0.5);
    expect(obeyed).toBe(true);
    expect(regret).toBeCloseTo(100 * (0.8 - 0.5) + 900 * (paid - 0.2), 9);
    const exact = learnPayment(sure, { rounds: 1000, generous: 0.5, tightened: false }, Random.of(1, "sure"));
    expect(exact.regret).toBeCloseTo(30, 9);
  });

  test("the program learns the same as the formula, where it hires", async () => {
    const solver = await linearPrograms();
    const problem = inspector(WORK);
    const explorers = [
      { profile: 1, mechanism: fixedEfforts(problem, 1, (_, state, report) => (state === report ? 0.5 : 0)) },
    ];
    const rounds = 1e6;
    const optimum = inspectorProfit(WORK);
    const asked = { rounds, cap: 0.5, explorers, tightened: true, optimum };
    const { regret, obeyed, hires } = learnHiring(solver, problem, asked, Random.of(3, "program"));
    const formula = learnPayment(WORK, { rounds, generous: 0.5, tightened: true }, Random.of(3, "formula"));
    expect([obeyed, hires, formula.obeyed]).toEqual([true, 1, true]);
    expect(Math.abs(regret / formula.regret - 1)).toBeLessThan(0.1);
  });
});

describe("costs that are not known", () => {
  test("the payment from which on an agent works is found, from above with something to spare", () => {
    const asked = { rounds: 1e6, generous: 0.5 };
    for (let seed = 1; seed <= 20; seed++) {
      const offered: number[][] = [];
      const offer = (payments: readonly number[]) => {
        offered.push([...payments]);
        return { right: payments.map((payment, k) => (payment >= [0.2, 0.35][k] ? 0.75 : 0.5)), regret: 0.1 };
      };
      const of = (tightened: boolean) =>
        soughtPayments([0.75, 0.75], { ...asked, tightened }, offer, Random.of(seed, "search"));
      const found = of(true);
      for (const [k, needed] of [0.2, 0.35].entries()) {
        expect(found.payments[k]).toBeGreaterThanOrEqual(needed);
        expect(found.payments[k]).toBeLessThan(needed + 0.05);
        expect(Math.abs(of(false).payments[k] - needed)).toBeLessThan(0.05);
      }
      expect(found.rounds).toBeGreaterThanOrEqual(exploringRounds(asked.rounds));
      expect(found.regret).toBeCloseTo(0.1 * found.rounds, 6);
      expect(offered.flat().every((payment) => payment > 0 && payment < 0.5)).toBe(true);
    }
  });

  test("twins whose costs are learnt obey, and cost more to learn about than those whose costs are known", async () => {
    const solver = await linearPrograms();
    const problem = twinInspectors(WORK);
    const explorers = Array.from({ length: 4 }, (_, profile) => ({
      profile,
      mechanism: rightReports(problem, profile, [0.5, 0.5]),
    }));
    const offer = (payments: readonly number[]) => rightReports(problem, 3, payments);
    const asked = { rounds: 1e6, cap: 1, explorers, tightened: true, optimum: twinsOptimum(WORK, 1).profit };
    const known = learnHiring(solver, problem, asked, Random.of(1, "twins"));
    const learnt = learnHiring(solver, problem, { ...asked, seeks: { offer, generous: 0.5 } }, Random.of(1, "twins"));
    expect([known.obeyed, learnt.obeyed, known.hires, learnt.hires]).toEqual([true, true, 1, 1]);
    expect(learnt.regret).toBeGreaterThan(known.regret);
    expect(learnt.regret).toBeLessThan(0.1 * asked.rounds);
  });
});

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe("an employer in its seat", () => {
  // So many that rounding a payment up to the next arm does not matter.
  const ARMS = 5001;
  const regretOf = (seed: number, tightened: boolean) => {
    const world = employer.make({ ...WORK, arms: ARMS, horizon: 20_000 });
    const learner = payByCount(ARMS, 20_000, { cost: WORK.cost, highest: 0.5, tightened });
    const curve = regretCurve(world, learner, Random.of(seed, "employer"));
    return curve[curve.length - 1];
  };

  test("loses what the arithmetic says", () => {
    const own: number[] = [];
    const reckoned: number[] = [];
    for (let seed = 0; seed < 12; seed++) {
      own.push(regretOf(seed, true));
      const asked = { rounds: 20_000, generous: 0.5, tightened: true };
      reckoned.push(learnPayment(WORK, asked, Random.of(seed, "reckoned")).regret);
    }
    expect(Math.abs(mean(own) / mean(reckoned) - 1)).toBeLessThan(0.05);
  });

  test("without anything to spare it fails in about half of the runs", () => {
    const failed = Array.from({ length: 20 }, (_, seed) => regretOf(seed, false)).filter((regret) => regret > 2500);
    expect(failed.length).toBeGreaterThan(3);
    expect(failed.length).toBeLessThan(17);
  });
});
