// TR-1: who needs whom for what, put into the utility, lifts investment above what each would do alone. The released code and the
// report's abstract hold the two dependencies of their main case the other way round; both are run and named here.

import { Random } from "../../core/random.ts";
import { above, atLeast, below, near, nearly } from "../../study/bound.ts";
import { type Claim, type Control, claim, control, equation, inAll, is } from "../../study/claim.ts";
import { largestGap, matching } from "../../study/matching.ts";
import { inStages, type Study } from "../../study/study.ts";
import { referenceCases, referenceSensitivity, slcd, slcdSwapped, specificationNames } from "./cases.ts";
import { outcomeOf, scoreCase } from "./rubric.ts";
import { blindCases, paperClaims, releasedEquations } from "./trials.ts";

export const coopetitionInterdependence: Study = {
  id: "coopetition-interdependence",
  title: "Structural dependence in the utility, and the equilibrium it makes",
  source: "arXiv 2510.18802 (Pant & Yu, TR-1) and its released code, vikpant/strategic-coopetition",
  claim:
    "Actors who care about those they depend on invest more and make more value than actors who don't, and a logarithmic value function fits the S-LCD venture better than a power function.",
  claimed: "58/60 (logarithmic) and 46/60 (power); cooperation +41% and +166%; p < 0.001, Cohen's d > 9",
  seeds: { first: 20_001, short: 1, full: 1 },
  notDone: ["A later abstract (arXiv 2605.02063) gives the case 98.3%, 59 of 60 points, which no variant here gives."],
  seenBefore: ["All figures but those of blind cases, which alone have a seed, were known; those of seed 901 too."],
  changed: [
    "Without dependence the points must fall, under each value function; it was enough that one of them changed.",
    "Blind cases are controls: if many of them reach the points of S-LCD, the points say little about the case.",
  ],
  run: (context) =>
    inStages(context, {
      "published cases": () => ({ claims: [abstractRises(), ...closedForms(), ...publishedRows()] }),
      sensitivity: () => ({ claims: [...sensitivity(), ...anyStart()] }),
      "shaken parameters": () => ({ claims: releasedEquations() }),
      "shaken parameters, swapped dependence": () => ({ claims: paperClaims() }),
      controls: () => ({ controls: dependenceOff() }),
      "blind cases": () => blindCases(context.seeds[0]),
    }),
};

const independent = { ...slcd, firstOnSecond: 0, secondOnFirst: 0 };

/** The abstract prints whole percents. */
function abstractRises(): Claim {
  const rises = specificationNames.map((name) => outcomeOf(slcdSwapped, name).cooperation);
  return claim(
    "paper (swapped dependence): rise of cooperation in %",
    matching(specificationNames, rises, [166, 41], 0.5),
  );
}

/** Baselines by hand, and what the bargained share of the synergy does without any dependence. */
function closedForms(): Claim[] {
  const logarithmic = outcomeOf(slcd, "logarithmic");
  const baselines = [outcomeOf(slcd, "power"), logarithmic].map(({ baseline }) => baseline.actions[0]);
  const caring = logarithmic.equilibrium.actions;
  const alone = outcomeOf(independent, "logarithmic").equilibrium.actions;
  return [
    equation(
      "baseline investment: β^(1/(1−β)), and θ − 1 with θ = 20",
      matching(specificationNames, baselines, [0.75 ** 4, 19], (known) => nearly(known, 1e-9)),
    ),
    equation(
      "released code: without dependence the own share of the synergy alone lifts investment",
      ["Samsung", "Sony"].flatMap((actor, i) => [
        is(alone[i], above(19), actor),
        is(alone[i] / caring[i], below(1), "of that with dependence"),
      ]),
    ),
  ];
}

const ROW = ["first invests", "second invests", "cooperation +%", "value +%", "share", "asymmetry", "points"];
/** Investments to 1e-6, the figures to their printed digits, points exactly. */
const TOLERANCES = [1e-6, 1e-6, 1e-4, 1e-4, 1e-6, 1e-6, 0];

/** Every case under both value functions. */
function publishedRows(): Claim[] {
  return referenceCases.flatMap(({ name, relation, ...rows }) =>
    specificationNames.map((specification) => {
      const { equilibrium, cooperation, valueRise, share, asymmetry } = outcomeOf(relation, specification);
      const figures = [cooperation, valueRise, share, asymmetry, scoreCase(relation, specification).points];
      return equation(
        `${name}, ${specification}`,
        matching(ROW, [...equilibrium.actions, ...figures], rows[specification], (known, k) =>
          near(known, TOLERANCES[k]),
        ),
      );
    }),
  );
}

function sensitivity(): Claim[] {
  return specificationNames.flatMap((specification) => {
    const known = referenceSensitivity[specification];
    const tenths = (first: number) => Array.from({ length: 11 - first }, (_, k) => (first + k) / 10);
    const byGamma = tenths(1).map((gamma) => scoreCase(slcd, specification, { gamma }).points);
    // The release labels this sweep "Sony on Samsung"; it moves D_01, with D_10 at 0.64.
    const byDependence = tenths(3).map(
      (firstOnSecond) => scoreCase({ ...slcd, firstOnSecond, secondOnFirst: 0.64 }, specification).points,
    );
    const points = (by: string, first: number, measured: readonly number[], published: readonly number[]) =>
      equation(
        `released code: points by ${by}, ${specification}`,
        matching(tenths(first).map(String), measured, published, 0),
      );
    return [points("γ", 1, byGamma, known.gamma), points("D_01", 3, byDependence, known.firstOnSecond)];
  });
}

/** The release starts fifty times anywhere and counts how often the solver settles; here the place must be the same too. */
function anyStart(): Claim[] {
  const starts = 50;
  const random = Random.of(0, "coopetition-interdependence", "starts");
  return specificationNames.map((specification) => {
    const expected = outcomeOf(slcd, specification).equilibrium.actions;
    const ends = Array.from({ length: starts }, () => {
      const start = [random.uniform(0.01, 100), random.uniform(0.01, 100)];
      return outcomeOf(slcd, specification, { start }).equilibrium;
    });
    return equation(`released code: settles from ${starts} random starts, ${specification}`, [
      inAll(ends.filter(({ converged }) => converged).length, starts, "settled"),
      is(Math.max(...ends.map(({ actions }) => largestGap(actions, expected))), below(1e-6), "largest distance"),
    ]);
  });
}

/** The released points again with the idea taken out of the relation: they must fall. */
function dependenceOff(): Control[] {
  return specificationNames.map((name) =>
    control(
      `no dependence, ${name}: S-LCD has as many points as with it`,
      is(scoreCase(independent, name).points, atLeast(scoreCase(slcd, name).points)),
    ),
  );
}
