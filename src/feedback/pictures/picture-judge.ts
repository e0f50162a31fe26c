// Judges of pictures with several objects: of each object where it lies and how right it is, and how right the layout is. A judge by the parser
// is the upper bound; others are wrong at a stated rate, speak of another picture, or have learnt (`understanding-head.ts`).

import type { Random } from "../../core/random.ts";
import { type CanvasObjects, type TemplateMixture, templateReader } from "../../core/template-mixture.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { PictureJudgement, ScoredBox } from "./reward-map.ts";

/** An object of a picture, by the part that shows it. */
export interface ScoredObject extends ScoredBox {
  readonly object: number;
}

/** What a judge says of one picture. */
export interface ObjectJudgement extends PictureJudgement {
  readonly objects: readonly ScoredObject[];
}

/** Pictures [rows × size], and what was to be drawn, [rows × observationSize], as a world shows it. */
export interface CaptionedPictures {
  readonly rows: number;
  readonly pictures: Float32Array;
  readonly captions: Float32Array;
}

/** Judges pictures. A function that returns objects with boxes and scores, and a layout score, is one. */
export type PictureJudge = (shown: CaptionedPictures, random: Random) => ObjectJudgement[];

export type ObjectMixture = TemplateMixture & { readonly objects: CanvasObjects };

/** Chances that part `token` of picture `row` shows what is wanted, and that it lies where it is wanted: [rows × tokens × 2]. */
export type ObjectChances = (shown: CaptionedPictures, random: Random) => Float32Array | Float64Array;

/** The caption of a picture, [observationSize]. */
export const captionOf = ({ captions, rows }: CaptionedPictures, row: number): Float32Array =>
  captions.subarray((row * captions.length) / rows, ((row + 1) * captions.length) / rows);

/**
 * A judge by chances. Boxes are those of the nearest templates. An object scores 2p − 1 with the chance p that it is as wanted; the layout
 * scores 2q − 1 with the mean chance q, over parts with an object drawn or wanted, that it lies as wanted.
 */
export function judgeBy(mixture: ObjectMixture, chances: ObjectChances): PictureJudge {
  const { tokens, size, objects } = mixture;
  const nearest = templateReader(mixture);
  return (shown, random) => {
    const said = chances(shown, random);
    return Array.from({ length: shown.rows }, (_, row) => {
      const scored: ScoredObject[] = [];
      let [placed, counted] = [0, 0];
      for (let token = 0; token < tokens; token++) {
        const at = row * tokens + token;
        const box = objects.box(nearest(shown.pictures, at * size).template);
        if (box !== undefined) scored.push({ object: token, box, score: 2 * said[2 * at] - 1 });
        else if (!objects.isWanted(captionOf(shown, row), token)) continue;
        placed += said[2 * at + 1];
        counted += 1;
      }
      return { objects: scored, layout: counted === 0 ? 1 : (2 * placed) / counted - 1 };
    });
  };
}

/** 1 or 0, by the nearest template. */
export function exactChances({ objects, ...mixture }: ObjectMixture): ObjectChances {
  const { tokens, size } = mixture;
  const nearest = templateReader(mixture);
  return (shown) => {
    const said = new Float64Array(2 * shown.rows * tokens);
    for (let at = 0; at < shown.rows * tokens; at++) {
      const [caption, token] = [captionOf(shown, Math.floor(at / tokens)), at % tokens];
      const { template } = nearest(shown.pictures, at * size);
      said[2 * at] = objects.isAsWanted(caption, token, template) ? 1 : 0;
      said[2 * at + 1] = objects.liesAsWanted(caption, token, template) ? 1 : 0;
    }
    return said;
  };
}

/** `chances` of which each is turned over, p to 1 − p, with probability 1 − `accuracy`. */
export const mistakenChances =
  (chances: ObjectChances, accuracy: number): ObjectChances =>
  (shown, random) =>
    chances(shown, random).map((p) => (random.uniform() < accuracy ? p : 1 - p));

/** `chances` of another picture each: those of a batch are shuffled. */
export const permutedChances =
  (chances: ObjectChances): ObjectChances =>
  (shown, random) => {
    const said = chances(shown, random);
    const width = said.length / shown.rows;
    const order = Array.from({ length: shown.rows }, (_, row) => row);
    shuffle(order, random);
    return Float64Array.from(
      { length: said.length },
      (_, k) => said[order[Math.floor(k / width)] * width + (k % width)],
    );
  };
