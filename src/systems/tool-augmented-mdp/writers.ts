// An illustration on the small language model: the calculator's channels of format, execution and answer, in one sum or each
// compared by itself.

import { separateMethod } from "../../algorithms/text/separate-advantages.ts";
import { comparison } from "../../study/comparison.ts";
import { bySeed, type Table } from "../../study/table.ts";
import { type Bed, GRPO, writtenMeans } from "../../study/testbeds/text.ts";
import { textArms } from "../../study/testbeds/text-arms.ts";
import { componentAdvice } from "./component-advice.ts";

const BED: Bed = { world: { id: "language/calculator" }, width: 32, steps: 300 };
const CHANNELS = ["formatted", "executed", "correct"] as const;
const WEIGHT = 1 / CHANNELS.length;
/** A sum of parts, so that both arms are paid the same. */
const reward = { sum: CHANNELS.map((channel) => ({ weights: { [channel]: WEIGHT } })) };
const parts = CHANNELS.map(() => ({ weight: WEIGHT, among: "all" }) as const);
const weights = CHANNELS.map(() => WEIGHT);

/** Warms a model up and pays it in both ways: means of channels, and what is advised from the first batch of each. */
export const write = textArms({
  bed: BED,
  arms: {
    joint: { reward },
    decoupled: {
      reward,
      method: ({ options, sizes }) => separateMethod(options, parts, sizes),
      further: (context) => context.makeReward().parts,
    },
  },
  watch(texts) {
    const { correlation, advice } = componentAdvice(
      CHANNELS.map((channel) => texts[channel]),
      weights,
      GRPO.answers,
    );
    return { correlation: correlation ?? 0, either: advice === "either" ? 1 : 0 };
  },
  meter(writer, { reports }) {
    const { formatted, executed, correct } = writtenMeans(BED, writer);
    const { correlation = 0, either = 0 } = reports[0] ?? {};
    return { formatted, executed, correct, correlation, either };
  },
});

export const writingPart = { module: import.meta.url, name: "write", compute: write };

/** What came of the writers; nothing is asked of it. */
export function writerTables(written: readonly Awaited<ReturnType<typeof write>>[]): Table[] {
  const arms = comparison(written, { shares: ["formatted", "executed", "correct"] });
  const meters = { formatted: "formatted", executed: "executed", correct: "correct" } as const;
  return [
    arms.table(
      `a small transformer with a calculator, ${written.length} seeds, as an illustration`,
      ["warm", "joint", "decoupled"],
      meters,
    ),
    bySeed("the scores of its first batch", {
      "correlation of the advantages": arms.values("joint", "correlation"),
      "advised: either": arms.values("joint", "either"),
    }),
  ];
}
