// Gold and proxy in a report: for every variant whose pay is learnt or judged, from the tries before its training, the training, and the
// episodes after it.

import { listed } from "../../core/checked.ts";
import { grouped } from "../../core/grouped.ts";
import { quoted } from "../../core/sql.ts";
import { number, withInterval, words } from "../../evaluation/number-format.ts";
import { goldBesideProxy, type PressedSeed } from "../../evaluation/overoptimisation/gold-beside-proxy.ts";
import type { GoldBesideProxy } from "../../evaluation/overoptimisation/pressed-curve.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { WORTH } from "../../rewards/learnt-reward.ts";
import { judgedPay } from "../experiment/judged-pay.ts";
import type { Setting } from "../experiment/setting.ts";
import type { Database, Row } from "../store/database.ts";
import type { LearntFeature, LearntMeasure, OverOptimisation, VariantReport } from "./report-data.ts";

/** Number of parts of a training; episodes are averaged within each. */
const PARTS = 20;

/** Returns the over-optimisation record of a variant whose pay is learnt or judged. */
export async function overOptimisationOf(
  database: Database,
  { name, points }: Pick<VariantReport, "name" | "points">,
  setting: Setting,
  seeds: readonly number[],
): Promise<OverOptimisation> {
  const judges = judgedPay(setting).map(({ name: channel, judge = "a judge" }) => ({ channel, judge }));
  const rowsOf = async (table: string, order: string): Promise<readonly Row[]> => {
    const { columns } = await database.query(`SELECT * FROM ${table} LIMIT 0`);
    if (!columns.includes(order)) return [];
    const { rows } = await database.query(`SELECT * FROM ${table}
      WHERE variant = ${quoted(name)} AND seed IN (${seeds.join(", ")}) ORDER BY seed, ${order}`);
    return rows;
  };
  const [weights, tries, training] = [
    await rowsOf("weights", "feature"),
    await rowsOf("tries", "start"),
    await rowsOf("training", "update"),
  ];
  const learns = setting.agents.some(({ kind }) => kind === "algorithm");
  const pressed = seeds.map((seed): PressedSeed => {
    const own = tries.filter((row) => row.seed === seed);
    const point = points.find((one) => one.seed === seed);
    return {
      tries: byStart(own),
      training: partsOf(training.filter((row) => row.seed === seed)),
      ...(learns && point !== undefined && { trained: { pay: point.pay, objective: point.objective } }),
    };
  });
  const bench = goldBesideProxy(pressed.filter(({ tries: own }) => tellsGold(own))) ?? null;
  const isSame = tries.length > 0 && !pressed.some(({ tries: own }) => tellsGold(own));
  const held = weights.flatMap((row) => (typeof row.held === "number" ? [row.held] : []));
  const reads = setting.lessons.some(({ learnt }) => learnt.reads !== undefined);
  const figures = {
    features: featuresIn(weights.filter(({ feature }) => !reads || feature !== WORTH)),
    measure: measureIn(weights),
    held: reads ? estimate(held) : null,
    ...{ judges, comparisons: answersIn(weights), bench },
  };
  return { ...figures, text: `${wordOf(figures)}${sentencesOf(bench, setting.objective.name, learns, isSame)}` };
}

/** Whether the objective differs among tries. Where it does not, pay cannot be measured against it. */
const tellsGold = (tries: PressedSeed["tries"]): boolean => {
  const all = tries.flatMap(({ gold }) => Array.from(gold));
  return all.some((one) => one !== all[0]);
};

function byStart(rows: readonly Row[]): PressedSeed["tries"] {
  const starts = new Map<unknown, { proxy: number[]; gold: number[] }>();
  for (const { start, pay, objective } of rows) {
    const own = starts.get(start) ?? { proxy: [], gold: [] };
    own.proxy.push(Number(pay));
    own.gold.push(Number(objective));
    starts.set(start, own);
  }
  return [...starts.values()];
}

/** Returns the means of pay and objective over parts of the training with equal numbers of updates. */
function partsOf(rows: readonly Row[]): PressedSeed["training"] {
  const points = rows.flatMap(({ steps, pay, objective }) =>
    typeof pay === "number" && typeof objective === "number" ? [{ steps: Number(steps), pay, objective }] : [],
  );
  const width = Math.max(1, Math.ceil(points.length / PARTS));
  return Array.from({ length: Math.floor(points.length / width) }, (_, k) => {
    const part = points.slice(k * width, (k + 1) * width);
    return {
      steps: part[part.length - 1].steps,
      pay: mean(part.map(({ pay }) => pay)),
      objective: mean(part.map(({ objective }) => objective)),
    };
  });
}

function featuresIn(rows: readonly Row[]): LearntFeature[] {
  const names = new Set(rows.map(({ reward, feature }) => JSON.stringify([reward, feature])));
  return [...names].map((key) => {
    const own = rows.filter(({ reward, feature }) => JSON.stringify([reward, feature]) === key);
    const over = (column: string) => estimate(own.map((row) => Number(row[column])));
    return { feature: String(own[0].feature), weight: over("weight"), standardised: over("standardised") };
  });
}

function measureIn(rows: readonly Row[]): LearntMeasure | null {
  const measures = rows.map(({ measure }) => measure);
  return (["scores", "reactions", "preference"] as const).find((one) => measures.includes(one)) ?? null;
}

/** Describes whose judgement pay is, and how accurately a reader has learnt it. */
function wordOf({ judges, held }: Pick<OverOptimisation, "judges" | "held">): string {
  const said = [...grouped(judges, ({ judge }) => judge)].map(([judge, own]) => {
    const channels = listed(own.map(({ channel }) => `“${words(channel)}”`));
    return `${channels} ${own.length === 1 ? "is" : "are"} the word of ${judge}. `;
  });
  const read =
    held === null || held.mean === null
      ? ""
      : `Of pairs that were held back, the reader tells the better text in a share of ${withInterval(held)}. `;
  return `${said.join("")}${read}`;
}

/** Counts answers per seed, summed over the learnt rewards of its cell. */
function answersIn(rows: readonly Row[]): Estimate {
  const cells = new Map<unknown, Map<unknown, number>>();
  for (const { seed, reward, comparisons } of rows)
    cells.set(seed, (cells.get(seed) ?? new Map()).set(reward, Number(comparisons)));
  return estimate([...cells.values()].map((own) => [...own.values()].reduce((sum, one) => sum + one, 0)));
}

function sentencesOf(bench: GoldBesideProxy | null, objective: string, learns: boolean, isSame: boolean): string {
  if (isSame)
    return `All tries before the training came to the same ${words(objective)}, so that no promise of it can be told.`;
  if (bench === null) return "Pay is the same for all tries before the training, so that nothing can be chosen by it.";
  const { unit, selection, training, end } = bench;
  const wanted = words(objective);
  const last = selection.pressure.length - 1;
  const of = learns ? "of the players before their training " : "";
  const chosen = `Of ${selection.pressure[last]} tries ${of}the best paid promises ${withInterval(selection.proxy[last])} more ${wanted} than a usual one and brings ${withInterval(selection.gold[last])}`;
  const parts =
    selection.apart === null ? "; no gap shows" : `; the promise is too high from the best of ${selection.apart} on`;
  const doubt =
    unit.low !== null && unit.low > 0 ? "" : ` Among these tries more pay does not surely go with more ${wanted}.`;
  const ended =
    end === null
      ? ""
      : ` Training moved the promise by ${withInterval(end.proxy)} and ${wanted} by ${withInterval(end.gold)}${partsInTraining(training)}.`;
  return `${chosen}${parts}.${doubt}${ended}`;
}

function partsInTraining(training: GoldBesideProxy["training"]): string {
  if (training === null) return "";
  if (training.apart === null) return "; no lasting gap opened";
  return `; from step ${number(training.apart, 0)} on it was too high`;
}
