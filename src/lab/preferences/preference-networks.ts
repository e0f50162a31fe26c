// The networks that are fitted to a file of preferences: what its texts reward beyond a weighed sum of features, and how sure that is.

import { Random } from "../../core/random.ts";
import type { ComparedAnswers } from "../../feedback/preferences/compared-answers.ts";
import { fitNetworkReward, rewardMargins } from "../../feedback/preferences/network-reward.ts";
import type { NetworkTextWeights } from "../../feedback/preferences/network-text-reward.ts";
import { fitPairwise } from "../../feedback/preferences/pairwise-model.ts";
import { fitNetworkEnsemble } from "../../feedback/preferences/reward-ensemble.ts";
import { TEXT_FEATURES } from "../../feedback/preferences/text-features.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
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

/** The network, the ensemble and the model of pairs, held against other prompts; none where comparisons are few. */
export async function networkModels(
  table: PairTable,
  { train, test }: Halves,
  seed: number,
  tick: (doing: string) => Promise<void>,
): Promise<PreferenceModel[]> {
  const compared = comparedTexts(table);
  const [fitted, held] = [train, test].map((rows) => rows.filter((row) => table.texts.first[row] >= 0));
  if (fitted.length < FEWEST || table.texts.width === 0) return [];
  const modelOf = (id: keyof typeof MEANINGS, chances: Float64Array, positionBias: number | null): PreferenceModel => ({
    ...{ id, meaning: MEANINGS[id], ridge: null, positionBias, coefficients: [] },
    ...heldFigures({
      chances,
      results: Float64Array.from(held, (row) => table.results[row]),
      prompts: Int32Array.from(held, (row) => table.prompts[row]),
    }),
  });
  const rewards: PreferenceModel[] = [];
  for (const id of NETWORK_MODELS) {
    await tick(`fitting ${id}`);
    const reward = fittedReward(id, compared, fitted, seed);
    const margins = rewardMargins(reward, compared, held);
    const chances = margins.map((margin) => preferenceProbability(margin));
    rewards.push(modelOf(id, chances, null));
  }
  await tick("fitting pairwise");
  const orders = table.layout === "shown" ? "shown" : "both";
  const pairwise = fitPairwise(compared, fitted, { orders }, Random.of(seed, "preferences", "pairwise"));
  const { averaged, positionBias } = pairwise.chances(compared, held);
  const isKnown = orders === "shown" && held.length > 0;
  return [...rewards, modelOf("pairwise", averaged, isKnown ? positionBias : null)];
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
