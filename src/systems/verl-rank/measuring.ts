// What a model writes: how often it is right, how sure it is of its characters, and what its hidden states span.

import { textSampler } from "../../algorithms/text/completions.ts";
import { Random } from "../../core/random.ts";
import { partialCorrelation, pearson } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { curveDynamics, type RankDynamics, rankDynamics } from "../../math/effective-rank.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type Bed, textContext, type Writer } from "../../study/testbeds/text.ts";
import { rankMeter } from "./rank-meter.ts";

/** Characters between two points of the curve. */
export const STRIDE = 2;

/** One answer in numbers. */
interface Answer extends RankDynamics {
  readonly right: number;
  readonly length: number;
  /** Means over its characters: entropy in nats, and probability of the likeliest. */
  readonly entropy: number;
  readonly confidence: number;
}

/** Lets a model answer `groups` questions `group` times each. */
function answersOf(bed: Bed, { model, parameters }: Writer, groups: number, group: number, random: Random) {
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
      sure[row] += greatestShare(logits.subarray(at * vocabulary, (at + 1) * vocabulary));
    },
  });
  const texts = sampler.write(random);
  sampler.close();
  const answers = meter.measure(texts).map((dynamics, row): Answer => {
    const [from, to] = [row * room, (row + 1) * room];
    const length = texts.written.subarray(from, to).reduce((a, b) => a + b, 0);
    return {
      ...dynamics,
      right: texts.objective[row],
      length,
      entropy: texts.entropies.subarray(from, to).reduce((a, b) => a + b, 0) / length,
      confidence: sure[row] / length,
    };
  });
  return {
    /** A number of each answer. */
    all: (key: keyof Answer) => answers.map((answer) => answer[key]),
    /** States of an answer's characters in their order; the next call overwrites the result. */
    statesOf: (row: number) => meter.statesOf(texts, row),
  };
}

/** Probability of the likeliest character. */
function greatestShare(logits: Float32Array): number {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return 1 / logits.reduce((total, logit) => total + Math.exp(logit - most), 0);
}

/** A model by its answers to 200 held-out questions, 16 each: means over answers. */
export interface WrittenAnswers {
  readonly passAt1: number;
  /** Share of questions of which one of the answers is right. */
  readonly passAt16: number;
  readonly length: number;
  readonly entropy: number;
  readonly rank: number;
  readonly velocity: number;
}

const [QUESTIONS, TRIES] = [200, 16];

export function writtenAnswers(bed: Bed, writer: Writer): WrittenAnswers {
  const { all } = answersOf(bed, writer, QUESTIONS, TRIES, Random.of(0, "held out"));
  const right = all("right");
  const solved = Array.from({ length: QUESTIONS }, (_, question) =>
    Math.max(...right.slice(question * TRIES, (question + 1) * TRIES)),
  );
  return {
    passAt1: mean(right),
    passAt16: mean(solved),
    length: mean(all("length")),
    entropy: mean(all("entropy")),
    rank: mean(all("rank")),
    velocity: mean(all("velocity")),
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
  readonly reordered: Readonly<Record<(typeof DYNAMICS)[number], number>>;
}

const DYNAMICS = ["rank", "velocity", "acceleration"] as const;

export function couplings(bed: Bed, writer: Writer, seed: number): Couplings {
  const { all, statesOf } = answersOf(bed, writer, 512, 1, Random.of(seed, "measured"));
  const [tokens, states] = [[all("entropy"), all("confidence")] as const, [all("rank"), all("velocity")] as const];
  const reordered = all("rank").map((_, row) => {
    const { width } = writer.model;
    return rankDynamics(inAnotherOrder(statesOf(row), width, Random.of(seed, "order", row)), width, STRIDE);
  });
  const changes = (key: (typeof DYNAMICS)[number]) =>
    all(key).map((value, row) => Math.abs(reordered[row][key] - value));
  return {
    tokens: pearson(...tokens),
    tokensAlone: partialCorrelation(...tokens, all("length")),
    states: pearson(...states),
    statesAlone: partialCorrelation(...states, all("length")),
    rightness: DYNAMICS.map((key) => pearson(all(key), all("right"))),
    curves: mean(all("points").map((points) => (points > 1 ? 1 : 0))),
    reordered: {
      rank: Math.max(...changes("rank")),
      velocity: mean(changes("velocity")),
      acceleration: mean(changes("acceleration")),
    },
  };
}

/** The same states, [… × width], in an order that is drawn. */
function inAnotherOrder(states: ArrayLike<number>, width: number, random: Random): Float64Array {
  const order = Array.from({ length: states.length / width }, (_, k) => k);
  shuffle(order, random);
  return Float64Array.from(states, (_, k) => states[order[Math.floor(k / width)] * width + (k % width)]);
}

/**
 * Correlation of a curve's last point with its velocity when its steps are independent with one variance. Velocity is a sum of the
 * points, hence of the steps with weights W_i (the velocity of a curve that steps up by 1 at i): ΣW_i/√(K·ΣW_i²), which tends
 * to (1/4)/√(2/27) = 0.919 for long curves.
 */
export function independentSteps(points: number): number {
  let [sum, squares] = [0, 0];
  for (let step = 0; step < points; step++) {
    const { velocity } = curveDynamics(Float64Array.from({ length: points }, (_, j) => (j >= step ? 1 : 0)));
    sum += velocity;
    squares += velocity ** 2;
  }
  return sum / Math.sqrt(points * squares);
}
