// Where bounds hold: how many turns of a batch have moved beyond theirs when the batch has been learnt from, by their number.

import { groupLearner } from "../../algorithms/text/group-learner.ts";
import { scorer } from "../../algorithms/text/text-scorer.ts";
import { mostTurns, turnsOf } from "../../algorithms/text/turn-credit.ts";
import { sizesOf, textContext, type Writer } from "../../study/testbeds/text.ts";
import { armMethod, BATCH, BED, clipOf } from "./arms.ts";

/** Batches that are learnt from, one after the other, at the full rate. */
const BATCHES = 8;

/**
 * By turn, the share of turns whose ratio, the geometric mean of their characters', lies beyond its bound on the side to which
 * its advantage pushes, after the four gradient steps of each batch. Of turns that at least 50 answers have.
 */
export function clipsByTurn({ model, parameters }: Writer, arm: string, seed: number): number[] {
  const context = textContext(BED, { channel: "correct" }, seed);
  const sizes = sizesOf({ model, parameters }, context, BATCH);
  const method = armMethod(arm, sizes, seed);
  const own = parameters.clone();
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
    const { counts } = turnsOf(texts, most);
    for (const [row, count] of counts.entries()) {
      for (let turn = 0; turn < count; turn++) {
        const places = [];
        for (let k = row * texts.context; k < (row + 1) * texts.context; k++) {
          if (texts.written[k] === 1 && texts.turns[k] === turn) places.push(k);
        }
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
  return [...beyond.entries()].flatMap(([turn, count]) => (all[turn] >= 50 ? [count / all[turn]] : []));
}
