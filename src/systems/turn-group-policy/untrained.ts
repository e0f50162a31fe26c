// What is measured of a warm model without training it: how well the first gradient of each arm points where the outcome's own
// gradient points, which is measured on many more answers; and turn by turn, whether gains tell useful calls from others, which
// only the world knows, and where bounds hold.

import { textSampler } from "../../algorithms/text/completions.ts";
import { fillCredit, groupLearner } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { everyText } from "../../algorithms/text/text-batch.ts";
import type { TextMethod } from "../../algorithms/text/text-method.ts";
import { scorer } from "../../algorithms/text/text-player.ts";
import { tokenLoss } from "../../algorithms/text/token-loss.ts";
import { mostTurns, turnPay, turnsOf } from "../../algorithms/text/turn-credit.ts";
import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { cosine } from "../../math/cosine.ts";
import { sizesOf, textContext, type Writer } from "../../study/testbeds/text.ts";
import { answerLikelihood, informationGains } from "./answer-likelihood.ts";
import { armMethod, BATCH, BED, clipOf, MERIT } from "./credits.ts";

export interface QualityOptions {
  readonly arms: readonly string[];
  /** Batches of 64 answers whose gradients each arm computes, and those of the reference. */
  readonly batches: number;
  readonly references: number;
  readonly seed: number;
}

/** How well an arm's gradients of one batch point. */
export interface Quality {
  /** Mean cosine with the reference; 0 for a batch that gives none. */
  readonly cosine: number;
  /** The same over the batches in which answers to a question differ in their pay: the outcome alone has a gradient in no others. */
  readonly live: number;
}

/**
 * Each arm's gradients of single batches beside that of the reference batches, none of which it has seen. No arm has a number where
 * the references have no gradient, as no answers to a question differ in their pay: there is nothing to point to.
 */
export function creditQuality(
  { model, parameters }: Writer,
  { arms, batches, references, seed }: QualityOptions,
): Readonly<Partial<Record<string, Quality>>> {
  const context = textContext(BED, { channel: "correct" }, seed);
  const sizes = sizesOf({ model, parameters }, context, BATCH);
  // An unbiased estimate of the gradient of the expected pay.
  const reference = groupMethod({ ...BATCH, baseline: "others", scale: "none", average: "longest" }, sizes);
  const methods = arms.map((name) => armMethod(name, sizes, seed));
  const rows = everyText(sizes.rows);
  const sampler = textSampler(context, model, parameters, {
    groups: BATCH.questions,
    group: BATCH.answers,
    further: MERIT,
    watch(moment) {
      for (const method of methods) method.watch?.(moment);
    },
  });
  const losses = new Map<string, ReturnType<typeof tokenLoss>>();

  /** Its objective's form decides which of the compiled losses a method needs. */
  function gradientOf(method: TextMethod, texts: ReturnType<typeof sampler.write>): Float32Array | undefined {
    const lesson = method.teach(texts);
    if (lesson === undefined) return undefined;
    const form = method.objectives.map(({ tables }) => tables.join()).join(";");
    const loss =
      losses.get(form) ?? tokenLoss(model, parameters, rows.length, method.objectives, { divergence: 0, entropy: 0 });
    losses.set(form, loss);
    fillCredit(loss, model, texts, lesson.credit, rows);
    loss.run();
    return loss.gradient;
  }

  const expected = new Float64Array(parameters.flat.length);
  for (let batch = 0; batch < references; batch++) {
    const gradient = gradientOf(reference, sampler.write(Random.of(seed, "reference", batch)));
    for (let k = 0; k < expected.length; k++) expected[k] += gradient?.[k] ?? 0;
  }
  const cosines = arms.map((): number[] => []);
  const live: boolean[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const texts = sampler.write(Random.of(seed, "batch", batch));
    live.push(reference.teach(texts) !== undefined);
    for (const [k, method] of methods.entries()) {
      const gradient = gradientOf(method, texts);
      cosines[k].push(gradient?.some((slope) => slope !== 0) ? cosine(gradient, expected) : 0);
    }
  }
  sampler.close();
  for (const loss of losses.values()) loss.close();
  const quality = (own: readonly number[]): Quality => ({
    cosine: mean(own),
    live: live.includes(true) ? mean(own.filter((_, batch) => live[batch])) : 0,
  });
  const known = expected.some((slope) => slope !== 0);
  return Object.fromEntries(known ? arms.map((name, k) => [name, quality(cosines[k])]) : []);
}

/** Turns are measured that at least so many answers have. */
const FEWEST = 50;

/** Calls of one turn. */
export interface TurnMerit {
  /** Mean gain of those that were of use, and of those that were not. */
  readonly useful: number;
  readonly useless: number;
  /** Chance that a useful call's gain is above a useless one's. */
  readonly area: number;
}

/** By turn, over `answers` answers to different questions, where both kinds of calls occur. */
export function gainMerit({ model, parameters }: Writer, answers: number, seed: number): TurnMerit[] {
  const context = textContext(BED, { channel: "correct" }, seed);
  const most = mostTurns(model.context);
  const { likely, watch } = answerLikelihood(answers, most);
  const sampler = textSampler(context, model, parameters, { groups: answers, group: 1, further: MERIT, watch });
  const texts = sampler.write(Random.of(seed, "merit"));
  sampler.close();
  const turns = turnsOf(texts, most);
  const gains = informationGains(likely, turns);
  const merit = turnPay({ ...texts, pay: texts.further[0] }, most);
  const found: TurnMerit[] = [];
  for (let turn = 0; turn < most; turn++) {
    const places = [...turns.counts.entries()].flatMap(([row, count]) => (turn < count - 1 ? [row * most + turn] : []));
    const gainsOf = (some: readonly number[]) => some.map((place) => gains[place]);
    const useful = places.map((place) => merit[place] > 0);
    const area = areaUnderCurve(gainsOf(places), useful);
    if (places.length < FEWEST || area === null) break;
    const of = (kind: boolean) => mean(gainsOf(places.filter((_, k) => useful[k] === kind)));
    found.push({ useful: of(true), useless: of(false), area });
  }
  return found;
}

/** Batches that are learnt from, one after the other, at the full rate. */
const BATCHES = 8;

/**
 * By turn, the share of turns whose ratio, the geometric mean of their characters', lies beyond its bound on the side to which
 * its advantage pushes, after the four gradient steps of each batch.
 */
export function clipsByTurn(writer: Writer, arm: string, seed: number): number[] {
  const { model } = writer;
  const context = textContext(BED, { channel: "correct" }, seed);
  const sizes = sizesOf(writer, context, BATCH);
  const method = armMethod(arm, sizes, seed);
  const own = writer.parameters.clone();
  const learner = groupLearner(context, model, own, method, { ...BATCH, rise: 1 });
  const score = scorer(model, own, sizes.rows);
  const [low, high] = clipOf(arm);
  const most = mostTurns(model.context);
  const [all, beyond] = [new Float64Array(most), new Float64Array(most)];
  for (let batch = 0; batch < BATCHES; batch++) {
    const { rollouts: texts } = learner.update(context.random.stream("clips", batch));
    const lesson = method.teach(texts);
    if (lesson === undefined) continue;
    const [advantages, widths] = lesson.credit[0].tables;
    const now = score(texts.tokens);
    for (const [row, count] of turnsOf(texts, most).counts.entries()) {
      const written = Array.from({ length: texts.context }, (_, k) => row * texts.context + k).filter(
        (place) => texts.written[place] === 1,
      );
      for (let turn = 0; turn < count; turn++) {
        const places = written.filter((place) => texts.turns[place] === turn);
        if (places.length === 0) continue;
        const moved = places.reduce((sum, k) => sum + now[k] - texts.logProbabilities[k], 0) / places.length;
        const [first] = places;
        const [ratio, width] = [Math.exp(moved), widths[first]];
        all[turn] += 1;
        if (advantages[first] > 0 ? ratio > 1 + high * width : ratio < 1 - low * width) beyond[turn] += 1;
      }
    }
  }
  learner.close();
  score.close();
  return [...beyond.entries()].flatMap(([turn, count]) => (all[turn] >= FEWEST ? [count / all[turn]] : []));
}
