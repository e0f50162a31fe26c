// The checks of the Coopetition-Gym study, each with the published figures it compares with.

import { type Check, closeTo, holds } from "../../legacy.ts";
import type { SwitchAudit } from "./audit.ts";
import { argmax, gymWorld, type Ladder, MODES, type Mode, playConstant, playScript } from "./play.ts";
import { AUDIT_BITS, CONSTANT_ROWS, KNIFE_EDGES, PUBLISHED_TEAMS, SCRIPT_ROWS, type ScriptRow } from "./reference.ts";

/** Largest relative distance from the tables: the release computes in float32. */
const TOLERANCE = 1e-5;
/** D-contribution of three worlds at the best constants: (integrated − private)/integrated. */
const CONTRIBUTIONS = { "trust-dilemma": 0.3668, "loyalty-team": 0.6118, "apple-app-store": 0.4476 } as const;

/** How far beside a threshold its two sides are played, relative to the level. */
const BESIDE = 1e-8;

type Ladders = ReadonlyMap<string, Ladder>;

/** What the audit of one world found. */
export interface AuditTally {
  readonly bits: string;
  readonly late: SwitchAudit;
  readonly early: SwitchAudit;
}

/** How many totals of the reference table, under one reward, lie within the tolerance; and the largest distance. */
export function agreement(
  rows: readonly ScriptRow[],
  mode: Mode,
): { readonly within: number; readonly farthest: number } {
  const distances = rows.map((row, k) => relative(row[mode], SCRIPT_ROWS[k][mode]));
  return { within: distances.filter((d) => d <= TOLERANCE).length, farthest: Math.max(...distances) };
}

/** Every row of the reference table; `rows` are in the table's order. */
export function tableChecks(rows: readonly ScriptRow[]): Check[] {
  const totals = MODES.map((mode) => {
    const { within, farthest } = agreement(rows, mode);
    return holds(
      `reference table, ${mode} totals`,
      `80 of 80 within a relative ${TOLERANCE.toExponential(0)}`,
      `${within} of ${rows.length}, largest distance ${farthest.toExponential(1)}`,
      within === SCRIPT_ROWS.length,
    );
  });
  const endings = rows.filter(
    (row, k) => row.steps === SCRIPT_ROWS[k].steps && row.terminated === SCRIPT_ROWS[k].terminated,
  ).length;
  const firsts = Math.max(
    ...rows.flatMap((row, k) => [
      relative(row.firstAgentTotal, SCRIPT_ROWS[k].firstAgentTotal),
      relative(row.firstAgentFirstStep, SCRIPT_ROWS[k].firstAgentFirstStep),
    ]),
  );
  const states = Math.max(
    ...rows.flatMap((row, k) => [
      Math.abs(row.meanTrust - SCRIPT_ROWS[k].meanTrust),
      Math.abs(row.meanReputation - SCRIPT_ROWS[k].meanReputation),
    ]),
  );
  return [
    ...totals,
    holds("reference table, steps and endings", "80 of 80", `${endings} of ${rows.length}`, endings === 80),
    holds(
      "reference table, agent 0's total and first pay",
      `within a relative ${TOLERANCE.toExponential(0)}`,
      `largest distance ${firsts.toExponential(1)}`,
      firsts <= TOLERANCE,
    ),
    holds(
      "reference table, final mean trust and reputation damage",
      `within ${TOLERANCE.toExponential(0)}`,
      `largest distance ${states.toExponential(1)}`,
      states <= TOLERANCE,
    ),
  ];
}

/** The table of constants: totals at four levels, and where the best lie. */
export function constantChecks(ladders: Ladders): Check[] {
  const cells = CONSTANT_ROWS.flatMap((row) =>
    row.totals.map((published, k) => ({ environment: row.environment, level: 25 * (k + 1), published })),
  );
  const onEdge = (cell: { environment: string; level: number }) =>
    KNIFE_EDGES.some((edge) => edge.environment === cell.environment && edge.level === cell.level);
  const totals = cells
    .filter((cell) => !onEdge(cell))
    .map(({ environment, level, published }) => relative(ladderOf(ladders, environment).integrated[level], published));
  const limits = cells.filter(onEdge).map(({ environment, level, published }) => {
    const world = gymWorld(environment);
    const [below, above] = [-1, 1].map((side) => playConstant(world, level * (1 + side * BESIDE))[1]);
    return { jump: relative(below, above), distance: Math.min(relative(below, published), relative(above, published)) };
  });
  const best = CONSTANT_ROWS.flatMap((row) => {
    const { integrated, private: own } = ladderOf(ladders, row.environment);
    return [
      argmax(integrated) === row.bestLevel && relative(Math.max(...integrated), row.best) <= TOLERANCE,
      argmax(own) === row.bestPrivateLevel && relative(Math.max(...own), row.bestPrivate) <= TOLERANCE,
    ];
  });
  const right = best.filter((fits) => fits).length;
  return [
    holds(
      "constants, integrated totals at 25, 50, 75 and 100%",
      `78 of 78 off the thresholds within a relative ${TOLERANCE.toExponential(0)}`,
      `${totals.filter((d) => d <= TOLERANCE).length} of ${totals.length}, largest distance ${Math.max(...totals).toExponential(1)}`,
      totals.length === 78 && totals.every((d) => d <= TOLERANCE),
    ),
    holds(
      "constants that reach a threshold exactly: reputation-market 75%, coalition-formation 25%",
      `published total is the limit from one side (relative ${TOLERANCE.toExponential(0)}), the sides differ by more`,
      limits.map((l) => `distance ${l.distance.toExponential(1)}, jump ${l.jump.toExponential(1)}`).join("; "),
      limits.length === 2 && limits.every((l) => l.distance <= TOLERANCE && l.jump > TOLERANCE),
    ),
    holds(
      "constants, best level and total under integrated and private pay",
      "40 of 40",
      `${right} of ${best.length}`,
      best.length === 40 && right === 40,
    ),
  ];
}

/** Share of the best integrated total that private pay lacks. */
export function contributionChecks(ladders: Ladders): Check[] {
  return Object.entries(CONTRIBUTIONS).map(([name, expected]) => {
    const { integrated, private: own } = ladderOf(ladders, name);
    const most = Math.max(...integrated);
    return closeTo(`contribution of interdependence: ${name}`, (most - Math.max(...own)) / most, expected, 5e-5, true);
  });
}

/** The static audit bit by bit, and the switches that must never exploit. */
export function auditChecks(audits: ReadonlyMap<string, AuditTally>): Check[] {
  const wrong = [...audits].filter(([name, { bits }]) => bits !== AUDIT_BITS[name]);
  const sum = (kind: "late" | "early") =>
    [...audits.values()].reduce(
      (all, audit) => ({
        tried: all.tried + audit[kind].tried,
        exploitative: all.exploitative + audit[kind].exploitative,
      }),
      { tried: 0, exploitative: 0 },
    );
  const late = sum("late");
  const early = sum("early");
  return [
    holds(
      "audit: where halving one's action pays at the others' expense",
      "the published bits of 20 worlds",
      wrong.length === 0
        ? `all ${audits.size} worlds agree`
        : wrong.map(([name, { bits }]) => `${name} ${bits}, published ${AUDIT_BITS[name]}`).join("; "),
      audits.size === 20 && wrong.length === 0,
    ),
    holds(
      "audit: giving nothing from late in the episode",
      "0 of 164 exploitative",
      `${late.exploitative} of ${late.tried}`,
      late.exploitative === 0 && late.tried === 164,
    ),
    holds(
      "audit: giving nothing early in the episode",
      "0 of 60 exploitative",
      `${early.exploitative} of ${early.tried}`,
      early.exploitative === 0 && early.tried === 60,
    ),
  ];
}

/** The reward as an incentive: where it moves the best conduct, and where a modifier of pay already decides it. */
export function preferenceChecks(ladders: Ladders): Check[] {
  return (
    [
      ["loyalty-team", 66, 66],
      ["dynamic-partner-selection", 19, 37],
    ] as const
  ).map(([name, privately, integratedly]) => {
    const { integrated, private: own } = ladderOf(ladders, name);
    const [p, q] = [argmax(own), argmax(integrated)];
    return holds(
      `best constant in ${name}`,
      `${privately}% under private pay, ${integratedly}% under integrated pay`,
      `${p}% and ${q}%`,
      p === privately && q === integratedly,
    );
  });
}

/** The published best learner of the team worlds against the best constant: being above full effort is not being good. */
export function learnerCheck(ladders: Ladders): Check {
  const margins = Object.entries(PUBLISHED_TEAMS).map(([name, { loyalty, learner }]) => ({
    name,
    margin: Math.max(...ladderOf(ladders, name).integrated) / (loyalty * (1 + learner)) - 1,
  }));
  return holds(
    "the best constant beats the published best learner (ISAC) in the team worlds",
    "5 of 5, against the published claim that learners beat any constant",
    margins.map(({ name, margin }) => `${name} ${margin > 0 ? "+" : ""}${(100 * margin).toFixed(2)}%`).join(", "),
    margins.length === 5 && margins.every(({ margin }) => margin > 0),
  );
}

/** In worlds whose agents are interchangeable, exchanging their parts exchanges their pay and nothing else. */
export function permutationCheck(names: readonly string[]): Check {
  const distances = names.flatMap((name) => {
    const world = gymWorld(name);
    if (!world.environment.spec.symmetric) return [];
    const n = world.environment.spec.agents.length;
    const straight = playScript(world, name, "C").byAgent;
    const turned = playScript(world, name, "C", (seat) => (seat + 1) % n).byAgent;
    return [Math.max(...turned.map((pay, seat) => relative(pay, straight[(seat + 1) % n])))];
  });
  const farthest = Math.max(...distances);
  return holds(
    "agents of symmetric worlds are interchangeable",
    "each agent's pay to a relative 1e-9",
    `${distances.length} worlds, largest distance ${farthest.toExponential(1)}`,
    distances.length > 0 && farthest <= 1e-9,
  );
}

/** The ladder of a world that was played. */
export function ladderOf(ladders: Ladders, name: string): Ladder {
  const ladder = ladders.get(name);
  if (ladder === undefined) throw new Error(`no constants were played in ${name}`);
  return ladder;
}

function relative(ours: number, theirs: number): number {
  return Math.abs(ours / theirs - 1);
}
