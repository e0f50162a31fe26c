// A synthetic ward: treatments move a patient's vital signs, a severity of one set of weights is paid, and a judge values another one.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import { clip, field, flow, once, parts, singleAgentSpec } from "../../environments/declaration.ts";
import { scoreOf, shownFor } from "../../mechanisms/debating/rules.ts";
import { debateSolver } from "../../mechanisms/debating/solution.ts";

export const VITALS = 10;
export const TREATMENTS = 5;
const STEPS = 8;
/** How much of a vital sign stays, the deviation of its noise, and the largest push of a treatment. */
const STAYS = 0.9;
const NOISE = 0.1;
const PUSH = 0.4;
/** Weight of what the judge values beside the severity that is paid. */
const OWN_VALUES = 0.5;
/** Every set of vital signs. */
export const ALL = (1 << VITALS) - 1;

/** A ward's constants, drawn by its seed. */
export interface Ward {
  /** What each treatment adds to each vital sign, [treatments × vitals]. */
  readonly effects: Float64Array;
  /** Weights of the severity that is paid, and of that which the judge sees, [vitals]. */
  readonly paid: Float64Array;
  readonly judged: Float64Array;
}

export function wardOf(seed: number): Ward {
  const random = Random.of(seed, "ward");
  const drawn = (count: number, low: number, high: number) =>
    Float64Array.from({ length: count }, () => random.uniform(low, high));
  const effects = drawn(TREATMENTS * VITALS, -PUSH, PUSH);
  const paid = drawn(VITALS, 0, 2);
  const own = drawn(VITALS, 0, 2);
  return { effects, paid, judged: paid.map((weight, k) => (1 - OWN_VALUES) * weight + OWN_VALUES * own[k]) };
}

/** A patient at the beginning: vital signs from `lowest` to 1. */
export function admit(vitals: Float64Array, random: Random, lowest = -1): void {
  for (let k = 0; k < VITALS; k++) vitals[k] = random.uniform(lowest, 1);
}

/** Σ weight·vital². */
function severity(vitals: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < VITALS; k++) sum += weights[k] * vitals[k] ** 2;
  return sum;
}

/** How strongly each vital sign speaks for treatment `a` over `b`: the fall of its severity that is expected under a, less that under b. */
export function evidence(
  { effects }: Ward,
  weights: Float64Array,
  vitals: ArrayLike<number>,
  a: number,
  b: number,
  support: Float64Array,
): void {
  for (let k = 0; k < VITALS; k++) {
    const after = (treatment: number) => (STAYS * vitals[k] + effects[treatment * VITALS + k]) ** 2;
    support[k] = weights[k] * (after(b) - after(a));
  }
}

/** The judge that sees everything: above 0 where it prefers a to b. It adds pieces up. */
export const fullScore = (support: ArrayLike<number>): number => scoreOf(support, VITALS, VITALS, ALL);

/** The judge's score after a minimax debate in which `starts` begins. */
export function debated(solver: ReturnType<typeof debateSolver>, support: ArrayLike<number>, starts: number): number {
  solver.judge(support, VITALS);
  return solver.solve(starts);
}

/** The judge's score of pieces that chance has drawn. */
export function atRandom(support: ArrayLike<number>, reveals: number, random: Random): number {
  let set = 0;
  for (let said = 0; said < reveals; said++) set |= 1 << shownFor(random.integer(VITALS), VITALS, set);
  return scoreOf(support, VITALS, VITALS, set);
}

/** What says whether a decision is better justified than the baseline's. */
export type Feedback = "debate" | "full" | "random evidence" | "random judge" | "other state";

const REVEALS = 4;

/** The ward as a world; `rival` is the baseline's decision where there is one, and `feedback` compares. */
export function wardWorld(
  ward: Ward,
  feedback: Feedback,
  rival: ((vitals: Float32Array) => number) | undefined,
): NumericEnvironment {
  const state = layout({ vitals: [VITALS], step: [1] });
  const { vitals, step } = state.views;
  const solver = debateSolver(VITALS, REVEALS);
  const support = new Float64Array(VITALS);
  const seen = new Float32Array(VITALS);
  const other = new Float64Array(VITALS);
  const strange = wardOf(-1);

  /** Whether treatment a is found better justified than b. */
  function justified(a: number, b: number, random: Random): boolean {
    if (feedback === "other state") admit(other, random);
    const judge = feedback === "random judge" ? strange : ward;
    evidence(judge, judge.judged, feedback === "other state" ? other : vitals, a, b, support);
    if (feedback === "full") return fullScore(support) > 0;
    if (feedback === "random evidence") return atRandom(support, REVEALS, random) > 0;
    return debated(solver, support, random.integer(2)) > 0;
  }

  return {
    spec: singleAgentSpec({
      label: "clinician",
      horizon: STEPS,
      action: { choices: TREATMENTS },
      actionUnit: "treatment",
      observation: [field("vitals", -1, 1, "vital signs; 0 is healthy", { size: VITALS })],
      channels: [
        flow("improvement", "points", -2 * VITALS, 2 * VITALS, "sum", "fall of the severity"),
        {
          ...once("justified", "decisions", "1 where the decision is found better justified than the baseline's"),
          once: false,
        },
      ],
      publicState: parts({ vitals: "vital signs" }),
    }),
    state,
    reset(random, outcomes) {
      admit(vitals, random);
      step[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const a = actions[0];
      const luck = random.stream("judge", step[0]);
      let isJustified = false;
      if (rival !== undefined) {
        seen.set(vitals);
        const b = rival(seen);
        isJustified = a !== b && justified(a, b, luck);
      }
      const before = severity(vitals, ward.paid);
      for (let k = 0; k < VITALS; k++)
        vitals[k] = clip(STAYS * vitals[k] + ward.effects[a * VITALS + k] + NOISE * random.normal(), -1, 1);
      step[0] += 1;
      outcomes[0] = before - severity(vitals, ward.paid);
      outcomes[1] = isJustified ? 1 : 0;
      return step[0] < STEPS ? Status.running : Status.terminated;
    },
    observe(out) {
      out.set(vitals);
    },
  };
}
