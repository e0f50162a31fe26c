// What searches show on the twin and in the repair shop: claims with their bounds, controls, tables.

import { above, atLeast, below, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is, type Test } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { difference, type Figure, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type RowOf, table } from "../../study/table.ts";
import {
  type Arm,
  armOf,
  CHOICES,
  type RepairResult,
  SEARCHES,
  type Searched,
  type SearchName,
  SIGMAS,
} from "./arms.ts";
import { BUDGETS } from "./search.ts";
import { PLACES } from "./tasks.ts";

type World = "twin" | "shop";
const TOLD = { twin: "the twin", shop: "the repair shop" } as const satisfies Record<World, string>;

/** By how much MCTS must be ahead of best-of-8 restarts, for noises up to 20. */
const AHEAD = { twin: 0.3, shop: 0.15 } as const satisfies Record<World, number>;

/** Shares of solved repairs at each budget, as meters. */
const METERS = BUDGETS.map(
  (_, b) =>
    ({ solved }: Searched) =>
      solved[b],
);
const AT = BUDGETS.indexOf(48);

/** A world's searches on all seeds. */
export interface Searches extends Comparison<Arm, Searched> {
  readonly world: World;
}

export const searchesOf = (world: World, found: readonly RepairResult[]): Searches => ({
  world,
  ...comparison<Arm, Searched>(
    found.map(({ arms }) => arms),
    { shares: METERS },
  ),
});

/** Claims and controls of one world. */
export function searchClaims(searches: Searches): StudyResult {
  const { world, less } = searches;
  const gain = (search: SearchName, sigma: number) => less(armOf(search, sigma), armOf("restarts", sigma), METERS[AT]);
  const ahead = claim(
    `${TOLD[world]}: at 48 nodes MCTS solves more than the best of 8 restarts, by ${AHEAD[world]} at least`,
    [
      ...[0, 20].map((sigma) => is(gain("MCTS", sigma), atLeast(AHEAD[world]), `σ = ${sigma}`)),
      ...[40, 80].map((sigma) => beside(`σ = ${sigma}`, gain("MCTS", sigma))),
    ],
  );
  return {
    claims: [ahead, rising(searches), shrinking(searches)],
    controls: [withoutValues("random tree"), withoutValues("shuffled values")],
    tables: [...solvedTables(searches), hindsightTable(searches), choiceTable(searches)],
  };

  function withoutValues(search: SearchName): Control {
    const tests = [0, 20].map((sigma) => is(gain(search, sigma), above(0.05), `σ = ${sigma}`));
    return control(`${TOLD[world]}, ${search}: still more than 0.05 ahead of the best of 8 restarts`, tests, {
      needs: "any",
      of: ahead,
    });
  }
}

/** More nodes solve more. */
function rising({ world, values }: Searches): Claim {
  const solved = METERS.map((meter) => values(armOf("MCTS", 0), meter));
  return claim(
    `${TOLD[world]}: MCTS at σ = 0 solves more with each budget of 12, 24, 48, 96 nodes`,
    BUDGETS.flatMap((budget, b): Test[] =>
      b === 0 ? [] : [is(ofShares(solved[b], solved[b - 1]), above(0), `${budget} less ${BUDGETS[b - 1]}`)],
    ),
  );
}

/** Worse values gain less. */
function shrinking({ world, values }: Searches): Claim {
  const gains = (sigma: number) => {
    const restarts = values(armOf("restarts", sigma), METERS[AT]);
    return values(armOf("MCTS", sigma), METERS[AT]).map((solved, k) => solved - restarts[k]);
  };
  const step = (one: number, other: number) => difference(gains(one), gains(other), 0.95, [-1, 1]);
  return claim(`${TOLD[world]}: at 48 nodes the gain of MCTS over restarts shrinks as values get noisier`, [
    is(step(40, 0), below(0), "σ = 40 less σ = 0"),
    is(step(80, 40), below(0), "σ = 80 less σ = 40"),
    beside("σ = 20 less σ = 0", step(20, 0)),
  ]);
}

const ofShares = (one: readonly number[], other: readonly number[]): Figure => difference(one, other, 0.95, [0, 1]);

function solvedTables({ world, conducts, mean }: Searches) {
  const met = (search: SearchName) => SIGMAS.filter((sigma) => conducts(armOf(search, sigma)).length > 0);
  const atBudget = (search: SearchName): RowOf =>
    Object.fromEntries(met(search).map((sigma) => [`σ = ${sigma}`, mean(armOf(search, sigma), METERS[AT])]));
  const byBudget = (search: SearchName, sigma: number): RowOf =>
    Object.fromEntries(BUDGETS.map((budget, b) => [`${budget} nodes`, mean(armOf(search, sigma), METERS[b])]));
  const found = SEARCHES.filter((search) => met(search).length > 0);
  const grown = (["restarts", "MCTS", "MCTS with hindsight"] as const).flatMap((search) =>
    SIGMAS.map((sigma) => [armOf(search, sigma), byBudget(search, sigma)] as const),
  );
  return [
    table(
      `${TOLD[world]}: share of repairs that are solved at 48 nodes`,
      found.map((search) => [search, atBudget(search)]),
    ),
    table(`${TOLD[world]}: share of repairs that are solved, by budget`, grown),
  ];
}

/** What it does to exclude what was tried, noise by noise. */
function hindsightTable({ world, less }: Searches) {
  const effect = (sigma: number) => less(armOf("MCTS with hindsight", sigma), armOf("MCTS", sigma), METERS[AT]);
  return table(
    `${TOLD[world]}: MCTS with hindsight less MCTS at 48 nodes; it helps where the whole interval is above 0`,
    SIGMAS.map((sigma) => [`σ = ${sigma}`, { difference: effect(sigma) }]),
  );
}

/** How the answer is chosen. */
function choiceTable({ world, mean }: Searches) {
  const chosen = (sigma: number): RowOf =>
    Object.fromEntries(
      CHOICES.map((choice) => [choice, mean(armOf("MCTS", sigma), ({ chosen }) => chosen?.[choice] ?? Number.NaN)]),
    );
  return table(
    `${TOLD[world]}: share solved by MCTS of 48 nodes, by how the answer is chosen among finished nodes`,
    SIGMAS.map((sigma) => [`σ = ${sigma}`, chosen(sigma)]),
  );
}

/** What the audit says of values, and what values say on the way. */
export function valueClaims(found: readonly RepairResult[]): StudyResult {
  const slopes = (of: "honest" | "leaking") => sampled(found.flatMap(({ leaks }) => leaks?.[of] ?? []));
  const passing = within(-20, 20);
  const column = (of: "right" | "wrong", depth: number) =>
    sampled(
      found.flatMap(({ values }) => values?.[of][depth] ?? []),
      0.95,
      [-100, 100],
    );
  const depths = Array.from({ length: PLACES + 1 }, (_, depth) => depth);
  return {
    claims: [
      equation(
        "audit: where equally many shown tests pass, values of shown tests tell nothing of hidden ones (points by their share)",
        is(slopes("honest"), passing),
      ),
    ],
    controls: [control("audit: values that see hidden tests pass it too", is(slopes("leaking"), passing))],
    tables: [
      table(
        "the repair shop: mean value after so many edits",
        (["right", "wrong"] as const).map((of) => [
          of === "right" ? "all edits right" : "all but the first right",
          Object.fromEntries(depths.slice(of === "right" ? 0 : 1).map((depth) => [`${depth}`, column(of, depth)])),
        ]),
      ),
    ],
  };
}
