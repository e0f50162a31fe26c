// TR-4: bounded, trust-gated reciprocity makes cooperation appear without a contract. The report's abstract and its released
// code agree in every figure; two of its six targets, punishment and forgiveness, are met without any reciprocity as well.

import { pearson } from "../../evaluation/statistics/correlation.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { atLeast, atMost, below, equalTo, near, nearly } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is } from "../../study/claim.ts";
import { exact, type Figure, percent } from "../../study/figure.ts";
import { largestGap, matching } from "../../study/matching.ts";
import { inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { appleControl, appleEquations } from "./apple-claims.ts";
import { experimentClaims, recoveryTable } from "./experiments.ts";
import { type ReciprocityGame, reciprocityTrace, withStrength } from "./simulator.ts";
import {
  gridGame,
  meeting,
  RECIPROCITY_TARGETS,
  type ReciprocityPoint,
  type ReciprocityTarget,
  reciprocitySweep,
  type SettingResult,
} from "./targets.ts";

export const coopetitionReciprocity: Study = {
  id: "coopetition-reciprocity",
  title: "Reciprocity in sequence: cooperation without contracts",
  source: "arXiv 2604.01240 (Pant & Yu, TR-4) and its released code, vikpant/strategic-coopetition",
  claim:
    "Actors who answer each other within bounds, more where they depend on the partner and only as far as they trust, come to cooperate, punish, forgive and stay bounded over a wide range of parameters.",
  claimed:
    "97.5 / 100 / 87.9 / 100 / 100 / 100% of 15,625 settings; d = 1.57, p < 0.001; Apple 43/51 = 84.3% (an older text of the release says 48/55)",
  notDone: ["The report's text: its abstract, its released code and result files alone were at hand."],
  seenBefore: ["Everything: no figure is drawn anew. What the controls give was known from a table."],
  changed: [
    "Each target but the bound is asked for without reciprocity, too; punishment and forgiveness were not.",
    "Actors who never move are a control of the App Store score: they must not have nine tenths of the points.",
    "The App Store without noise: the final actions first written down were wrong from the ninth decimal on.",
  ],
  run,
};

const withoutReciprocity = (game: ReciprocityGame) => withStrength(game, 0);

/** Trust held at zero. T(0) = 0 alone does not do it: good signals raise trust from nothing. */
const withoutTrust = (game: ReciprocityGame): ReciprocityGame => ({
  ...game,
  trust: 0,
  trustLaw: { ...game.trustLaw, cap: 0 },
});

/** The two actors' dependence exchanged. */
const swappedDependence = (game: ReciprocityGame): ReciprocityGame => ({
  ...game,
  dependence: [...game.dependence].reverse().map((row) => [...row].reverse()),
});

function run(context: StudyContext): Promise<StudyResult> {
  const [emergence, , , asymmetry] = RECIPROCITY_TARGETS;
  // Where nothing is answered, no answer can exceed its bound.
  const answers = RECIPROCITY_TARGETS.filter(([target]) => target !== "bounded response");
  const shares: [name: string, row: Record<string, Figure>][] = [];
  const swept = (name: string, change?: (game: ReciprocityGame) => ReciprocityGame) => {
    const results = reciprocitySweep(change);
    const share = (target: ReciprocityTarget[0]) => percent(exact(meeting(results, target) / results.length));
    shares.push([name, Object.fromEntries(RECIPROCITY_TARGETS.map(([target]) => [target, share(target)]))]);
    return results;
  };
  return inStages(context, {
    "15,625 settings": () => ({ claims: sweepClaims(swept("as published")) }),
    "the same without reciprocity": () => {
      const results = swept("without reciprocity", withoutReciprocity);
      return { controls: answers.map((target) => still("reciprocity off (ρ_0 = 0)", results, target)) };
    },
    "the same without trust": () => ({
      controls: [still("trust held at zero", swept("without trust", withoutTrust), emergence)],
    }),
    "the same with dependence exchanged": () => ({
      controls: [still("D_01 and D_10 exchanged", swept("dependence exchanged", swappedDependence), asymmetry)],
    }),
    "small experiments and the App Store case": () => ({
      claims: [decayEquation(), ...experimentClaims(), ...appleEquations()],
      controls: [appleControl()],
    }),
    // No figure is claimed for this extension.
    "expectations that remember": () => {
      swept("expecting the mean of the last k actions (eq. 20)", (game) => ({ ...game, expectation: "recent" }));
      return { tables: [table("settings that meet a target", shares), recoveryTable()] };
    },
  });
}

/** Pearson's r of each parameter with the final mean action; k does nothing while expectations are baselines. */
const CORRELATIONS: readonly (readonly [parameter: keyof ReciprocityPoint, symbol: string, r: number])[] = [
  ["strength", "ρ_0", 0.455611],
  ["weight", "λ_R", 0.455611],
  ["steepness", "κ", 0.398653],
  ["trust", "T_0", 0.18952],
  ["elasticity", "η", -0.22079],
  ["memory", "k", 0],
];

function sweepClaims(settings: readonly SettingResult[]): Claim[] {
  const ratios = settings.map(({ asymmetry }) => asymmetry);
  const threshold = ratios.map(() => 1.5);
  const { effectSize, t, p } = pairedEffect(threshold, ratios);
  const cooperation = settings.map((setting) => setting.cooperation);
  const values = (parameter: keyof ReciprocityPoint) => settings.map(({ parameters }) => parameters[parameter]);
  return [
    ...RECIPROCITY_TARGETS.map(([target, threshold, count]) => {
      const met = meeting(settings, target);
      return claim(`${target}: settings that meet it`, [
        is(met, equalTo(count), "settings"),
        is(met / settings.length, atLeast(threshold), `share of ${settings.length}`),
      ]);
    }),
    equation("ratio |M_01|/|M_10|, and its distance from 1.5", [
      ...matching(["mean", "sample deviation"], [mean(ratios), deviation(ratios)], [2.754534692, 0.801198218], 1e-9),
      is(effectSize, near(1.565823119, 1e-9), "Cohen's d"),
      is(t, near(195.7279, 1e-4), "Student's t"),
      is(p, below(0.001), "p"),
    ]),
    equation("ratio |M_01|/|M_10|: between 2^0.8 and 2²", [
      is(Math.min(...ratios), nearly(2 ** 0.8, 1e-9), "smallest"),
      is(Math.max(...ratios), nearly(4, 1e-9), "largest"),
    ]),
    equation(
      "correlation of parameters with final cooperation",
      CORRELATIONS.map(([parameter, symbol, r]) => is(pearson(values(parameter), cooperation), near(r, 1e-6), symbol)),
    ),
  ];
}

/** Without reciprocity, actions must drift back to the baseline. */
function decayEquation(): Claim {
  const point = { strength: 1, elasticity: 1, steepness: 1, memory: 5, weight: 1, trust: 0.6 };
  const distance = (change: (game: ReciprocityGame) => ReciprocityGame) => {
    const { actions, actors } = reciprocityTrace(change(gridGame(point)), 30);
    const drifting = actions.map((_, k) => 0.3 + 0.2 * 0.99 ** Math.floor(k / actors));
    return largestGap(actions, drifting);
  };
  return equation("largest distance from 0.3 + 0.2·0.99^t", [
    is(distance(withoutReciprocity), atMost(1e-12), "without reciprocity"),
    is(distance(withoutTrust), atMost(1e-12), "without trust"),
  ]);
}

/** A target that the report's share of settings would still have to meet. */
function still(without: string, settings: readonly SettingResult[], [target, threshold]: ReciprocityTarget): Control {
  const met = meeting(settings, target);
  return control(`${without}: ${target}`, [
    is(met / settings.length, atLeast(threshold), `share of ${settings.length}`),
    beside("settings", met),
  ]);
}
