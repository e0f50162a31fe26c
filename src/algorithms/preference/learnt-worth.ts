// A reward that is learnt before a training: a source of feedback compares pairs of episodes, or has compared some before, and a linear
// Bradley-Terry model of what an episode is worth is fitted to its answers.

import { type ChannelReference, scopedValue } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { type Coefficient, coefficientsOf } from "../../feedback/preferences/linear-model.ts";
import type { EpisodePair, FeedbackSource, FinishedEpisode, LabelledPair } from "../../feedback/sources/source.ts";
import { filledRows } from "../../math/filled-rows.ts";
import type { ShownPair } from "./shown-episodes.ts";

/** Choice of the pairs of episodes that a source compares. */
export interface PairQuestions {
  readonly source: FeedbackSource;
  /** Pairs that are asked about. */
  readonly comparisons: number;
  /** Plays the pair of this number; undefined where there is nothing to ask. */
  readonly pair: (k: number) => Promise<ShownPair | undefined>;
  /** Names of the kinds of players that pairs are played by. */
  readonly kinds: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface WorthFeatures {
  readonly spec: NumericSpec;
  /** Names of the features, as they were declared, and where their values are. */
  readonly names: readonly string[];
  readonly features: readonly ChannelReference[];
  readonly ridge: number;
  /** θ of ties that are outcomes of their own. */
  readonly theta?: number | undefined;
}

/** A pair with what the source said of it. */
export interface AnsweredPair {
  readonly pair: EpisodePair;
  /** Names of the players of the first and the second episode. */
  readonly players: readonly [first: string, second: string];
  /** 1 for the first, 0 for the second, or between them. */
  readonly preferred: number;
  /** Number of the tree that both episodes are of; absent where they are of none. */
  readonly tree?: number;
}

export interface PairAnswers {
  readonly answers: readonly AnsweredPair[];
  /** A number for the episodes of each answer: those of several judges on the same two have one, and those on pairs of one tree. */
  readonly shown: Int32Array;
  /** Where the source was told before, what it was told. */
  readonly told?: readonly LabelledPair[];
  /** Answers of the source, and pairs that it was not asked about. */
  readonly asked: number;
  readonly skipped: number;
}

/** Worth of an episode, from its features. */
export interface LearntWorth {
  /** Points for a unit of each feature, in their order. Of pairs, the difference of two worths is the log-odds that the first is preferred. */
  readonly weights: readonly number[];
  /** Of the features that differed at all, with intervals of 95 % over what was judged. */
  readonly coefficients: readonly Coefficient[];
}

/** Asks until the pairs or the source's budget are at their end, or takes what the source was told before. */
export async function askPairs(task: PairQuestions): Promise<PairAnswers> {
  const { source, comparisons, pair: play, kinds, signal } = task;
  if (source.told !== undefined) return { ...earlierAnswers(source.told), asked: source.asked };
  const answers: AnsweredPair[] = [];
  let skipped = 0;
  for (let k = 0; k < comparisons; k++) {
    signal?.throwIfAborted();
    const pair = await play(k);
    if (pair === undefined) {
      skipped += 1;
      continue;
    }
    const preferred = await source.compare(pair);
    if (preferred === undefined) break;
    const [first, second] = pair.kinds;
    const { tree } = pair;
    answers.push({ pair, players: [kinds[first], kinds[second]], preferred, ...(tree === undefined ? {} : { tree }) });
  }
  return { answers, shown: Int32Array.from(answers, ({ tree }, k) => tree ?? k), asked: source.asked, skipped };
}

/** Fits to what was answered. A UserError where a vote that was cast before does not tell a feature. */
export function learntWorth(
  { answers, shown, told }: Pick<PairAnswers, "answers" | "shown" | "told">,
  { spec, names, features, ridge, theta }: WorthFeatures,
): LearntWorth {
  const read = featuresOf(features, spec);
  const differences = new Float64Array(answers.length * names.length);
  for (const [row, { pair }] of answers.entries()) {
    const [one, other] = [read(pair.first), read(pair.second)];
    for (let c = 0; c < names.length; c++) differences[row * names.length + c] = one[c] - other[c];
  }
  if (told !== undefined) refuseUnmeasured(told, differences, names);
  const rows = Int32Array.from(answers.keys());
  const results = Float64Array.from(answers, ({ preferred }) => preferred);
  const table = { columns: names, differences: filledRows(differences, names.length), results, prompts: shown, theta };
  const coefficients = coefficientsOf(table, [...names.keys()], rows, ridge);
  return { weights: weightsOf(names, coefficients), coefficients };
}

/** Points for a unit of each feature; 0 for one that never differed. */
export function weightsOf(names: readonly string[], coefficients: readonly Coefficient[]): number[] {
  const weights = new Map(coefficients.map(({ feature, value, spread }) => [feature, value / spread]));
  return names.map((name) => weights.get(name) ?? 0);
}

function earlierAnswers(votes: readonly LabelledPair[]): Omit<PairAnswers, "asked"> {
  const numbers = new Map<string, number>();
  for (const { shown } of votes) if (!numbers.has(shown)) numbers.set(shown, numbers.size);
  return {
    answers: votes,
    told: votes,
    shown: Int32Array.from(votes, ({ shown }) => numbers.get(shown) ?? 0),
    skipped: 0,
  };
}

/** A UserError where a vote lacks a channel that is learnt from. */
function refuseUnmeasured(votes: readonly LabelledPair[], differences: Float64Array, names: readonly string[]): void {
  const at = differences.findIndex(Number.isNaN);
  if (at < 0) return;
  const [{ place }, name] = [votes[Math.floor(at / names.length)], names[at % names.length]];
  const what = `the vote does not say what its episodes came to in ${name}, of which the reward is learnt`;
  throw new UserError({ code: "no-outcomes", what, where: place, hint: "leave it out of `features`" });
}

/** Values of the features of an episode, mean over agents. */
export function featuresOf(features: readonly ChannelReference[], { agents, channels }: NumericSpec) {
  const n = agents.length;
  return ({ end }: FinishedEpisode): number[] =>
    features.map((feature) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += scopedValue(feature, end.outcomes, i, n, channels.length);
      return sum / n;
    });
}
