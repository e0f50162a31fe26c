// What is asked of the learners' comparison, and the controls that must fail.

import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { ladderOf } from "../../study/testbeds/coopetition/checks.ts";
import { argmax, type Ladder, MODES, type Mode } from "../../study/testbeds/coopetition/play.ts";
import { type Cell, type Contestant, ownTotal, WORLDS } from "./learner-field.ts";

type Ladders = ReadonlyMap<string, Ladder>;

/** How far the best learner may stay behind the best constant. */
const WITHIN = 0.1;
/** Of the seeds, in which a learner must beat chance. */
const MOST = 2 / 3;

/** Cells in a world under a pay, of one learner or of all. */
export function cellsOf(cells: readonly Cell[], world: string, mode: Mode, learner?: string): Cell[] {
  return cells.filter(
    (cell) => cell.world === world && cell.mode === mode && (learner === undefined || cell.learner === learner),
  );
}

/** The learners that sat in a world under a pay, with their cells. */
function runsOf(cells: readonly Cell[], learners: readonly Contestant[], world: string, mode: Mode) {
  return learners
    .map((learner) => ({ learner, runs: cellsOf(cells, world, mode, learner.name) }))
    .filter(({ runs }) => runs.length > 0);
}

/** Mean over seeds; a learner that diverged is behind all others. */
function level(runs: readonly Cell[]): number {
  const totals = runs.map(ownTotal);
  return totals.every(Number.isFinite) ? mean(totals) : Number.NEGATIVE_INFINITY;
}

/** (a) Every learner beats chance in its own mode, in two of three seeds. */
export function chanceCheck(cells: readonly Cell[], learners: readonly Contestant[]): Check {
  const rows = WORLDS.flatMap((world) =>
    MODES.flatMap((mode) =>
      runsOf(cells, learners, world, mode).map(({ learner, runs }) => {
        const won = runs.filter((cell) => ownTotal(cell) > cell.random).length;
        return { label: `${learner.name} in ${world}, ${mode}`, won, of: runs.length };
      }),
    ),
  );
  const short = rows.filter(({ won, of }) => won < MOST * of);
  const won = rows.reduce((sum, row) => sum + row.won, 0);
  return holds(
    "every learner beats random play in its own mode",
    "in at least 2 of 3 seeds, in every world and mode",
    `${won} of ${rows.reduce((sum, row) => sum + row.of, 0)} trainings${short.map(({ label, won: n, of }) => `; ${label}: ${n} of ${of}`).join("")}`,
    rows.length > 0 && short.length === 0,
  );
}

/** (b) The best learner of each world comes near the best constant; and so in every mode, which asks for more. */
export function constantsChecks(cells: readonly Cell[], learners: readonly Contestant[], ladders: Ladders): Check[] {
  const rows = WORLDS.flatMap((world) =>
    MODES.map((mode) => {
      const most = Math.max(...ladderOf(ladders, world)[mode]);
      const ratios = runsOf(cells, learners, world, mode).map(({ runs }) => level(runs) / most);
      return { world, label: `${world} ${mode}`, ratio: Math.max(...ratios) };
    }),
  );
  const worlds = WORLDS.map((world) => ({
    label: world,
    ratio: Math.max(...rows.filter((row) => row.world === world).map(({ ratio }) => ratio)),
  }));
  const near = (name: string, list: readonly { readonly label: string; readonly ratio: number }[]) =>
    holds(
      name,
      `at least ${1 - WITHIN} of its total, ${list.length} of ${list.length} (means over seeds)`,
      list.map(({ label, ratio }) => `${label} ${ratio.toFixed(3)}`).join(", "),
      list.every(({ ratio }) => ratio >= 1 - WITHIN),
    );
  return [
    near("the best learner of each world comes near the best constant", worlds),
    near("and so under each pay", rows),
  ];
}

/** (c) What interdependence adds to learned totals: (integrated − private)/integrated, each learnt in its own mode. */
export function contributionsCheck(cells: readonly Cell[], learners: readonly Contestant[]): Check {
  const rows = WORLDS.flatMap((world) =>
    runsOf(cells, learners, world, "integrated").map(({ learner, runs }) => {
      const own = cellsOf(cells, world, "private", learner.name);
      return { world, shares: runs.map((run, k) => (ownTotal(run) - ownTotal(own[k])) / ownTotal(run)) };
    }),
  );
  const positive = rows.flatMap(({ shares }) => shares).filter((share) => share > 0).length;
  const all = rows.reduce((sum, { shares }) => sum + shares.length, 0);
  const shown = WORLDS.map((world) => {
    const shares = rows.filter((row) => row.world === world).flatMap((row) => row.shares);
    return `${world} ${mean(shares).toFixed(3)}`;
  });
  return holds(
    "interdependence adds to what learners are paid",
    "contribution above 0 in every world, for every learner and seed",
    `${positive} of ${all}; on average ${shown.join(", ")}`,
    all > 0 && positive === all,
  );
}

/** (d) Which class leads where: the best of each on average, and their difference over seeds. Reported, not asked for. */
export function classLeads(cells: readonly Cell[], learners: readonly Contestant[]): string {
  const best = (world: string, mode: Mode, central: boolean): readonly Cell[] => {
    const all = runsOf(
      cells,
      learners.filter((one) => one.central === central),
      world,
      mode,
    );
    return all[argmax(all.map(({ runs }) => level(runs)))]?.runs ?? [];
  };
  return WORLDS.map((world) => {
    const modes = MODES.map((mode) => {
      const [own, shared] = [false, true].map((central) => best(world, mode, central));
      const { mean: gap, low, high, effectSize } = pairedEffect(own.map(ownTotal), shared.map(ownTotal));
      const names = own[0] === undefined || shared[0] === undefined ? "" : `${shared[0].learner} − ${own[0].learner} `;
      return `${mode} ${names}${gap?.toFixed(0)} ${interval({ low, high })} (d ${effectSize?.toFixed(1) ?? "–"})`;
    });
    return `${world}: ${modes.join(", ")}`;
  }).join("; ");
}

/** Learnt shares of the box and the gap to the best constant, by learner. */
export function summary(cells: readonly Cell[], learners: readonly Contestant[], ladders: Ladders): string {
  const shown = (runs: readonly Cell[], most: number): string => {
    const mid = level(runs);
    if (!Number.isFinite(mid)) return "diverged";
    return `${(100 * mean(runs.map(({ share }) => share))).toFixed(0)}% (${(100 * (mid / most - 1)).toFixed(1)}%)`;
  };
  return learners
    .map(({ name }) => {
      const worlds = WORLDS.flatMap((world) => {
        const ladder = ladderOf(ladders, world);
        const modes = MODES.map((mode) => ({
          most: Math.max(...ladder[mode]),
          runs: cellsOf(cells, world, mode, name),
        }));
        if (modes.some(({ runs }) => runs.length === 0)) return [];
        return [`${world} ${modes.map(({ runs, most }) => shown(runs, most)).join(" / ")}`];
      });
      return `${name}: ${worlds.join(", ")}`;
    })
    .join("; ");
}

/** Whoever learnt under the other pay must do worse by the pay that judges, in the world where the two disagree. */
export function otherModeControl(cells: readonly Cell[]): Control {
  const losses = (["private", "integrated"] as const).map((judge) => {
    const column = MODES.indexOf(judge);
    const by = (mode: Mode) => cells.filter((cell) => cell.mode === mode).map(({ totals }) => totals[column]);
    const own = by(judge);
    const other = by(judge === "private" ? "integrated" : "private");
    return {
      judge,
      lost: own.filter((total, k) => total > other[k]).length,
      of: own.length,
      share: 1 - mean(other) / mean(own),
      effect: pairedEffect(other, own),
    };
  });
  return {
    name: "learners fed the other mode's reward in dynamic-partner-selection: do they do as well in their own?",
    failed: losses.every(({ lost, of, effect }) => of > 0 && lost === of && effect.low !== null && effect.low > 0),
    measured: losses
      .map(
        ({ judge, lost, of, share, effect }) =>
          `${judge}: they lose ${(100 * share).toFixed(1)}% (${effect.mean?.toFixed(0)} ${interval(effect)}, ${lost} of ${of})`,
      )
      .join("; "),
  };
}

/** Without dependence the two pays are one, and so are their learners: nothing is left to add. */
export function noDependenceControl(own: Cell, whole: Cell): Control {
  const share = (ownTotal(whole) - ownTotal(own)) / ownTotal(whole);
  return {
    name: `no dependence in ${own.world}: does interdependence still add to what learners are paid?`,
    failed: Math.abs(share) <= 1e-9,
    measured: `contribution ${share.toExponential(1)}`,
  };
}

const interval = ({ low, high }: Pick<Estimate, "low" | "high">) =>
  low === null || high === null ? "[no interval]" : `[${low.toFixed(0)}, ${high.toFixed(0)}]`;
