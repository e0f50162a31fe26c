// Reward design in three forms: once and readable, again and again for the learner at hand, and by the learner itself.

import { linearPrograms } from "../../math/linear-program.ts";
import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { chainChecks, roomsChecks } from "./explicable-checks.ts";
import { shapingChecks } from "./shaping-checks.ts";
import { teachingChecks } from "./teaching-checks.ts";

export const rewardDesign: Study = {
  id: "reward-design",
  title: "Reward design: explicable, adaptive, self-shaped",
  source:
    "Devidze et al.: ExpRD (NeurIPS 2021), ExploRS (NeurIPS 2022), ExpAdaRD (AAMAS 2024, arXiv 2402.07019), and their released code",
  claim:
    "A reward can be redesigned so that the same policies stay optimal while an agent learns much faster: in a few readable states, adapted to the learner's policy, or shaped by the learner itself with a bonus for exploration.",
  claimed:
    "designed rewards speed up learning and stay interpretable; adaptive design beats fixed design; shaping with exploration learns where the sparse reward and plain bonuses fail (directions; no figures used here)",
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const stages = 4;
  const stage = (done: number, label: string) => {
    context.signal.throwIfAborted();
    context.progress(done, stages, label);
  };
  const programs = await linearPrograms();
  stage(0, "explicable designs on a chain");
  const chain = chainChecks(programs);
  stage(1, "Q-learning in four rooms");
  const rooms = roomsChecks(programs, context.seeds ?? (context.full ? 100 : 20), context.signal);
  stage(2, "adaptive designs");
  const teaching = teachingChecks(programs, context.full ? 4 : 1, context.signal);
  stage(3, "self-shaping on a chain");
  const shaping = shapingChecks(context.seeds ?? (context.full ? 50 : 10), context.signal);
  context.progress(stages, stages, "done");
  return {
    measured: [rooms.measured, teaching.measured, shaping.measured].join("; "),
    checks: [...chain.checks, ...rooms.checks, ...teaching.checks, ...shaping.checks],
    controls: [chain.control, ...teaching.controls],
  };
}
