// A small transformer that writes twelve values one after the other, paid with and without the shaping.

import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { Random } from "../../core/random.ts";
import { shuffle } from "../../math/shuffle.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { type Bed, GRPO, paidWriter, textContext, type Writer, warmWriter } from "../../study/testbeds/text.ts";
import { type RankShapingOptions, rankShaping, rankShapingParameters } from "./callback.ts";
import { type Couplings, couplings, STRIDE, type Standing, standing } from "./measuring.ts";

/** Chains of twelve maps: answers of thirteen characters, three in ten of them right after the imitation. */
const BED: Bed = { world: { id: "language/chain", maps: 12 }, width: 32, steps: 400 };

const UPDATES = 100;

/**
 * Ways of paying a warm model: null for plain GRPO, or what differs from the shaping's defaults, which are the released script's
 * but for a stride of 2, for all characters of an answer being shaped, and for averages that begin at the warm model's. Ranks
 * of answers of one length deviate by about a tenth, so that five times their bonus, unbounded, turned few advantages round on
 * the seeds that the study was developed on; fifty times turns thousands.
 */
const ARMS = {
  grpo: null,
  verl: {},
  half: { balance: "half" },
  shuffled: {},
  "five-fold": { weight: 5, bound: "none" },
  "fifty-fold": { weight: 50, bound: "none" },
  last: { of: "last" },
} as const satisfies Readonly<Record<string, Partial<RankShapingOptions> | null>>;

export type Arm = keyof typeof ARMS;

/** Arms of every seed, of the first few, and of the long form. */
export const USUAL: readonly Arm[] = ["grpo", "verl", "half", "shuffled"];
export const UNBOUND: readonly Arm[] = ["five-fold", "fifty-fold"];
export const RELEASED: readonly Arm[] = ["last"];

/** What training in an arm came to. */
export interface Trained extends Standing {
  /** Characters whose advantage changed its sign, over all updates. */
  readonly flips: number;
  /** Mean of what was added to an advantage, over updates. */
  readonly bonus: number;
}

/** A seed and the arms that it runs. */
export interface Job {
  readonly seed: number;
  readonly arms: readonly Arm[];
}

/** What came of a seed. */
export interface Written {
  readonly warm: Standing;
  readonly couplings: Couplings;
  readonly arms: Partial<Record<Arm, Trained>>;
}

/** Warms a model up, measures it, and pays a copy of it in each arm. */
export async function write({ seed, arms }: Job, signal?: AbortSignal): Promise<Written> {
  const warm = warmWriter(BED, seed, signal);
  return {
    warm: standing(BED, warm),
    couplings: couplings(BED, warm, seed),
    arms: Object.fromEntries(arms.map((arm) => [arm, trained(arm, warm, seed, signal)])),
  };
}

function trained(arm: Arm, warm: Writer, seed: number, signal?: AbortSignal): Trained {
  const context = textContext(BED, { channel: "correct" }, seed);
  const method = methodOf(arm, warm, seed, context.spec.horizon);
  const { writer, reports } = paidWriter(context, warm, UPDATES, GRPO, { signal, method });
  let [flips, bonus] = [0, 0];
  for (const { signFlips = 0, rankBonus = 0, episodeSteps } of reports) {
    flips += signFlips * episodeSteps * GRPO.questions * GRPO.answers;
    bonus += rankBonus / reports.length;
  }
  return { ...standing(BED, writer), flips: Math.round(flips), bonus };
}

/** GRPO, or its shaping; in one arm bonuses go to answers by lot. */
function methodOf(arm: Arm, { model }: Writer, seed: number, longest: number) {
  const rows = GRPO.questions * GRPO.answers;
  const { context, width } = model;
  const method = groupMethod(GRPO, { rows, group: GRPO.answers, context, longest });
  const given = ARMS[arm];
  if (given === null) return method;
  const lots = Random.of(seed, "lots");
  const byLot = (bonuses: Float64Array) => shuffle(bonuses, lots);
  const options = rankShapingParameters.parse({ stride: STRIDE, ...given });
  return rankShaping(method, options, { rows, context, width }, arm === "shuffled" ? byLot : undefined);
}

export const writingPart: StudyJob<Job, Written> = { module: import.meta.url, name: "write", compute: write };
