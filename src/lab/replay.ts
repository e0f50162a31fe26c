// The typical and the worst episode of a variant. Stored are actions and outcomes; what a world shows beyond them (who
// trusts whom) is rebuilt by playing the stored actions on the same seed, which gives the same states to the last bit.

import { existsSync } from "node:fs";
import { Random } from "../core/random.ts";
import { type Database, quoted } from "./database.ts";
import { playedOut } from "./failures.ts";
import type { Replay } from "./report-data.ts";
import type { Setting } from "./setting.ts";
import { cellFile, cellName } from "./store.ts";

/** Every pair of more agents than this would bury a report. */
const MOST_AGENTS = 8;

/** Where a variant's cells lie. */
export interface Place {
  /** The run's folder. */
  readonly folder: string;
  /** Position of the variant in the run. */
  readonly index: number;
  readonly variant: string;
}

/** The episodes with the median and with the lowest objective; ties go to the lowest seed. */
export async function replaysOf(
  database: Database,
  { folder, index, variant }: Place,
  setting: Setting,
  seeds: readonly number[],
): Promise<{ typical: Replay | null; worst: Replay | null }> {
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  const { rows } = await database.query(`
    SELECT seed, episode, avg(objective) AS objective FROM episodes
    WHERE variant = ${quoted(variant)} AND seed IN (${seeds.join(", ")}) AND ${playedOut(columns)}
    GROUP BY seed, episode ORDER BY objective, seed, episode`);
  const [worst] = rows;
  const typical = rows[Math.floor((rows.length - 1) / 2)];
  if (worst === undefined || typical === undefined) return { typical: null, worst: null };
  const replay = (row: typeof worst) => {
    const seed = Number(row.seed);
    const file = cellFile(folder, "steps", cellName(index, variant, seed));
    return replayOf(database, file, setting, seed, Number(row.episode), Number(row.objective));
  };
  const chosen = await replay(typical);
  return { typical: chosen, worst: rows.length === 1 ? chosen : await replay(worst) };
}

async function replayOf(
  database: Database,
  file: string,
  setting: Setting,
  seed: number,
  episode: number,
  objective: number,
): Promise<Replay | null> {
  const { spec } = setting;
  const n = spec.agents.length;
  const size = spec.actionSize;
  const names = size === 1 ? ["action"] : Array.from({ length: size }, (_, k) => `action_${k}`);
  if (!existsSync(file) || database.damaged.some((damage) => damage.file === file)) return null;
  // The cell's own file, not the view: a run may have ten thousand of them.
  const { rows } = await database.query(`
    SELECT step, agent, pay, ${names.join(", ")} FROM read_parquet(${quoted(file)})
    WHERE episode = ${episode} ORDER BY step`);
  const steps = rows.length / n;
  if (steps === 0 || !Number.isInteger(steps)) return null;
  const seats = new Map(spec.agents.map((agent, seat) => [agent, seat]));
  const stored = new Float64Array(rows.length * size);
  const actions = spec.agents.map(() => new Array<number>(steps).fill(0));
  const pay = spec.agents.map(() => new Array<number>(steps).fill(0));
  for (const row of rows) {
    const seat = seats.get(String(row.agent));
    const step = Number(row.step);
    if (seat === undefined) return null;
    for (const [k, name] of names.entries()) stored[(step * n + seat) * size + k] = Number(row[name]);
    const first = seat * size;
    const [low, high] = [spec.actionLow[first], spec.actionHigh[first]];
    actions[seat][step] = high > low ? (Number(row[names[0]]) - low) / (high - low) : 0;
    pay[seat][step] = Number(row.pay);
  }
  return {
    seed,
    episode,
    objective,
    actions,
    pay,
    matrices: rebuilt(setting, seed, episode, stored, steps),
  };
}

/** Public [agents × agents] parts of the state after every step; of many agents, what each receives from the others. */
function rebuilt(
  setting: Setting,
  seed: number,
  episode: number,
  actions: Float64Array,
  steps: number,
): Replay["matrices"] {
  const environment = setting.makeEnvironment();
  const { spec, state } = environment;
  const n = spec.agents.length;
  const perStep = n * spec.actionSize;
  const shown = spec.publicState.filter(({ part }) => {
    const [rows, columns] = state.shapes[part] ?? [];
    return rows === n && columns === n;
  });
  const rows = n > MOST_AGENTS ? n : n * n;
  const matrices = Object.fromEntries(
    shown.map(({ label }) => [label, Array.from({ length: rows }, () => new Array<number>(steps).fill(0))]),
  );
  const outcomes = new Float64Array(n * spec.channels.length);
  const random = Random.of(seed, "environment", episode);
  environment.reset(random, outcomes);
  for (let step = 0; step < steps; step++) {
    environment.step(actions.subarray(step * perStep, (step + 1) * perStep), outcomes, random);
    for (const { part, label } of shown) {
      const view = state.views[part];
      for (let k = 0; k < rows; k++) matrices[label][k][step] = rounded(rows === n ? received(view, k, n) : view[k]);
    }
  }
  return matrices;
}

/** Mean of column `to` off the diagonal. */
function received(matrix: Float64Array, to: number, n: number): number {
  let sum = 0;
  for (let from = 0; from < n; from++) if (from !== to) sum += matrix[from * n + to];
  return sum / (n - 1);
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
