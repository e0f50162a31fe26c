// TR-4: bounded, trust-gated reciprocity makes cooperation appear without a contract. The report's abstract and its released
// code agree in every figure; two of its six targets, punishment and forgiveness, are met without any reciprocity as well.

import { pearson } from "../../evaluation/statistics/correlation.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import {
  type Check,
  type Control,
  closeTo,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { appleChecks, appleSummary } from "./apple-checks.ts";
import {
  cooperationEmerges,
  dependenceSharpens,
  groupsGain,
  type Recovery,
  recoveries,
  trustGates,
} from "./reciprocity-experiments.ts";
import { type ReciprocityGame, reciprocityTrace } from "./reciprocity-simulator.ts";
import {
  gridGame,
  RECIPROCITY_TARGETS,
  type ReciprocityParameter,
  type ReciprocitySweep,
  type ReciprocityTarget,
  reciprocitySweep,
} from "./reciprocity-targets.ts";

export const coopetitionReciprocity: Study = {
  id: "coopetition-reciprocity",
  title: "Reciprocity in sequence: cooperation without contracts",
  source: "arXiv 2604.01240 (Pant & Yu, TR-4) and its released code, vikpant/strategic-coopetition",
  claim:
    "Actors who answer each other within bounds, more where they depend on the partner and only as far as they trust, come to cooperate, punish, forgive and stay bounded over a wide range of parameters.",
  claimed:
    "97.5 / 100 / 87.9 / 100 / 100 / 100% of 15,625 settings; d = 1.57, p < 0.001; Apple 43/51 = 84.3% (an older text of the release says 48/55)",
  run,
};

/** The response switched off: ρ_0 = 0. */
export const withoutReciprocity = (game: ReciprocityGame): ReciprocityGame => ({
  ...game,
  response: { ...game.response, strength: 0 },
});

/** Trust held at zero. T(0) = 0 alone does not do it: good signals raise trust from nothing. */
export const withoutTrust = (game: ReciprocityGame): ReciprocityGame => ({
  ...game,
  trust: 0,
  trustLaw: { ...game.trustLaw, cap: 0 },
});

/** The two actors' dependence exchanged. */
export const swappedDependence = (game: ReciprocityGame): ReciprocityGame => ({
  ...game,
  dependence: [...game.dependence].reverse().map((row) => [...row].reverse()),
});

function run(context: StudyContext): StudyResult {
  const stages = 6;
  const stage = (done: number, label: string) => {
    context.signal.throwIfAborted();
    context.progress(done, stages, label);
  };
  stage(0, "15,625 settings");
  const base = reciprocitySweep();
  stage(1, "the same without reciprocity");
  const off = reciprocitySweep(withoutReciprocity);
  stage(2, "the same without trust");
  const untrusting = reciprocitySweep(withoutTrust);
  stage(3, "the same with dependence exchanged");
  const swapped = reciprocitySweep(swappedDependence);
  stage(4, "small experiments and the App Store case");
  const checks = [...targetChecks(base), ...asymmetryChecks(base), ...correlationChecks(base)];
  checks.push(...decayChecks(), ...experimentChecks(), ...appleChecks());
  const controls = [
    fails("reciprocity off (ρ_0 = 0): emergence", off, "emergence", 0.85),
    fails("trust held at zero: emergence", untrusting, "emergence", 0.85),
    fails("D_01 and D_10 exchanged: asymmetry", swapped, "asymmetry", 0.9),
  ];
  stage(5, "expectations that remember");
  const remembering = reciprocitySweep((game) => ({ ...game, expectation: "recent" }));
  stage(stages, "done");
  const shares = RECIPROCITY_TARGETS.map((target) => ((100 * base.met[target]) / base.settings).toFixed(1));
  return {
    measured:
      `${shares.join(" / ")}% of ${base.settings} settings, d = ${effect(base).effectSize?.toFixed(3)}; ${appleSummary()}; ` +
      `met without reciprocity too: punishment ${share(off, "punishment")}, forgiveness ${share(off, "forgiveness")}; ` +
      rememberedText(remembering, recoveries("recent", [1, 3, 5, 10, 20])),
    checks,
    controls,
  };
}

/** Thresholds of the report, and the counts that its released code gives. */
const COUNTS: Readonly<Record<ReciprocityTarget, readonly [threshold: number, count: number]>> = {
  emergence: [0.85, 15_235],
  punishment: [0.95, 15_625],
  forgiveness: [0.8, 13_728],
  asymmetry: [0.9, 15_625],
  "trust gating": [0.9, 15_625],
  "bounded response": [1, 15_625],
};

function targetChecks({ met, settings }: ReciprocitySweep): Check[] {
  return RECIPROCITY_TARGETS.map((target) => {
    const [threshold, count] = COUNTS[target];
    return holds(
      `${target}: settings that meet it`,
      `${count} of 15625, and at least ${100 * threshold}%`,
      `${met[target]} of ${settings}`,
      settings === 15_625 && met[target] === count && met[target] >= threshold * settings,
    );
  });
}

/** The ratio of responses against 1.5, setting by setting. */
function effect({ asymmetry }: ReciprocitySweep) {
  return pairedEffect(new Float64Array(asymmetry.length).fill(1.5), asymmetry);
}

function asymmetryChecks(base: ReciprocitySweep): Check[] {
  const { effectSize, t, p } = effect(base);
  return [
    closeTo("ratio |M_01|/|M_10|: mean", mean(base.asymmetry), 2.754534692, 1e-9, true),
    closeTo("ratio: sample deviation", deviation(base.asymmetry), 0.801198218, 1e-9, true),
    closeTo("ratio: Cohen's d from 1.5", effectSize ?? Number.NaN, 1.565823119, 1e-9, true),
    closeTo("ratio: Student's t", t ?? Number.NaN, 195.7279, 1e-4, true),
    holds("ratio: p", "< 0.001", String(p), p !== null && p < 0.001),
    closeTo("ratio: smallest, 2^0.8", Math.min(...base.asymmetry), 2 ** 0.8, 1e-9),
    closeTo("ratio: largest, 2²", Math.max(...base.asymmetry), 4, 1e-9),
  ];
}

/** Pearson's r of each parameter with the final mean action; k does nothing while expectations are baselines. */
const CORRELATIONS: readonly (readonly [parameter: ReciprocityParameter, symbol: string, r: number])[] = [
  ["strength", "ρ_0", 0.455611],
  ["weight", "λ_R", 0.455611],
  ["steepness", "κ", 0.398653],
  ["trust", "T_0", 0.18952],
  ["elasticity", "η", -0.22079],
  ["memory", "k", 0],
];

function correlationChecks(base: ReciprocitySweep): Check[] {
  return CORRELATIONS.map(([parameter, symbol, r]) => {
    const measured = pearson(base.parameters[parameter], base.cooperation) ?? Number.NaN;
    return closeTo(`correlation of ${symbol} with final cooperation`, measured, r, 1e-6, true);
  });
}

/** Without reciprocity, actions must drift back to the baseline as 0.3 + 0.2·0.99^t. */
function decayChecks(): Check[] {
  const point = { strength: 1, elasticity: 1, steepness: 1, memory: 5, weight: 1, trust: 0.6 };
  return [withoutReciprocity, withoutTrust].map((change, k) => {
    const { actions, actors, steps } = reciprocityTrace(change(gridGame(point)), 30);
    let farthest = 0;
    for (let t = 0; t <= steps; t++) {
      for (let i = 0; i < actors; i++) {
        farthest = Math.max(farthest, Math.abs(actions[t * actors + i] - (0.3 + 0.2 * 0.99 ** t)));
      }
    }
    const name = ["without reciprocity", "without trust"][k];
    return closeTo(`${name}: largest distance from 0.3 + 0.2·0.99^t`, farthest, 0, 1e-12, true);
  });
}

function experimentChecks(): Check[] {
  const emerges = cooperationEmerges();
  const sharpens = dependenceSharpens();
  const gates = trustGates();
  const gain = groupsGain();
  const inert = recoveries("baseline");
  return [
    closeTo("experiment 1: mean action without reciprocity", emerges.without, 0.3 + 0.2 * 0.98 ** 30, 1e-9, true),
    closeTo("experiment 1: mean action with reciprocity", emerges.with, 1, 1e-9, true),
    atLeast("experiment 1: ratio", emerges.with / emerges.without, 2.444409, 2),
    closeTo("experiment 2: response of the dependent partner", sharpens.dependent, 0.3149477922, 1e-9, true),
    closeTo("experiment 2: response of the independent partner", sharpens.independent, 0.0699883983, 1e-9, true),
    atLeast("experiment 2: ratio", sharpens.dependent / sharpens.independent, 4.5, 2),
    holds(
      "experiment 3: steps to recover, k = 1, 3, 5, 10 alike (k is inert in the released simulator)",
      "2, 2, 2, 2",
      inert.map(({ steps }) => String(steps)).join(", "),
      inert.length === 4 && inert.every(({ steps }) => steps === 2),
    ),
    ...[0.381067063, 0.721448277, 1].map((action, k) =>
      closeTo(`experiment 4: mean action, T_0 = ${[0.3, 0.6, 0.9][k]}`, gates[k], action, 1e-9, true),
    ),
    atLeast("experiment 4: ratio", gates[2] / gates[0], 2.62421, 1.5),
    closeTo("experiment 5: total action without reciprocity", gain.without, 1.1431182568, 1e-9, true),
    closeTo("experiment 5: total action with reciprocity", gain.with, 3, 1e-9, true),
    atLeast("experiment 5: gain in %", 100 * (gain.with / gain.without - 1), 162.44, 10, 5e-3),
  ];
}

/** A published figure to its printed digits, above the threshold of the report. */
function atLeast(name: string, measured: number, expected: number, threshold: number, tolerance = 1e-6): Check {
  const pass = measured > threshold && Math.abs(measured - expected) <= tolerance;
  return holds(name, `${expected} (±${tolerance}), above ${threshold}`, measured.toFixed(6), pass);
}

function fails(
  name: string,
  { met, settings }: ReciprocitySweep,
  target: ReciprocityTarget,
  threshold: number,
): Control {
  const measured = `${met[target]} of ${settings}, where ${100 * threshold}% would pass`;
  return { name, failed: met[target] < threshold * settings, measured };
}

function share({ met, settings }: ReciprocitySweep, target: ReciprocityTarget): string {
  return `${((100 * met[target]) / settings).toFixed(1)}%`;
}

/** The extension in words: no figure is claimed for it. */
function rememberedText(sweep: ReciprocitySweep, pairs: readonly Recovery[]): string {
  const list = (value: (pair: Recovery) => number | null) => pairs.map((pair) => value(pair) ?? "never").join(", ");
  return (
    `extension, expectation = mean of the last k actions (eq. 20): emergence ${share(sweep, "emergence")}; ` +
    `for k = ${list(({ memory }) => memory)}, steps until a betrayed pair is at 90%: ${list(({ steps }) => steps)}, ` +
    `until half of the loss is made good: ${list(({ halved }) => halved)} (of 40)`
  );
}
