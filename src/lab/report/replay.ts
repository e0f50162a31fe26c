// The typical and the worst episode of a variant. Actions and outcomes are stored. Other parts of the state (who trusts whom) are rebuilt
// by replaying the stored actions on the same seed. This gives the same states to the last bit.

import type { NumericSpec } from "../../core/environment.ts";
import { quoted } from "../../core/sql.ts";
import type { Setting } from "../experiment/setting.ts";
import type { StoredCell } from "../store/cell-files.ts";
import type { CellTask } from "../store/cell-task.ts";
import type { Database } from "../store/database.ts";
import { playedOut } from "./failures.ts";
import type { ReplayData } from "./report-data.ts";
import { seatTexts } from "./seat-texts.ts";
import { played, type StoredEpisode, storedEpisodes } from "./stored-episodes.ts";

/** Maximum number of agents of which every pair is shown; more pairs would overload a report. */
const MOST_AGENTS = 8;

export interface VariantPlace {
  readonly store: string;
  readonly key: string;
  readonly variant: string;
  /** Number of episodes of a cell. */
  readonly episodes: number;
}

/** Returns the episodes with the median and with the lowest objective; ties go to the lowest seed. */
export async function replaysOf(
  database: Database,
  { store, key, variant, episodes }: VariantPlace,
  setting: Setting,
  seeds: readonly number[],
): Promise<{ typical: ReplayData | null; worst: ReplayData | null }> {
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  if (!columns.includes("episode")) return { typical: null, worst: null };
  const { rows } = await database.query(`
    SELECT seed, episode, avg(objective) AS objective FROM episodes
    WHERE variant = ${quoted(variant)} AND seed IN (${seeds.join(", ")}) AND ${playedOut(columns)}
    GROUP BY seed, episode ORDER BY objective, seed, episode`);
  const [worst] = rows;
  const typical = rows[Math.floor((rows.length - 1) / 2)];
  if (worst === undefined || typical === undefined) return { typical: null, worst: null };
  const replay = (row: typeof worst) => {
    const seed = Number(row.seed);
    const cell = { store, key, seed, episodes };
    return replayOf(database, cell, setting, Number(row.episode), Number(row.objective));
  };
  const chosen = await replay(typical);
  return { typical: chosen, worst: rows.length === 1 ? chosen : await replay(worst) };
}

async function replayOf(
  database: Database,
  cell: StoredCell & Pick<CellTask, "episodes">,
  setting: Setting,
  episode: number,
  objective: number,
): Promise<ReplayData | null> {
  const { spec } = setting;
  const n = spec.agents.length;
  const size = spec.actionSize;
  const [stored] = await storedEpisodes(database, cell, spec, [episode]);
  if (stored === undefined) return null;
  const { steps } = stored;
  const byAgent = (of: (step: number, seat: number) => number) =>
    spec.agents.map((_, seat) => Array.from({ length: steps }, (__, step) => of(step, seat)));
  const share = (step: number, seat: number) => {
    const [low, high] = [spec.actionLow[seat * size], spec.actionHigh[seat * size]];
    return high > low ? (stored.actions[(step * n + seat) * size] - low) / (high - low) : 0;
  };
  return {
    seed: cell.seed,
    episode,
    objective,
    actions: byAgent(share),
    pay: byAgent((step, seat) => stored.pay[step * n + seat]),
    ...rebuilt(setting, cell, stored),
  };
}

/**
 * Rebuilds the public [agents × agents] parts of the state after every step (for many agents, what each receives from the others), and the
 * final text.
 */
function rebuilt(
  setting: Setting,
  cell: Pick<CellTask, "seed" | "episodes">,
  stored: StoredEpisode,
): Pick<ReplayData, "matrices" | "text"> {
  const { spec, state } = setting.makeEnvironment();
  const n = spec.agents.length;
  const shown = spec.publicState.filter(({ part }) => {
    const [rows, columns] = state.shapes[part] ?? [];
    return rows === n && columns === n;
  });
  const rows = n > MOST_AGENTS ? n : n * n;
  const matrices = Object.fromEntries(
    shown.map(({ label }) => [label, Array.from({ length: rows }, () => new Array<number>(stored.steps).fill(0))]),
  );
  const text = textReader(spec);
  played(setting, cell, stored, (step, environment, last) => {
    text?.look(step, environment, last);
    if (step < 0) return;
    const { views } = environment.state;
    for (const { part, label } of shown) {
      const view = views[part];
      for (let k = 0; k < rows; k++) matrices[label][k][step] = rounded(rows === n ? received(view, k, n) : view[k]);
    }
  });
  return { matrices, ...(text && { text: text.read }) };
}

/**
 * Returns a reader that follows what one writer and its world write; undefined in a world that is not one of text, or has several writers.
 */
export function textReader(spec: NumericSpec) {
  const texts = spec.agents.length === 1 ? seatTexts(spec) : undefined;
  if (texts === undefined) return undefined;
  const [{ characters, steps }] = texts.read;
  return { read: { characters, steps }, look: texts.look };
}

/** Returns the mean of column `to` off the diagonal. */
function received(matrix: Float64Array, to: number, n: number): number {
  let sum = 0;
  for (let from = 0; from < n; from++) if (from !== to) sum += matrix[from * n + to];
  return sum / (n - 1);
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
