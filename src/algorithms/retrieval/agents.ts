// Retrievers as agents: they rank candidates by their similarity to a query. One learns it from texts that belong together, by contrast;
// the other counts words.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { adam } from "../../nn/optimiser.ts";
import { encoded, randomEncoder } from "./bag-encoder.ts";
import { bm25, bm25Rows } from "./bm25.ts";
import { type ContrastiveLoss, groupInfoNce, infoNce, multiPositive } from "./contrastive-losses.ts";
import { contrastiveGradient, type Triplet, tripletGradient } from "./contrastive-training.ts";
import { cosineRows, type VectorTable } from "./nearest.ts";

const contrast = z.strictObject({
  width: whole(1, 4096, 64).describe("numbers of a vector"),
  loss: oneOf(["InfoNCE", "multi-positive", "group"], "group").describe(
    "InfoNCE of the first program of a problem; of each program as a positive of its own; or Group-InfoNCE, of their mean similarity",
  ),
  variance: within(0, 1000, 1).describe(
    "v: Group-InfoNCE adds v/τ² times the variance of similarities within a group; 1 in CPRet",
  ),
  temperature: positive(100, 0.4).describe("τ, which similarities are divided by; 0.07 in CPRet"),
  batch: whole(2, 10_000, 25).describe("lessons of a gradient step; other queries of the batch are negatives"),
  rate: positive(10, 0.2).describe("learning rate of Adam"),
  statements: oneOf(["triplets", "as programs", "ignored"], "triplets").describe(
    "how pairs of statements are learnt from: by a triplet loss with the most similar other statement of the batch, by the loss of programs, or not at all",
  ),
  margin: within(0, 2, 0.3).describe("by which cosine a statement of the same problem must be nearer than another"),
  tuning: positive(10, 0.1).describe("learning rate of Adam in pairs of statements"),
});
type Contrast = z.output<typeof contrast>;

const words = z.strictObject({
  k1: within(0, 100, 1.2).describe("how soon further counts of a word add little"),
  b: within(0, 1, 0.75).describe("how much long texts are discounted"),
});

export const retrievers: readonly BoundEntry<AgentPlan>[] = [
  bind({
    id: "retriever/contrast",
    summary: "an encoder of words that learns by contrast which texts belong together, and ranks by cosine",
    source: "InfoNCE (arXiv 1807.03748); Group-InfoNCE and triplets of CPRet (arXiv 2505.12925)",
    parameters: contrast,
    example: { environment: "retrieval/problems", parameters: {} },
    make:
      (options): AgentPlan =>
      ({ spec }) =>
        contrastive(options, placesIn(spec, "retriever/contrast")),
  }),
  bind({
    id: "retriever/bm25",
    summary: "ranks by BM25, the common words of two texts weighed by their rarity; it learns nothing",
    source: "Robertson & Zaragoza, 2009, Foundations and Trends in Information Retrieval 3",
    parameters: words,
    example: { environment: "retrieval/problems", parameters: {} },
    make:
      (options): AgentPlan =>
      ({ spec }) => {
        const at = placesIn(spec, "retriever/bm25");
        const scores = new Float64Array(at.candidates);
        return {
          reset() {},
          act(seen, action) {
            bm25Rows([at.query(seen)], bm25(at.candidateBags(seen), at.words + 1, options))(0, scores);
            action.set(scores.map((score) => Math.min(1, score)));
          },
        };
      },
  }),
];

/** Where an observation has what. Throws a UserError where the world shows no texts to rank. */
function placesIn(spec: NumericSpec, id: string) {
  const [lessonAt, queryAt, candidatesAt, relevantAt] = ["lesson", "query", "candidates", "relevant"].map((name) =>
    fieldOffset(spec, name),
  );
  const query = spec.observation.find(({ name }) => name === "query");
  const relevant = spec.observation.find(({ name }) => name === "relevant");
  if (
    lessonAt === undefined ||
    queryAt === undefined ||
    candidatesAt === undefined ||
    relevantAt === undefined ||
    query === undefined ||
    relevant?.size !== spec.actionSize
  ) {
    const what = `${id} ranks texts, and this world shows none`;
    throw new UserError({ code: "no-texts", what, hint: "retrieval/problems does" });
  }
  const { size: length, high } = query;
  const bagAt = (seen: Float32Array, from: number) =>
    Int32Array.from(seen.subarray(from, from + length).filter(Boolean));
  return {
    words: high,
    candidates: relevant.size,
    lesson: (seen: Float32Array): number => seen[lessonAt],
    query: (seen: Float32Array): Int32Array => bagAt(seen, queryAt),
    /** Words of all candidates, as they stand in the observation. */
    candidatePage: (seen: Float32Array) => seen.subarray(candidatesAt, candidatesAt + relevant.size * length),
    candidateBags: (seen: Float32Array): Int32Array[] =>
      Array.from({ length: relevant.size }, (_, c) => bagAt(seen, candidatesAt + c * length)),
    /** The query of a lesson and what belongs to it. */
    shown: (seen: Float32Array) => ({
      query: bagAt(seen, queryAt),
      documents: Array.from({ length: relevant.size }, (_, c) => c)
        .filter((c) => seen[relevantAt + c] === 1)
        .map((c) => bagAt(seen, candidatesAt + c * length)),
    }),
  };
}

/** A query with what belongs to it. */
type Shown = ReturnType<ReturnType<typeof placesIn>["shown"]>;

const lossOf = ({ loss, temperature, variance }: Contrast): ContrastiveLoss =>
  loss === "group"
    ? groupInfoNce(temperature, variance)
    : loss === "InfoNCE"
      ? infoNce(temperature)
      : multiPositive(temperature);

function contrastive(options: Contrast, at: ReturnType<typeof placesIn>): Agent {
  const loss = lossOf(options);
  const begin = (random: Random) => {
    const encoder = randomEncoder(at.words + 1, options.width, random.stream("encoder"));
    const gradient = new Float32Array(encoder.table.length);
    const [byPrograms, byStatements] = [options.rate, options.tuning].map((rate) => adam(gradient.length, { rate }));
    const batch: Shown[] = [];
    let kind = 0;
    // Many queries are ranked over the same candidates: their vectors are kept until a candidate or a word vector changes.
    let kept: { readonly page: Float32Array; readonly vectors: VectorTable } | undefined;
    const vectorsOf = (seen: Float32Array): VectorTable => {
      const page = at.candidatePage(seen);
      if (kept?.page.every((word, k) => word === page[k])) return kept.vectors;
      kept = { page: page.slice(), vectors: encoded(encoder, at.candidateBags(seen)) };
      return kept.vectors;
    };
    return {
      /** Writes the cosines of the candidates with the query. */
      rank(seen: Float32Array, action: Float64Array): void {
        cosineRows(encoded(encoder, [at.query(seen)]), vectorsOf(seen))(0, action);
      },
      learn(lesson: number, shown: Shown): void {
        if (lesson !== kind) batch.length = 0;
        kind = lesson;
        if (lesson === 2 && options.statements === "ignored") return;
        batch.push(shown);
        if (batch.length < options.batch) return;
        kept = undefined;
        gradient.fill(0);
        const isTriplets = lesson === 2 && options.statements === "triplets";
        if (isTriplets) tripletGradient(encoder, hardTriplets(encoder, batch), options.margin, gradient);
        else {
          const queries = batch.map(({ query }) => query);
          // The first program is the one that InfoNCE reads: the others are left out, which is quicker.
          const documents = batch.flatMap(({ documents: all }) => (options.loss === "InfoNCE" ? all.slice(0, 1) : all));
          contrastiveGradient(encoder, { queries, documents }, loss, gradient);
        }
        (lesson === 2 ? byStatements : byPrograms).step(encoder.table, gradient);
        batch.length = 0;
      },
    };
  };
  let learner: ReturnType<typeof begin> | undefined;
  return {
    reset(random) {
      learner = begin(random);
    },
    act(seen, action) {
      if (learner === undefined) throw new Error("a retriever acts before it is reset");
      action.fill(0);
      const lesson = at.lesson(seen);
      if (lesson !== 0) {
        learner.learn(lesson, at.shown(seen));
        return;
      }
      learner.rank(seen, action);
    },
  };
}

/** Pairs of statements, each with the most similar query of the others. */
function hardTriplets(encoder: Parameters<typeof encoded>[0], batch: readonly Shown[]): Triplet[] {
  const queries = batch.map(({ query }) => query);
  const vectors = encoded(encoder, queries);
  const similarity = cosineRows(vectors, vectors);
  const row = new Float64Array(batch.length);
  return batch.map(({ query, documents }, k) => {
    similarity(k, row);
    row[k] = Number.NEGATIVE_INFINITY;
    return [query, documents[0], queries[row.reduce((best, value, other) => (value > row[best] ? other : best), k)]];
  });
}
