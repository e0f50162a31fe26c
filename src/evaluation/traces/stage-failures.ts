// Which stage of a pipeline fails, how often, and which pairs of outputs follow from labels of stages.

import { grouped } from "../../core/grouped.ts";
import type { StageLabel } from "../../core/stage-label.ts";
import { type Estimate, wilson } from "../statistics/interval.ts";

/** How often one stage fails. Intervals (95 %) take labels for independent. */
export interface StageFailures {
  readonly stage: string;
  /** Outputs with a label; several labels of one are one each. */
  readonly labelled: number;
  /** Share of them that are wrong. */
  readonly wrong: Estimate;
  /** The same where no earlier stage of the answer is wrong: what the stage does by itself. Null without answers. */
  readonly alone: Estimate;
  /** Share of wrong answers of which it is the first wrong stage. Null without answers. */
  readonly first: Estimate;
  /** Pairs of outputs that follow. */
  readonly pairs: number;
}

/** Two outputs of a stage for one prompt, as trainers read them. */
export interface StagePair {
  readonly prompt: string;
  readonly chosen: string;
  readonly rejected: string;
  /** Name of the stage. */
  readonly kind: string;
}

/** What labels of stages say. */
export interface PipelineFailures {
  /** In the order in which the file first names them. */
  readonly stages: readonly StageFailures[];
  /** Answers, and those with a wrong stage; 0 where the file names none. */
  readonly answers: number;
  readonly failed: number;
  /** Outputs of which as many labels say right as wrong; they make no pair. */
  readonly disputed: number;
  readonly pairs: readonly StagePair[];
}

const NONE: Estimate = { mean: null, low: null, high: null, n: 0 };

/** Computes failures of stages, and pairs. A stage of an answer with several labels is wrong where one says so. */
export function pipelineFailures(labels: readonly StageLabel[]): PipelineFailures {
  const order = [...new Set(labels.map(({ stage }) => stage))];
  const rank = new Map(order.map((stage, k) => [stage, k]));
  const answers = grouped(labels, ({ answer }) => (answer === "" ? undefined : answer));
  /** Place of the first wrong stage of each answer; none where it has none. */
  const broken = new Map<string, number>();
  for (const { answer, stage, isRight } of labels) {
    if (answer === "" || isRight) continue;
    broken.set(answer, Math.min(rank.get(stage) ?? 0, broken.get(answer) ?? Number.POSITIVE_INFINITY));
  }
  const { pairs, disputed } = stagePairs(labels);
  const share = (of: readonly StageLabel[]): Estimate => wilson(of.filter(({ isRight }) => !isRight).length, of.length);
  const stages = order.map((stage, k): StageFailures => {
    const own = labels.filter((label) => label.stage === stage);
    const whole = own.filter(({ answer }) => answer !== "" && (broken.get(answer) ?? k) >= k);
    const firsts = [...broken.values()].filter((place) => place === k).length;
    return {
      stage,
      labelled: own.length,
      wrong: share(own),
      alone: answers.size === 0 ? NONE : share(whole),
      first: answers.size === 0 ? NONE : wilson(firsts, broken.size),
      pairs: pairs.filter(({ kind }) => kind === stage).length,
    };
  });
  return { stages, answers: answers.size, failed: broken.size, disputed, pairs };
}

/**
 * Pairs of outputs of one stage for one prompt: a right one before a wrong one, by the majority of labels, each used at least once and as
 * seldom as that allows; and a correction before the output that it corrects. No pair stands twice.
 */
function stagePairs(labels: readonly StageLabel[]): Pick<PipelineFailures, "pairs" | "disputed"> {
  const pairs = new Map<string, StagePair>();
  const add = (pair: StagePair) => pairs.set(JSON.stringify(pair), pair);
  let disputed = 0;
  const prompts = grouped(labels, ({ stage, query, context }) =>
    JSON.stringify([stage, context === "" ? query : context]),
  );
  for (const own of prompts.values()) {
    const [{ stage: kind, query, context }] = own;
    const prompt = context === "" ? query : context;
    const votes = new Map<string, number>();
    for (const { output, isRight } of own) votes.set(output, (votes.get(output) ?? 0) + (isRight ? 1 : -1));
    const [right, wrong] = [1, -1].map((sign) => [...votes].filter(([, sum]) => sum * sign > 0).map(([text]) => text));
    disputed += votes.size - right.length - wrong.length;
    const most = right.length === 0 || wrong.length === 0 ? 0 : Math.max(right.length, wrong.length);
    for (let k = 0; k < most; k++)
      add({ prompt, chosen: right[k % right.length], rejected: wrong[k % wrong.length], kind });
    for (const { edited, output } of own)
      if (edited !== "" && edited !== output) add({ prompt, chosen: edited, rejected: output, kind });
  }
  return { pairs: [...pairs.values()], disputed };
}
