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
  seeds: { first: 20001, short: 3, full: 24 },
  settings: { rounds: { about: "rounds of each training", short: 80, full: 200 } },
  notDone: [
    "Language models of billions of weights, and the six benchmarks.",
    "Rates chosen for each arm: one rate is taken for all arms of a task.",
  ],
  seenBefore: [
    "With demonstrators whose rules were right, the whole study on seeds 101 to 105, and rates on seeds 1 to 6; the sums have the rate that was best there.",
    "With half-wrong rules, all arms for 200 rounds on seed 901, at 2 and 4·10⁻⁴ for each task: at the larger, sorting RFT 0.90, NFT 0.93, chains RFT 0.995, NFT 0.988. The larger rate is better for every arm.",
    "Imitations of 300 and 800 steps on seeds 901 and 902, and RFT, NFT and DAPO for 60 and 100 rounds at 4, 6 and 8·10⁻⁴; the short form on seed 904. At 8·10⁻⁴ NFT and DAPO lose pass@16 in chains, so that 4·10⁻⁴ was taken.",
  ],
  changed: [
    "The demonstrator's rules are wrong in half of its answers, each by itself, so that models begin at 0.01 to 0.05. They began at 0.47 to 0.55 with the right answer as the likeliest, and had only to sharpen.",
    "200 rounds in the long form and 80 in the short one, where both had 40. All arms of a task have the same rate, where each had the best of four.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const { rounds } = context.settings;
  const few = full ? 5 : 3;
  const jobs = (bed: BedName) =>
    seeds.map((seed, k) => ({ bed, seed, rounds, plain: bed === "sort", coins: bed === "sort" && k < few }));
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
