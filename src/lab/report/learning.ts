// Results of learners: their pay at the start and at the end of their training, and in the evaluation after it, per seed.

import { identifier, quoted } from "../../core/sql.ts";
import { withInterval } from "../../evaluation/number-format.ts";
import {
  cutAround,
  type Estimate,
  estimate,
  type Range,
  type Replicates,
} from "../../evaluation/statistics/interval.ts";
import type { Ranges } from "../experiment/channel-range.ts";
import type { Setting } from "../experiment/setting.ts";
import { replicatesOf } from "../experiment/windows.ts";
import type { Database } from "../store/database.ts";
import type { RunRecord } from "../store/run-record.ts";
import { playedOut } from "./failures.ts";
import type { Learning } from "./report-data.ts";

/** Result where no agent learns. */
export const NO_LEARNING: Learning = {
  steps: 0,
  gain: null,
  learnt: false,
  end: null,
  evaluation: null,
  parted: null,
};

/** Returns the learning results by variant. `settings` and the ranges of an episode's measures are in the order of `names`. */
export async function learningOf(
  database: Database,
  names: readonly string[],
  settings: readonly Setting[],
  { seeds, episodes }: Pick<RunRecord, "seeds" | "episodes">,
  ranges: readonly Ranges[],
): Promise<ReadonlyMap<string, Learning>> {
  const { columns } = await database.query("SELECT * FROM training LIMIT 0");
  if (!columns.includes("update")) return new Map();
  // An update reports the pay of play before it, so a single update shows neither the start nor the end.
  const ofSeveral = (pay: string) => (columns.includes("pay") ? `CASE WHEN count(pay) > 1 THEN ${pay} END` : "NULL");
  const { rows } = await database.query(`
    WITH spent AS (
      SELECT variant, seed, max(update) AS last, max(steps)::INTEGER AS steps FROM training
      WHERE variant IN (${names.map(quoted).join(", ")}) AND seed IN (${seeds.join(", ")}) GROUP BY variant, seed
    )
    SELECT variant, seed, any_value(spent.steps) AS steps,
      ${ofSeveral("arg_min(pay, update) FILTER (WHERE pay IS NOT NULL)")} AS before,
      ${ofSeveral("avg(pay) FILTER (WHERE update >= 0.9 * last)")} AS after
    FROM training JOIN spent USING (variant, seed) GROUP BY variant, seed ORDER BY variant, seed`);
  const learning = new Map<string, Learning>();
  for (const [k, name] of names.entries()) {
    const own = rows.filter(({ variant }) => variant === name);
    const gain = over(
      own.map(({ before, after }) => (isFigure(before) && isFigure(after) ? after - before : undefined)),
    );
    const paid = ranges[k].get("pay");
    const end = within(over(own.map(({ after }) => (isFigure(after) ? after : undefined))), paid);
    const learners = settings[k].agents.flatMap((agent, seat) => (agent.kind === "algorithm" ? [{ agent, seat }] : []));
    const seats = learners.map(({ seat }) => settings[k].spec.agents[seat]);
    const replicates = replicatesOf(settings[k].spec, episodes);
    const evaluation = within(await evaluated(database, name, seats, seeds, replicates), paid);
    const [otherwise] = learners.flatMap(({ agent }) => agent.plan.playsOtherwise ?? []);
    const why = otherwise === undefined ? stillChanging(learners.length) : `they ${otherwise}`;
    learning.set(name, {
      steps: Math.max(0, ...own.map((row) => Number(row.steps))),
      gain,
      learnt: gain !== null && changed(gain, learners.length),
      end,
      evaluation,
      parted: end === null || evaluation === null ? null : whyParted(end, evaluation, why),
    });
  }
  return learning;
}

/** Values per seed, by variant and measure. */
type TrainingSamples = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<number, number>>>;

/**
 * Returns what learners measured per seed, as means over the updates from this share of their training on: 0.9 for its last tenth, 0 for all
 * of it. Measures that the run does not have are missing.
 */
export async function trainingMeans(
  database: Database,
  { variants, seeds }: Pick<RunRecord, "variants" | "seeds">,
  measures: readonly string[],
  from: number,
): Promise<TrainingSamples> {
  const { columns } = await database.query("SELECT * FROM training LIMIT 0");
  const known = columns.includes("update") ? measures.filter((measure) => columns.includes(measure)) : [];
  if (known.length === 0) return new Map();
  const names = variants.map(({ name }) => quoted(name)).join(", ");
  const { rows } = await database.query(`
    WITH spent AS (SELECT variant, seed, max(update) AS last FROM training GROUP BY variant, seed)
    SELECT variant, seed, ${known.map((name) => `avg(${identifier(name)})::DOUBLE AS ${identifier(name)}`).join(", ")}
    FROM training JOIN spent USING (variant, seed)
    WHERE update >= ${from} * last AND variant IN (${names}) AND seed IN (${seeds.join(", ")})
    GROUP BY variant, seed ORDER BY variant, seed`);
  const of = (variant: string, measure: string) =>
    new Map(
      rows.flatMap((row): [number, number][] => {
        const value = row[measure];
        return row.variant === variant && isFigure(value) ? [[Number(row.seed), value]] : [];
      }),
    );
  return new Map(variants.map(({ name }) => [name, new Map(known.map((measure) => [measure, of(name, measure)]))]));
}

const isFigure = (value: unknown): value is number => typeof value === "number";

/** Estimate over the seeds that have a value; null where none has. */
function over(figures: readonly (number | undefined)[], replicates?: Replicates): Estimate | null {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length === 0 ? null : estimate(known, 0.95, replicates);
}

const within = (pay: Estimate | null, range: Range | undefined): Estimate | null => pay && cutAround(pay, range);

/** Returns the pay of an evaluation episode, mean over these agents. */
async function evaluated(
  database: Database,
  variant: string,
  agents: readonly string[],
  seeds: readonly number[],
  replicates: Replicates | undefined,
): Promise<Estimate | null> {
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  if (agents.length === 0 || !columns.includes("episode")) return null;
  const { rows } = await database.query(`
    SELECT avg(pay) FILTER (WHERE ${playedOut(columns)}) AS ${identifier("pay")} FROM episodes
    WHERE variant = ${quoted(variant)} AND agent IN (${agents.map(quoted).join(", ")}) AND seed IN (${seeds.join(", ")})
    GROUP BY seed ORDER BY seed`);
  return over(
    rows.map(({ pay }) => (isFigure(pay) ? pay : undefined)),
    replicates,
  );
}

/**
 * Whether pay rose, by its whole interval. What several learners gain may be what others lose, so for several any significant change
 * counts.
 */
function changed({ low, high }: Pick<Estimate, "low" | "high">, learners: number): boolean {
  if (low === null || high === null) return false;
  return low > 0 || (learners > 1 && high < 0);
}

/** Returns why learners are paid otherwise in training where their algorithm does not say. */
const stillChanging = (learners: number): string =>
  learners > 1
    ? "in training players were still changing, with all that learnt beside them"
    : "in training the policy was still changing, and pay that the algorithm itself sets counts there";

/** Where the two intervals are disjoint, and not equal up to rounding: their figures and the reason. */
function whyParted(end: Estimate, evaluation: Estimate, why: string): string | null {
  if (!apart(end, evaluation) && !apart(evaluation, end)) return null;
  const [played, trained] = [withInterval(evaluation), withInterval(end)];
  if (played === trained) return null;
  return `Learners were paid ${played} in the evaluation, and ${trained} at the end of their training: ${why}.`;
}

const apart = (lower: Estimate, upper: Estimate): boolean =>
  lower.high !== null && upper.low !== null && lower.high < upper.low;
