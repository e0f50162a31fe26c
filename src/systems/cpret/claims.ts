// What retrievers and evaluations by similarity show: claims with their bounds, controls, tables.

import type { Tercile, TercileFigures } from "../../evaluation/similarity/terciles.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { above, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison, gathered } from "../../study/comparison.ts";
import { difference, meanShare, ratioOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARMS, type Arm, FURTHER_ARMS, type Retrieval, type RetrieverJob } from "./retrievers.ts";
import { type Evaluation, type Population, SOLVERS } from "./solvers.ts";

const SHARES = ["t2c", "c2c", "p2dup", "s2full", "bm25"] as const;

/** Retrievers on all seeds. */
export const retrieversOf = (jobs: readonly RetrieverJob[], found: readonly Retrieval[]) =>
  gathered<Arm, Retrieval>(jobs, found, { shares: SHARES });
type Retrievers = ReturnType<typeof retrieversOf>;

/** Losses, the second stage, and what needs them. */
export function retrievalClaims(retrievers: Retrievers): StudyResult {
  const { less, mean, values, conducts } = retrievers;
  const [base, stage2] = ["Group without variance", "stage 2"] as const;
  const shown = [...ARMS, ...FURTHER_ARMS].filter((arm) => conducts(arm).length > 0);
  const beyond = (arm: Arm) => difference(values(arm, "p2dup"), values(arm, "bm25"), 0.95, [0, 1]);
  return {
    claims: [
      claim(
        "Group-InfoNCE without its variance term finds codes of unseen problems better than InfoNCE after equal steps: NDCG@10",
        [
          is(less(base, "InfoNCE", "t2c"), atLeast(0.01)),
          beside("less InfoNCE that reads as many codes", less(base, "InfoNCE, as many codes", "t2c")),
          beside("Group with variance less InfoNCE", less("Group with variance", "InfoNCE", "t2c")),
        ],
      ),
      claim("triplets of duplicates raise the NDCG@10 of duplicates", [
        is(less(stage2, base, "p2dup"), atLeast(0.05)),
        beside("of codes", less(stage2, base, "t2c")),
      ]),
      claim("the trained encoder finds duplicates that are told in other words better than BM25: NDCG@10", [
        is(beyond(base), atLeast(0.1)),
        beside("after triplets", beyond(stage2)),
      ]),
    ],
    controls: [
      control(
        "an encoder that learnt from codes shuffled among problems finds codes: NDCG@10, 0.01 by chance",
        is(mean("shuffled codes", "t2c"), atLeast(0.03)),
      ),
    ],
    tables: [
      retrievers.table("NDCG@10 of each retriever on what it has not seen", shown, {
        "statement to codes": "t2c",
        "code to codes": "c2c",
        "duplicate to old problem": "p2dup",
        "simplified to full": "s2full",
      }),
      table("NDCG@10 of BM25", { BM25: { "duplicate to old problem": mean("InfoNCE", "bm25") } }),
    ],
  };
}

/** A seed's evaluations of both populations. */
export type Evaluations = Readonly<Record<Population, Evaluation>>;

const POPULATIONS = ["trading", "remembering"] as const;
const TERCILES = ["least similar", "middle", "most similar"] as const;
const NAMES = Array.from({ length: SOLVERS }, (_, k) =>
  k === 0 ? "memoriser" : k === SOLVERS - 1 ? "reasoner" : `${k}/${SOLVERS - 1} reasoning`,
);

/** Pass rates by similarity, as the encoder that `by` names tells it. */
export function evaluationClaims(by: string, seeds: readonly Evaluations[]): StudyResult {
  const { values } = comparison<Population, Evaluation>(seeds);
  const share = (population: Population, read: (one: Evaluation) => number) => meanShare(values(population, read));
  const signed = (population: Population, read: (one: Evaluation) => number) =>
    sampled(values(population, read), 0.95, [-1, 1]);
  const gapOf = (solver: number) => signed("trading", ({ figures }) => numberIn(figures.gaps[solver]));
  const spread = (tercile: number) => (one: Evaluation) => numberIn(one.figures.terciles[tercile].spread);
  const shrink = (population: Population) => ratioOf(values(population, spread(2)), values(population, spread(0)));
  const remembered = claim(
    `${by}: the memoriser passes more of the third most similar to older problems than of the least similar third`,
    is(gapOf(0), atLeast(0.3)),
  );
  const shuffled = signed("trading", ({ shuffledGap }) => shuffledGap);
  return {
    claims: [
      remembered,
      claim(
        `${by}: the reasoner passes as many of the most similar third as of the least similar one`,
        is(gapOf(SOLVERS - 1), within(-0.1, 0.1)),
      ),
      claim(
        `${by}: where solvers trade reasoning against memory, all problems rank them otherwise than the least similar third (Kendall's τ)`,
        is(
          signed("trading", ({ figures }) => numberIn(figures.agreement)),
          atMost(0.8),
        ),
      ),
      claim(
        `${by}: the least similar third ranks solvers by their share of reasoning (Kendall's τ)`,
        is(
          signed("trading", ({ byReasoning }) => byReasoning),
          atLeast(0.85),
        ),
      ),
      claim(
        `${by}: where all solvers remember, they differ less on the most similar third (ratio of standard deviations to the least similar)`,
        [is(shrink("remembering"), atMost(0.8)), beside("where they trade", shrink("trading"))],
      ),
    ],
    controls: [
      control(
        `${by}: shuffled similarities part what the memoriser passes`,
        [is(shuffled, above(0.1), "gap"), is(shuffled, below(-0.1), "gap")],
        { needs: "any", of: remembered },
      ),
    ],
    tables: POPULATIONS.map((population) =>
      table(`${by}: pass rates by similarity, ${TOLD[population]}`, [
        ...NAMES.map(
          (name, solver) =>
            [
              name,
              ratesOf(
                population,
                ({ models }) => models[solver],
                ({ whole }) => whole[solver],
              ),
            ] as const,
        ),
        ["all solvers", ratesOf(population, ({ passRate }) => passRate)] as const,
        ["standard deviation between solvers", ratesOf(population, ({ spread: one }) => one)] as const,
        [
          "all solvers, most similar less least similar",
          {
            all: signed(population, ({ figures }) => numberIn(figures.gap)),
            "at equal difficulty": signed(population, ({ figures }) => numberIn(figures.gapAtEqualDifficulty)),
          },
        ],
      ]),
    ),
  };

  function ratesOf(
    population: Population,
    part: (tercile: Tercile) => Estimate,
    whole?: (figures: TercileFigures) => Estimate,
  ) {
    const cells = TERCILES.map((name, k) => [
      name,
      share(population, ({ figures }) => numberIn(part(figures.terciles[k]))),
    ]);
    return {
      ...Object.fromEntries(cells),
      ...(whole && { all: share(population, ({ figures }) => numberIn(whole(figures))) }),
    };
  }
}

const numberIn = (estimate: Estimate | undefined): number => estimate?.mean ?? Number.NaN;
const TOLD = {
  trading: "solvers that trade reasoning against memory",
  remembering: "solvers that all remember",
} as const satisfies Record<Population, string>;
