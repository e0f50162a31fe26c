// The published tables of the twenty worlds beside what is played here: four scripts, a ladder of constants, and what the ladder
// says of the reward as an incentive.

import { above, atMost } from "../../study/bound.ts";
import { type Claim, claim, equation, inAll, is, type Test } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import { type Ladders, ladderOf } from "../../study/testbeds/coopetition/contributions.ts";
import { argmax, gymWorld, MODES, type Mode, playConstant } from "../../study/testbeds/coopetition/play.ts";
import {
  CONSTANT_ROWS,
  KNIFE_EDGES,
  PUBLISHED_TEAMS,
  SCRIPT_ROWS,
  type ScriptRow,
} from "../../study/testbeds/coopetition/reference.ts";

/** Largest relative distance from the tables: the release computes in float32. */
const TOLERANCE = 1e-5;
/** How far beside a threshold its two sides are played, relative to the level. */
const BESIDE = 1e-8;

/** Relative distances from the reference table of all totals under one reward. */
export function distances(rows: readonly ScriptRow[], mode: Mode): number[] {
  return rows.map((row, k) => relative(row[mode], SCRIPT_ROWS[k][mode]));
}

/** How many of them lie within the tolerance. */
export function fitting(distances: readonly number[]): number {
  return distances.filter((distance) => distance <= TOLERANCE).length;
}

/** All of so many numbers must lie within the tolerance. */
function allFit(distances: readonly number[], count: number): Test[] {
  return [
    inAll(fitting(distances), count, "that fit"),
    is(exact(Math.max(...distances)), atMost(TOLERANCE), "largest relative distance"),
  ];
}

/** Every row of the reference table; `rows` are in the table's order. */
export function tableEquations(rows: readonly ScriptRow[]): Claim[] {
  const ended = ({ steps, terminated }: ScriptRow, k: number) =>
    steps === SCRIPT_ROWS[k].steps && terminated === SCRIPT_ROWS[k].terminated;
  const firsts = (["firstAgentTotal", "firstAgentFirstStep"] as const).flatMap((number) =>
    rows.map((row, k) => relative(row[number], SCRIPT_ROWS[k][number])),
  );
  const states = (["meanTrust", "meanReputation"] as const).flatMap((number) =>
    rows.map((row, k) => Math.abs(row[number] - SCRIPT_ROWS[k][number])),
  );
  return [
    ...MODES.map((mode) =>
      equation(`reference table, ${mode} totals`, allFit(distances(rows, mode), SCRIPT_ROWS.length)),
    ),
    equation("reference table, steps and endings", inAll(rows.filter(ended).length, SCRIPT_ROWS.length)),
    equation("reference table, agent 0's total and first pay", allFit(firsts, 2 * SCRIPT_ROWS.length)),
    equation(
      "reference table, final mean trust and reputation damage",
      is(exact(Math.max(...states)), atMost(TOLERANCE), "largest distance"),
    ),
  ];
}

/** The table of constants: totals at four levels, and where the best lie. */
export function constantEquations(ladders: Ladders): Claim[] {
  const cells = CONSTANT_ROWS.flatMap((row) =>
    row.totals.map((published, k) => ({ environment: row.environment, level: 25 * (k + 1), published })),
  );
  const onEdge = (cell: { environment: string; level: number }) =>
    KNIFE_EDGES.some((edge) => edge.environment === cell.environment && edge.level === cell.level);
  const totals = cells
    .filter((cell) => !onEdge(cell))
    .map(({ environment, level, published }) => relative(ladderOf(ladders, environment).integrated[level], published));
  const limits = cells.filter(onEdge).flatMap(({ environment, level, published }) => {
    const world = gymWorld(environment);
    const [under, over] = [-1, 1].map((side) => playConstant(world, level * (1 + side * BESIDE))[1]);
    const distance = Math.min(relative(under, published), relative(over, published));
    return [
      is(exact(distance), atMost(TOLERANCE), `${environment}, ${level}%`),
      is(exact(relative(under, over)), above(TOLERANCE), "jump"),
    ];
  });
  const best = CONSTANT_ROWS.flatMap((row) => {
    const { integrated, private: own } = ladderOf(ladders, row.environment);
    return [
      argmax(integrated) === row.bestLevel && relative(Math.max(...integrated), row.best) <= TOLERANCE,
      argmax(own) === row.bestPrivateLevel && relative(Math.max(...own), row.bestPrivate) <= TOLERANCE,
    ];
  });
  return [
    equation("constants, integrated totals at 25, 50, 75 and 100% off the thresholds", allFit(totals, 78)),
    equation("constants that reach a threshold exactly: the published total is the limit from one side", limits),
    equation(
      "constants, best level and total under integrated and private pay",
      inAll(best.filter((fits) => fits).length, 2 * CONSTANT_ROWS.length),
    ),
  ];
}

/** The reward as an incentive: where it moves the best conduct, and where a modifier of pay already decides it. */
export function preferenceClaims(ladders: Ladders): Claim[] {
  const best = (name: string, known: readonly [privately: number, integratedly: number]) => {
    const { integrated, private: own } = ladderOf(ladders, name);
    const labels = ["% under private pay", "% under integrated pay"];
    return claim(`best constant in ${name}`, matching(labels, [argmax(own), argmax(integrated)], known, 0));
  };
  return [best("loyalty-team", [66, 66]), best("dynamic-partner-selection", [19, 37])];
}

/** The published best learner of the team worlds against the best constant: being above full effort is not being good. */
export function learnerEquation(ladders: Ladders): Claim {
  return equation(
    "the best constant beats the published best learner (ISAC) in the team worlds, against the published claim",
    Object.entries(PUBLISHED_TEAMS).map(([name, { loyalty, learner }]) => {
      const margin = Math.max(...ladderOf(ladders, name).integrated) / (loyalty * (1 + learner)) - 1;
      return is(percent(exact(margin)), above(0), name);
    }),
  );
}

function relative(ours: number, theirs: number): number {
  return Math.abs(ours / theirs - 1);
}
