// Behaviour alignment: the weights of a designer's reward and a heuristic are learned so that the learner that is paid by
// the blend does best by the designer's reward. Shown with exact gradients and with sampled ones.

import { chain } from "../../environments/tabular/chain.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { exact, sampled } from "../../study/figure.ts";
import { inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type RowOf, type Table, table } from "../../study/table.ts";
import { exactClaims } from "./exact.ts";
import {
  ARMS,
  type Arm,
  CASES,
  comparing,
  DECAY,
  type Encounter,
  type End,
  everywhere,
  field,
  firstLogits,
  type HeuristicName,
  heuristic,
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
  seeds: { first: 20_001, short: 12, full: 100 },
  notDone: ["Weights as tables or networks, and importance weights for stored trajectories."],
  seenBefore: [
    "Step sizes: found on seeds below 201. Seeds 201 to 205: the earlier record. Seeds 901 to 904: development.",
    "Thresholds: written after a run of another program with exact gradients and one initialisation.",
    "With sampled gradients the heuristic's weight was seen to rise, to 8.9 to 16.3, before a fall by 80 % was asked for again. These seeds, when a third channel that pays every step alike was a claim.",
  ],
  changed: [
    "With sampled gradients, too, the heuristic's weight itself must fall by 80 %; its share of the weight of r_p stood in its place.",
    "More seeds, and both kinds of gradients run on all threads.",
    "A third channel that pays every step alike was our claim, and is a row of the table.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const met = CASES.flatMap((one) => seeds.map((seed): Encounter => ({ ...one, seed })));
  const ends = await context.all(comparing, met, ({ name, gradients, seed }) => `${name}, ${gradients}, seed ${seed}`);
  const cases = CASES.map(({ name, gradients }, k) => {
    const label = `${name} heuristic, ${gradients} gradients`;
    return {
      name,
      label,
      arms: comparison<Arm, End>(ends.slice(k * seeds.length, (k + 1) * seeds.length), { amounts: ["J"] }),
    };
  });
  const rows = cases.map(({ label, arms }) => {
    const means = ARMS.map((arm) => [arm, arms.mean(arm, "J")]);
    return [label, { ...Object.fromEntries(means), "best possible": exact(OPTIMUM) }] as const;
  });
  return inStages(context, {
    "exact gradients by formula": exactClaims,
    controls: () => ({
      claims: cases.flatMap(({ label, name, arms }) => armClaims(label, name, arms)),
      controls: [blendAsObjective(seeds)],
      tables: [table("J by the designer's reward", [...rows, biasRow(seeds)]), corridorTable(seeds)],
    }),
  });
}

const NEARLY_BEST = 0.95 * 0.95 * OPTIMUM;

/** The thresholds for one heuristic. */
export function armClaims(label: string, name: HeuristicName, arms: Comparison<Arm, End>): Claim[] {
  const beyond = (arm: Arm, slack: number) =>
    claim(`${label}: learned blend less ${arm}`, is(arms.less("learned blend", arm, "J"), atLeast(-slack)));
  if (name === "good") return [beyond("r_p + r_aux", 0.01)];
  if (name !== "bad") return [beyond("r_p only", 0.02)];
  return [
    claim(`${label}: r_p + r_aux`, is(arms.mean("r_p + r_aux", "J"), atMost(0.1))),
    claim(`${label}: learned blend, at least 95% of r_p only and of 0.95 J*`, [
      is(arms.mean("learned blend", "J"), atLeast(NEARLY_BEST), "J"),
      is(arms.ratio("learned blend", "r_p only", "J"), atLeast(0.95), "of r_p only"),
    ]),
    claim(`${label}: the heuristic's weight falls by 80 %, from 1`, [
      is(
        arms.mean("learned blend", ({ weights }) => weights[1]),
        atMost(0.2),
        "weight",
      ),
      beside(
        "of the weight of r_p",
        arms.mean("learned blend", ({ weights }) => weights[1] / weights[0]),
      ),
    ]),
  ];
}

/** The control: the outer loop maximises what is paid, so it learns to pay for what is easiest to farm. */
export function blendAsObjective(seeds: readonly number[]): Control {
  const channels = [field.reward, heuristic("bad", 0).reward];
  const learner = exactLearner({ mdp: field, channels, decay: DECAY, objective: "blend" });
  const finals = seeds.map((seed) => learn(learner, firstLogits(seed), "exact", [1, 1], true));
  return control("bad heuristic, the outer objective is J(r_φ) instead of J(r_p)", [
    is(sampled(finals.map(({ theta }) => worth(theta))), above(0.1), "J"),
    beside("weight of the heuristic", sampled(finals.map(({ blend }) => blend.weights[1]))),
  ]);
}

/** With a constant channel that the blend may use, too, a step cost outweighs the bad heuristic, which is not taken out. */
function biasRow(seeds: readonly number[]): [string, RowOf] {
  const worths = seeds.map((seed) => {
    const channels = [field.reward, heuristic("bad", seed).reward, everywhere];
    const learner = exactLearner({ mdp: field, channels, decay: DECAY });
    return worth(learn(learner, firstLogits(seed), "exact", [1, 1, 0], true).theta);
  });
  const name = "bad heuristic, exact gradients, a third channel that pays every step alike";
  return [name, { "learned blend": sampled(worths), "best possible": OPTIMUM }];
}

/** A learner that looks too short ahead on a corridor of nine steps, and a pay per state that is learned for it. */
function corridorTable(seeds: readonly number[]): Table {
  const mdp = chain({ length: 9, discount: 0.95 });
  const perState = Array.from({ length: 9 }, (_, s) => mdp.reward.map((_, at) => (Math.floor(at / 2) === s ? 1 : 0)));
  const channels = [mdp.reward, ...perState];
  const learner = exactLearner({ mdp, channels, decay: DECAY });
  const weights = [1, ...perState.map(() => 0)];
  const end = (seed: number, align: boolean) => learn(learner, firstLogits(seed, mdp), "exact", weights, align, 0.5);
  const worths = (align: boolean) => sampled(seeds.map((seed) => worth(end(seed, align).theta, mdp)));
  return table("corridor, a learner at discount 0.5", {
    J: { "r_p only": worths(false), "learned pay per state": worths(true), optimum: 0.95 ** 8 },
  });
}
