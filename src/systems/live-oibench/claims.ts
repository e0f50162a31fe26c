// What the synthetic olympiad shows: claims with their bounds, controls, tables.

import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { difference, meanShare, sampled, share } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import type { BehaviourFigures } from "./behaviours.ts";
import { ABILITIES, DISCRIMINATIONS, RATINGS, SAMPLES, type Series, trueRating } from "./contests.ts";
import { LEVELS } from "./family.ts";
import { type JudgedFamily, TASK, WEAK } from "./judged-tasks.ts";
import { allOrNothing, fullScore, type TestResult, taskScore } from "./task.ts";

const NAMES = ABILITIES.map((ability) => `θ = ${ability.toFixed(2).replace("-", "−")}`);
const percentile = (values: readonly number[]) => sampled(values, 0.95, [0, 100]);

/** Judging: programs that must not pass, weak tests, stored answers, budgets. */
export function judgingClaims(judged: readonly JudgedFamily[]): StudyResult {
  const wrong = judged.flatMap(({ results }) => results.slice(0, -1));
  const best = judged.map(({ results }) => results[results.length - 1]);
  const all = (results: readonly TestResult[]) => results.every(({ status }) => status === "accepted");
  const accepted = (lists: readonly (readonly TestResult[])[]) => share(lists.filter(all).length, lists.length);
  const weak = (lists: readonly (readonly TestResult[])[]) => lists.map((results) => results.slice(0, WEAK));
  const points = (lists: readonly (readonly TestResult[])[]) =>
    mean(lists.map((results) => taskScore(TASK, results) / fullScore(TASK)));
  const spent = judged.flatMap(({ results }) =>
    results.flatMap((tests) =>
      TASK.subtasks
        .filter((subtask) => subtask.tests.some((test) => tests[test].status === "time limit"))
        .map((subtask) => taskScore({ subtasks: [subtask] }, tests)),
    ),
  );
  const byLevel = LEVELS.map((_, level) => judged.map(({ results }) => results[level]));
  return {
    claims: [
      claim("whole sets of tests accept hardly any program that is wrong or too slow: share accepted", [
        is(accepted(wrong), atMost(0.01)),
        beside("right and fast programs", accepted(best)),
      ]),
    ],
    controls: [
      control(
        "the first three tests of each task do: share of wrong or slow programs accepted",
        is(accepted(weak(wrong)), atMost(0.01)),
      ),
      control("a program that prints stored answers has points on fresh tests: share of points", [
        is(points(judged.map(({ fresh }) => fresh)), above(0)),
        beside("on the tests whose answers it has", points(judged.map(({ stored }) => stored))),
      ]),
      control("a program has points of a subtask in which its steps were used up: mean points", [
        is(mean(spent), above(0)),
        beside("such subtasks", spent.length),
      ]),
    ],
    tables: [
      table(
        "Programs by level, 24 families",
        LEVELS.map((level, k) => [
          level,
          {
            "share of points": points(byLevel[k]),
            "share of points, all or nothing": mean(
              byLevel[k].map((results) => taskScore(allOrNothing(TASK), results) / fullScore(TASK)),
            ),
            "accepted by three tests": accepted(weak(byLevel[k])),
          },
        ]),
      ),
    ],
  };
}

/** Contests: order by way of scoring, ratings, samples. */
export function contestClaims(series: readonly Series[]): StudyResult {
  const order = (at: number, part: keyof Series["figures"][number]["order"]) =>
    series.map(({ figures }) => figures[at].order[part]);
  const less = (a: readonly number[], b: readonly number[]) => difference(a, b, 0.95, [-1, 1]);
  const read = (values: readonly number[]) => sampled(values, 0.95, [-1, 1]);
  const better = DISCRIMINATIONS.map((discrimination, at) =>
    claim(
      `at discrimination ${discrimination} subtasks order twelve models by ability better than all-or-nothing scores: Kendall's τ, mean of 20 contests of 3 tasks`,
      [
        is(less(order(at, "subtasks"), order(at, "whole")), atLeast(0.05), "difference"),
        beside("by subtasks", read(order(at, "subtasks"))),
        beside("all or nothing", read(order(at, "whole"))),
      ],
    ),
  );
  const bestAt = (k: number) => series.map(({ best }) => best[k]);
  return {
    claims: [
      ...better,
      claim(
        "where ranks are drawn from the rating's own model, the mean rating of 200 draws is the true one",
        RATINGS.map((rating, k) =>
          is(sampled(series.map(({ bias }) => bias[k])), within(-15, 15), `rating ${rating}, mean less true`),
        ),
      ),
      claim(
        "mean ratings over 20 contests order the models by ability: Spearman's ρ",
        DISCRIMINATIONS.flatMap((discrimination, at) => [
          is(
            read(series.map(({ figures }) => figures[at].ratingOrder)),
            atLeast(0.9),
            `discrimination ${discrimination}`,
          ),
          beside("one contest", read(series.map(({ figures }) => figures[at].ratingOrderOfOne))),
        ]),
      ),
      claim(
        "the best of more samples, chosen by the hidden tests, has a higher percentile: points gained",
        SAMPLES.slice(1).map((k, at) =>
          is(difference(bestAt(at + 1), bestAt(at), 0.95, [0, 100]), above(0), `${k} samples less ${SAMPLES[at]}`),
        ),
      ),
    ],
    controls: [
      control(
        "tests dealt anew among the subtasks order the models as well: Kendall's τ, dealt less true",
        DISCRIMINATIONS.map((discrimination, at) =>
          is(less(order(at, "shuffled"), order(at, "subtasks")), atLeast(0), `discrimination ${discrimination}`),
        ),
        { needs: "any", of: better[0] },
      ),
    ],
    tables: [
      table(
        "Kendall's τ with ability, by scoring",
        DISCRIMINATIONS.map((discrimination, at) => [
          `discrimination ${discrimination}`,
          {
            subtasks: read(order(at, "subtasks")),
            "all or nothing": read(order(at, "whole")),
            "tests dealt anew": read(order(at, "shuffled")),
          },
        ]),
      ),
      table(
        "Mean percentile of twelve models by samples of a task, of which the best counts",
        SAMPLES.map((k, at) => [
          `k = ${k}`,
          {
            "chosen by the hidden tests": percentile(bestAt(at)),
            "chosen by the first three tests": percentile(series.map(({ bestByShown }) => bestByShown[at])),
          },
        ]),
      ),
      ...DISCRIMINATIONS.map((discrimination, at) =>
        table(
          `Models at 20 contests, k = 1, discrimination ${discrimination}`,
          NAMES.map((name, model) => {
            const of = (value: (figures: Series["figures"][number]) => number) =>
              series.map(({ figures }) => value(figures[at]));
            const medal = (kind: "gold" | "silver" | "bronze") => meanShare(of(({ medals }) => medals[model][kind]));
            return [
              name,
              {
                percentile: percentile(of(({ percentiles }) => percentiles[model])),
                rating: sampled(of(({ ratings }) => ratings[model])),
                "less true rating": sampled(of(({ ratings }) => ratings[model] - trueRating(ABILITIES[model]))),
                gold: medal("gold"),
                silver: medal("silver"),
                bronze: medal("bronze"),
              },
            ];
          }),
        ),
      ),
    ],
  };
}

/** Judged behaviours of scripted traces. */
export function behaviourClaims(figures: readonly BehaviourFigures[]): StudyResult {
  const of = (part: keyof BehaviourFigures) =>
    sampled(
      figures.map((one) => one[part]),
      0.95,
      [-1, 1],
    );
  const agrees = claim(
    "a judge that has learnt from other sentences names behaviours of scripted traces as their labels do: Cohen's κ",
    is(of("kappa"), atLeast(0.9)),
  );
  return {
    claims: [
      agrees,
      claim("what the judge counts shows that abler scripts analyse more and explore less: Spearman's ρ with θ", [
        is(of("analysisOrder"), above(0), "analysis"),
        is(of("explorationOrder"), below(0), "exploration"),
      ]),
    ],
    controls: [
      control("a judge that has learnt from shuffled labels does: Cohen's κ", is(of("shuffledKappa"), atLeast(0.9)), {
        of: agrees,
      }),
    ],
  };
}
