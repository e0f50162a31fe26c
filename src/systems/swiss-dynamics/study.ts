// A ranking of models by many benchmarks as a contest: what a failed benchmark costs, and what elimination tells of models.

import { atLeast, atMost } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { meanShare, ratioOf, sampled } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type RowOf, table } from "../../study/table.ts";
import { exactEquations, olympiadResult } from "./equations.ts";
import { failing, type OutlierFigures, WAYS, type Way } from "./outliers.ts";
import {
  KINDS,
  type ModelKind,
  ORDERS,
  type Order,
  PRESSURES,
  type ProfileFigures,
  profiling,
  type RiskProfile,
} from "./profiles.ts";

export const swissDynamicsStudy: Study = {
  id: "swiss-dynamics",
  title: "LLM Swiss Round: aggregating multi-benchmark performance via competitive Swiss-system dynamics",
  source: "arXiv 2512.21010",
  claim:
    "A contest whose rounds are benchmarks, and in which models of equal points meet, forgives a model a failed benchmark more than a mean does; elimination parts robust generalists from aggressive specialists.",
  claimed:
    "29 models, 38 benchmarks; with some scores of a model at zero, its rank falls from 7 to 10 in the contest, and from 7 to 19 by the mean; elimination calls one top model a robust generalist, another an aggressive specialist",
  seeds: { first: 44_001, short: 10, full: 100 },
  settings: { runs: { about: "simulated contests behind each chance", short: 4000, full: 20_000 } },
  notDone: ["The paper's own table of 29 models and 38 benchmarks, and its order of the benchmarks."],
  seenBefore: [
    "Thresholds: written after a run of another program, in which the ratio of lost places was 0.66, and specialists lost 0.66 at two leaving, generalists 0.03.",
    "Seeds 901 to 904 with 4,000 contests each: places lost in a ratio of 0.45 to 0.83; specialists lost 0.65 to 0.67, generalists 0.03 to 0.05.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, settings } = context;
  const jobs = seeds.map((seed) => ({ seed, runs: settings.runs }));
  const outliers = await context.all(failing, jobs, ({ seed }) => `failed tests, seed ${seed}`);
  const profiles = await context.all(profiling, jobs, ({ seed }) => `risk profiles, seed ${seed}`);
  return combined(
    { claims: exactEquations(seeds[0], settings.runs) },
    olympiadResult(),
    outlierClaims(outliers),
    profileClaims(profiles),
  );
}

function outlierClaims(tables: readonly OutlierFigures[]): StudyResult {
  const lost = (way: Way) => tables.map(({ drops }) => drops[WAYS.indexOf(way)]);
  const ratio = (way: Way) => ratioOf(lost(way), lost("mean score"));
  return {
    claims: [
      claim(
        "a model with no points in a third of the tests loses fewer places in the contest than by mean scores: ratio of places lost",
        [
          is(ratio("contest"), atMost(0.8)),
          beside("with floating pairs", ratio("contest, floating pairs")),
          beside("by the mean share of models beaten", ratio("mean share of models beaten")),
        ],
      ),
    ],
    controls: [
      control("models that are exchanged within each test keep their rank: Spearman's ρ with skill", [
        is(sampled(tables.map(({ exchanged }) => exchanged)), atLeast(0.2)),
        beside("as drawn", sampled(tables.map(({ withSkill }) => withSkill))),
      ]),
    ],
    tables: [
      table(
        "Places lost by a model with no points in a third of 24 tests, of 24 models",
        WAYS.map((way) => [way, { "places lost": sampled(lost(way)) }] as const),
      ),
      table("Rounds without an opponent, of 24", { "all models": { rounds: sampled(tables.map(({ byes }) => byes)) } }),
    ],
  };
}

function profileClaims(tables: readonly ProfileFigures[]): StudyResult {
  const of = (order: Order, kind: ModelKind, pressure: number, part: keyof RiskProfile) =>
    tables.map(({ profiles }) => profiles[order][KINDS.indexOf(kind)][part][pressure]);
  const gap = (order: Order, pressure = 2) => {
    const general = of(order, "generalists", pressure, "losses");
    return sampled(of(order, "specialists", pressure, "losses").map((x, k) => x - general[k]));
  };
  const parted = claim(
    "where two leave after each round, specialists that are weak early lose a larger share of their points than generalists: difference",
    [
      is(gap("specialists weak early"), atLeast(0.3)),
      ...[1, 3].map((pressure) => beside(`${pressure} leaving`, gap("specialists weak early", pressure))),
    ],
  );
  const row = (order: Order, kind: ModelKind, part: keyof RiskProfile): RowOf =>
    Object.fromEntries(PRESSURES.map((pressure) => [`${pressure} leave`, sampled(of(order, kind, pressure, part))]));
  const later = (order: Order, least: number, name: string) =>
    control(`${name}: specialists lose more than generalists`, is(gap(order), atLeast(least)), { of: parted });
  return {
    claims: [parted],
    controls: [
      later("specialists weak late", 0.3, "the same tests in the contrary order"),
      later("by chance", 0.2, "the same tests in five orders by chance"),
      control(
        "models that are all equal: share of them more than 3 standard errors from the mean",
        PRESSURES.map((pressure) =>
          is(meanShare(tables.map(({ apart }) => apart[pressure])), atLeast(0.05), `${pressure} leaving`),
        ),
        { needs: "any" },
      ),
      control(
        "a point for a round without an opponent leaves the weakest third with no more points",
        is(sampled(tables.map(({ byeGain }) => byeGain)), atMost(0)),
      ),
    ],
    tables: ORDERS.flatMap((order) =>
      (["losses", "rounds"] as const).map((part) =>
        table(
          TITLES[part] + order,
          KINDS.map((kind) => [kind, row(order, kind, part)] as const),
        ),
      ),
    ),
  };
}

const TITLES = { losses: "Share of points that is lost: ", rounds: "Rounds until a model leaves: " };
