// The study's exact parts, its limits on shorter runs, and that what is broken is found; the whole study with LONG=1.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { Random } from "../../core/random.ts";
import { limitChecks } from "./budget-checks.ts";
import { exactChecks } from "./exact-checks.ts";
import { type PlayerName, playerOf } from "./learners.ts";
import { against, FAMILY, type Played, play, regretLaw, type Setting, worst } from "./measure.ts";
import { switchingCosts } from "./study.ts";

const failing = (checks: readonly { name: string; pass: boolean }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name }) => name);

/** 3000 rounds: most numbers of batches do not divide them. */
const ROUNDS = 3000;
const NAMES = ["F", "P", "E", "X", "Exp3", "Hedge"] as const satisfies readonly PlayerName[];

const setting = (losses: Setting["losses"], budget: number, names: readonly PlayerName[]): Setting => ({
  ...{ losses, rounds: ROUNDS, hardFor: budget, period: 30, firstSeed: 1, seeds: 6 },
  players: names.map((name) => ({ name, budget })),
});

describe("switching costs", () => {
  test.each([1, 2, 3])("the dartboard plays as Hedge does and estimates are unbiased, losses %i", (seed) => {
    expect(failing(exactChecks(seed))).toEqual([]);
  });

  test("bounds, budgets and switches are kept by everybody, and a regret, a switch or a look too many is told", async () => {
    const all: Played[] = [];
    for (const losses of FAMILY)
      for (const budget of [64, 700, 3000]) all.push(...(await play(setting(losses, budget, NAMES))));
    expect(failing(limitChecks(all))).toEqual([]);
    const [one] = against(all, "F", { budget: 700 });
    const spoilt = (change: Partial<Played>) =>
      limitChecks([{ ...one, ...change }]).map(({ pass }) => (pass ? "kept" : "broken"));
    expect(spoilt({})).toEqual(["kept", "kept", "kept"]);
    expect(spoilt({ regret: [1e6] })).toEqual(["broken", "kept", "kept"]);
    expect(spoilt({ observations: [701] })).toEqual(["kept", "broken", "kept"]);
    expect(spoilt({ switches: [175, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] })).toEqual([
      "kept",
      "broken",
      "kept",
    ]);
    expect(spoilt({ switches: [17] })).toEqual(["kept", "kept", "broken"]);
  });

  test("who looks at the first round of a batch is fooled by a period, and who draws anew in every round pays", async () => {
    const batches = ROUNDS / 30;
    const periodic = await play(setting("periodic", batches, ["E", "E, first round"]));
    const bound = (name: PlayerName) => playerOf(name).bound({ arms: 4, rounds: ROUNDS, budget: batches });
    expect(worst(against(periodic, "E", {})).regret).toBeLessThan(bound("E"));
    expect(worst(against(periodic, "E, first round", {})).regret).toBeGreaterThan(0.6 * ROUNDS);
    const equal = await play(setting("equal", batches, ["E", "E, redrawn"]));
    const switches = (name: PlayerName) => Math.max(...against(equal, name, {}).flatMap((one) => one.switches));
    expect(switches("E")).toBeLessThan(batches);
    expect(switches("E, redrawn")).toBeGreaterThan(10 * batches);
  });

  test("the worst of a family counts, and its exponent is that of the worst means", () => {
    const point = (x: number): Played[] =>
      ([x ** 0.5, 2 * x ** -0.5] as const).map((regret, k) => ({
        ...{ losses: FAMILY[k], rounds: 1, hardFor: 1, name: "F", budget: x },
        ...{ regret: [regret, regret], switches: [], observations: [] },
      }));
    expect(worst(point(4))).toEqual({ regret: 2, losses: "iid" });
    const x = [4, 16, 64];
    const { exponent, low, high } = regretLaw(x, x.map(point), Random.of(1));
    for (const value of [exponent, low, high]) expect(value).toBeCloseTo(0.5, 12);
    expect(() => worst([])).toThrow("nobody");
  });
});

// Minutes under the test runner: the suite keeps to what is above, `LONG=1 npx vitest run src/studies` runs this too.
describe.skipIf(process.env.LONG === undefined)("the study", () => {
  test("shows all it claims, and its controls fail", async () => {
    const { checks, controls } = await switchingCosts.run(legacyContext());
    expect(failing(checks)).toEqual([]);
    expect(controls.filter(({ failed }) => !failed)).toEqual([]);
    expect(controls).toHaveLength(4);
  });
});
