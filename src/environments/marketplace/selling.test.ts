// Businesses that compete: payoffs by hand, what each kind of customer takes, and what learners do where customers take the first reply.

import { describe, expect, it, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { armLearners } from "../../algorithms/bandits/agents.ts";
import { Random } from "../../core/random.ts";
import { always } from "../../play/policy.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { selling } from "./selling.ts";

/** Number of a choice: price, speed and claim by their places. */
const choice = (price: number, fast = 0, boastful = 0): number => 4 * price + 2 * fast + boastful;

/** Means of the channels over customers of businesses that always do the same, for each business. */
function means(settings: object, choices: readonly number[], customers = 400) {
  const world = selling.make({ businesses: choices.length, horizon: customers, ...settings });
  const { sum } = playEpisode(world, always(choices), Random.of(7, "selling"));
  return choices.map((_, k) => {
    const of = (name: string) => sum(name, k) / customers;
    const [payoff, sales, deceived] = [of("payoff"), of("sales"), of("deceived")];
    return { payoff, sales, deceived, takings: of("takings"), utility: of("utility"), best: of("best") };
  });
}

describe("what a customer takes", () => {
  const all = { fits: 1, prices: [0.9, 1.1, 1.4] };

  it("the best: the cheapest proposal, however slow", () => {
    const [low, high] = means(all, [choice(0), choice(1, 1)]);
    expect([low.sales, high.sales]).toEqual([1, 0]);
    expect(low.payoff).toBeCloseTo(0.9 - 0.7, 9);
    expect(high.payoff).toBeCloseTo(-0.05, 9);
    expect(low.utility).toBeCloseTo(1.1, 9);
    expect(low.best).toBeCloseTo(1.1, 9);
  });

  // Of two exponential times with means 0.1 and 1 the first is shorter with probability 1/1.1.
  it("the first: mostly the fast one, however dear", () => {
    const [slow, fast] = means({ ...all, takes: "first" }, [choice(0), choice(2, 1)], 2000);
    expect(slow.sales + fast.sales).toBeCloseTo(1, 9);
    expect(Math.abs(fast.sales - 1 / 1.1)).toBeLessThan(0.03);
  });

  it("enough: the first cheap one, or the best where none is cheap", () => {
    const [low, high] = means({ ...all, takes: "enough", enough: 1 }, [choice(0), choice(2, 1)]);
    expect([low.sales, high.sales]).toEqual([1, 0]);
    const [middle, dear] = means({ ...all, takes: "enough", enough: 1.05 }, [choice(1), choice(2, 1)]);
    expect([middle.sales, dear.sales]).toEqual([1, 0]);
  });

  it("nothing, where no business claims to fit, and what is not worth its price", () => {
    const [honest, boastful] = means({ fits: 0 }, [choice(0), choice(0, 0, 1)]);
    expect([honest.sales, boastful.sales, boastful.deceived]).toEqual([0, 1, 1]);
    expect(boastful.utility).toBeCloseTo(-0.9, 9);
    expect(boastful.best).toBe(0);
    expect(means({ fits: 1, prices: [2.5] }, [0, 0])[0].sales).toBe(0);
  });
});

test("commissions are of sales, and fines of complaints about false claims", () => {
  const [one] = means({ fits: 0, commission: 0.1, complains: 1, fine: 0.5 }, [choice(0, 0, 1), choice(0)]);
  expect(one.takings).toBeCloseTo(0.09 + 0.5, 9);
  expect(one.payoff).toBeCloseTo(0.9 - 0.7 - 0.59, 9);
});

test("learners reply fast and ask more where customers take the first reply", async () => {
  const exp3 = armLearners.find(({ id }) => id === "bandit/exp3");
  if (exp3 === undefined) throw new Error("there is no exp3");
  const learnt = (takes: string) => {
    const world = selling.make({ horizon: 2000, takes });
    const agents = world.spec.agents.map((_, seat) => inSeat(world, exp3.make({}), seat));
    const { sum } = playEpisode(world, agents, Random.of(3, takes), { pay: privatePay });
    return { fast: sum("fast") / 2000, price: sum("price") / 2000 };
  };
  const [first, best] = [learnt("first"), learnt("best")];
  expect(first.fast).toBeGreaterThan(best.fast + 0.1);
  expect(first.price).toBeGreaterThan(best.price + 0.1);
});
