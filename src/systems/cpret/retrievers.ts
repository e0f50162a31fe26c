// Retrievers that are trained on statements and codes by the losses of the paper, and what each finds for unseen problems.

import { Random } from "../../core/random.ts";
import { encoded, randomEncoder, type TrainableEncoder } from "../../evaluation/similarity/bag-encoder.ts";
import { bm25, bm25Rows } from "../../evaluation/similarity/bm25.ts";
import {
  type ContrastiveLoss,
  groupInfoNce,
  infoNce,
  multiPositive,
} from "../../evaluation/similarity/contrastive-losses.ts";
import {
  type ContrastiveBatch,
  type ContrastiveOptions,
  type Triplet,
  trainByContrast,
  trainByTriplets,
} from "../../evaluation/similarity/contrastive-training.ts";
import { cosineRows, type SimilarityRows } from "../../evaluation/similarity/nearest.ts";
import { drawDistinct, shuffle } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import {
  benchmark,
  type ContestProblem,
  code,
  fresh,
  mainPart,
  type NewProblem,
  shared,
  simplified,
  told,
  WORDS,
} from "./problems.ts";
import { retrievalQuality } from "./retrieval-measures.ts";

/** Of the card: 150 problems to learn from with 12 codes each, 100 unseen ones; temperature and steps from scratch. */
const PROBLEMS = 150;
const CODES = 12;
const UNSEEN = 100;
const TEMPERATURE = 0.1;
const STEPS = 600;
/** The encoder's width; problems of a step, and codes of each where the loss reads more than one; Adam's rate. */
const WIDTH = 64;
const BATCH = 24;
const CODES_OF_A_STEP = 8;
const RATE = 0.2;
/** The benchmark: old problems, and new ones of each kind. */
const OLD = 400;
const OF_A_KIND = 100;
/** Stage 2: duplicates of each problem, pairs of a simplified statement and a full one, candidates for a negative, Adam's rate. */
const DUPLICATES = 4;
const SIMPLIFIED = 1000;
const NEGATIVES = 20;
const RATE_OF_STAGE_2 = 0.1;
/** Steps after a start of InfoNCE, with the card's temperature for them. */
const TUNED_TEMPERATURE = 0.07;
const TUNED_STEPS = 200;
const TUNED_RATE = 0.02;

/** How a retriever is trained. */
interface Recipe {
  readonly loss: ContrastiveLoss;
  /** Codes of a problem in a step. */
  readonly codes: number;
  readonly steps?: number;
  /** Codes are dealt out anew among all problems. */
  readonly shuffled?: true;
  /** The loss of steps that follow, with `CODES_OF_A_STEP` codes. */
  readonly tuned?: ContrastiveLoss;
  /** Whether triplets of statements follow. */
  readonly triplets?: true;
}

const recipe = (loss: ContrastiveLoss, more: Partial<Recipe> = {}): Recipe => ({
  loss,
  codes: CODES_OF_A_STEP,
  ...more,
});
const one = (more: Partial<Recipe> = {}) => recipe(infoNce(TEMPERATURE), { codes: 1, ...more });
const group = (variance: number, more: Partial<Recipe> = {}) => recipe(groupInfoNce(TEMPERATURE, variance), more);

/** From scratch with equal steps; InfoNCE that reads as many codes as the others; the grouped one with codes shuffled, and with the second stage after it. */
export const ARMS = [
  ...(["InfoNCE", "multi-positive", "Group without variance", "Group with variance"] as const),
  ...(["Group with variance × 0.1", "Group with variance × 0.01"] as const),
  ...(["InfoNCE, as many codes", "shuffled codes", "stage 2"] as const),
] as const;

/** Of the long form: losses that follow a start of InfoNCE at a lower temperature. */
export const FURTHER_ARMS = [
  ...(["tuned: InfoNCE", "tuned: multi-positive", "tuned: Group without variance"] as const),
  ...(["tuned: Group with variance", "tuned: Group with variance × 0.01"] as const),
] as const;
export type Arm = (typeof ARMS)[number] | (typeof FURTHER_ARMS)[number];

const RECIPES: Readonly<Record<Arm, Recipe>> = {
  InfoNCE: one(),
  "multi-positive": recipe(multiPositive(TEMPERATURE)),
  "Group without variance": group(0),
  "Group with variance": group(1),
  "Group with variance × 0.1": group(0.1),
  "Group with variance × 0.01": group(0.01),
  "shuffled codes": group(0, { shuffled: true }),
  "stage 2": group(0, { triplets: true }),
  "InfoNCE, as many codes": one({ steps: STEPS * CODES_OF_A_STEP }),
  "tuned: InfoNCE": one({ tuned: infoNce(TUNED_TEMPERATURE) }),
  "tuned: multi-positive": one({ tuned: multiPositive(TUNED_TEMPERATURE) }),
  "tuned: Group without variance": one({ tuned: groupInfoNce(TUNED_TEMPERATURE, 0) }),
  "tuned: Group with variance": one({ tuned: groupInfoNce(TUNED_TEMPERATURE) }),
  "tuned: Group with variance × 0.01": one({ tuned: groupInfoNce(TUNED_TEMPERATURE, 0.01) }),
};

export interface RetrieverJob {
  readonly arm: Arm;
  readonly seed: number;
}

/** NDCG@10 of a retriever on what it has not seen. */
export interface Retrieval {
  /** A statement finds its codes. */
  readonly t2c: number;
  /** A code finds the other codes of its problem. */
  readonly c2c: number;
  /** A duplicate finds its old problem. */
  readonly p2dup: number;
  /** A simplified statement finds the full one. */
  readonly s2full: number;
  /** What BM25 makes of the duplicates. */
  readonly bm25: number;
  /** Largest similarity of each new problem to an old one, [new]. */
  readonly similarity: number[];
}

/** The problems that a seed's solvers and retrievers are measured on. */
export const measuredOn = (seed: number): { old: ContestProblem[]; benchmark: NewProblem[] } =>
  benchmark(OLD, OF_A_KIND, Random.of(seed, "cpret", "benchmark"));

/** Trains an arm's retriever and measures it. */
export async function retrieve({ arm, seed }: RetrieverJob): Promise<Retrieval> {
  const random = Random.of(seed, "cpret");
  const problems = fresh(PROBLEMS, 4, random.stream("problems"));
  const codes = codesOf(problems, random.stream("codes"));
  const { loss, codes: read, steps = STEPS, shuffled, tuned, triplets }: Recipe = RECIPES[arm];
  if (shuffled) {
    const all = codes.flat();
    shuffle(all, random.stream("shuffle"));
    for (const [k, own] of codes.entries()) own.splice(0, CODES, ...all.slice(k * CODES, (k + 1) * CODES));
  }
  const encoder = randomEncoder(WORDS, WIDTH, random.stream("encoder"));
  const train = (name: string, codesOfAStep: number, options: ContrastiveOptions) =>
    trainByContrast(encoder, batches(problems, codes, codesOfAStep, random.stream(name)), options);
  train("batches", read, { loss, steps, rate: RATE });
  if (tuned) train("tuning", CODES_OF_A_STEP, { loss: tuned, steps: TUNED_STEPS, rate: TUNED_RATE });
  if (triplets) stage2(encoder, problems, random.stream("stage 2"));
  return measured(encoder, seed);
}

export const retrieving = studyJob(import.meta.url, retrieve);

const codesOf = (problems: readonly ContestProblem[], random: Random): Int32Array[][] =>
  problems.map(({ concepts }) => Array.from({ length: CODES }, () => code(concepts, random)));

/** Problems of a step with some of their codes; the query is the whole statement or its main part. */
function batches(
  problems: readonly ContestProblem[],
  codes: readonly (readonly Int32Array[])[],
  codesOfAStep: number,
  random: Random,
): () => ContrastiveBatch {
  const [even, evenCodes] = [problems.map(() => 1), codes[0].map(() => 1)];
  return () => {
    const taken = drawDistinct(even, BATCH, random);
    return {
      queries: taken.map((k) => (random.uniform() < 0.5 ? problems[k].statement : mainPart(problems[k]))),
      documents: taken.flatMap((k) => drawDistinct(evenCodes, codesOfAStep, random).map((p) => codes[k][p])),
    };
  };
}

/** One epoch of triplets; the negative is the most similar of some statements of other problems. */
function stage2(encoder: TrainableEncoder, problems: readonly ContestProblem[], random: Random): void {
  const statements = vectors(
    encoder,
    problems.map(({ statement }) => statement),
  );
  const similarity = cosineRows(statements, statements);
  const row = new Float64Array(problems.length);
  const hard = (k: number): Int32Array => {
    similarity(k, row);
    const others = drawDistinct(
      row.map(() => 1),
      NEGATIVES,
      random,
    ).filter((other) => other !== k);
    return problems[others.reduce((a, b) => (row[b] > row[a] ? b : a))].statement;
  };
  const triplets: Triplet[] = [];
  for (const [k, { concepts, statement }] of problems.entries())
    for (let d = 0; d < DUPLICATES; d++) triplets.push([statement, told(concepts, random).statement, hard(k)]);
  for (let pair = 0; pair < SIMPLIFIED; pair++) {
    const k = random.integer(problems.length);
    triplets.push([simplified(problems[k].concepts, random), problems[k].statement, hard(k)]);
  }
  trainByTriplets(encoder, triplets, { rate: RATE_OF_STAGE_2 }, random);
}

const vectors = (encoder: TrainableEncoder, bags: readonly Int32Array[]) => encoded(encoder, bags);

function measured(encoder: TrainableEncoder, seed: number): Retrieval {
  const random = Random.of(seed, "cpret", "unseen");
  const unseen = fresh(UNSEEN, 4, random.stream("problems"));
  const codes = codesOf(unseen, random.stream("codes")).flat();
  const owner = codes.map((_, k) => Math.floor(k / CODES));
  const { old, benchmark: tested } = measuredOn(seed);
  const duplicates = tested.filter(({ kind }) => kind === "duplicate");
  const same = (a: ContestProblem, b: ContestProblem) => (shared(a.concepts, b.concepts) === a.concepts.length ? 1 : 0);
  const rows = (queries: readonly Int32Array[], candidates: readonly Int32Array[]) =>
    cosineRows(vectors(encoder, queries), vectors(encoder, candidates));
  const [statements, before] = [unseen, old].map((problems) => problems.map(({ statement }) => statement));
  const short = unseen.map(({ concepts }) => simplified(concepts, random));
  const paraphrases = duplicates.map(({ statement }) => statement);
  const quality = (
    similarity: SimilarityRows,
    gain: (query: number, candidate: number) => number,
    sizes: [number, number],
  ) => retrievalQuality(similarity, ...sizes, gain).ndcg;
  // The first code of each problem looks for the others. It does not find itself: it comes last.
  const firsts = unseen.map((_, k) => codes[k * CODES]);
  const codeRows = rows(firsts, codes);
  const others: SimilarityRows = (query, into) => {
    codeRows(query, into);
    into[query * CODES] = Number.NEGATIVE_INFINITY;
  };
  const duplicate = (query: number, k: number) => same(duplicates[query], old[k]);
  const words = bm25Rows(paraphrases, bm25(before, WORDS));
  const row = new Float64Array(OLD);
  const toOld = rows(
    tested.map(({ statement }) => statement),
    before,
  );
  return {
    t2c: quality(rows(statements, codes), (query, k) => (owner[k] === query ? 1 : 0), [UNSEEN, codes.length]),
    c2c: quality(others, (query, k) => (owner[k] === query && k !== query * CODES ? 1 : 0), [UNSEEN, codes.length]),
    p2dup: quality(rows(paraphrases, before), duplicate, [paraphrases.length, OLD]),
    s2full: quality(rows(short, statements), (query, k) => (query === k ? 1 : 0), [UNSEEN, UNSEEN]),
    bm25: quality(words, duplicate, [paraphrases.length, OLD]),
    similarity: tested.map((_, k) => {
      toOld(k, row);
      return row.reduce((a, b) => Math.max(a, b));
    }),
  };
}
