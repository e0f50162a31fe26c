// A small transformer that learns answers by heart, then that some have changed, from traces of feedback on other keys.

import { imitation } from "../../algorithms/text/sft.ts";
import { Random } from "../../core/random.ts";
import { masked } from "../../feedback/loops/masking.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { ANSWERS, distances, explained, KEYS, type KeyWorld, written } from "./keys.ts";
import { recalled, type Solver, solverOf } from "./solver.ts";
import { answerTokens, asking, distanceTokens, ROOM, reflecting, SHORT_ROOM, VOCABULARY } from "./words.ts";

/** Some 40,000 parameters, most of them of words. */
const SIZES = { vocabulary: VOCABULARY, width: 32, layers: 1, heads: 4 };
/** Gradient steps of learning by heart, at most, until `KNOWN` of keys are recalled; looked at so often. */
const HEART = { steps: 1500, texts: 64, rate: 8e-3, every: 50 };
const KNOWN = 0.9;
/** Gradient steps on traces, beside rehearsal. */
const TRACES = { steps: 1000, texts: 48, rate: 4e-3 };
/** Shares of texts of the second part: traces of feedback, comparisons of two answers; the rest is rehearsal. */
const MIX = { traces: 0.4, comparisons: 0.4 };
/** Shares of critiques in traces: "wrong", with the answer said; the rest says distances behind a mask. */
const CRITIQUES = { wrong: 0.15, open: 0.15 };

/** Share of traces in which the wrong answer is what the solver remembers. */
const REMEMBERED = 0.5;

export interface TrainedSolver {
  readonly solver: Solver;
  /** Share of keys recalled, after learning by heart and in the end. */
  readonly recall: readonly [before: number, after: number];
  /** Gradient steps of learning by heart. */
  readonly steps: number;
}

/** Trains a solver that has seen feedback on this share of the keys that may be shown with it. */
export function trainedSolver(world: KeyWorld, share: number, seed: number, signal?: AbortSignal): TrainedSolver {
  const random = Random.of(seed, "solver");
  const total = world.weights.reduce((a, b) => a + b, 0);
  const chances = Float64Array.from(world.weights, (weight) => weight / total);
  const rehearsal = (luck: Random): Shown => {
    const key = drawAt(chances, 0, KEYS, luck);
    return [asking(key, []), answerTokens(world.old[key])];
  };
  const { learned, recall: before, steps } = byHeart(world, rehearsal, random, signal);
  const model = transformer({ ...SIZES, context: ROOM });
  const parameters = new Parameters(model.shapes);
  model.initialise(parameters, random.stream("weights"));
  // What was learned in short texts goes on in long ones, whose further places are new.
  for (const [k, tensor] of learned.views().entries()) parameters.view(k).set(tensor);
  const solver = solverOf({ model, parameters });
  const traced = world.shown.slice(0, Math.round(share * world.shown.length));
  const mixed = (luck: Random): Shown => {
    const which = luck.uniform();
    if (which < MIX.traces && traced.length > 0) return trace(world, traced[luck.integer(traced.length)], luck);
    if (which < MIX.traces + MIX.comparisons) return compared(luck);
    return rehearsal(luck);
  };
  const second = imitation(model, parameters, TRACES, batches(TRACES.texts, ROOM, mixed), random.stream("traces"));
  for (let step = 0; step < TRACES.steps; step++) {
    second.step();
    signal?.throwIfAborted();
  }
  second.close();
  return { solver, recall: [before, recalled(solver, world.old)], steps };
}

/** Learns all keys by heart, in texts of a key and an answer. */
function byHeart(world: KeyWorld, rehearsal: (luck: Random) => Shown, random: Random, signal?: AbortSignal) {
  const model = transformer({ ...SIZES, context: SHORT_ROOM });
  const learned = new Parameters(model.shapes);
  model.initialise(learned, random.stream("weights"));
  const solver = solverOf({ model, parameters: learned });
  const draw = batches(HEART.texts, SHORT_ROOM, rehearsal);
  const heart = imitation(model, learned, HEART, draw, random.stream("heart"));
  let [steps, recall] = [0, 0];
  while (steps < HEART.steps && recall < KNOWN) {
    for (let k = 0; k < HEART.every; k++, steps++) heart.step();
    recall = recalled(solver, world.old);
    signal?.throwIfAborted();
  }
  heart.close();
  solver.close();
  return { learned, recall, steps };
}

/** What is read, and what is to be written after it. */
type Shown = readonly [read: readonly number[], write: readonly number[]];

function batches(texts: number, room: number, draw: (random: Random) => Shown) {
  const tokens = new Int32Array(texts * room);
  const marks = new Uint8Array(texts * room);
  return (random: Random) => {
    tokens.fill(0);
    marks.fill(0);
    for (let text = 0; text < texts; text++) {
      const [read, write] = draw(random.stream("text", text));
      tokens.set([...read, ...write], text * room);
      marks.fill(1, text * room + read.length, text * room + read.length + write.length);
    }
    return { tokens, written: marks };
  };
}

/** Two different answers, compared. */
function compared(luck: Random): Shown {
  const truth = luck.integer(ANSWERS);
  const answer = otherThan(truth, luck);
  return [reflecting(answer, truth), distanceTokens(distances(answer, truth))];
}

const otherThan = (answer: number, luck: Random): number => (answer + 1 + luck.integer(ANSWERS - 1)) % ANSWERS;

/**
 * A key with a wrong answer, what is remembered or any other, feedback on it, and the right one. What is right is drawn for each trace:
 * were it always the same, a hundred keys would be learned by heart, and feedback not be read.
 */
function trace({ old }: KeyWorld, key: number, luck: Random): Shown {
  const answer = luck.uniform() < REMEMBERED ? old[key] : luck.integer(ANSWERS);
  const right = otherThan(answer, luck);
  const text = explained(right, distances(answer, right));
  const which = luck.uniform();
  const critique = which < CRITIQUES.wrong ? "wrong" : which < CRITIQUES.wrong + CRITIQUES.open ? text : undefined;
  return [asking(key, [{ answer, critique: critique ?? masked(text, [written(right)]) }]), answerTokens(right)];
}
