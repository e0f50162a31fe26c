// A small transformer that writes twelve values one after the other, paid with and without the shaping.

import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type Bed, GRPO } from "../../study/testbeds/text.ts";
import { type TextArm, textArms } from "../../study/testbeds/text-arms.ts";
import { type RankShapingOptions, rankShaping, rankShapingParameters } from "./callback.ts";
import { type Couplings, couplings, STRIDE, type WrittenAnswers, writtenAnswers } from "./measuring.ts";

/** Chains of twelve maps: answers of thirteen characters, three in ten of them right after the imitation. */
const BED: Bed = { world: { id: "language/chain", maps: 12 }, width: 32, steps: 400 };
/** Twice as long, with twice as many slips: one answer in a hundred is right after the imitation. */
const LONGER = { ...BED.world, maps: 24, noise: 0.2 };
const longer = { world: LONGER, warm: { ...BED, world: LONGER } };

/** GRPO with a shaping; `byLot` gives the bonuses to answers by lot. */
function shaped(given: Partial<RankShapingOptions>, byLot = false): TextArm {
  const shaping = rankShapingParameters.parse({ stride: STRIDE, ...given });
  return {
    method({ options, sizes, model: { context, width }, seed }) {
      const lots = Random.of(seed, "lots");
      const arrange = byLot ? (bonuses: Float64Array) => shuffle(bonuses, lots) : undefined;
      return rankShaping(groupMethod(options, sizes), shaping, { rows: sizes.rows, context, width }, arrange);
    },
  };
}

/**
 * Defaults are the released script's but for a stride of 2, for all characters of an answer being shaped, and for averages that
 * begin at the warm model's. Ranks of answers of one length deviate by about a tenth.
 */
export const arms = {
  grpo: {},
  verl: shaped({}),
  half: shaped({ balance: "half" }),
  shuffled: shaped({}, true),
  "five-fold": shaped({ weight: 5, bound: "none" }),
  // In the long form.
  "fifty-fold": shaped({ weight: 50, bound: "none" }),
  last: shaped({ of: "last" }),
  "warm, longer": { ...longer, updates: 0 },
  "grpo, longer": longer,
  "verl, longer": { ...shaped({}), ...longer },
  "half, longer": { ...shaped({ balance: "half" }), ...longer },
  "shuffled, longer": { ...shaped({}, true), ...longer },
  "five-fold, longer": { ...shaped({ weight: 5, bound: "none" }), ...longer },
} satisfies Readonly<Record<string, TextArm>>;

export type ArmName = keyof typeof arms;

/** What came of an arm. */
export interface Conduct extends WrittenAnswers {
  /** Characters whose advantage changed its sign, over all updates. */
  readonly flips: number;
  /** Mean of what was added to an advantage, over updates. */
  readonly bonus: number;
  /** Of the warm model alone. */
  readonly couplings?: Couplings;
}

/** Warms a model up, and pays a copy of it in each arm. */
export const write = textArms({
  bed: BED,
  arms,
  meter(writer, { arm, bed, reports, seed }): Conduct {
    const flips = reports.reduce((sum, { signFlips = 0, episodeSteps }) => sum + signFlips * episodeSteps, 0);
    return {
      ...writtenAnswers(bed, writer),
      flips: Math.round(flips * GRPO.questions * GRPO.answers),
      bonus: reports.length === 0 ? 0 : mean(reports.map(({ rankBonus = 0 }) => rankBonus)),
      ...(arm === undefined ? { couplings: couplings(bed, writer, seed) } : {}),
    };
  },
});

export const writingPart = { module: import.meta.url, name: "write", compute: write };
