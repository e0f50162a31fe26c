// Retrievers: what they learn of lessons, and worlds that they refuse.

import { describe, expect, test } from "vitest";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat, seatOf } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { bernoulliBandit } from "../../environments/bandits/independent-arms.ts";
import { retrievalProblems } from "../../environments/retrieval/problems.ts";
import { retrievers } from "./agents.ts";

const [contrast, bm25] = retrievers;

/** What a retriever earns in a small world, by task. */
function earned(plan: ReturnType<typeof contrast.make>, parameters: object = {}, seed = 1): Record<string, number> {
  const world = retrievalProblems.make({
    lessons: 600,
    problems: 60,
    ways: 2,
    story: 2,
    style: 2,
    solvers: 0,
    ...parameters,
  });
  return playEpisode(world, [inSeat(world, plan)], Random.of(seed, "environment"), {
    hand: Random.of(seed, "agent"),
    each: (_, { actions }) => expect(actions.every((score) => Math.abs(score) <= 1 + 1e-9)).toBe(true),
  }).sums;
}

describe("a retriever that learns by contrast", () => {
  test.each(["InfoNCE", "multi-positive", "group"])("finds programs of unseen problems by %s", (loss) => {
    const before = earned(contrast.make({ loss }), { lessons: 0 });
    const after = earned(contrast.make({ loss, rate: 0.2 }));
    expect(before.textToCode).toBeLessThan(0.4);
    expect(after.textToCode).toBeGreaterThan(before.textToCode + 0.3);
  });

  test("finds nothing after lessons of shuffled programs", () => {
    expect(earned(contrast.make({ rate: 0.2 }), { shuffled: true }).textToCode).toBeLessThan(0.45);
  });

  test("finds duplicates better after pairs of statements, by triplets or by the loss of programs, unless it ignores them", () => {
    const found = (statements: string, more = 400) =>
      earned(contrast.make({ rate: 0.2, statements }), { statements: more }).duplicates;
    const before = found("triplets", 0);
    expect(found("ignored")).toBe(before);
    for (const way of ["triplets", "as programs"]) expect(found(way)).toBeGreaterThan(before);
  });

  test("is the same for a seed", () => {
    expect(earned(contrast.make())).toEqual(earned(contrast.make()));
  });
});

test("BM25 finds statements by common words, and nothing where a program has none of them", () => {
  const sums = earned(bm25.make(), { lessons: 0, story: 0, style: 0 });
  expect(sums.simplified).toBeGreaterThan(0.6);
  expect(sums.textToCode).toBeLessThan(0.4);
});

test("a world without texts to rank is refused", () => {
  const world = bernoulliBandit.make();
  for (const entry of retrievers)
    expect(problemOf(() => entry.make()(seatOf(world)))).toMatchObject({ code: "no-texts" });
});
