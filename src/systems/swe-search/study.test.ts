// Repairs and their exact chances, searches, debates, the audit, and the verdicts of the claims.

import { describe, expect, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { armOf, type RepairResult, SEARCHES, type SearchName, SIGMAS, searched } from "./arms.ts";
import { leak } from "./audit.ts";
import { searchClaims, searchesOf, valueClaims } from "./claims.ts";
import { debated, majority } from "./debate.ts";
import { searchEquations } from "./equations.ts";
import { BUDGETS, finishedOf, restarts, solvedAt, tree } from "./search.ts";
import { LINEAR, restartsExactly, shopRepair, twin } from "./tasks.ts";

const random = (...names: (string | number)[]) => Random.of(951, "test", ...names);

describe("repairs", () => {
  test("of the twin share their hard places: chances by all patterns of them", () => {
    // Each place is hard by itself: 2^6 patterns, of which one is drawn for all eight runs.
    let sum = 0;
    for (let pattern = 0; pattern < 64; pattern++) {
      let [chance, linear] = [1, 1];
      for (let place = 0; place < 6; place++) {
        const isHard = (pattern >> place) % 2 === 1;
        chance *= isHard ? 0.2 : 0.8;
        linear *= isHard ? 0.15 : 0.55;
      }
      sum += chance * (1 - (1 - linear) ** 8);
    }
    expect(restartsExactly(8)).toBeCloseTo(sum, 12);
    expect(restartsExactly(1)).toBeCloseTo(LINEAR, 12);
  });

  test("have an actor with one right edit and one favourite mistake at each place", () => {
    const { chances, value, solved } = twin(random("actor"));
    const right: number[] = [];
    for (let place = 0; place < 6; place++) {
      const here = [...chances.slice(4 * place, 4 * place + 4)];
      expect(here.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      const edit = here.findIndex((chance) => chance === 0.55 || chance === 0.15);
      const wrong = here.filter((_, k) => k !== edit).sort((a, b) => b - a);
      expect(wrong[0] / (1 - here[edit])).toBeCloseTo(0.7, 12);
      expect(wrong[1]).toBeCloseTo(wrong[2], 12);
      right.push(edit);
    }
    expect([1, 3, 6].map((depth) => value(right.slice(0, depth)))).toEqual([25, 55, 100]);
    expect(value([(right[0] + 1) % 4, right[1]])).toBe(-40);
    const almost = [...right.slice(0, 5), (right[5] + 1) % 4];
    expect([right, right.slice(0, 5), almost].map(solved)).toEqual([1, 0, 0]);
  });

  test("of the shop are judged by hidden tests and valued by shown ones, in any order of asking", () => {
    for (let k = 0; k < 4; k++) {
      const { right, tested, value, solved } = shopRepair(random("shop", k));
      const first = tested([]);
      expect(tested(right)).toEqual({ shown: 1, hidden: 1 });
      expect([value(right), solved(right), solved(right.slice(0, 5))]).toEqual([100, 1, 0]);
      expect(first.shown).toBeLessThan(1);
      const again = shopRepair(random("shop", k));
      expect(again.tested(right.slice(0, 3))).toEqual(tested(right.slice(0, 3)));
      expect(again.tested([])).toEqual(first);
      expect(value([])).toBe(200 * first.shown - 100);
    }
  });
});

describe("searches", () => {
  const repair = twin(random("repair"));

  test("grow to their budget or to the end of the tree, three children a node", () => {
    const nodes = tree(repair, 20, { rule: "MCTS" }, random("tree"));
    expect(nodes).toHaveLength(97);
    for (const { children, state, depth, parent, action } of nodes) {
      expect(children.length).toBeLessThanOrEqual(3);
      expect(state).toHaveLength(depth);
      if (parent !== undefined) expect(state).toEqual([...parent.state, action]);
    }
    expect(nodes[0].visits).toBe(96);
    const again = tree(repair, 20, { rule: "MCTS" }, random("tree"));
    expect(again.map(({ state }) => state)).toEqual(nodes.map(({ state }) => state));
  });

  test("with hindsight never repeat an edit; closed duplicates have no children; without back-up only own visits count", () => {
    for (const { children } of tree(repair, 0, { rule: "random", hindsight: true }, random("hindsight")))
      expect(new Set(children.map(({ action }) => action)).size).toBe(children.length);
    const breadth = tree(repair, 0, { rule: "breadth", duplicates: true }, random("closed"));
    const closed = breadth.filter(({ duplicate }) => duplicate);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.every(({ children }) => children.length === 0)).toBe(true);
    const alone = tree(repair, 0, { rule: "MCTS", backUp: false }, random("alone"));
    expect(Math.max(...alone.map(({ visits }) => visits))).toBe(1);
  });

  test("that begin anew finish a run with every sixth node", () => {
    const nodes = restarts(repair, 0, random("restarts"));
    expect(BUDGETS.map((budget) => finishedOf(nodes, budget).length)).toEqual([2, 4, 8, 16]);
    expect(solvedAt(repair, nodes)).toEqual(
      BUDGETS.map((budget) => Math.max(...finishedOf(nodes, budget).map(({ state }) => repair.solved(state)))),
    );
  });

  test("by true values find what values of other nodes do not", async () => {
    const { arms } = await searched({ world: "twin", seed: 952, repairs: 40 });
    const at = (search: SearchName) => arms[armOf(search, 0)].solved[2];
    expect(at("MCTS") - at("restarts")).toBeGreaterThan(0.2);
    expect(at("shuffled values")).toBeLessThan(0.2);
    expect(at("breadth first, no back-up")).toBe(0);
    const chosen = arms[armOf("MCTS", 0)].chosen;
    expect(chosen?.["highest reward"]).toBe(at("MCTS"));
    expect(chosen?.debate).toBeLessThan(at("MCTS"));
  });
});

describe("debates", () => {
  test.each([0, 0.5, 1])("that are held come out as computed, herding %d", (herding) => {
    const hand = random("debate", herding);
    let right = 0;
    for (let k = 0; k < 4000; k++) right += debated([0, 1], herding, hand);
    expect(Math.abs(right / 4000 - majority(herding))).toBeLessThan(0.03);
  });

  test("choose among what is there", () => {
    expect(debated([0], 1, random("one"))).toBe(0);
    expect([0, 1, 2]).toContain(debated([1, 1, 1], 0.5, random("all")));
  });
});

test("the audit tells values that see what is hidden", () => {
  const cases = [0, 1, 2, 3].flatMap((hidden) =>
    ["a", "b"].map((seen) => ({ seen, hidden, shown: seen === "a" ? 5 : 50 })),
  );
  expect(leak(cases.map((one) => ({ ...one, value: one.shown })))).toBe(0);
  expect(leak(cases.map((one) => ({ ...one, value: one.shown + 7 * one.hidden })))).toBeCloseTo(7, 12);
  expect(leak([{ seen: "a", hidden: 1, value: 3 }])).toBeNaN();
});

describe("claims", () => {
  /** Five seeds on which a search solves what is given, a little more with each budget and less with each noise. */
  const made = (solving: (search: SearchName, sigma: number) => number) =>
    [0, 1, 2, 3, 4].map((seed): RepairResult => {
      const solved = (search: SearchName, sigma: number) =>
        BUDGETS.map((_, b) => solving(search, sigma) * (1 + 0.1 * (b - 2)) + 0.001 * seed);
      const arms = SEARCHES.flatMap((search) =>
        SIGMAS.map((sigma) => [armOf(search, sigma), { solved: solved(search, sigma) }] as const),
      );
      const values = { right: [0, 1, 2, 3, 4, 5, 6], wrong: [0, 1, 2, 3, 4, 5, 6] };
      return { arms: Object.fromEntries(arms), leaks: { honest: seed - 2, leaking: 100 + seed }, values };
    });
  const told = (solving: (search: SearchName, sigma: number) => number) => {
    const { claims, controls } = searchClaims(searchesOf("twin", made(solving)));
    return verdicts([...claims, ...controls]);
  };

  test("hold where trees gain and values matter, and controls fail", () => {
    const gaining = (search: SearchName, sigma: number) =>
      search === "MCTS" ? 0.6 - sigma / 400 : search === "shuffled values" ? 0.02 : 0.08;
    expect(told(gaining)).toBe("holds holds holds fails fails");
  });

  test("fail where trees gain nothing, and a control holds where values do not matter", () => {
    expect(told(() => 0.1)).toBe("fails holds fails undecided undecided");
    const valueless = (search: SearchName) => (search === "restarts" ? 0.1 : 0.6);
    expect(told(valueless)).toMatch(/holds holds$/);
  });

  test("of values flag the leak", () => {
    const { claims, controls } = valueClaims(made(() => 0.1));
    expect(verdicts([...claims, ...controls])).toBe("holds fails");
  });
});

test("what is known exactly comes out", () => {
  expect(unmet({ claims: searchEquations(953) })).toEqual([]);
});
