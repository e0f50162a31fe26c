// `agon preferences`: what a file of text comparisons rewards, before anything is trained on it.

import { UserError, unknownName } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import type { AnnotatorAudit } from "../evaluation/preferences/annotators.ts";
import { encodeNetworkReward } from "../feedback/preferences/network-text-reward.ts";
import { encodeTextReward } from "../feedback/preferences/reward-model.ts";
import { encodeTransformerReward } from "../feedback/preferences/transformer-text-reward.ts";
import {
  type PreferenceFigures,
  preferenceFigures,
  type ReadPreferences,
  readPreferences,
} from "../lab/preferences/preference-file.ts";
import { LINEAR_MODELS, type PreferenceModel, rewardWeights } from "../lab/preferences/preference-models.ts";
import { NETWORK_MODELS, networkWeights } from "../lab/preferences/preference-networks.ts";
import { TRANSFORMER_MODEL, transformerWeights } from "../lab/preferences/preference-transformer.ts";
import type { Flags } from "./commands.ts";
import { answer, bounds, firstRows, interval, number, print, pValue, remark, style, table, whole } from "./output.ts";
import { rowsOf } from "./place.ts";
import { interruptible, watched } from "./progress.ts";

/** Models that give a reward for a single text. */
const MODELS: readonly string[] = [...LINEAR_MODELS, ...NETWORK_MODELS, TRANSFORMER_MODEL];

/** Returns the file of a model's reward as bytes. */
function rewardOf({ table, file }: ReadPreferences, model: string, seed: number): Uint8Array {
  const about = { model, file, pairs: table.counts.judged, prompts: table.counts.prompts };
  const read = { ...about, pairs: table.texts.rows.length };
  const network = NETWORK_MODELS.find((id) => id === model);
  if (network !== undefined) {
    const weights = networkWeights(table, network, seed);
    if (weights !== undefined) return encodeNetworkReward(weights, read);
  } else if (model === TRANSFORMER_MODEL) {
    const weights = transformerWeights(table, seed);
    if (weights !== undefined) return encodeTransformerReward(weights, read);
  } else return encodeTextReward(rewardWeights(table, model), about);
  const what = `holds too few comparisons for the model ${model}`;
  const hint = "give 200 or more, or take --model all";
  throw new UserError({ code: "few-pairs", what, where: file, hint });
}

/** Prints what is learnt from a file of preferences. */
export const preferences = (file: string, flags: Flags<"preferences">): Promise<number> => {
  const { out, model, most, seed } = flags;
  if (!MODELS.includes(model)) throw new UserError({ ...unknownName("model", model, MODELS), where: "--model" });
  const options = { seed, most, transformer: model === TRANSFORMER_MODEL };
  return interruptible(async (signal) => {
    const [figures, bytes] = await watched(signal, async (watch) => {
      const read = await readPreferences(rowsOf(file, flags), { ...options, ...watch });
      const summary = await preferenceFigures(read, { ...options, ...watch });
      return [summary, out === undefined ? undefined : rewardOf(read, model, seed)] as const;
    });
    if (out !== undefined && bytes !== undefined) {
      writing(out, () => writeWhole(out, bytes));
      remark(`wrote ${out}, the reward of the model ${model}; agon reward ${out} serves it`);
    }
    return answer(flags, figures, printFigures);
  }, "stopped");
};

/** Maximum number of weights and annotators that are printed; `--json` has all. */
const MOST = 12;

function printFigures(figures: PreferenceFigures): void {
  const { file, pairs, prompts, counts, train, test, models, cycles, cyclesPossible } = figures;
  print(
    `${style("bold", file)}: ${whole(pairs)} comparisons on ${whole(prompts)} prompts, ${whole(counts.ties)} of them ties`,
    `Models are fitted to ${whole(train)} comparisons and held against ${whole(test)} of other prompts.`,
    "",
    table(
      ["model", "weighs", "right on other prompts", "calibration error", "log loss"],
      models.map((one) => [
        ...[style("bold", one.id), one.meaning, interval({ ...one, mean: one.accuracy, n: test })],
        ...[number(one.calibration), interval(one.logLoss)],
      ]),
      2,
    ),
  );
  for (const model of models) {
    if (model.id === "style") printWeights(model);
    if (model.id === "words") printWords(model);
  }
  const leaning = models.find(({ positionBias }) => positionBias !== null);
  if (leaning !== undefined)
    print(
      "",
      `Standing first changes a text's chance by ${number(leaning.positionBias)} on the mean (model ${style("bold", leaning.id)}).`,
    );
  printAnnotators(figures);
  if (cyclesPossible > 0)
    print(
      "",
      `Preferences run in a ring in ${whole(cycles)} of ${whole(cyclesPossible)} prompts with three texts or more.`,
    );
  printMore(figures);
  remark(...figures.caveats);
}

function printWeights({ id, coefficients }: PreferenceModel): void {
  print(
    "",
    `What predicts a choice (model ${style("bold", id)}): log-odds for a difference of one standard deviation, the surest first`,
    ...firstRows(MOST, ["feature", "weight", "95 %", "p", "one standard deviation"], coefficients, (one) => [
      style("bold", one.feature),
      number(one.value),
      bounds(one),
      pValue(one.p),
      number(one.spread),
    ]),
  );
}

/** Prints the words whose weights differ significantly from 0, corrected for the number of words. */
function printWords({ coefficients }: PreferenceModel): void {
  const sure = coefficients.filter(({ p: left, feature }) => left !== null && left < 0.05 && feature.startsWith("“"));
  const predictors = sure
    .slice(0, MOST)
    .map(({ feature, value }) => `${feature} ${value > 0 ? "+" : "−"}${number(Math.abs(value))}`);
  if (predictors.length > 0) print("", `Words that predict a choice by themselves: ${predictors.join(", ")}`);
}

function printAnnotators({ annotators, agreement }: PreferenceFigures): void {
  if (annotators.length === 0) return;
  const careless = annotators.filter(({ isCareless }) => isCareless);
  const shown = [...careless, ...annotators.filter(({ isCareless }) => !isCareless)];
  const reliability = ({ reliability: own }: AnnotatorAudit) =>
    own === null ? "–" : `${number(own.value)} (${bounds(own)})`;
  print(
    "",
    ...firstRows(
      MOST,
      ["annotator", "comparisons", "agrees with others", "reliability, 1 as all", "chose the first", ""],
      shown,
      (one) => [
        ...[style("bold", one.annotator), whole(one.pairs), interval(one.agreement), reliability(one)],
        ...[one.first === null ? "–" : interval(one.first), one.isCareless ? "careless" : ""],
      ],
    ),
    agreement.comparisons === 0
      ? "No comparison has answers of two annotators."
      : `On ${whole(agreement.comparisons)} comparisons with several answers they agree ${interval(agreement.agreement)}; Krippendorff's alpha is ${number(agreement.alpha)}.`,
  );
}

function printMore({ more }: PreferenceFigures): void {
  if (more === null) return;
  const { model, lastDoubling, nextDoubling, next } = more;
  print(
    "",
    `Twice as many training prompts lowered the log loss of ${model} by ${interval(lastDoubling)}; twice as many again would lower it by about ${interval(nextDoubling)}.`,
  );
  if (next.length === 0) return;
  print(
    "Unjudged rows that would tell most:",
    table(
      ["row", "chance of the first", "information"],
      next.slice(0, MOST).map(({ row, chance, information }) => [String(row + 1), number(chance), number(information)]),
      0,
    ),
  );
}
