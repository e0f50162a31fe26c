// What answers that a pay likes and that are worth less have in common, beside the answers that are wanted: length, format, tone, words.

import { wordsOf } from "../../core/words.ts";
import { wilson } from "../../evaluation/statistics/interval.ts";
import { PICTURE_CHANNELS, pictureChannels } from "../../feedback/pictures/picture-channels.ts";
import { TEXT_FEATURES, wordCounts, writeFeatures } from "../../feedback/preferences/text-features.ts";
import type { PictureFiles } from "../text-rewards/picture-files.ts";

/** Answers to one prompt: the one that is paid best, and the one that is wanted most. */
export interface PromptTexts {
  readonly prompt: string;
  readonly paid: string;
  readonly wanted: string;
}

/** What the better paid answers share. */
export interface TextCluster {
  /** In words: `longer`, `more hedges`, `says “of course”`. */
  readonly shares: string;
  /** Prompts on which it is so, on which it is the other way round, and all that were compared. */
  readonly prompts: number;
  readonly opposite: number;
  readonly of: number;
}

/** Clusters, and those that each pair of texts is in. */
export interface ClusteredTexts {
  readonly clusters: readonly TextCluster[];
  readonly shares: readonly (readonly string[])[];
}

/** Clusters of features, and of words, that are told at most. */
const MOST = 8;
/** Pairs of texts that a word must tell apart, at least. */
const RAREST = 5;
/** Chance that one is told where there is none, over all that are looked at. */
const ERROR = 0.05;

interface Sign {
  readonly shares: string;
  readonly reversed: string;
  /** 1 where the paid answer has more of it, −1 where the wanted one has. */
  readonly signs: Int8Array;
}

/** Finds what differs between the texts in one direction more often than chance would have it: a sign test, corrected for all that is tried. */
export const clustered = (pairs: readonly PromptTexts[]): ClusteredTexts =>
  bySigns(pairs, [featureSigns(pairs), wordSigns(pairs)]);

/** As `clustered`, of pictures whose paths the texts are: by what they are like. */
export const clusteredPictures = (pairs: readonly PromptTexts[], pictures: PictureFiles): ClusteredTexts =>
  bySigns(pairs, [pictureSigns(pairs, pictures)]);

function bySigns(pairs: readonly PromptTexts[], kinds: readonly (readonly Sign[])[]): ClusteredTexts {
  const confidence = 1 - ERROR / kinds.flat().length;
  const found = kinds.flatMap((kind) =>
    kind
      .flatMap(({ shares, reversed, signs }) => {
        const count = (sign: number) => signs.reduce((sum, own) => sum + (own === sign ? 1 : 0), 0);
        const [more, less] = [count(1), count(-1)];
        const sign = more >= less ? 1 : -1;
        const [prompts, opposite] = [Math.max(more, less), Math.min(more, less)];
        const { low } = wilson(prompts, prompts + opposite, confidence);
        if (!((low ?? 0) > 0.5)) return [];
        return [{ shares: sign > 0 ? shares : reversed, prompts, opposite, of: pairs.length, signs, sign }];
      })
      .sort(
        (a, b) =>
          b.prompts - b.opposite - (a.prompts - a.opposite) || b.sign - a.sign || (a.shares < b.shares ? -1 : 1),
      )
      .slice(0, MOST),
  );
  return {
    clusters: found.map(({ signs: _, sign: __, ...cluster }) => cluster),
    shares: pairs.map((_, k) => found.flatMap(({ shares, signs, sign }) => (signs[k] === sign ? [shares] : []))),
  };
}

function featureSigns(pairs: readonly PromptTexts[]): Sign[] {
  const [paidRow, wantedRow] = [new Float64Array(TEXT_FEATURES.length), new Float64Array(TEXT_FEATURES.length)];
  const all = TEXT_FEATURES.map(({ name }) => ({ ...inWords(name), signs: new Int8Array(pairs.length) }));
  for (const [k, { prompt, paid, wanted }] of pairs.entries()) {
    const asked = new Set(wordsOf(prompt));
    writeFeatures(paid, wordCounts(wordsOf(paid), asked), paidRow);
    writeFeatures(wanted, wordCounts(wordsOf(wanted), asked), wantedRow);
    for (const [at, { signs }] of all.entries()) signs[k] = Math.sign(paidRow[at] - wantedRow[at]);
  }
  return all;
}

function pictureSigns(pairs: readonly PromptTexts[], pictures: PictureFiles): Sign[] {
  const all = PICTURE_CHANNELS.map((name) => ({ name, ...inWords(name), signs: new Int8Array(pairs.length) }));
  for (const [k, { paid, wanted }] of pairs.entries()) {
    const [own, other] = [paid, wanted].map((file) => pictureChannels(pictures.picture(file)));
    for (const { name, signs } of all) signs[k] = Math.sign(own[name] - other[name]);
  }
  return all;
}

function inWords(feature: string): Pick<Sign, "shares" | "reversed"> {
  if (feature === "length") return { shares: "longer", reversed: "shorter" };
  return { shares: `more ${feature}`, reversed: `${/s( of|$)/.test(feature) ? "fewer" : "less"} ${feature}` };
}

function wordSigns(pairs: readonly PromptTexts[]): Sign[] {
  const byWord = new Map<string, number[]>();
  const add = (word: string, place: number): void => {
    const places = byWord.get(word);
    if (places === undefined) byWord.set(word, [place]);
    else places.push(place);
  };
  for (const [k, { paid, wanted }] of pairs.entries()) {
    const [own, other] = [new Set(wordsOf(paid)), new Set(wordsOf(wanted))];
    // A place from 1, below 0 where the wanted answer has the word.
    for (const word of own) if (!other.has(word)) add(word, k + 1);
    for (const word of other) if (!own.has(word)) add(word, -k - 1);
  }
  return [...byWord]
    .filter(([, places]) => places.length >= RAREST)
    .map(([word, places]) => {
      const signs = new Int8Array(pairs.length);
      for (const place of places) signs[Math.abs(place) - 1] = Math.sign(place);
      return { shares: `says “${word}”`, reversed: `lacks “${word}”`, signs };
    });
}
