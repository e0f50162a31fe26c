// Parameters of the world of contest problems.

import { z } from "zod";
import { flag, share, whole, wrong } from "../../core/parameters.ts";

/** Programs of a problem of lessons. */
export const PROGRAMS = 12;

export const retrievalParameters = z
  .strictObject({
    lessons: whole(0, 10_000_000, 750).describe("rounds that show a statement and programs that solve its problem"),
    documents: whole(1, PROGRAMS, 8).describe("programs of such a round"),
    statements: whole(0, 10_000_000, 0).describe(
      "rounds after them that show a statement and another of the same problem, in other words or without its story",
    ),
    problems: whole(1, 10_000, 150).describe("problems that lessons are of"),
    shuffled: flag(false).describe("whether programs of lessons are dealt out anew among all problems"),
    ways: whole(1, 20, 2).describe("words for a concept in statements, and as many idioms in programs"),
    story: whole(0, 20, 5).describe("words of a statement that say nothing of the problem"),
    style: whole(0, 20, 10).describe("words of a program that are its author's, and say nothing of the problem"),
    complete: share(1).describe("share of a problem's concepts that show in a program"),
    queries: whole(2, 500, 10).describe("unseen problems, which are ranked for by statement, by program and in brief"),
    programs: whole(2, PROGRAMS, 6).describe(
      "programs of each unseen problem; all of them are candidates, and there are as many old problems",
    ),
    news: whole(1, 3000, 10).describe(
      "new problems that are old ones in other words; as many share 3 or 4 of 5 concepts with an old one, or are unlike all",
    ),
    solvers: whole(0, 20, 6).describe(
      "regressions that have learnt from solved problems what solves a problem, and solve the new ones",
    ),
    familiar: share(1).describe("share of the old problems that they have learnt from; others stand in for the rest"),
    further: whole(0, 1000, 150).describe("other problems that each solver has learnt from beyond the one before it"),
  })
  .refine(
    ({ documents, queries, programs }) => documents <= queries * programs,
    wrong("documents", "must not exceed queries × programs"),
  )
  .refine(
    ({ news, queries, programs }) => 2 * news <= queries * programs,
    wrong("news", "must not exceed half of queries × programs"),
  );

export type RetrievalParameters = z.output<typeof retrievalParameters>;
