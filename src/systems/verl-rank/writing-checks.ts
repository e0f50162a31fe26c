// What the warm and the trained writers show of the claims.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { independentSteps } from "./exact-checks.ts";
import type { Standing } from "./measuring.ts";
import type { Arm, Trained, Written } from "./writers.ts";

const TOKENS = -0.7;
const STATES = 0.4;
const GAIN = 0.01;
const NEUTRAL = 0.02;

const digits = (x: number | null, places = 3) => (x === null ? "—" : x.toFixed(places));

/** Mean, interval and number of seeds. */
function inWords(samples: readonly number[]): string {
  const { mean: middle, low, high, n } = estimate(samples);
  return `${digits(middle)} (${digits(low)} … ${digits(high)}, ${n} seeds)`;
}

/** Values of an arm over the seeds that ran it. */
function values(seeds: readonly Written[], arm: Arm, of: keyof Trained): number[] {
  return seeds.flatMap(({ arms }) => arms[arm]?.[of] ?? []);
}

/** What an arm makes of a measure beyond another, on the seeds that ran it. */
function beyond(all: readonly Written[], arm: Arm, of: keyof Standing, than: Arm = "grpo") {
  const seeds = all.filter(({ arms }) => arms[arm] !== undefined);
  const effect = pairedEffect(values(seeds, than, of), values(seeds, arm, of));
  return {
    mean: effect.mean ?? Number.NaN,
    words: `${digits(effect.mean)} (${digits(effect.low)} … ${digits(effect.high)}, d ${digits(effect.effectSize, 2)}, ${effect.n} seeds)`,
  };
}

/** Token measures are two sides of one thing; whether rank and velocity are not. */
export function couplingChecks(seeds: readonly Written[]): Check[] {
  const all = (of: "tokens" | "tokensAlone" | "states" | "statesAlone") =>
    seeds.flatMap(({ couplings }) => couplings[of] ?? []);
  const [tokens, states] = [all("tokensAlone"), all("statesAlone")];
  return [
    holds(
      "512 answers of the warm model: correlation of mean entropy and mean greatest probability, length taken out",
      `≤ ${TOKENS}`,
      `${inWords(tokens)}; as it is ${inWords(all("tokens"))}`,
      tokens.length > 0 && mean(tokens) <= TOKENS,
    ),
    holds(
      "the same answers: correlation of effective rank and its velocity, length taken out",
      `within ±${STATES}`,
      `${inWords(states)}; as it is ${inWords(all("states"))}. Curves of six points with independent steps have ` +
        `${independentSteps(6).toFixed(3)}, of twenty-five ${independentSteps(25).toFixed(3)}`,
      states.length > 0 && Math.abs(mean(states)) <= STATES,
    ),
  ];
}

/** "reproduced", "neutral" or "contradicted", by differences of pass@1 and pass@16 from plain GRPO. */
export function verdict(passAt1: number, passAt16: number): "reproduced" | "neutral" | "contradicted" {
  if (passAt1 >= GAIN && passAt16 >= 0) return "reproduced";
  return Math.abs(passAt1) <= NEUTRAL ? "neutral" : "contradicted";
}

/** Whether the shaping is worth anything. */
export function trainingCheck(seeds: readonly Written[]): Check {
  const [one, sixteen] = [beyond(seeds, "verl", "passAt1"), beyond(seeds, "verl", "passAt16")];
  const said = verdict(one.mean, sixteen.mean);
  return holds(
    "100 updates, every character of an answer shaped: pass@1 and pass@16 beyond plain GRPO",
    `pass@1 ≥ +${GAIN} and pass@16 ≥ 0 (neutral: pass@1 within ±${NEUTRAL})`,
    `${said}: pass@1 ${one.words}, pass@16 ${sixteen.words}; mean bonus ${inWords(values(seeds, "verl", "bonus"))}`,
    said === "reproduced",
  );
}

/** Figures of an arm, for the page. */
function figures(seeds: readonly Written[], arm: Arm): string {
  const [one, sixteen, entropy, rank, velocity] = (["passAt1", "passAt16", "entropy", "rank", "velocity"] as const).map(
    (of) => mean(values(seeds, arm, of)),
  );
  return (
    `${arm} pass@1 ${digits(one)}, pass@16 ${digits(sixteen)}, rank ${digits(rank, 2)}, ` +
    `velocity ${digits(velocity, 2)}, entropy ${digits(entropy)}`
  );
}

/** What the writers came to, in a line. */
export function summary(seeds: readonly Written[], arms: readonly Arm[]): string {
  const warm = (of: keyof Standing) => mean(seeds.map((seed) => seed.warm[of]));
  const lengths = arms.map((arm) => digits(mean(values(seeds, arm, "length")), 1));
  return [
    `warm pass@1 ${digits(warm("passAt1"))}, rank ${digits(warm("rank"), 2)}, velocity ${digits(warm("velocity"), 2)}`,
    ...arms.map((arm) => figures(seeds, arm)),
    `characters ${digits(warm("length"), 1)} before, ${lengths.join(", ")} after`,
    `answers with a curve ${digits(mean(seeds.map(({ couplings }) => couplings.curves)))}`,
    `correlation of right answers with rank, velocity and acceleration ${[0, 1, 2].map((k) => inWords(seeds.flatMap(({ couplings }) => couplings.rightness[k] ?? []))).join(", ")}`,
    `verl beyond half and half: pass@1 ${beyond(seeds, "verl", "passAt1", "half").words}`,
    ...(arms.includes("last")
      ? [`last character alone beyond grpo: pass@1 ${beyond(seeds, "last", "passAt1").words}`]
      : []),
  ].join("; ");
}

/** The same bonuses, given to answers by lot. */
export function lots(seeds: readonly Written[]): Control {
  const { mean: gain, words } = beyond(seeds, "shuffled", "passAt1");
  return {
    name: `bonuses that are given to answers by lot: pass@1 beyond plain GRPO by more than +${GAIN}`,
    failed: gain <= GAIN,
    measured: words,
  };
}

/** What the bound is for. */
export function withoutBound(seeds: readonly Written[]): Control {
  const flips = (arm: Arm) => values(seeds, arm, "flips");
  const { mean: loss, words } = beyond(seeds, "fifty-fold", "passAt1");
  return {
    name: "fifty times the bonus without its bound: every advantage keeps its sign, or pass@1 does not fall",
    failed: flips("fifty-fold").every((count) => count > 0) && loss < 0,
    measured:
      `${flips("fifty-fold").join(", ")} characters' signs turned, pass@1 beyond plain GRPO ${words}; ` +
      `five times: ${flips("five-fold").join(", ")} and ${beyond(seeds, "five-fold", "passAt1").words}`,
  };
}

/** The rank does not know the order of the states, and velocity and acceleration do. */
export function reordered(seeds: readonly Written[]): Control {
  const [rank, velocity, acceleration] = (["rank", "velocity", "acceleration"] as const).map((of) =>
    seeds.map(({ couplings }) => couplings.reordered[of]),
  );
  return {
    name: "states of the warm model's answers in another order: velocity and acceleration stay, or the rank changes",
    failed: Math.max(...rank) <= 1e-5 && Math.min(...velocity) > 1e-3 && Math.min(...acceleration) > 1e-3,
    measured:
      `rank changes by ${Math.max(...rank).toExponential(1)} at most, velocity by ${digits(mean(velocity))} ` +
      `and acceleration by ${digits(mean(acceleration))} on average`,
  };
}
