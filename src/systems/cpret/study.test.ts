// The study's world, its evaluation by similarities that are known, and a retriever.

import { describe, expect, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { evaluationClaims } from "./claims.ts";
import { lossEquations } from "./equations.ts";
import { benchmark, mainPart, shared, simplified } from "./problems.ts";
import { retrieve } from "./retrievers.ts";
import { evaluated, SOLVERS } from "./solvers.ts";

const problems = benchmark(240, 80, Random.of(9101, "test"));
const nearest = problems.benchmark.map(({ concepts }) =>
  Math.max(...problems.old.map((one) => shared(one.concepts, concepts))),
);

describe("problems", () => {
  test("duplicates share all concepts with an old problem, related ones 3 or 4, fresh ones at most 2", () => {
    const of = (kind: string) => new Set(nearest.filter((_, k) => problems.benchmark[k].kind === kind));
    expect(of("duplicate")).toEqual(new Set([5]));
    expect(of("related")).toEqual(new Set([3, 4]));
    expect(Math.max(...of("fresh"))).toBeLessThanOrEqual(2);
    expect(new Set(problems.old.map(({ concepts }) => concepts.join())).size).toBe(240);
  });

  test("the main part is a word for each concept", () => {
    const [{ concepts }] = problems.old;
    const word = (bag: Int32Array) => Array.from(bag, (one) => Math.floor(one / 3));
    expect(word(mainPart(problems.old[0]))).toEqual([...concepts]);
    expect(word(simplified(concepts, Random.of(1, "test")))).toEqual([...concepts]);
  });
});

describe("an evaluation by similarities", () => {
  const judged = (similarity: readonly number[]) => {
    const of = (kind: Parameters<typeof evaluated>[0], seed: number) => evaluated(kind, seed, problems, similarity);
    const seeds = [9101, 9102, 9103].map((seed) => ({
      trading: of("trading", seed),
      remembering: of("remembering", seed),
    }));
    return evaluationClaims("x", seeds);
  };

  test("that are true shows what memory does", () => {
    const { claims, controls } = judged(nearest.map((n, k) => n + k / 1000));
    const [gap, , ranking, reasoning, spread] = claims;
    expect(unmet({ claims: [gap, ranking, reasoning, spread] })).toEqual([]);
    expect(gap.tests[0].figure.value).toBeGreaterThan(0.8);
    expect(verdicts(controls)).toBe("fails");
  });

  test("that say nothing shows nothing", () => {
    expect(verdicts(judged(nearest.map((_, k) => (k * 37) % 240)).claims)).toMatch(/^fails/);
  });

  test("ranks every solver", () => {
    const { figures } = evaluated("trading", 9101, problems, nearest);
    expect(figures.whole).toHaveLength(SOLVERS);
  });
});

test("the losses have the known values", () => {
  expect(verdicts(lossEquations())).toBe("holds holds holds holds");
});

test("a retriever finds codes of unseen problems; the same for a seed", async () => {
  const found = await retrieve({ arm: "InfoNCE", seed: 9001 });
  expect(found.t2c).toBeGreaterThan(0.6);
  expect(found.similarity).toHaveLength(300);
  expect(await retrieve({ arm: "InfoNCE", seed: 9001 })).toEqual(found);
});
