// The update that group-relative methods share: write answers to the same questions, give every character its credit, and
// descend the clipped loss on all of them.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { RewardMemory } from "../../core/reward-memory.ts";
import { shuffle } from "../../math/shuffle.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import { networkProgram } from "../../nn/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { checkFinite, type Measures, measureMeans } from "../training-measures.ts";
import {
  type AVERAGES,
  type CreditOptions,
  characterShares,
  groupAdvantages,
  liveShare,
  spread,
  totalPay,
} from "./group-credit.ts";
import { everyText, fillBefore, fillTexts, nextScores, textShapes } from "./text-batch.ts";
import { type TextRollouts, writers } from "./text-rollouts.ts";
import { type TokenLossOptions, tokenLoss } from "./token-loss.ts";
import { TEXT_ADAM } from "./warm-up.ts";

export interface GroupLearnerOptions extends TokenLossOptions, CreditOptions {
  /** Questions of an update, and answers to each. */
  readonly questions: number;
  readonly answers: number;
  /** Learning rate, reached after `rise` gradient steps. */
  readonly rate: number;
  readonly rise: number;
  /** Passes over the answers of an update, and parts of each pass, one gradient step each. */
  readonly epochs: number;
  readonly minibatches: number;
  readonly average: (typeof AVERAGES)[number];
  readonly temperature: number;
}

/** A model that learns from groups. */
export interface GroupLearner {
  /** Writes and learns; what was written stays until the next update. */
  update(random: Random): { readonly rollouts: TextRollouts; readonly measures: Measures };
  /** The optimiser's moments and number of steps. */
  readonly state: Float32Array;
  close(): void;
}

/** Trains `parameters` in place; the divergence is measured from `reference`, by default from the parameters as they are now. */
export function groupLearner(
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  p: GroupLearnerOptions,
  memory?: RewardMemory,
  reference: Parameters = parameters.clone(),
): GroupLearner {
  const { horizon } = context.spec;
  const rows = p.questions * p.answers;
  const size = rows / p.minibatches;
  const room = model.context;
  const { flat } = parameters;
  const hands = writers(
    context,
    model,
    parameters,
    { groups: p.questions, group: p.answers, temperature: p.temperature },
    memory,
  );
  const loss = tokenLoss(model, parameters, size, p);
  const scores = p.divergence > 0 ? scorer(model, reference, rows) : undefined;
  const optimiser = adam(flat.length, { ...TEXT_ADAM, rate: (step) => p.rate * Math.min(1, (step + 1) / p.rise) });
  const advantages = new Float32Array(rows * room);
  const shares = new Float32Array(rows * room);
  const order = everyText(rows);

  /** One gradient step on the rows `chosen`. */
  function descend(rollouts: TextRollouts, referenceScores: Float32Array | undefined, chosen: Int32Array): Measures {
    const [texts, next, advantage, logProbability, referenceScore, share] = loss.data;
    fillTexts(rollouts.tokens, model, [texts, next], chosen);
    fillBefore(advantages, room, advantage, chosen);
    fillBefore(rollouts.logProbabilities, room, logProbability, chosen);
    if (referenceScores !== undefined) fillBefore(referenceScores, room, referenceScore, chosen);
    fillBefore(shares, room, share, chosen, p.minibatches);
    const measures: Measures = loss.run();
    measures.gradientNorm = optimiser.step(flat, loss.gradient);
    checkFinite(measures, optimiser.state[optimiser.state.length - 1], "a smaller rate keeps it finite");
    return measures;
  }

  return {
    state: optimiser.state,
    update(random) {
      const rollouts = hands.write(random);
      const pay = totalPay(rollouts);
      spread(groupAdvantages(pay, p.answers, p), rollouts, advantages);
      characterShares(rollouts, p.average, horizon, shares);
      const referenceScores = scores?.(rollouts.tokens);
      const means = measureMeans();
      // In the same order each time, so that going on from a checkpoint is the same.
      for (let row = 0; row < rows; row++) order[row] = row;
      for (let epoch = 0; epoch < p.epochs; epoch++) {
        if (p.minibatches > 1) shuffle(order, random.stream("order", epoch));
        for (let part = 0; part < p.minibatches; part++) {
          means.add(descend(rollouts, referenceScores, order.subarray(part * size, (part + 1) * size)));
        }
      }
      return { rollouts, measures: { ...means.means(), ...writingMeasures(rollouts, pay, p.answers) } };
    },
    close() {
      hands.close();
      loss.close();
      scores?.close();
    },
  };
}

/** Logarithms of the probabilities of written texts under other parameters, as a table [rows × context]. */
export interface Scorer {
  (tokens: Int32Array): Float32Array;
  close(): void;
}

/** Scores `texts` texts under `parameters` as they are at each call. */
export function scorer(model: LanguageModel, parameters: Parameters, texts: number): Scorer {
  const { run, data, close } = networkProgram(
    [parameters],
    ([weights], [tokens, next]) => {
      const { logProbability, entropy } = nextScores(model, weights, tokens, next, texts);
      entropy.dispose();
      return [logProbability];
    },
    textShapes(model, texts),
  );
  const every = everyText(texts);
  const table = new Float32Array(texts * model.context);
  const score = (tokens: Int32Array): Float32Array => {
    fillTexts(tokens, model, data, every);
    const [places] = run();
    // A place speaks of the character after it.
    for (let k = 0; k < table.length; k++) table[k] = k % model.context === 0 ? 0 : places[k - 1];
    return table;
  };
  return Object.assign(score, { close });
}

/** What a batch of answers was like. */
function writingMeasures(rollouts: TextRollouts, pay: Float64Array, group: number): Measures {
  const { rows, written, entropies, objective } = rollouts;
  let characters = 0;
  let entropy = 0;
  for (let k = 0; k < written.length; k++) {
    characters += written[k];
    entropy += entropies[k];
  }
  const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / rows;
  return {
    pay: mean(pay),
    objective: mean(objective),
    episodeSteps: characters / rows,
    entropy: entropy / characters,
    liveGroups: liveShare(pay, group),
  };
}
