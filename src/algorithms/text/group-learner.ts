// The update that all methods on written texts share: write answers to the same questions, credit every character, and descend
// the loss on all of them.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { RewardMemory } from "../../core/reward-memory.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { adam, type Optimiser } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { checkFinite, type Measures, measureMeans } from "../training-measures.ts";
import { type Completions, copyGroup, emptyRollouts, textSampler, type WriterOptions } from "./completions.ts";
import type { GenerationHook } from "./generation-hook.ts";
import { liveShare, totalPay } from "./group-advantage.ts";
import { TEXT_ADAM } from "./sft.ts";
import { everyText, fillBefore, fillTexts } from "./text-batch.ts";
import type { TextMethod, TokenCredit } from "./text-method.ts";
import { scorer } from "./text-player.ts";
import { type TokenLoss, type TokenLossOptions, tokenLoss } from "./token-loss.ts";
import { outcomeMeasures, writingMeasures } from "./writing-measures.ts";

export interface GroupLearnerOptions extends TokenLossOptions {
  /** Questions of an update, and answers to each. */
  readonly questions: number;
  readonly answers: number;
  /** Learning rate, reached after `rise` gradient steps. */
  readonly rate: number;
  readonly rise: number;
  /** Passes over the answers of an update, and parts of each pass, one gradient step each. */
  readonly epochs: number;
  readonly minibatches: number;
  readonly temperature: number;
  /**
   * Batches that are written in search of groups whose answers were not all paid the same; 1 takes them as they come (DAPO's
   * dynamic sampling, arXiv 2503.14476, with 4).
   */
  readonly tries: number;
}

/** Credit and measures of one update. */
export interface LearntTexts {
  /** Credit by the method; undefined where it skipped the batch. */
  readonly lesson: TokenCredit | undefined;
  readonly measures: Measures;
  /** Means over the gradient steps, which are among the measures too. */
  readonly learning: Measures;
}

/** An update, and what was written in it. */
export interface GroupUpdate extends Omit<LearntTexts, "learning"> {
  readonly rollouts: Completions;
}

/** What was measured of a batch: outcomes, which give way to a method's measures of the same name, and what gives way to none. */
interface Measured {
  readonly outcomes: Measures;
  readonly writing: Measures;
}

/** A batch to learn from, and what was measured of the search for it where there was one. */
interface Written {
  readonly texts: Completions;
  readonly measurement?: Measured;
}

/** A model that learns from groups. */
export type GroupLearner = ReturnType<typeof groupLearner>;

export interface GroupLearnerParts {
  /** Memory of rewards across episodes. */
  readonly memory?: RewardMemory | undefined;
  /** Where the divergence is measured from; default the parameters as they are now. */
  readonly reference?: Parameters;
  /** Called before each character is written. */
  readonly watch?: GenerationHook | undefined;
  /** The world of each row, as in `WriterOptions`. */
  readonly worlds?: WriterOptions["worlds"];
  /** Rewards that the method wants to know of beside the pay. */
  readonly further?: WriterOptions["further"] | undefined;
  /** Moves the parameters; default an optimiser of its own. Learners from two sorts of batches share one. */
  readonly optimiser?: Optimiser | undefined;
  /** Pays for what can be judged only when a batch is written, before the learner learns from it. */
  readonly later?: LaterPay | undefined;
}

/** Changes what written texts were paid. `random` belongs to the batch. */
export type LaterPay = (texts: Completions, random: Random) => void;

/** Adam for a model of `size` numbers, whose rate rises shortly. */
export function groupOptimiser(size: number, { rate, rise }: Pick<GroupLearnerOptions, "rate" | "rise">): Optimiser {
  return adam(size, { ...TEXT_ADAM, rate: (step) => rate * Math.min(1, (step + 1) / rise) });
}

/**
 * Trains `parameters` in place by `method`, which is made for `questions` × `answers` rows. Throws an Error where a method that
 * watches the writing is to learn from groups of several batches, whose rows are others than those that it saw.
 */
export function groupLearner(
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  method: TextMethod,
  p: GroupLearnerOptions,
  {
    memory,
    reference = parameters.clone(),
    watch,
    worlds,
    further,
    optimiser = groupOptimiser(parameters.flat.length, p),
    later,
  }: GroupLearnerParts = {},
) {
  if (method.watch !== undefined && p.tries > 1) throw new Error("a method that watches takes answers as they come");
  const rows = p.questions * p.answers;
  const learns = method.learns ?? rows;
  const size = learns / p.minibatches;
  const room = model.context;
  const { flat } = parameters;
  const sampler = textSampler(context, model, parameters, {
    groups: p.questions,
    group: p.answers,
    temperature: p.temperature,
    memory,
    worlds,
    further,
    watch: both(method.watch, watch),
  });
  const kept =
    p.tries > 1 ? emptyRollouts(rows, p.answers, room, context.spec.channels.length, further?.length) : undefined;
  const loss = tokenLoss(model, parameters, size, method.objectives, p);
  const scores = p.divergence > 0 || method.readsReference === true ? scorer(model, reference, rows) : undefined;
  const order = everyText(learns);
  const together = method.together ?? 1;
  const blocks = everyText(learns / together);

  function batch(random: Random): Completions {
    const texts = sampler.write(random);
    later?.(texts, random.stream("later"));
    return texts;
  }

  function measured(texts: Completions): Measured {
    return { outcomes: outcomeMeasures(texts, context.spec.channels), writing: writingMeasures(texts) };
  }

  /**
   * Texts to learn from: groups that teach nothing are written anew, as often as is allowed. What is measured of the writing is
   * the first batch, since those that were chosen are neither the easiest nor the hardest.
   */
  function search(random: Random, kept: Completions): Written {
    let filled = 0;
    let first: Measured = { outcomes: {}, writing: {} };
    const finish = (batches: number): Written => {
      const { outcomes, writing } = first;
      return { texts: kept, measurement: { outcomes, writing: { ...writing, batches } } };
    };
    for (let tried = 1; ; tried++) {
      const texts = batch(random.stream("try", tried));
      if (tried === 1) first = measured(texts);
      const live = groupsThatTeach(texts);
      for (const group of live.slice(0, p.questions - filled)) copyGroup(texts, group, kept, filled++);
      if (filled === p.questions) return finish(tried);
      if (tried < p.tries) continue;
      const dead = everyText(p.questions).filter((group) => !live.includes(group));
      for (const group of dead.slice(0, p.questions - filled)) copyGroup(texts, group, kept, filled++);
      for (const group of live.slice(0, p.questions - filled)) copyGroup(texts, group, kept, filled++);
      return finish(tried);
    }
  }

  let last: Written | undefined;

  function write(random: Random): Completions {
    last = kept === undefined ? { texts: batch(random) } : search(random, kept);
    return last.texts;
  }

  function learn(random: Random): LearntTexts {
    if (last === undefined) throw new Error("nothing was written to learn from");
    const { texts, measurement = measured(texts) } = last;
    const referenceScores = method.readsReference === true ? scores?.(texts.tokens) : undefined;
    const lesson = method.teach(texts, referenceScores);
    const means = measureMeans();
    if (lesson !== undefined) {
      const anchored = p.divergence > 0 ? (referenceScores ?? scores?.(texts.tokens)) : undefined;
      // In the same order each time, so that going on from a checkpoint is the same.
      for (let k = 0; k < blocks.length; k++) blocks[k] = k;
      for (let epoch = 0; epoch < p.epochs; epoch++) {
        if (p.minibatches > 1) shuffle(blocks, random.stream("order", epoch));
        for (let k = 0; k < learns; k++) {
          const at = blocks[Math.floor(k / together)] * together + (k % together);
          order[k] = lesson.rows?.[at] ?? at;
        }
        for (let part = 0; part < p.minibatches; part++) {
          means.add(descend(texts, lesson.credit, anchored, order.subarray(part * size, (part + 1) * size)));
        }
      }
    }
    const learning = means.means();
    const measures: Measures = {
      ...measurement.outcomes,
      ...learning,
      ...lesson?.measures,
      ...measurement.writing,
      liveGroups: liveShare(totalPay(texts), texts.group),
      skipped: lesson === undefined ? 1 : 0,
    };
    return { lesson, measures, learning };
  }

  /** One gradient step on the rows `chosen`. */
  function descend(
    texts: Completions,
    credit: TokenCredit["credit"],
    reference: Float32Array | undefined,
    chosen: Int32Array,
  ) {
    fillCredit(loss, model, texts, credit, chosen, p.minibatches);
    if (reference !== undefined) fillBefore(reference, room, loss.reference, chosen);
    const measures: Measures = loss.run();
    measures.gradientNorm = optimiser.step(flat, loss.gradient);
    checkFinite(measures, optimiser.state[optimiser.state.length - 1], "a smaller rate keeps it finite");
    return measures;
  }

  return {
    /** The optimiser's moments and number of steps. */
    state: optimiser.state,
    /** The first half of an update, for pay that is known only when all is written: `pay` may be changed before the second. */
    write,
    /** The second half: learns from what was just written. An update takes the same `random` for both. */
    learn,
    /** Writes and learns; what was written stays until the next update. */
    update(random: Random): GroupUpdate & LearntTexts {
      const rollouts = write(random);
      return { rollouts, ...learn(random) };
    },
    close() {
      sampler.close();
      loss.close();
      scores?.close();
    },
  };
}

/** Writes the rows `chosen` of a batch with their credit into a loss, every share times `factor`. */
export function fillCredit(
  loss: TokenLoss,
  model: LanguageModel,
  texts: Completions,
  credit: TokenCredit["credit"],
  chosen: Int32Array,
  factor = 1,
): void {
  fillTexts(texts.tokens, model, loss.texts, chosen);
  fillBefore(texts.logProbabilities, model.context, loss.logProbabilities, chosen);
  for (const [k, { tables, shares }] of credit.entries()) {
    const own = loss.objectives[k];
    for (const [j, table] of tables.entries()) fillBefore(table, model.context, own.tables[j], chosen);
    fillBefore(shares, model.context, own.shares, chosen, factor);
  }
}

/** Two watches as one. */
function both(one: GenerationHook | undefined, other: GenerationHook | undefined): GenerationHook | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (moment) => {
    one(moment);
    other(moment);
  };
}

/** Groups whose rows were not all paid the same. */
function groupsThatTeach(texts: Completions): number[] {
  const pay = totalPay(texts);
  const { group, rows } = texts;
  return [...everyText(rows / group)].filter((g) => liveShare(pay.subarray(g * group, (g + 1) * group), group) > 0);
}
