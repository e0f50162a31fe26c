// Two models that teach each other without labels: one makes up questions with answers and is paid where they are hard, agreed
// upon now and then, and new; the other is paid for agreeing. Each guard is taken away in turn.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { armsOf, playPart } from "./arms.ts";
import { gameEquations } from "./game.ts";
import { trainedClaims } from "./training-claims.ts";

export const dualPlayStudy: Study = {
  id: "dual-play",
  title: "Better LLM reasoning via dual-play (PasoDoble)",
  source: "arXiv 2511.11881 and its released code, HCY123902/PasoDoble",
  claim:
    "A proposer paid for valid, hard and new questions and a solver paid for agreeing with their stated answers improve the solver without labels; gates on agreement and novelty keep the proposer honest.",
  claimed:
    "average accuracy on mathematics: about +2 points (Qwen3-0.6B), +5 (Qwen2.5-1.5B), +12 (Qwen3-1.7B), +15 (Qwen3-4B), and slightly below 0 for Qwen2.5-0.5B",
  // None of the set-up was chosen on these.
  seeds: { first: 101, short: 5, full: 10 },
  seenBefore: [
    "Rates and temperatures were chosen on seeds 1 and 2.",
    "The card's gate at τ_low = 0 leaves most stated answers true: a gate at −∞ is the control beside that claim.",
  ],
  run,
};

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const names = armsOf(full);
  const jobs = seeds.map((seed) => ({ seed, names }));
  const trained = await all(playPart, jobs, ({ seed }) => `${names.length} ways to play, seed ${seed}`);
  return combined({ claims: gameEquations() }, trainedClaims(trained, names));
}
