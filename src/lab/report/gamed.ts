// *Was the pay gamed?* in a report: of a variant with learners, whose pay is declared and is not what is wanted.

import { quoted } from "../../core/sql.ts";
import { type GamedPay, gamedPay, type TrainedPlays } from "../../evaluation/audits/gamed-pay.ts";
import { exactAuditUnless } from "../../evaluation/audits/worlds/exact-audit.ts";
import type { Setting } from "../experiment/setting.ts";
import { tabledVariant } from "../experiment/tabled-variant.ts";
import type { Database } from "../store/database.ts";
import type { RunRecord } from "../store/run-record.ts";
import type { VariantReport } from "./report-data.ts";

/** Entries of a world's table up to which a report audits it: about a second of work. */
const MOST_ENTRIES = 400_000;
/** Share of a measure within which two values are the same. */
const SAME = 1e-9;

/** What a variant's report says of it; undefined where pay and objective are the same, or where nothing is known. */
export async function gamedOf(
  database: Database,
  { name, environment, points }: Pick<VariantReport, "name" | "environment" | "points">,
  setting: Setting,
  { variants, seeds, objective }: Pick<RunRecord, "variants" | "seeds" | "objective">,
  margin: number,
): Promise<GamedPay | undefined> {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined || points.every(({ pay, objective: want }) => isSame(pay, want))) return undefined;
  const { plan, over } = setting.objective;
  const measures = { pay: setting.reward, want: plan, over };
  const tabled = tabledVariant({ ...variant, setting }, objective, measures, MOST_ENTRIES);
  const audit = tabled && exactAuditUnless({ ...tabled, id: environment, margin, seed: seeds[0], isBrief: true });
  const trained = points.map(({ pay, objective: want }) => ({ pay, want }));
  const training = await trainingOf(database, name, seeds);
  return gamedPay({ trained, training }, audit, { margin, want: setting.objective.name });
}

const isSame = (pay: number, want: number): boolean => Math.abs(pay - want) <= SAME * Math.max(1, Math.abs(want));

/** First update and last tenth of each seed's training, as its updates report them. */
async function trainingOf(
  database: Database,
  variant: string,
  seeds: readonly number[],
): Promise<TrainedPlays["training"]> {
  const { columns } = await database.query("SELECT * FROM training LIMIT 0");
  if (!["update", "pay", "objective"].every((column) => columns.includes(column))) return [];
  const own = `variant = ${quoted(variant)} AND seed IN (${seeds.join(", ")}) AND pay IS NOT NULL AND objective IS NOT NULL`;
  const { rows } = await database.query(`
    WITH own AS (SELECT seed, update, pay, objective FROM training WHERE ${own}),
      spent AS (SELECT seed, max(update) AS last FROM own GROUP BY seed HAVING count(*) > 1)
    SELECT seed, arg_min(pay, update) AS pay, arg_min(objective, update) AS want,
      avg(pay) FILTER (WHERE update >= 0.9 * last) AS endPay, avg(objective) FILTER (WHERE update >= 0.9 * last) AS endWant
    FROM own JOIN spent USING (seed) GROUP BY seed ORDER BY seed`);
  return rows.map(({ pay, want, endPay, endWant }) => ({
    start: { pay: Number(pay), want: Number(want) },
    end: { pay: Number(endPay), want: Number(endWant) },
  }));
}
