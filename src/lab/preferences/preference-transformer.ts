// The transformer that is fitted to a file of preferences, where it is asked for: it reads what texts say.

import { Random } from "../../core/random.ts";
import { rewardMargins } from "../../feedback/preferences/network-reward.ts";
import { learntPieces, pieceReader, pieceRows, vocabularyOf } from "../../feedback/preferences/text-pieces.ts";
import { fitTransformerReward } from "../../feedback/preferences/transformer-reward.ts";
import type { TransformerTextWeights } from "../../feedback/preferences/transformer-text-reward.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import type { PairTable } from "./pair-table.ts";
import { type Halves, heldFigures, type PreferenceModel } from "./preference-models.ts";
import { comparedTexts, FEWEST } from "./preference-networks.ts";

export const TRANSFORMER_MODEL = "transformer";

/** Pieces of the longest prompt and answer that are read; longer ones are cut. */
export const MOST_READ_PIECES = 128;

/** The transformer, held against other prompts, and how many texts are cut for it; undefined where comparisons are few. */
export interface TransformerFigures {
  readonly model: PreferenceModel;
  readonly cut: number;
  readonly texts: number;
}

/** Fits the transformer, and holds it against other prompts. `tick` is called before the fit. */
export async function transformerFigures(
  table: PairTable,
  { train, test }: Halves,
  seed: number,
  tick: (doing: string) => Promise<void>,
): Promise<TransformerFigures | undefined> {
  const [fitted, held] = [train, test].map((rows) => rows.filter((row) => table.texts.first[row] >= 0));
  if (fitted.length < FEWEST) return undefined;
  await tick(`fitting ${TRANSFORMER_MODEL}`);
  const { reward, compared, cut } = fittedTransformer(table, fitted, seed);
  const model: PreferenceModel = {
    ...{ id: TRANSFORMER_MODEL, meaning: "the text itself, piece by piece", ridge: null, positionBias: null },
    coefficients: [],
    ...heldFigures({
      chances: rewardMargins(reward, compared, held).map((margin) => preferenceProbability(margin)),
      results: Float64Array.from(held, (row) => table.results[row]),
      prompts: Int32Array.from(held, (row) => table.prompts[row]),
    }),
  };
  return { model, cut, texts: table.texts.written.length };
}

/** A transformer that is fitted to all comparisons whose texts are read; undefined where they are too few. */
export function transformerWeights(table: PairTable, seed: number): TransformerTextWeights | undefined {
  const { rows } = table.texts;
  if (rows.length < FEWEST) return undefined;
  const { reward, pieces } = fittedTransformer(table, rows, seed);
  return { pieces, network: reward };
}

/** Pieces are learnt from the texts of the same comparisons. */
function fittedTransformer(table: PairTable, rows: Int32Array, seed: number) {
  const { written, first, second } = table.texts;
  const own = new Set(Array.from(rows, (row) => [first[row], second[row]]).flat());
  const pieces = learntPieces([...own].flatMap((place) => [written[place].prompt, written[place].text]));
  const read = pieceReader(pieces, MOST_READ_PIECES);
  const texts = written.map(({ prompt, text }) => read(prompt, text));
  // No wider than the longest of them, in fours, in which arrays are computed fastest.
  const room = 4 * Math.ceil(texts.reduce((most, { numbers }) => Math.max(most, numbers.length), 1) / 4);
  const compared = { ...comparedTexts(table), width: room, features: pieceRows(texts, room) };
  const random = Random.of(seed, "preferences", TRANSFORMER_MODEL);
  const reward = fitTransformerReward(compared, rows, { vocabulary: vocabularyOf(pieces) }, random);
  return { reward, compared, pieces, cut: texts.filter(({ isCut }) => isCut).length };
}
