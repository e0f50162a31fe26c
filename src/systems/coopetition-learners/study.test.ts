// The checks can tell a difference, a training is what its seed says.

import { describe, expect, test } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { verdicts } from "../../../test/fixtures/study.ts";
import { always } from "../../play/policy.ts";
import { verdict } from "../../study/claim.ts";
import { cellText } from "../../study/table.ts";
import { constantLadder, gymStreams, gymWorld, MODES, type Mode } from "../../study/testbeds/coopetition/play.ts";
import {
  chanceClaim,
  constantsClaims,
  contributionsClaim,
  learnerTable,
  noDependenceControl,
  otherModeControl,
  runsOf,
} from "./claims.ts";
import { type Cell, DIVIDED, learn, SIXTEEN, SMALL, WORLDS } from "./field.ts";
import { CROSSED, crossoverClaims, parametersOf, survey, TWENTY } from "./survey.ts";

const ladders = new Map(WORLDS.map((world) => [world, constantLadder(gymWorld(world))]));

/** Learners that came to a share of the best constant in every mode. */
function madeUp(share: (world: string, mode: string, seed: number) => number): Cell[] {
  return SMALL.flatMap(({ name }) =>
    WORLDS.flatMap((world) =>
      MODES.flatMap((mode) =>
        [1, 2, 3].map((seed) => {
          const most = Math.max(...(ladders.get(world)?.[mode] ?? [0]));
          const totals = MODES.map(() => share(world, mode, seed) * most);
          return { learner: name, world, mode, seed, totals, random: 0.5 * most, share: 0.4 };
        }),
      ),
    ),
  );
}

describe("claims can fail", () => {
  const told = (cells: Cell[]) => {
    const runs = runsOf(cells, SMALL);
    return verdicts([chanceClaim(runs), ...constantsClaims(runs, ladders), contributionsClaim(runs)]);
  };

  test("as good as the best constants: all hold; 0.49 of them: no better than chance", () => {
    expect(told(madeUp(() => 1))).toBe("holds holds holds holds");
    expect(told(madeUp(() => 0.49))).toBe("fails fails fails holds");
    expect(told(madeUp((_w, _m, seed) => (seed === 1 ? 0.4 : 1)))).toBe("holds undecided undecided holds");
    expect(told(madeUp((_w, _m, seed) => (seed < 3 ? 0.4 : 1)))).toMatch(/^fails/);
  });

  test("one mode behind in one world", () => {
    const behind = madeUp((world, mode) => (world === "loyalty-team" && mode === "private" ? 0.8 : 1));
    expect(told(behind)).toBe("holds holds fails holds");
    const whole = madeUp((world, mode) => (world === "trust-dilemma" && mode === "integrated" ? 0.6 : 1));
    expect(told(whole)).toMatch(/fails$/);
  });

  test("a learner that diverged fails, one that cannot sit in a world is not asked there", () => {
    const [first] = SMALL;
    const rowOf = (cells: Cell[]) =>
      learnerTable(runsOf(cells, SMALL), ladders).rows.find(({ name }) => name === `${first.name}, loyalty-team`);
    const own = ({ learner, world }: Cell) => learner === first.name && world === "loyalty-team";
    const none = [Number.NaN, Number.NaN, Number.NaN];
    const lost = madeUp(() => 1).map((cell) => (own(cell) ? { ...cell, totals: none } : cell));
    expect(told(lost)).toBe("fails holds holds fails");
    expect(rowOf(lost)?.cells.map(cellText)).toEqual(["–", "–", "–", "–", "–", "–"]);
    const absent = madeUp(() => 1).filter((cell) => !own(cell));
    expect(told(absent)).toBe("holds holds holds holds");
    expect(rowOf(absent)).toBeUndefined();
  });

  test("pay of the other mode that does no harm is no control", () => {
    const cell = (mode: "private" | "integrated", seed: number, totals: number[]): Cell => {
      return { learner: "x", world: DIVIDED, mode, seed, totals, random: 0, share: 0 };
    };
    const cells = (harm: number) =>
      [1, 2, 3].flatMap((seed) => [
        cell("private", seed, [10 + seed, 20 - harm + seed / 9, 0]),
        cell("integrated", seed, [10 + seed / 9 - harm, 20 + seed, 0]),
      ]);
    expect(verdict(otherModeControl(cells(5)))).toBe("fails");
    expect(verdict(otherModeControl(cells(-5)))).toBe("holds");
  });
});

describe("claims of the long form can fail", () => {
  const sixteen = SIXTEEN.slice(0, 2);
  const twenty = new Map(TWENTY.map((world) => [world, constantLadder(gymWorld(world, parametersOf(world)))]));
  /** Two learners that came to some share of the best constant, and to so much more where interdependence counts. */
  const cellsOf = (share: number, more: number): Cell[] =>
    sixteen.flatMap(({ name }) =>
      TWENTY.flatMap((world) =>
        (["private", "integrated"] as const).flatMap((mode) =>
          [1, 2, 3].map((seed) => {
            const most = share * Math.max(...(twenty.get(world)?.[mode] ?? [0]));
            const own = share * Math.max(...(twenty.get(world)?.private ?? [0]));
            const total = (mode === "private" ? own : more === 0 ? most : own / (1 - more)) * (1 + seed / 1e4);
            return { learner: name, world, mode, seed, totals: [total, total, total], random: 0.5 * own, share: 0.4 };
          }),
        ),
      ),
    );
  const central = sixteen.map((one, k) => ({ ...one, central: k === 1 }));
  const told = (cells: Cell[]) => verdicts(survey(runsOf(cells, central), twenty).claims);

  test("the best constants of the worlds, and contributions of a third in every class", () => {
    expect(told(cellsOf(1, 0))).toMatch(/^holds/);
    expect(told(cellsOf(0.8, 0))).toMatch(/^fails/);
    expect(told(cellsOf(1, 0.3))).toMatch(/^\w+ holds fails fails holds$/);
  });

  test("the published crossover, none, and its reverse", () => {
    const cells = (lead: (mode: Mode) => number): Cell[] =>
      MODES.flatMap((mode) =>
        ["isac", "coma"].flatMap((learner) =>
          [1, 2, 3, 4].map((seed) => {
            const total = 100 + Math.sin(7 * seed) + (learner === "coma" ? lead(mode) : 0);
            return { learner, world: CROSSED, mode, seed, totals: [total, total, total], random: 0, share: 0.4 };
          }),
        ),
      );
    const found = (lead: (mode: Mode) => number) => verdicts(crossoverClaims(cells(lead)));
    expect(found((mode) => (mode === "private" ? -9 : 9))).toBe("holds holds holds");
    expect(found(() => 9)).toBe("fails holds holds");
    expect(found((mode) => (mode === "private" ? 9 : -9))).toBe("fails fails fails");
  });
});

test("a training is fixed by its seed, and without dependence both pays teach the same", async () => {
  const [contestant] = SMALL;
  const signal = new AbortController().signal;
  const short = { ...contestant, parameters: { ...contestant.parameters, steps: 2048 } };
  const parameters = { interdependence: 0, horizon: 20 };
  const run = (mode: "private" | "integrated", seed: number) =>
    learn({ contestant: short, world: "trust-dilemma", mode, seed, parameters }, signal);
  const own = await run("private", 5);
  expect(await run("private", 5)).toEqual(own);
  expect((await run("private", 6)).totals).not.toEqual(own.totals);
  expect(verdict(noDependenceControl(own, await run("integrated", 5)))).toBe("fails");
  expect(own.share).toBeGreaterThan(0);
});

test("the sixteen can be made as they are asked for", () => {
  expect(new Set(SIXTEEN.map(({ name }) => name)).size).toBe(16);
  for (const { algorithm, parameters } of SIXTEEN) algorithms.get(algorithm).make(parameters);
});

test("integrated pay leaves trust-dilemma a dilemma: at the best constant, giving less pays at the partner's great expense", () => {
  const { runner } = gymWorld("trust-dilemma");
  const paid = (first: number) =>
    Array.from(runner.play(always([first, 42]), gymStreams()).totals[MODES.indexOf("integrated")]);
  const [together, less] = [paid(42), paid(30)];
  expect(less[0] / together[0] - 1).toBeGreaterThan(0.005);
  expect(less[1] / together[1] - 1).toBeLessThan(-0.35);
});
