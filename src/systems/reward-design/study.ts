// Reward design in three forms: once and readable, again and again for the learner at hand, and by the learner itself.

import { linearPrograms } from "../../math/linear-program.ts";
import { inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { chainClaims, roomsClaims } from "./explicable-claims.ts";
import { shapingClaims } from "./shaping-claims.ts";
import { courses, teaching, teachingClaims } from "./teaching-claims.ts";

export const rewardDesign: Study = {
  id: "reward-design",
  title: "Reward design: explicable, adaptive, self-shaped",
  source:
    "Devidze et al.: ExpRD (NeurIPS 2021), ExploRS (NeurIPS 2022), ExpAdaRD (AAMAS 2024, arXiv 2402.07019), and their released code",
  claim:
    "A reward can be redesigned so that the same policies stay optimal while an agent learns much faster: in a few readable states, adapted to the learner's policy, or shaped by the learner itself with a bonus for exploration.",
  claimed:
    "designed rewards speed up learning and stay interpretable; adaptive design beats fixed design; shaping with exploration learns where the sparse reward and plain bonuses fail (directions; no figures used here)",
  seeds: { first: 20_001, short: 20, full: 100 },
  notDone: ["Four rooms: a policy that is right wherever slips lead; its way without slips is judged, and its return."],
  seenBefore: ["Seeds 0 to 19, first policies 0 to 4: the earlier record. Seeds 901 to 906: development."],
  changed: [
    "Four rooms: adaptive rewards are designed again for every 5 episodes, as the task asks, where it was every 50.",
    "For each first policy adaptive design is held against invariance only by an interval over streams, in the long form.",
    "The control with the flipped sign is two controls, judged by ratios: areas spread by factors.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const programs = await linearPrograms();
  const given = courses(seeds.slice(0, 5), full ? 10 : 1);
  const found = await context.all(teaching, given, ({ world, arm, seed }) => `${world}, ${arm}, start ${seed}`);
  return inStages(context, {
    "explicable designs on a chain": () => chainClaims(programs),
    "Q-learning in four rooms": () => roomsClaims(programs, seeds),
    "adaptive designs": () => teachingClaims(programs, given, found),
    // Long episodes: half of the seeds.
    "self-shaping on a chain": () => shapingClaims(seeds.slice(0, Math.ceil(seeds.length / 2))),
  });
}
