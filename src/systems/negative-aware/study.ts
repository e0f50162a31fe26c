// Negative-aware fine-tuning: on the policy that wrote the answers its gradient is GRPO's, wrong answers alone determine the
// right ones where the negative part stays a distribution, and in training it stands beside learning from right answers alone
// and beside policy gradients.

import { combined, inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type BedName, type Trained, trainingPart } from "./arms.ts";
import { alikeControl, batchEquations, tabularEquations } from "./gradient-checks.ts";
import { noiseTable } from "./noise.ts";
import { theoremEquations } from "./theorem-checks.ts";
import { armTable, coinControl, plainControl, trainingClaims } from "./training-checks.ts";

export const negativeAware: Study = {
  id: "negative-aware",
  title: "Bridging supervised learning and reinforcement learning in math reasoning",
  source: "arXiv 2505.18116 (Chen et al.)",
  claim:
    "Wrong answers can be learnt from by maximum likelihood, through the policy's own negative part: on policy that is GRPO, and it beats learning from right answers alone.",
  claimed:
    "six benchmarks, 7B: RFT 48.3, GRPO 49.5, Dr. GRPO 49.8, DAPO 51.2, NFT 51.7 from 31.6; 32B: RFT 52.8, DAPO 59.9, NFT 59.2 from 29.6; RFT lowers entropy, NFT and DAPO raise it",
  seeds: { first: 101, short: 5, full: 10 },
  seenBefore: ["Rates of each arm and task: the best of 2, 4, 6 and 8·10⁻⁴ by pass@1 on seeds 1 to 6."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const few = full ? 5 : 3;
  const jobs = (bed: BedName) =>
    seeds.map((seed, k) => ({ bed, seed, plain: bed === "sort", coins: bed === "sort" && k < few }));
  const equations = await exactEquations(context);
  const all = [...jobs("sort"), ...jobs("chain"), ...(full ? jobs("sums") : [])];
  const trained = await context.all(trainingPart, all, ({ bed, seed }) => `${bed}, seed ${seed}`);
  const of = (bed: BedName): readonly Trained[] => trained.filter((_, k) => all[k].bed === bed);
  const [sort, chain, sums] = [of("sort"), of("chain"), of("sums")];
  return combined({ claims: [...trainingClaims("sort", sort), ...trainingClaims("chain", chain)] }, equations, {
    controls: [coinControl("sort", sort), plainControl("sort", sort)],
    tables: [
      armTable("sort", sort),
      armTable("chain", chain),
      ...(full ? [armTable("sums in four forms", sums)] : []),
      noiseTable(),
    ],
  });
}

/** What holds without any training. */
export function exactEquations(context: Pick<StudyContext, "signal" | "progress">): Promise<StudyResult> {
  return inStages(context, {
    "gradients on tables": () => ({ claims: tabularEquations(), controls: [alikeControl()] }),
    "gradients of a transformer": () => ({ claims: batchEquations() }),
    "wrong answers alone": () => ({ claims: theoremEquations() }),
  });
}
