// Negative-aware fine-tuning: on the policy that wrote the answers its gradient is GRPO's, wrong answers alone determine the
// right ones where the negative part stays a distribution, and in training it stands beside learning from right answers alone
// and beside policy gradients.

import type { Check, Study, StudyContext, StudyResult } from "../../study/study.ts";
import { type BedName, type Trained, trainingPart } from "./arms.ts";
import { alikeControl, batchChecks, tabularChecks } from "./gradient-checks.ts";
import { noise } from "./noise.ts";
import { clipCheck, splitCheck, theoremChecks } from "./theorem-checks.ts";
import { coinControl, plainControl, summary, trainingChecks } from "./training-checks.ts";

export const negativeAware: Study = {
  id: "negative-aware",
  title: "Bridging supervised learning and reinforcement learning in math reasoning",
  source: "arXiv 2505.18116 (Chen et al.)",
  claim:
    "Wrong answers can be learnt from by maximum likelihood, through the policy's own negative part: on policy that is GRPO, and it beats learning from right answers alone.",
  claimed:
    "six benchmarks, 7B: RFT 48.3, GRPO 49.5, Dr. GRPO 49.8, DAPO 51.2, NFT 51.7 from 31.6; 32B: RFT 52.8, DAPO 59.9, NFT 59.2 from 29.6; RFT lowers entropy, NFT and DAPO raise it",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const seeds = context.seeds ?? (full ? 10 : 5);
  const few = Math.min(full ? 5 : 3, seeds);
  const jobs = (bed: BedName) =>
    Array.from({ length: seeds }, (_, k) => ({
      bed,
      seed: FIRST_SEED + k,
      plain: bed === "sort",
      coins: bed === "sort" && k < few,
    }));
  const exact = exactChecks(context);
  const all = [...jobs("sort"), ...jobs("chain"), ...(full ? jobs("sums") : [])];
  const trained = await context.all(trainingPart, all, ({ bed, seed }) => `${bed}, seed ${seed}`);
  const of = (bed: BedName): readonly Trained[] => trained.filter((_, k) => all[k].bed === bed);
  const [sort, chain, sums] = [of("sort"), of("chain"), of("sums")];
  return {
    measured: [
      summary("sort", sort),
      summary("chain", chain),
      ...(full ? [summary("sums in four forms", sums)] : []),
      noise(),
    ].join(". "),
    checks: [...exact, ...trainingChecks("sort", sort), ...trainingChecks("chain", chain)],
    controls: [alikeControl(), coinControl("sort", sort), plainControl("sort", sort)],
  };
}

/** What holds without any training. */
export function exactChecks(context: Pick<StudyContext, "signal" | "progress">): Check[] {
  const parts: [label: string, checks: () => Check[]][] = [
    ["gradients on tables", tabularChecks],
    ["gradients of a transformer", batchChecks],
    ["the split", () => [splitCheck()]],
    ["wrong answers alone", theoremChecks],
    ["the floor", () => [clipCheck()]],
  ];
  return parts.flatMap(([label, checks], k) => {
    context.signal.throwIfAborted();
    context.progress(k, parts.length, label);
    return checks();
  });
}
