import { describe, expect, test } from "vitest";
import { regretCurve } from "../../../test/fixtures/regret-curve.ts";
import { Random } from "../../core/random.ts";
import { employer } from "../../environments/contracts/employer.ts";
import { exploringRounds, payByCount, paymentSearch, slackOf } from "./explore-then-commit.ts";

const WORK = { accuracy: 0.75, cost: 0.05 };

test("how long, and how much to spare", () => {
  expect([1e3, 1e6, 7].map(exploringRounds)).toEqual([100, 10_000, 4]);
  expect(slackOf(Math.E ** 2, 4)).toBeCloseTo(0.5, 12);
});

describe("a search for payments", () => {
  test("finds where agents begin to work, from above with something to spare", () => {
    const rounds = 1e6;
    const needed = [0.2, 0.35];
    const explore = (tightened: boolean, random: Random) => {
      const search = paymentSearch([0.75, 0.75], { rounds, highest: 0.5, tightened });
      const inside = (payment: number) => payment > 0 && payment < 0.5;
      let count = 0;
      for (; !search.over; count++) {
        const offered = search.offer(random);
        if (!offered.every(inside)) expect.fail(`an offer of ${offered}`);
        search.see(needed.map((payment, k) => (random.uniform() < (offered[k] >= payment ? 0.75 : 0.5) ? 1 : 0)));
      }
      expect(count).toBeGreaterThanOrEqual(exploringRounds(rounds));
      return search.payments();
    };
    for (let seed = 1; seed <= 5; seed++) {
      for (const [k, payment] of needed.entries()) {
        const [spare, bare] = [true, false].map((tightened) => explore(tightened, Random.of(seed, "search"))[k]);
        expect(spare).toBeGreaterThanOrEqual(payment);
        expect(spare).toBeLessThan(payment + 0.05);
        expect(Math.abs(bare - payment)).toBeLessThan(0.05);
      }
    }
  });

  test("one offer stays for its rounds, and what is paid in its place counts as it", () => {
    const search = paymentSearch([0.75], { rounds: 1000, highest: 0.5, tightened: true });
    const random = Random.of(1, "search");
    const first = search.offer(random);
    first[0] = 0.3;
    // A fourth of 100 rounds, and all of them right.
    for (let round = 0; round < 25; round++) {
      expect(search.offer(random)).toBe(first);
      search.see([1]);
    }
    expect(search.payments()).toEqual([0.3]);
    expect(search.offer(random)).not.toBe(first);
  });
});

describe("an employer in its seat", () => {
  // So many that rounding a payment up to the next arm does not matter.
  const ARMS = 5001;
  const regretOf = (seed: number, tightened: boolean, knowsCost = true) => {
    const world = employer.make({ ...WORK, arms: ARMS, horizon: 20_000 });
    const learner = payByCount(ARMS, 20_000, { cost: knowsCost ? WORK.cost : undefined, highest: 0.5, tightened });
    const curve = regretCurve(world, learner, Random.of(seed, "employer"));
    return curve[curve.length - 1];
  };

  test("accuracy 1 is counted without error: regret is that of exploring, and of what is paid with something to spare", () => {
    const [accuracy, cost, horizon] = [1, 0.1, 1000];
    const regret = (tightened: boolean) => {
      const world = employer.make({ accuracy, cost, arms: ARMS, horizon });
      const curve = regretCurve(world, payByCount(ARMS, horizon, { cost, highest: 0.5, tightened }), Random.of(1));
      return curve[curve.length - 1];
    };
    const paid = cost / (1 - slackOf(horizon, 100) - 0.5);
    const rounding = (horizon * 0.5) / (ARMS - 1);
    const expected = 100 * (0.8 - 0.5) + 900 * (paid - 0.2);
    expect(regret(true)).toBeGreaterThanOrEqual(expected - 1e-9);
    expect(regret(true)).toBeLessThan(expected + rounding);
    expect(regret(false)).toBeCloseTo(30, 9);
  });

  test("that seeks what work costs pays a bit more than one that knows, and is worked for", () => {
    const [known, sought] = [true, false].map((knowsCost) => regretOf(3, true, knowsCost));
    expect(sought).toBeGreaterThan(known);
    // A payment that falls short loses a fifth of every round that is left.
    expect(sought).toBeLessThan(0.13 * 20_000);
  });

  test("without anything to spare it fails in about half of the runs", () => {
    const failed = Array.from({ length: 20 }, (_, seed) => regretOf(seed, false)).filter((regret) => regret > 2500);
    expect(failed.length).toBeGreaterThan(3);
    expect(failed.length).toBeLessThan(17);
  });
});
