// TR-4's five small deterministic experiments (arXiv 2604.01240), each a comparison of the idea with itself switched off or
// turned down, and the third once more with expectations that really remember (eq. 20), which the released simulator omits.

import { above, equalTo, near } from "../../study/bound.ts";
import { type Claim, claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import { type Table, table } from "../../study/table.ts";
import {
  meanAction,
  RESPONSE_DEFAULTS,
  type ReciprocityGame,
  reciprocityTrace,
  type Shock,
  SMALL_GAME,
  withStrength,
} from "./simulator.ts";

function equals(actors: number, dependence: number, baseline: number, start: number) {
  const row = <T>(value: (j: number) => T) => Array.from({ length: actors }, (_, j) => value(j));
  return {
    dependence: row((i) => row((j) => (i === j ? 0 : dependence))),
    baseline: row(() => baseline),
    start: row(() => start),
  };
}

/** All five, each published figure to its printed digits and above the threshold of the report. */
export function experimentClaims(): Claim[] {
  return [emergence(), sharpening(), recoveryEquation(), gating(), groupGain()];
}

/** Two actors after 30 steps, with reciprocity (ρ_0 = 1) and without (ρ_0 = 0). */
function emergence(): Claim {
  const game: ReciprocityGame = { ...SMALL_GAME, ...equals(2, 0.8, 0.3, 0.5), trust: 0.6 };
  const [without, reciprocal] = [0, 1].map((strength) => finalMean(withStrength(game, strength), 30));
  return claim("experiment 1: mean action", [
    ...matching(["without reciprocity", "with"], [without, reciprocal], [0.3 + 0.2 * 0.98 ** 30, 1], 1e-9),
    ...ratio(reciprocal / without, 2.444409, 2),
  ]);
}

/** How strongly the dependent and the independent partner of a defector answer, |M_01| and |M_21|, three steps later. */
function sharpening(): Claim {
  const game: ReciprocityGame = {
    ...SMALL_GAME,
    dependence: [
      [0, 0.9, 0.2],
      [0.5, 0, 0.5],
      [0.2, 0.2, 0],
    ],
    baseline: [0.3, 0.3, 0.3],
    start: [0.6, 0.6, 0.6],
    trust: 0.7,
    decay: 0.01,
  };
  const { modifiers } = reciprocityTrace(game, 25, [{ at: 5, actor: 1, kind: "add", value: -0.35 }]);
  const answers = [1, 7].map((pair) => Math.abs(modifiers[8 * 9 + pair]));
  const partners = ["of the dependent partner", "of the independent one"];
  return claim("experiment 2: response", [
    ...matching(partners, answers, [0.3149477922, 0.0699883983], 1e-9),
    ...ratio(answers[0] / answers[1], 4.5, 2),
  ]);
}

/** Mean action after 50 steps of strong decay, for each initial trust. */
function gating(): Claim {
  const initial = [0.3, 0.6, 0.9];
  const last = initial.map((trust) => finalMean({ ...SMALL_GAME, ...equals(2, 0.7, 0.3, 0.6), trust, decay: 0.1 }, 50));
  const labels = initial.map((trust) => `T_0 = ${trust}`);
  return claim("experiment 4: mean action", [
    ...matching(labels, last, [0.381067063, 0.721448277, 1], 1e-9),
    ...ratio(last[2] / last[0], 2.62421, 1.5),
  ]);
}

/** Total action of three actors after 25 steps, with reciprocity and without. */
function groupGain(): Claim {
  const game: ReciprocityGame = { ...SMALL_GAME, ...equals(3, 0.5, 0.2, 0.5), trust: 0.7 };
  const [without, reciprocal] = [0, 1].map((strength) => 3 * finalMean(withStrength(game, strength), 25));
  return claim("experiment 5: total action", [
    ...matching(["without reciprocity", "with"], [without, reciprocal], [1.1431182568, 3], 1e-9),
    ...ratio(100 * (reciprocal / without - 1), 162.44, 10, "gain, %", 5e-3),
  ]);
}

/** A published figure to its printed digits, above the threshold of the report. */
function ratio(measured: number, known: number, threshold: number, label = "ratio", tolerance = 1e-6) {
  return [is(measured, near(known, tolerance), label), is(measured, above(threshold), label)];
}

function finalMean(game: ReciprocityGame, steps: number): number {
  return meanAction(reciprocityTrace(game, steps), steps);
}

const RECOVERY_STEPS = 50;
const BETRAYAL: Shock = { at: 10, actor: 1, kind: "add", value: -0.35 };

/** Experiment 3: recovery from one defection at step 10 for each length of memory k. */
export function recoveries(expectation: ReciprocityGame["expectation"], memories = [1, 3, 5, 10]) {
  return memories.map((memory) => {
    const game: ReciprocityGame = {
      ...SMALL_GAME,
      ...equals(2, 0.7, 0.3, 0.6),
      trust: 0.7,
      expectation,
      response: { ...RESPONSE_DEFAULTS, memory },
    };
    const undisturbed = reciprocityTrace(game, RECOVERY_STEPS);
    const shocked = reciprocityTrace(game, RECOVERY_STEPS, [BETRAYAL]);
    const level = 0.9 * meanAction(undisturbed, BETRAYAL.at);
    const gap = (t: number) => meanAction(undisturbed, t) - meanAction(shocked, t);
    return {
      memory,
      /** Steps until the mean action is at 90 % of what it was just before the shock; null where it never is. */
      steps: stepsUntil((t) => meanAction(shocked, t) >= level),
      /** Steps until half of what the shock took, beside undisturbed play, is made good; null likewise. */
      halved: stepsUntil((t) => gap(t) <= 0.5 * gap(BETRAYAL.at)),
    };
  });
}

/** Steps from the betrayal until the condition first holds, or null. */
function stepsUntil(condition: (t: number) => boolean): number | null {
  for (let t = BETRAYAL.at; t <= RECOVERY_STEPS; t++) if (condition(t)) return t - BETRAYAL.at;
  return null;
}

function recoveryEquation(): Claim {
  const inert = recoveries("baseline");
  return equation(
    "experiment 3: steps to recover (k is inert in the released simulator)",
    inert.map(({ memory, steps }) => is(steps, equalTo(2), `k = ${memory}`)),
  );
}

/** Experiment 3 with expectations that remember; a dash where a pair does not come back within 40 steps. */
export function recoveryTable(): Table {
  return table(
    "steps after a betrayal, expecting the mean of the last k actions (of 40)",
    recoveries("recent", [1, 3, 5, 10, 20]).map(({ memory, steps, halved }) => [
      `k = ${memory}`,
      { "until 90 % of the action before": exact(steps), "until half of the loss is made good": exact(halved) },
    ]),
  );
}
