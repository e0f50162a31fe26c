// The networks that are fitted to a file of preferences: what its texts reward beyond a weighed sum of features, and how sure that is.

import { existsSync } from "node:fs";
import { Random } from "../../core/random.ts";
import type { ComparedAnswers } from "../../feedback/preferences/compared-answers.ts";
import { fitNetworkReward, rewardMargins } from "../../feedback/preferences/network-reward.ts";
import type { NetworkTextWeights } from "../../feedback/preferences/network-text-reward.ts";
import { fitPairwise } from "../../feedback/preferences/pairwise-model.ts";
import { fitNetworkEnsemble } from "../../feedback/preferences/reward-ensemble.ts";
import { TEXT_FEATURES } from "../../feedback/preferences/text-features.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { Threads } from "../run/threads.ts";
import type { PairTable } from "./pair-table.ts";
import { type Halves, heldFigures, type PreferenceModel } from "./preference-models.ts";

/** Networks that are a reward, by name. */
export const NETWORK_MODELS = ["network", "ensemble"] as const;
export type NetworkModel = (typeof NETWORK_MODELS)[number];

const MEMBERS = 5;
/** Fewer comparisons teach no network. */
export const FEWEST = 200;
/** More annotators than these have no factor each. */
const MOST_ANNOTATORS = 200;

const MEANINGS = {
  network: "all features and words, by a small network",
  ensemble: `the mean of ${MEMBERS} such networks, each of other prompts`,
  pairwise: "both texts at once, by a network; the mean of both orders",
} as const;

/** The comparisons that networks are fitted to and held against. Plain data, for a thread of its own. */
interface NetworkTask {
  readonly compared: ComparedAnswers;
  readonly fitted: Int32Array;
  readonly held: Int32Array;
  readonly seed: number;
}

/** This module as it is built; absent where it runs from its source, as in tests. */
const BUILT = new URL("./preference-networks.js", import.meta.url);

/**
 * The network, the ensemble and the model of pairs, held against other prompts; none where comparisons are few. They are fitted on another
 * thread, which `signal` ends.
 */
export async function networkModels(
  table: PairTable,
  { train, test }: Halves,
  seed: number,
  signal?: AbortSignal,
): Promise<PreferenceModel[]> {
  const [fitted, held] = [train, test].map((rows) => rows.filter((row) => table.texts.first[row] >= 0));
  if (fitted.length < FEWEST || table.texts.width === 0) return [];
  const task: NetworkTask = { compared: comparedTexts(table), fitted, held, seed };
  if (!existsSync(BUILT)) return fitNetworks(task);
  const threads = new Threads(1);
  try {
    return await threads.run(0, task, { filename: BUILT.href, name: fitNetworks.name, ...(signal && { signal }) });
  } finally {
    await threads.close();
  }
}

/** What `networkModels` calls on its thread. */
export function fitNetworks({ compared, fitted, held, seed }: NetworkTask): PreferenceModel[] {
  const { results, groups: prompts, isShown } = compared;
  const modelOf = (id: keyof typeof MEANINGS, chances: Float64Array, positionBias: number | null): PreferenceModel => ({
    ...{ id, meaning: MEANINGS[id], ridge: null, positionBias, coefficients: [] },
    ...heldFigures({
      chances,
      results: Float64Array.from(held, (row) => results[row]),
      prompts: Int32Array.from(held, (row) => prompts[row]),
    }),
  });
  const rewards = NETWORK_MODELS.map((id) => {
    const margins = rewardMargins(fittedReward(id, compared, fitted, seed), compared, held);
    return modelOf(
      id,
      margins.map((margin) => preferenceProbability(margin)),
      null,
    );
  });
  const orders = isShown ? "shown" : "both";
  const pairwise = fitPairwise(compared, fitted, { orders }, Random.of(seed, "preferences", "pairwise"));
  const { averaged, positionBias } = pairwise.chances(compared, held);
  return [...rewards, modelOf("pairwise", averaged, isShown && held.length > 0 ? positionBias : null)];
}

/** A network or an ensemble that is fitted to all comparisons whose texts are read; undefined where they are too few. */
export function networkWeights(table: PairTable, id: NetworkModel, seed: number): NetworkTextWeights | undefined {
  const { rows } = table.texts;
  if (rows.length < FEWEST) return undefined;
  const fitted = fittedReward(id, comparedTexts(table), rows, seed);
  return {
    reading: {
      features: TEXT_FEATURES.map(({ name }) => name),
      words: table.words.map((column) => table.columns[column].slice(1, -1)),
    },
    members: "members" in fitted ? fitted.members : [fitted],
  };
}

function fittedReward(id: NetworkModel, compared: ComparedAnswers, rows: Int32Array, seed: number) {
  const random = Random.of(seed, "preferences", id);
  switch (id) {
    case "network":
      return fitNetworkReward(compared, rows, {}, random);
    case "ensemble":
      return fitNetworkEnsemble(compared, rows, MEMBERS, {}, random);
    default:
      return id satisfies never;
  }
}

/** Comparisons of the texts that are read, by their features. */
export function comparedTexts({ texts, results, prompts, annotator, annotators, layout }: PairTable): ComparedAnswers {
  const { width, features, first, second } = texts;
  const isPlural = annotators.length > 1 && annotators.length <= MOST_ANNOTATORS;
  return {
    ...{ width, features, first, second, results, groups: prompts, isShown: layout === "shown" },
    ...(isPlural ? { annotators: annotator } : {}),
  };
}
