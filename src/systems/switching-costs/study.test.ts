// The study's limits on shorter runs, and that what is broken is found; the whole study with LONG=1.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { verdict } from "../../study/claim.ts";
import { seedsOf } from "../../study/study.ts";
import { boundOf, type PlayerName } from "./learners.ts";
import { limitClaims } from "./limits.ts";
import { against, type Contest, FAMILY, type Played, play, regretsOf, worst } from "./measure.ts";
import { regretLaw } from "./regret-law.ts";
import { switchingCosts } from "./study.ts";

/** 3000 rounds: most numbers of batches do not divide them. */
const ROUNDS = 3000;
const NAMES = ["F", "P", "E", "X", "Exp3", "Hedge"] as const satisfies readonly PlayerName[];

const contest = (losses: Contest["losses"], budget: number, names: readonly PlayerName[]): Contest => ({
  ...{ losses, rounds: ROUNDS, hardFor: budget, period: 30, seeds: [1, 2, 3, 4, 5, 6] },
  players: names.map((name) => ({ name, budget })),
});

describe("switching costs", () => {
  test("bounds, budgets and switches are kept by all, and a regret, a switch or a look too many is told", async () => {
    const all: Played[] = [];
    for (const losses of FAMILY)
      for (const budget of [64, 700, 3000]) all.push(...(await play(contest(losses, budget, NAMES))));
    expect(unmet({ claims: limitClaims(all) })).toEqual([]);
    const [one] = against(all, "F", { budget: 700 });
    const broken = (change: Partial<Played>) =>
      limitClaims([{ ...one, ...change }]).flatMap((claim, k) => (verdict(claim) === "fails" ? k : []));
    expect(broken({})).toEqual([]);
    expect(broken({ regret: [1e6] })).toEqual([0]);
    expect(broken({ observations: [701] })).toEqual([1]);
    expect(broken({ switches: [175, ...Array<number>(15).fill(0)] })).toEqual([1]);
    expect(broken({ switches: [17] })).toEqual([2]);
    expect(limitClaims([one])).toHaveLength(3);
  });

  test("a look at the first round of a batch is fooled by a period, and drawing anew in every round costs", async () => {
    const batches = ROUNDS / 30;
    const periodic = await play(contest("periodic", batches, ["E", "E, first round"]));
    const bound = (name: PlayerName) => boundOf(name, ROUNDS, batches);
    expect(mean(worst(against(periodic, "E")).regret)).toBeLessThan(bound("E"));
    expect(mean(worst(against(periodic, "E, first round")).regret)).toBeGreaterThan(0.6 * ROUNDS);
    const equal = await play(contest("equal", batches, ["E", "E, redrawn"]));
    const switches = (name: PlayerName) => Math.max(...against(equal, name).flatMap((one) => one.switches));
    expect(switches("E")).toBeLessThan(batches);
    expect(switches("E, redrawn")).toBeGreaterThan(10 * batches);
  });

  test("the worst of a family counts, and its exponent is that of the worst means", () => {
    const point = (x: number): Played[] =>
      [x ** 0.5, 2 * x ** -0.5].map((regret, k) => ({
        ...{ losses: FAMILY[k], rounds: 1, hardFor: 1, name: "F" as const, budget: x },
        ...{ regret: [regret, regret], switches: [], observations: [] },
      }));
    expect(worst(point(4))).toMatchObject({ regret: [2, 2], losses: "iid" });
    const x = [4, 16, 64];
    const { value: exponent, low, high } = regretLaw(x, x.map(point).map(regretsOf), Random.of(1));
    for (const value of [exponent, low, high]) expect(value).toBeCloseTo(0.5, 12);
    expect(() => worst([])).toThrow("of none");
  });
});

long("shows all it claims, and its controls fail", async () => {
  const result = await switchingCosts.run(studyContext({ seeds: seedsOf(switchingCosts, false) }));
  expect(unmet(result)).toEqual([]);
  expect(result.controls).toHaveLength(4);
});
