// Behaviour alignment: the weights of a designer's reward and a heuristic are learned so that the learner that is paid by
// the blend does best by the designer's reward. Shown with exact gradients and with sampled ones.

import { chain } from "../../environments/tabular/chain.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { exact, type Figure, sampled } from "../../study/figure.ts";
import { inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { exactClaims } from "./exact.ts";
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
  seeds: { first: 201, short: 5, full: 20 },
  notDone: [
    "With sampled gradients, a fall of the heuristic's weight itself: all weights grow there, so its share of the weight of r_p is asked for.",
  ],
  seenBefore: [
    "Step sizes: found on seeds below 201.",
    "Thresholds: written after a run of another program with exact gradients and one initialisation.",
  ],
  run,
};

/** What each arm of a seed ended with, J by the designer's reward alone. */
type Arm = "plain" | "naive" | "shaped" | "aligned";
type Ends = Comparison<Arm, number>;
const worthOf = (x: number) => x;

const MODES = ["exact", "sampled"] as const;
type Mode = (typeof MODES)[number];

function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const rows: Record<string, Record<string, Figure>> = {};
  const compared = (mode: Mode, name: HeuristicName) => {
    const ends = seeds.map((seed) => compareArms(name, seed, mode));
    const arms = comparison<Arm, number>(ends);
    const mean = (arm: Arm) => arms.mean(arm, worthOf);
    rows[`${name} heuristic, ${mode} gradients`] = {
      "r_p only": mean("plain"),
      "r_p + r_aux": mean("naive"),
      "potential shaping": mean("shaped"),
      "learned blend": mean("aligned"),
      "best possible": exact(OPTIMUM),
    };
    return { claims: armClaims(mode, name, arms, ends) };
  };
  const comparisons = MODES.flatMap((mode) =>
    heuristicNames.map((name) => [`${mode} gradients, ${name} heuristic`, () => compared(mode, name)] as const),
  );
  return inStages(context, {
    "exact gradients by formula": exactClaims,
    ...Object.fromEntries(comparisons),
    controls: () => ({
      claims: [biasClaim(seeds)],
      controls: [blendAsObjective(seeds)],
      tables: [table("J by the designer's reward", rows), corridorTable(seeds)],
    }),
  });
}

/** The thresholds for one heuristic. */
function armClaims(mode: Mode, name: HeuristicName, arms: Ends, ends: readonly Arms[]): Claim[] {
  const label = `${name} heuristic, ${mode} gradients`;
  const against = (arm: "plain" | "naive", slack: number, words: string) =>
    claim(`${label}: learned blend less ${words}`, is(arms.less("aligned", arm, worthOf), atLeast(-slack)));
  if (name === "good") return [against("naive", 0.01, "r_p + r_aux")];
  if (name !== "bad") return [against("plain", 0.02, "r_p only")];
  // With sampled gradients the outer steps are longer and all weights grow: there the share is what says something.
  const left = ends.map(({ weights }) => (mode === "exact" ? weights[1] : weights[1] / weights[0]));
  return [
    claim(`${label}: r_p + r_aux`, is(arms.mean("naive", worthOf), atMost(0.1))),
    claim(`${label}: learned blend, at least 95% of r_p only and of 0.95 J*`, [
      is(arms.mean("aligned", worthOf), atLeast(NEARLY_BEST), "J"),
      is(arms.ratio("aligned", "plain", worthOf), atLeast(0.95), "of r_p only"),
    ]),
    claim(
      `${label}: weight of the heuristic${mode === "exact" ? "" : " over the weight of r_p"}, from 1`,
      is(sampled(left), atMost(0.2)),
    ),
  ];
}

const NEARLY_BEST = 0.95 * 0.95 * OPTIMUM;

/** The control: the outer loop maximises what is paid, so it learns to pay for what is easiest to farm. */
function blendAsObjective(seeds: readonly number[]): Control {
  const channels = [field.reward, heuristic("bad", 0).reward];
  const learner = exactLearner({ mdp: field, channels, decay: DECAY, objective: "blend" });
  const finals = seeds.map((seed) => learn(learner, firstLogits(seed), "exact", [1, 1], true));
  return control("bad heuristic, the outer objective is J(r_φ) instead of J(r_p)", [
    is(sampled(finals.map(({ theta }) => worth(theta))), above(0.1), "J"),
    beside("weight of the heuristic", sampled(finals.map(({ blend }) => blend.weights[1]))),
  ]);
}

/** With a constant channel that the blend may use, too, a step cost outweighs the bad heuristic, which is not taken out. */
function biasClaim(seeds: readonly number[]): Claim {
  const worths = seeds.map((seed) => {
    const channels = [field.reward, heuristic("bad", seed).reward, everywhere];
    const learner = exactLearner({ mdp: field, channels, decay: DECAY });
    return worth(learn(learner, firstLogits(seed), "exact", [1, 1, 0], true).theta);
  });
  return claim(
    "bad heuristic, exact gradients, a third channel that pays every step alike: learned blend",
    is(sampled(worths), atLeast(NEARLY_BEST)),
  );
}

/** A learner that looks too short ahead on a corridor of nine steps, and a pay per state that is learned for it. */
function corridorTable(seeds: readonly number[]): Table {
  const mdp = chain({ length: 9, discount: 0.95 });
  const perState = Array.from({ length: 9 }, (_, s) => mdp.reward.map((_, at) => (Math.floor(at / 2) === s ? 1 : 0)));
  const channels = [mdp.reward, ...perState];
  const learner = exactLearner({ mdp, channels, decay: DECAY });
  const weights = [1, ...perState.map(() => 0)];
  const worths = (align: boolean) =>
    sampled(
      seeds.map((seed) => worth(learn(learner, firstLogits(seed, mdp), "exact", weights, align, 0.5).theta, mdp)),
    );
  return table("corridor, a learner at discount 0.5", {
    J: { "r_p only": worths(false), "learned pay per state": worths(true), optimum: exact(0.95 ** 8) },
  });
}
