// How well the first gradient of each arm points where the outcome's own gradient points, which is measured on many more
// answers: the quality of credit without the noise of training.

import { textSampler } from "../../algorithms/text/completions.ts";
import { fillCredit } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { everyText } from "../../algorithms/text/text-batch.ts";
import type { TextMethod } from "../../algorithms/text/text-method.ts";
import { tokenLoss } from "../../algorithms/text/token-loss.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { cosine } from "../../math/cosine.ts";
import { sizesOf, textContext, type Writer } from "../../study/testbeds/text.ts";
import { armMethod, BATCH, BED, MERIT } from "./credits.ts";

export interface QualityOptions {
  readonly arms: readonly string[];
  /** Batches of 64 answers whose gradients each arm computes, and those of the reference. */
  readonly batches: number;
  readonly references: number;
  readonly seed: number;
}

/** Mean cosine of each arm's gradient of one batch with that of the reference batches, none of which it has seen. */
export function creditQuality(
  { model, parameters }: Writer,
  { arms, batches, references, seed }: QualityOptions,
): Readonly<Record<string, number>> {
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
  for (let batch = 0; batch < batches; batch++) {
    const texts = sampler.write(Random.of(seed, "batch", batch));
    for (const [k, method] of methods.entries()) {
      const gradient = gradientOf(method, texts);
      cosines[k].push(gradient === undefined ? 0 : cosine(gradient, expected));
    }
  }
  sampler.close();
  for (const loss of losses.values()) loss.close();
  return Object.fromEntries(arms.map((name, k) => [name, mean(cosines[k])]));
}
