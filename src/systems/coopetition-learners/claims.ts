// What is asked of the learners' comparison, and the controls that must fail.

import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, inAll, is, type Test } from "../../study/claim.ts";
import { difference, type Figure, percent, ratioOf, sampled } from "../../study/figure.ts";
import { type Table, table } from "../../study/table.ts";
import { type Ladders, ladderOf } from "../../study/testbeds/coopetition/contributions.ts";
import { MODES, type Mode } from "../../study/testbeds/coopetition/play.ts";
import { type Cell, type Contestant, ownTotal } from "./field.ts";

/** How far the best learner may stay behind the best constant. */
const WITHIN = 0.1;
/** Of the seeds, in which a learner must beat chance. */
const MOST = 2 / 3;

/** What a learner came to in a world under a pay, seed by seed. */
export interface Runs {
  readonly learner: Contestant;
  readonly world: string;
  readonly mode: Mode;
  readonly cells: readonly Cell[];
}

/** The learners that sat in a world, under each pay. */
export function runsOf(cells: readonly Cell[], learners: readonly Contestant[]): Runs[] {
  return worldsOf(cells)
    .flatMap((world) =>
      MODES.flatMap((mode) =>
        learners.map((learner) => ({
          learner,
          world,
          mode,
          cells: cells.filter((cell) => cell.learner === learner.name && cell.world === world && cell.mode === mode),
        })),
      ),
    )
    .filter((runs) => runs.cells.length > 0);
}

/** The worlds of some runs or cells, in their order. */
export const worldsOf = (list: readonly { readonly world: string }[]): string[] => [
  ...new Set(list.map(({ world }) => world)),
];

/** Mean over seeds; a learner that diverged is behind all others. */
function level({ cells }: Runs): number {
  const totals = cells.map(ownTotal);
  return totals.every(Number.isFinite) ? mean(totals) : Number.NEGATIVE_INFINITY;
}

/** Of some runs, of which there are any, those with the largest value. */
function best(runs: readonly Runs[], value: (runs: Runs) => number = level): Runs {
  return runs.reduce((a, b) => (value(b) > value(a) ? b : a));
}

/** Every learner beats chance in its own mode, in two of three seeds: a count that the task states, and so no share with an interval. */
export function chanceClaim(all: readonly Runs[]): Claim {
  const won = ({ cells }: Runs) => cells.filter((cell) => ownTotal(cell) > cell.random).length;
  const trainings = all.reduce((sum, runs) => sum + won(runs), 0);
  const short = all.filter((runs) => won(runs) < MOST * runs.cells.length);
  return claim(
    "every learner beats random play in its own mode in at least 2 of 3 seeds",
    [inAll(all.length - short.length, all.length, "learners, worlds and modes"), beside("trainings", trainings)],
    { note: short.length === 0 ? undefined : `not ${short.map(nameOf).join("; ")}` },
  );
}

/** How near the best of the learners in a world comes to the best constant; of one pay, or of any. */
export function reachedIn(all: readonly Runs[], ladders: Ladders, world: string, pay?: Mode): Test {
  const most = ({ mode }: Runs) => Math.max(...ladderOf(ladders, world)[mode]);
  const runs = all.filter((one) => one.world === world && (pay === undefined || one.mode === pay));
  const first = best(runs, (one) => level(one) / most(one));
  const ratios = first.cells.map((cell) => ownTotal(cell) / most(first));
  return is(sampled(ratios), atLeast(1 - WITHIN), nameOf(first));
}

/** The best learner of each world comes near the best constant; and so in every mode, which asks for more. */
export function constantsClaims(all: readonly Runs[], ladders: Ladders): Claim[] {
  const worlds = worldsOf(all);
  return [
    claim(
      "the best learner of each world comes near the best constant, of its total",
      worlds.map((world) => reachedIn(all, ladders, world)),
    ),
    claim(
      "the best learner under each pay comes near the best constant, of its total",
      worlds.flatMap((world) => MODES.map((mode) => reachedIn(all, ladders, world, mode))),
    ),
  ];
}

/** What interdependence adds to learned totals: (integrated − private)/integrated, each learnt in its own mode. The task asks for all of them. */
export function contributionsClaim(all: readonly Runs[]): Claim {
  const rows = all
    .filter(({ mode }) => mode === "integrated")
    .map(({ learner, world, cells }) => {
      const own = all.find((runs) => runs.learner === learner && runs.world === world && runs.mode === "private");
      return { world, shares: own?.cells.map((cell, k) => contribution(cell, cells[k])) ?? [] };
    });
  const shares = rows.flatMap((row) => row.shares);
  return claim("interdependence adds to what learners are paid, for every learner and seed", [
    inAll(shares.filter((share) => share > 0).length, shares.length, "contributions above 0"),
    ...worldsOf(all).map((world) =>
      beside(`mean in ${world}`, mean(rows.filter((row) => row.world === world).flatMap((row) => row.shares))),
    ),
  ]);
}

export function contribution(own: Cell, whole: Cell): number {
  return (ownTotal(whole) - ownTotal(own)) / ownTotal(whole);
}

/** Which kind of learner leads where: the best of each on average, and their difference over seeds. Nothing is asked of it. */
export function leadTable(all: readonly Runs[], modes: readonly Mode[] = MODES): Table {
  const leads = worldsOf(all).flatMap((world) =>
    modes.map((mode) => {
      const here = all.filter((runs) => runs.world === world && runs.mode === mode);
      const [own, shared] = [false, true].map((central) =>
        best(here.filter(({ learner }) => learner.central === central)),
      );
      const lead = difference(shared.cells.map(ownTotal), own.cells.map(ownTotal));
      return [`${world}, ${mode}: ${shared.learner.name} less ${own.learner.name}`, { "total pay": lead }] as const;
    }),
  );
  return table("the best learner with one critic for all seats, less the best of the others", leads);
}

/** Learnt shares of the box and gaps to the best constant; a dash where a learner diverged. */
export function learnerTable(all: readonly Runs[], ladders: Ladders): Table {
  const rows: Record<string, Record<string, Figure | undefined>> = {};
  for (const runs of all) {
    const { learner, world, mode, cells } = runs;
    const most = Math.max(...ladderOf(ladders, world)[mode]);
    const shown = (number: (cell: Cell) => number) =>
      Number.isFinite(level(runs)) ? percent(sampled(cells.map(number))) : undefined;
    const name = `${learner.name}, ${world}`;
    rows[name] = {
      ...rows[name],
      [`${mode}: share`]: shown(({ share }) => share),
      [`${mode}: gap`]: shown((cell) => ownTotal(cell) / most - 1),
    };
  }
  return table("learnt share of the box, and gap to the best constant", rows);
}

/** A learner under the other pay must do worse by the pay that judges, in the world where the two disagree. */
export function otherModeControl(cells: readonly Cell[]): Control {
  const tests = (["private", "integrated"] as const).flatMap((judge) => {
    const column = MODES.indexOf(judge);
    const by = (mode: Mode) => cells.filter((cell) => cell.mode === mode).map(({ totals }) => totals[column]);
    const own = by(judge);
    const other = by(judge === "private" ? "integrated" : "private");
    return [
      is(difference(other, own), atLeast(0), `${judge}: total less that of its own learners`),
      is(own.filter((total, k) => total <= other[k]).length, above(0), `pairs that lose nothing (of ${own.length})`),
      beside("share of their total", percent(ratioOf(other, own))),
    ];
  });
  return control("learners fed the other mode's reward in dynamic-partner-selection do as well in their own", tests, {
    needs: "any",
  });
}

/** Without dependence the two pays are one, and so are their learners: nothing is left to add. */
export function noDependenceControl(own: Cell, whole: Cell): Control {
  return control(
    `no dependence in ${own.world}: interdependence still adds to what learners are paid`,
    is(Math.abs(contribution(own, whole)), above(1e-9), "contribution"),
  );
}

function nameOf({ learner, world, mode }: Runs): string {
  return `${world}, ${mode} (${learner.name})`;
}
