// Behaviour alignment: the weights of a designer's reward and a heuristic are learned so that the learner that is paid by
// the blend does best by the designer's reward. Shown with exact gradients and with sampled ones.

import { chain } from "../../environments/tabular/chain.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { exactChecks } from "./exact-checks.ts";
import {
  type Arms,
  compareArms,
  DECAY,
  everywhere,
  field,
  firstLogits,
  type HeuristicName,
  heuristic,
  heuristicNames,
  learn,
  OPTIMUM,
  worth,
} from "./field.ts";
import { exactLearner } from "./implicit-gradient.ts";

export const behaviorAlignment: Study = {
  id: "behavior-alignment",
  title: "Behaviour alignment by learning how to blend rewards",
  source: "arXiv 2310.19007 (Gupta, Chandak, Jordan, Thomas & da Silva, NeurIPS 2023)",
  claim:
    "Learning the blend of a designer's reward and a heuristic by an implicit outer gradient keeps what a helpful heuristic brings and undoes what a misleading one does, where adding the two does not.",
  claimed:
    "high performance with helpful and with misaligned heuristics alike (the paper's text gives directions, no figures used here)",
  run,
};

/** First seeds of the runs that count; smaller ones were used to find step sizes. */
const FIRST_SEED = 201;

function run(context: StudyContext): StudyResult {
  const seeds = Array.from({ length: context.seeds ?? (context.full ? 20 : 5) }, (_, k) => FIRST_SEED + k);
  const stages = 2 + 2 * heuristicNames.length;
  let done = 0;
  const stage = (label: string) => {
    context.signal.throwIfAborted();
    context.progress(done++, stages, label);
  };
  stage("exact checks");
  const { checks, control } = exactChecks();
  const results = { exact: new Map<HeuristicName, Arms[]>(), sampled: new Map<HeuristicName, Arms[]>() };
  for (const mode of ["exact", "sampled"] as const) {
    for (const name of heuristicNames) {
      stage(`${mode} gradients, ${name} heuristic`);
      const arms = seeds.map((seed) => compareArms(name, seed, mode));
      results[mode].set(name, arms);
      checks.push(...armChecks(mode, name, arms));
    }
  }
  stage("controls");
  const bias = seeds.map(withBias);
  checks.push(
    holds(
      "bad heuristic, exact gradients, a third channel that pays every step alike",
      `learned blend ≥ 0.95 × max(r_p only, 0.95 J*)`,
      `${interval(bias)} (the heuristic is outweighed by a step cost instead of being taken out)`,
      mean(bias) >= 0.95 * 0.95 * OPTIMUM,
    ),
  );
  const repaired = corridor(seeds);
  context.progress(stages, stages, "done");
  const final = (name: HeuristicName, arm: "plain" | "naive" | "shaped" | "aligned") =>
    mean((results.exact.get(name) ?? []).map((arms) => arms[arm])).toFixed(3);
  return {
    measured: [
      `J of ${OPTIMUM.toFixed(3)}: r_p alone ${final("good", "plain")}`,
      ...heuristicNames.map(
        (name) =>
          `${name}: sum ${final(name, "naive")}, potential ${final(name, "shaped")}, blend ${final(name, "aligned")}`,
      ),
      `corridor with a learner at discount 0.5: ${repaired.plain.toFixed(3)} alone, ${repaired.aligned.toFixed(3)} with a learned pay per state, of ${repaired.optimum.toFixed(3)}`,
    ].join("; "),
    checks,
    controls: [control, blendAsObjective(seeds)],
  };
}

/** The thresholds for one heuristic. */
function armChecks(mode: "exact" | "sampled", name: HeuristicName, arms: readonly Arms[]): Check[] {
  const of = (arm: "plain" | "naive" | "shaped" | "aligned") => arms.map((a) => a[arm]);
  const label = `${name} heuristic, ${mode} gradients`;
  const against = (arm: "plain" | "naive", slack: number, words: string): Check => {
    const effect = pairedEffect(of(arm), of("aligned"));
    return holds(
      `${label}: learned blend against ${words}`,
      `≥ ${words} − ${slack}`,
      `${interval(of("aligned"))} against ${interval(of(arm))}, difference ${interval(effect)}`,
      (effect.mean ?? Number.NaN) >= -slack,
    );
  };
  if (name === "good") return [against("naive", 0.01, "r_p + r_aux")];
  if (name !== "bad") return [against("plain", 0.02, "r_p only")];
  const goal = 0.95 * Math.max(mean(of("plain")), 0.95 * OPTIMUM);
  // With sampled gradients the outer steps are longer and all weights grow: there the share is what says something.
  const left = arms.map((a) => (mode === "exact" ? a.weights[1] : a.weights[1] / a.weights[0]));
  return [
    holds(`${label}: r_p + r_aux`, "≤ 0.1", interval(of("naive")), mean(of("naive")) <= 0.1),
    holds(
      `${label}: learned blend`,
      `≥ 0.95 × max(r_p only, 0.95 J*) = ${goal.toFixed(3)}`,
      `${interval(of("aligned"))}; potential shaping ${interval(of("shaped"))}`,
      mean(of("aligned")) >= goal,
    ),
    holds(
      `${label}: weight of the heuristic${mode === "exact" ? "" : " over the weight of r_p"}, from 1`,
      "falls by ≥ 80%",
      interval(left),
      mean(left) <= 0.2,
    ),
  ];
}

/** The control: the outer loop maximises what is paid, so it learns to pay for what is easiest to farm. */
function blendAsObjective(seeds: readonly number[]): Control {
  const channels = [field.reward, heuristic("bad", 0).reward];
  const learner = exactLearner({ mdp: field, channels, decay: DECAY, objective: "blend" });
  const finals = seeds.map((seed) => learn(learner, firstLogits(seed), "exact", [1, 1], true));
  const values = finals.map(({ theta }) => worth(theta));
  const weights = finals.map(({ blend }) => blend.weights[1]);
  return {
    name: "bad heuristic, the outer objective is J(r_φ) instead of J(r_p)",
    failed: Math.max(...values) <= 0.1,
    measured: `J ${interval(values)}, weight of the heuristic ${interval(weights)}`,
  };
}

/** The bad heuristic with a constant channel that the blend may use, too. */
function withBias(seed: number): number {
  const channels = [field.reward, heuristic("bad", seed).reward, everywhere];
  const learner = exactLearner({ mdp: field, channels, decay: DECAY });
  return worth(learn(learner, firstLogits(seed), "exact", [1, 1, 0], true).theta);
}

/** A learner that looks too short ahead on a corridor of nine steps, and a pay per state that is learned for it. */
function corridor(seeds: readonly number[]): { plain: number; aligned: number; optimum: number } {
  const mdp = chain({ length: 9, discount: 0.95 });
  const perState = Array.from({ length: 9 }, (_, s) => mdp.reward.map((_, at) => (Math.floor(at / 2) === s ? 1 : 0)));
  const channels = [mdp.reward, ...perState];
  const learner = exactLearner({ mdp, channels, decay: DECAY });
  const weights = [1, ...perState.map(() => 0)];
  const worths = (align: boolean) =>
    mean(seeds.map((seed) => worth(learn(learner, firstLogits(seed, mdp), "exact", weights, align, 0.5).theta, mdp)));
  return { plain: worths(false), aligned: worths(true), optimum: 0.95 ** 8 };
}

/** Mean and 95% interval. */
function interval(
  values: readonly number[] | { mean: number | null; low: number | null; high: number | null },
): string {
  const { mean: m, low, high } = "mean" in values ? values : estimate(values);
  const digits = (x: number | null) => (x === null ? "?" : x.toFixed(4));
  return low === null ? digits(m) : `${digits(m)} [${digits(low)}, ${digits(high)}]`;
}
