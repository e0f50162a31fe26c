// The models that are fitted to a file of preferences: which columns each weighs, how well it holds on prompts that it has not seen, and
// what its weights are.

import { pnorm } from "lib-r-math.js";
import {
  type ChoiceCalibration,
  choiceAccuracy,
  choiceCalibration,
  choiceLosses,
  clusteredMean,
  type JudgedPredictions,
} from "../../evaluation/preferences/held-out.ts";
import { holm } from "../../evaluation/statistics/holm.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import {
  type Coefficient,
  coefficientsOf,
  fitLinearPreference,
  fitLinearPreferences,
  type LinearPreference,
  marginsOf,
} from "../../feedback/preferences/linear-model.ts";
import type { RewardWeights } from "../../feedback/preferences/reward-model.ts";
import { type FeatureGroup, TEXT_FEATURES } from "../../feedback/preferences/text-features.ts";
import type { PairTable } from "./pair-table.ts";

/** Which comparisons models are fitted to, and which they are held against: no prompt is in both. */
export interface Halves {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** A weight, with what is left of its p after all weights of the model are looked at (Holm). */
export interface PreferenceCoefficient extends Coefficient {
  readonly p: number | null;
}

export interface PreferenceModel {
  readonly id: string;
  readonly meaning: string;
  /** Share of decided comparisons of other prompts whose preferred text it rewards more, with its interval over prompts; null without any. */
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Expected calibration error of its chances there. */
  readonly calibration: number | null;
  readonly brier: number | null;
  readonly bins: ChoiceCalibration["bins"];
  /** Mean −ln of the chance of what happened; ln 2 = 0.693 for one half. */
  readonly logLoss: Estimate;
  /** Null for networks. */
  readonly ridge: number | null;
  /** By how much standing first raises a text's chance, on the mean; null where the model does not say. */
  readonly positionBias: number | null;
  /** Of all comparisons; the surest first. Networks have none. */
  readonly coefficients: readonly PreferenceCoefficient[];
}

const GROUPS: Readonly<
  Record<string, { readonly groups: readonly FeatureGroup[]; readonly words: boolean; readonly meaning: string }>
> = {
  length: { groups: ["length"], words: false, meaning: "the length alone" },
  style: {
    groups: ["length", "format", "tone"],
    words: false,
    meaning: "length, format and tone: nothing of what is said",
  },
  words: { groups: [], words: true, meaning: "which frequent words stand in a text" },
  all: { groups: ["length", "format", "tone", "answer"], words: true, meaning: "all features and words" },
};

/** Strengths of the ridge, of which one is chosen on a part of the training prompts. */
const RIDGES = [1, 10, 100, 1000];
/** Comparisons beyond which the ridge makes no difference. */
const MANY = 50_000;
/** The ridge of weights that are told, light enough to move none that is known. */
const LIGHT = 1;

/** Columns that a model weighs; the position is always among them, so that no feature stands for it. */
function columnsOf(id: string, { words, position }: PairTable): number[] {
  const { groups, words: hasWords } = GROUPS[id];
  const features = TEXT_FEATURES.flatMap(({ group }, column) => (groups.includes(group) ? [column] : []));
  return [...features, ...(hasWords ? words : []), ...(position === undefined ? [] : [position])];
}

/** Models of some rows, by their names: one is asked for what it says of others, and again for what more rows would be worth. */
const fits = new WeakMap<Int32Array, Map<string, LinearPreference>>();

/** Fits to `train`, with a ridge that is chosen on every fifth prompt of it. The same rows are fitted once. */
export function chosenFit(table: PairTable, id: string, train: Int32Array): LinearPreference {
  const known = fits.get(train) ?? new Map<string, LinearPreference>();
  fits.set(train, known);
  const fit = known.get(id) ?? fitted(table, id, train);
  known.set(id, fit);
  return fit;
}

function fitted(table: PairTable, id: string, train: Int32Array): LinearPreference {
  const columns = columnsOf(id, table);
  if (train.length > MANY) return fitLinearPreference(table, columns, train, LIGHT);
  const order = new Map<number, number>();
  for (const row of train) if (!order.has(table.prompts[row])) order.set(table.prompts[row], order.size);
  const isHeld = (row: number) => (order.get(table.prompts[row]) ?? 0) % 5 === 4;
  const [fitted, held] = [train.filter((row) => !isHeld(row)), train.filter(isHeld)];
  if (held.length === 0) return fitLinearPreference(table, columns, train, RIDGES[1]);
  const tried = fitLinearPreferences(table, columns, fitted, RIDGES);
  const losses = tried.map((model) => mean(choiceLosses(predictions(model, table, held))));
  const best = tried[losses.indexOf(Math.min(...losses))];
  return fitLinearPreference(table, columns, train, best.ridge);
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The weights of a model that is fitted to all comparisons, as a reward of texts; the position is no part of a text. */
export function rewardWeights(table: PairTable, id: string): RewardWeights {
  const { columns, weights } = chosenFit(table, id, Int32Array.from(table.results.keys()));
  const among = (isMeant: (column: number) => boolean, name: (column: number) => string) =>
    Object.fromEntries(columns.flatMap((column, k) => (isMeant(column) ? [[name(column), weights[k]]] : [])));
  return {
    features: among(
      (column) => column < TEXT_FEATURES.length,
      (column) => table.columns[column],
    ),
    words: among(
      (column) => table.words.includes(column),
      (column) => table.columns[column].slice(1, -1),
    ),
  };
}

export const LINEAR_MODELS = Object.keys(GROUPS);

/** What a model says of some rows. */
export const predictions = (model: LinearPreference, table: PairTable, rows: Int32Array): JudgedPredictions => ({
  chances: marginsOf(model, table, rows).map((margin) => 1 / (1 + Math.exp(-margin))),
  results: Float64Array.from(rows, (row) => table.results[row]),
  prompts: Int32Array.from(rows, (row) => table.prompts[row]),
});

/** How well a model holds on comparisons that it was not fitted to. */
export function heldFigures(held: JudgedPredictions) {
  const { mean: accuracy, low, high } = choiceAccuracy(held);
  const calibration = held.results.length === 0 ? undefined : choiceCalibration(held);
  return {
    ...{ accuracy, low, high },
    calibration: calibration?.error ?? null,
    brier: calibration?.brier ?? null,
    bins: calibration?.bins ?? [],
    logLoss: clusteredMean(choiceLosses(held), held.prompts),
  };
}

/** The linear models, from the one that knows least. `tick` is called between fits. */
export async function preferenceModels(
  table: PairTable,
  { train, test }: Halves,
  tick: (doing: string) => Promise<void>,
): Promise<PreferenceModel[]> {
  const every = Int32Array.from(table.results.keys());
  const models: PreferenceModel[] = [];
  for (const [id, { meaning }] of Object.entries(GROUPS)) {
    const columns = columnsOf(id, table);
    if (columns.length === (table.position === undefined ? 0 : 1)) continue;
    await tick(`fitting ${id}`);
    const fit = chosenFit(table, id, train);
    const held = predictions(fit, table, test);
    await tick(`weights of ${id}`);
    const coefficients = coefficientsOf(table, columns, every, LIGHT);
    const ps = holm(coefficients.map(({ value, error }) => 2 * pnorm(-Math.abs(value / error))));
    models.push({
      ...{ id, meaning, ridge: fit.ridge, positionBias: null },
      ...heldFigures(held),
      coefficients: coefficients
        .map((one, k) => ({ ...one, p: ps[k] }))
        .sort((a, b) => Math.abs(b.value / b.error) - Math.abs(a.value / a.error)),
    });
  }
  return models;
}
