// Builds a report from a run's files. Each seed counts once: episodes and agents are averaged within a cell first, and every interval is
// over seeds.

import { basename, dirname, join, resolve } from "node:path";
import { checkedJson } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../../core/files.ts";
import { FORMATS } from "../../core/formats.ts";
import type { GamedVariant } from "../../evaluation/audits/gamed-pay.ts";
import type { Replicates } from "../../evaluation/statistics/interval.ts";
import { widest } from "../experiment/channel-range.ts";
import { judgedPay } from "../experiment/judged-pay.ts";
import { LEARNING_RANGES } from "../experiment/learning-measures.ts";
import { isShippedFolder, version } from "../experiment/own-package.ts";
import type { ReadLog } from "../experiment/played-windows.ts";
import type { Setting } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { replicatesOf } from "../experiment/windows.ts";
import { type Damage, type Database, openDatabase } from "../store/database.ts";
import { experimentText, type RunRecord, readRecord, settingsOfRun } from "../store/run-record.ts";
import { allCells, findingFile } from "../store/store.ts";
import type { ClaimedRuns } from "./claims.ts";
import { type CurvesOf, episodeCurves, episodeLengths, trainingCurves } from "./curves.ts";
import { effectsBetween, type MeasureSamples, marginOf, pairsOf } from "./effects.ts";
import { failuresIn } from "./failures.ts";
import { finding } from "./finding/finding.ts";
import { headlineInWords, type JudgedClaim } from "./judged-claim.ts";
import { learningOf, NO_LEARNING } from "./learning.ts";
import { hasSeveral } from "./measures.ts";
import { rangesOf, stepRanges, trialsOf } from "./ranges.ts";
import { replaysOf, type VariantPlace } from "./replay.ts";
import type { Compared, DrawnPicture, OverOptimisation, ReportData, VariantReport } from "./report-data.ts";
import { reportPage } from "./report-page.ts";
import { samplesOf } from "./samples.ts";
import type { WrittenUpdate } from "./text-data.ts";
import { variantReport } from "./variant-report.ts";

/** Builds a run's report from the cells in its store. */
export const buildReport = (folder: string): Promise<ReportData> =>
  reading(folder, (database) => gathered(folder, readRecord(folder), database));

/** Opens a run's tables, with one thread. `to` is a folder that SQL may write them to. */
async function reading<T>(folder: string, work: (database: Database) => Promise<T>, to?: string): Promise<T> {
  const folders = [allCells(dirname(folder)), ...(to === undefined ? [] : [to])];
  const database = await openDatabase([folder], 1, { folders });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function gathered(folder: string, record: RunRecord, database: Database): Promise<ReportData> {
  const settings = await settingsOfRun(folder, record);
  const [{ objective }] = settings;
  const { name, label, unit, meaning, once } = objective;
  const paid = record.variants.map(({ description: { reward } }) => reward);
  const ranges = settings.map((setting, k) => rangesOf(setting, paid[k]));
  const wanted = settings.map((setting, k) => {
    const { spec } = setting;
    const measures = ["pay", "objective", ...spec.channels.map(({ name }) => name)];
    const replicates = replicatesOf(spec, record.episodes);
    const variant = { variant: record.variants[k].name, horizon: spec.horizon };
    return { ...variant, measures, replicates, ranges: stepRanges(setting, paid[k]) };
  });
  const curves = await episodeCurves(database, record.record === "steps" ? wanted : [], record.seeds);
  const lengths = await episodeLengths(database, record.seeds);
  const names = record.variants.map(({ name }) => name);
  const learnt = new Map(names.map((name, k) => [name, new Map([...LEARNING_RANGES, ...ranges[k]])]));
  const training = await trainingCurves(database, names, record.seeds, learnt);
  const learning = await learningOf(database, names, settings, record, ranges);
  const variants: VariantReport[] = [];
  const samples = new Map<string, MeasureSamples>();
  for (const [index, variant] of record.variants.entries()) {
    const setting = settings[index];
    const gathered = await samplesOf(database, variant.name, setting, record.seeds);
    samples.set(variant.name, gathered.samples);
    const compared = await variantReport(database, record, variant, setting, gathered, ranges[index]);
    variants.push({
      ...compared,
      overOptimisation: await gold(database, compared, setting, record.seeds),
      learning: learning.get(variant.name) ?? NO_LEARNING,
      curves: curves.get(variant.name) ?? {},
      lengths: lengths.get(variant.name) ?? [],
      training: training.get(variant.name) ?? {},
      texts: await texts(database, variant.name, setting, record.seeds),
      ...(record.record === "steps"
        ? await whereWhole(NO_REPLAYS, async () => {
            const { key, name } = variant;
            const place = { store: dirname(folder), key, variant: name, episodes: record.episodes };
            return {
              ...(await replaysOf(database, place, setting, record.seeds)),
              ...(await pictures(database, place, setting, record.seeds)),
            };
          })
        : NO_REPLAYS),
    });
  }
  const data: Compared = {
    format: FORMATS.report,
    agon: version(),
    run: record.run,
    title: record.title,
    source: experimentText(dirname(folder), basename(folder)),
    flags: record.flags ?? [],
    objective: {
      ...{ name, unit, meaning, margin: marginOf(record.margin, variants) },
      ...(typeof record.margin === "string" && { marginShare: record.margin }),
      ...(label !== undefined && { label }),
      ...(once && { once }),
    },
    ...(record.baseline !== undefined && { baseline: record.baseline }),
    ...(record.stages !== undefined && { stages: record.stages }),
    ...(record.claimsAge !== undefined && { claimsAge: record.claimsAge }),
    ...(record.claims !== undefined &&
      (await judged(database, record, {
        samples,
        ranges: new Map(names.map((name, k) => [name, ranges[k]])),
        trials: new Map(record.episodes === 1 ? names.map((name, k) => [name, trialsOf(settings[k])]) : []),
        replicates: replicatesIn(wanted),
      }))),
    cells: {
      planned: record.variants.length * record.seeds.length,
      done: variants.reduce((sum, variant) => sum + variant.cells, 0),
    },
    variants,
    effects: effectsBetween(samples, widest(ranges), replicatesIn(wanted), pairsOf(samples, record.baseline)).filter(
      ({ measure }) => (measure !== "inequality" && measure !== "welfare") || hasSeveral(variants),
    ),
    logs: await logs(record, settings, keptIn(dirname(folder))),
    failures: await failuresIn(database, record),
    damaged: database.damaged.map(({ file, reason }) => `${file}: ${reason}`),
    computed: { nodes: database.nodes, ...(record.keys === undefined ? { earlier: true } : {}) },
  };
  const gamed = await gamedIn(database, folder, data, settings, record);
  return { ...data, ...(gamed.length > 0 && { gamed }), finding: claimedFirst(finding(data), data.claims) };
}

/** Puts the results of headline claims, where there are any, before the finding. */
function claimedFirst(said: ReportData["finding"], claims: readonly JudgedClaim[] = []): ReportData["finding"] {
  const text = headlineInWords(claims);
  return text === undefined || said.failed === true ? said : { ...said, text, notes: [said.text, ...said.notes] };
}

// Modules that few runs need are loaded on demand.

const gold = async (
  database: Database,
  variant: Pick<VariantReport, "name" | "points">,
  setting: Setting,
  seeds: readonly number[],
): Promise<OverOptimisation | null> =>
  setting.lessons.length === 0 && judgedPay(setting).length === 0
    ? null
    : (await import("./overoptimisation.ts")).overOptimisationOf(database, variant, setting, seeds);

const gamedIn = async (
  database: Database,
  folder: string,
  { variants, objective }: Compared,
  settings: readonly Setting[],
  record: RunRecord,
): Promise<GamedVariant[]> => {
  const gamed: GamedVariant[] = [];
  // A shipped experiment is named, another is a file.
  const file = isShippedFolder(resolve(folder, record.directory)) ? record.name : `${record.name}.yaml`;
  for (const [k, variant] of variants.entries()) {
    // A learnt or judged pay has a section of its own.
    if (variant.overOptimisation !== null || !variant.agents.some(({ learns }) => learns)) continue;
    const { gamedOf } = await import("./gamed.ts");
    const one = await gamedOf(database, variant, settings[k], record, objective.margin);
    if (one !== undefined) gamed.push({ variant: variant.name, ...one, search: `agon audit ${file}` });
  }
  return gamed;
};

const judged = async (database: Database, record: RunRecord, runs: ClaimedRuns) =>
  (await import("./claims.ts")).judgedRun(database, record, runs);

const texts = async (
  database: Database,
  variant: string,
  { agents }: Setting,
  seeds: readonly number[],
): Promise<WrittenUpdate[]> =>
  agents.some(({ kind }) => kind === "algorithm")
    ? (await import("./written-texts.ts")).writtenTexts(database, variant, seeds)
    : [];

const pictures = async (
  database: Database,
  place: VariantPlace,
  setting: Setting,
  seeds: readonly number[],
): Promise<{ pictures?: readonly DrawnPicture[] }> =>
  setting.makeEnvironment().picture === undefined
    ? {}
    : { pictures: await (await import("./pictures.ts")).picturesOf(database, place, setting, seeds) };

const logs = async (record: RunRecord, settings: readonly Setting[], folder: string): Promise<ReadLog[]> =>
  settings.some(({ spec }) => spec.windows !== undefined)
    ? (await import("./read-logs.ts")).readLogs(record, settings, folder)
    : [];

const replicatesIn = (wanted: readonly CurvesOf[]): ReadonlyMap<string, Replicates> =>
  new Map(
    wanted.flatMap(({ variant, replicates }) => (replicates === undefined ? [] : [[variant, replicates] as const])),
  );

const NO_REPLAYS = { typical: null, worst: null };

/** Returns what is read from a cell's file; `none` where the file is damaged, which the database has reported already. */
async function whereWhole<T>(none: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError && error.problems.every(({ code }) => code === "damaged-cell")) return none;
    throw error;
  }
}

/** A report and the path of its page. */
export interface WrittenReport {
  readonly data: ReportData;
  /** Null where the system refused to write it. */
  readonly page: string | null;
  /** The error where the system refused to write. */
  readonly refused?: UserError;
  readonly damaged: readonly Damage[];
}

/**
 * Builds a run's report and writes its page, its finding and the episodes of all its cells, by default into the run's folder. Where writing
 * fails, the report is still returned.
 */
export function writeReport(folder: string, to: string = folder): Promise<WrittenReport> {
  const written = async (database: Database): Promise<WrittenReport> => {
    const data = await gathered(folder, readRecord(folder), database);
    const page = join(to, "report.html");
    const text = reportPage(data);
    const { damaged } = database;
    try {
      writing(
        page,
        () => {
          makeFolder(to);
          writeWhole(page, text);
          writeWhole(findingFile(to), checkedJson({ ...data.finding }));
        },
        ELSEWHERE,
      );
      await database.save("episodes", join(to, "episodes.parquet"), ELSEWHERE);
      return { data, page, damaged };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { data, page: null, refused: error, damaged };
    }
  };
  return reading(folder, written, to);
}

const ELSEWHERE = "what was computed is kept; agon report RUN --out FOLDER writes the report elsewhere";
