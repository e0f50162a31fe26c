// What a model writes: how often it is right, how sure it is of its characters, and what its hidden states span.

import { textSampler } from "../../algorithms/text/completions.ts";
import { Random } from "../../core/random.ts";
import { partialCorrelation, pearson } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { rankDynamics } from "../../math/effective-rank.ts";
import { type Bed, textContext, type Writer } from "../../study/testbeds/text.ts";
import { inAnotherOrder } from "./exact-checks.ts";
import { rankMeter } from "./rank-meter.ts";

/** Characters between two points of the curve. */
export const STRIDE = 2;

/** Numbers of answers, [answers] each. */
interface Answers {
  readonly right: number[];
  readonly lengths: number[];
  /** Means over an answer's characters: entropy in nats, and probability of the likeliest. */
  readonly entropies: number[];
  readonly confidences: number[];
  readonly ranks: number[];
  readonly velocities: number[];
  readonly accelerations: number[];
  /** 1 where an answer is long enough for a curve. */
  readonly curves: number[];
  /** States of an answer's characters in their order; the next call overwrites the result. */
  statesOf(row: number): Float32Array;
}

/** Lets a model answer `groups` questions `group` times each. */
function answersOf(bed: Bed, { model, parameters }: Writer, groups: number, group: number, random: Random): Answers {
  const context = textContext(bed, { channel: "correct" }, 0);
  const { context: room, width, vocabulary } = model;
  const rows = groups * group;
  const meter = rankMeter({ rows, context: room, width }, STRIDE);
  const sure = new Float64Array(rows);
  const sampler = textSampler(context, model, parameters, {
    groups,
    group,
    watch(moment) {
      meter.watch(moment);
      const { row, logits, at } = moment;
      sure[row] += greatestShare(logits, at * vocabulary, vocabulary);
    },
  });
  const texts = sampler.write(random);
  const { ranks, velocities, accelerations, points } = meter.measure(texts);
  const every = Array.from({ length: rows }, (_, row) => row);
  const lengths = every.map((row) => texts.written.subarray(row * room, (row + 1) * room).reduce((a, b) => a + b, 0));
  const entropies = every.map(
    (row) => texts.entropies.subarray(row * room, (row + 1) * room).reduce((a, b) => a + b, 0) / lengths[row],
  );
  const right = [...texts.objective];
  sampler.close();
  return {
    right,
    lengths,
    entropies,
    confidences: every.map((row) => sure[row] / lengths[row]),
    ranks: [...ranks],
    velocities: [...velocities],
    accelerations: [...accelerations],
    curves: [...points].map((count) => (count > 1 ? 1 : 0)),
    statesOf: (row) => meter.statesOf(texts, row),
  };
}

/** Probability of the likeliest of `size` characters. */
function greatestShare(logits: Float32Array, from: number, size: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = from; k < from + size; k++) most = Math.max(most, logits[k]);
  let total = 0;
  for (let k = from; k < from + size; k++) total += Math.exp(logits[k] - most);
  return 1 / total;
}

/** A model by its answers to 200 held-out questions, 16 each. */
export interface Standing {
  readonly passAt1: number;
  readonly passAt16: number;
  readonly length: number;
  readonly entropy: number;
  readonly rank: number;
  readonly velocity: number;
}

const [QUESTIONS, TRIES] = [200, 16];

export function standing(bed: Bed, writer: Writer): Standing {
  const answers = answersOf(bed, writer, QUESTIONS, TRIES, Random.of(0, "held out"));
  const solved = Array.from({ length: QUESTIONS }, (_, question) =>
    answers.right.slice(question * TRIES, (question + 1) * TRIES).some((right) => right === 1) ? 1 : 0,
  );
  return {
    passAt1: mean(answers.right),
    // With as many answers as the k, the unbiased estimate is whether any is right.
    passAt16: mean(solved),
    length: mean(answers.lengths),
    entropy: mean(answers.entropies),
    rank: mean(answers.ranks),
    velocity: mean(answers.velocities),
  };
}

/** How the measures of 512 answers to as many questions go together. */
export interface Couplings {
  /** Of mean entropy and mean greatest probability, and of rank and velocity: as they are, and with length taken out. */
  readonly tokens: number | null;
  readonly tokensAlone: number | null;
  readonly states: number | null;
  readonly statesAlone: number | null;
  /** Of right answers with rank, velocity and acceleration. */
  readonly rightness: readonly (number | null)[];
  /** Share of answers that have a curve. */
  readonly curves: number;
  /** What another order of the states changes: largest change of the rank, mean changes of velocity and acceleration. */
  readonly reordered: Readonly<Record<"rank" | "velocity" | "acceleration", number>>;
}

export function couplings(bed: Bed, writer: Writer, seed: number): Couplings {
  const answers = answersOf(bed, writer, 512, 1, Random.of(seed, "measured"));
  const { entropies, confidences, ranks, velocities, accelerations, lengths, right } = answers;
  const { width } = writer.model;
  const reordered = ranks.map((_, row) =>
    rankDynamics(inAnotherOrder(answers.statesOf(row), width, Random.of(seed, "order", row)), width, STRIDE),
  );
  const changes = (of: readonly number[], key: "rank" | "velocity" | "acceleration") =>
    of.map((value, row) => Math.abs(reordered[row][key] - value));
  return {
    tokens: pearson(entropies, confidences),
    tokensAlone: partialCorrelation(entropies, confidences, lengths),
    states: pearson(ranks, velocities),
    statesAlone: partialCorrelation(ranks, velocities, lengths),
    rightness: [ranks, velocities, accelerations].map((values) => pearson(values, right)),
    curves: mean(answers.curves),
    reordered: {
      rank: Math.max(...changes(ranks, "rank")),
      velocity: mean(changes(velocities, "velocity")),
      acceleration: mean(changes(accelerations, "acceleration")),
    },
  };
}
