// Problems that are like older ones: retrievers that find them, and evaluations that tell memory from reasoning by them.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { evaluationClaims, retrievalClaims, retrieversOf } from "./claims.ts";
import { lossEquations } from "./equations.ts";
import { ARMS, FURTHER_ARMS, measuredOn, retrieving } from "./retrievers.ts";
import { evaluated } from "./solvers.ts";

export const cpret: Study = {
  id: "cpret",
  title: "CPRet: retrieval of similar problems in competitive programming",
  source: "arXiv 2505.12925 (NeurIPS 2025, Datasets and Benchmarks)",
  claim:
    "Models pass more of the problems that are like older ones, and differ less on them; a retriever trained by contrast finds such problems, so that a benchmark can be read without them.",
  claimed:
    "code and duplicate retrieval by two trained retrievers, NDCG@10 70.4 and 60.1; on LiveCodeBench similar problems inflate pass rates and reduce differentiation (no figures in the abstract)",
  seeds: { first: 20_001, short: 5, full: 20 },
  notDone: [
    "Retrievers of billions of parameters, gradient caching, and the published data of problems and codes.",
    "The paper's own bins of similarity: its text was not at hand, and thirds stand in their place.",
  ],
  seenBefore: [
    "Seeds 9001 and 9002: words of a concept, words of stories, width and rate were varied until InfoNCE came near the 0.74 that another code had found. Other losses were looked at before with a rate ten times lower, where none learnt.",
    "Seeds 9001 to 9003: all losses with these settings, and rates of the second stage, of which 0.1 was kept.",
    "Seeds 9001 to 9003: the evaluation by the encoder of the first stage, whose gap of 0.31 [0.19, 0.43] left its claim open. The encoder of the second stage, which the paper made for problems, has claims beside it since then.",
    "Seed 9001: InfoNCE with eight times the steps, so that it reads as many codes. It reached 0.88, where Group-InfoNCE without variance had 0.80; it stands beside the claim of equal steps. Losses that follow an InfoNCE start were seen there too.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full } = context;
  const arms = full ? [...ARMS, ...FURTHER_ARMS] : ARMS;
  const jobs = seeds.flatMap((seed) => arms.map((arm) => ({ arm, seed })));
  const found = await context.all(retrieving, jobs, ({ arm, seed }) => `${arm}, seed ${seed}`);
  const retrievers = retrieversOf(jobs, found);
  const byArm = ({ arm, by }: (typeof EVALUATED)[number]) =>
    evaluationClaims(
      by,
      retrievers.conducts(arm).map(({ similarity }, k) => {
        const problems = measuredOn(seeds[k]);
        return {
          trading: evaluated("trading", seeds[k], problems, similarity),
          remembering: evaluated("remembering", seeds[k], problems, similarity),
        };
      }),
    );
  return combined({ claims: lossEquations() }, ...EVALUATED.map(byArm), retrievalClaims(retrievers));
}

/** Encoders whose similarities evaluations use: the card's, of the first stage, and that of the second, which the paper trains for this. */
const EVALUATED = [
  { arm: "Group without variance", by: "similarity from codes" },
  { arm: "stage 2", by: "similarity from duplicates" },
] as const;
