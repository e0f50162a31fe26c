// The study's world, its evaluation by similarities that are known, and a retriever.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { type Claim, measurement, verdict } from "../../study/claim.ts";
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
  const verdicts = (similarity: readonly number[]) => {
    const seeds = [9101, 9102, 9103].map((seed) => ({
      trading: evaluated("trading", seed, problems, similarity),
      remembering: evaluated("remembering", seed, problems, similarity),
    }));
    const { claims, controls } = evaluationClaims("x", seeds);
    return { claims, controls };
  };
  const told = (one: Claim | undefined) => (one === undefined ? "" : measurement(one));

  test("that are true shows what memory does", () => {
    const { claims, controls } = verdicts(nearest.map((n, k) => n + k / 1000));
    const [gap, , ranking, reasoning, spread] = claims;
    for (const one of [gap, ranking, reasoning, spread]) expect(verdict(one), told(one)).toBe("holds");
    expect(gap.tests[0].figure.value).toBeGreaterThan(0.8);
    expect(controls.map(verdict)).toEqual(["fails"]);
  });

  test("that say nothing shows nothing", () => {
    const { claims } = verdicts(nearest.map((_, k) => (k * 37) % 240));
    expect(verdict(claims[0]), told(claims[0])).toBe("fails");
  });

  test("ranks every solver", () => {
    const { figures } = evaluated("trading", 9101, problems, nearest);
    expect(figures.whole).toHaveLength(SOLVERS);
  });
});

test("the losses have the known values", () => {
  expect(lossEquations().map(verdict)).toEqual(Array(4).fill("holds"));
});

test("a retriever finds codes of unseen problems; the same for a seed", async () => {
  const found = await retrieve({ arm: "InfoNCE", seed: 9001 });
  expect(found.t2c).toBeGreaterThan(0.6);
  expect(found.similarity).toHaveLength(300);
  expect(await retrieve({ arm: "InfoNCE", seed: 9001 })).toEqual(found);
});
