// Fighters that learn against a population, in a fight that is solved exactly: which schemes become hard to exploit, and how that is found out.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { aggressionTables, attackClaims, knownNumbers, schemeClaims, singleClaims, trioClaims } from "./claims.ts";
import { exactSchemes, ITERATIONS, leaguePlaying } from "./schemes.ts";
import { attacking, DRAWS, FROZEN, playingAlone, playingItself, WEIGHTS } from "./training.ts";

export const fightladder: Study = {
  id: "fightladder",
  title: "FightLadder: competitive self-play in fighting games",
  source: "arXiv 2406.02081 (ICML 2024)",
  claim:
    "A curriculum trains one fighter that beats all scripted opponents; self-play alone stays exploitable, populations become less so, and none is unexploitable in the budget.",
  claimed:
    "a general agent that consistently beats all 12 built-in characters; a non-exploitable agent of two players without human knowledge stays hard (abstract)",
  seeds: { first: 43_001, short: 5, full: 6 },
  notDone: [
    "Console games behind an emulator, their pixels, and stacks of frames.",
    "Two sides with players of their own: a fight here looks alike from both, and one population plays both.",
    "Independent PPO with two time scales, and populations of networks: schemes answer exactly.",
    "A scripted fighter that copies the other's last action, which a state does not show: a striker with noise stands in its place.",
  ],
  seenBefore: [
    "Without seeds: curves of naive self-play, FSP and PSRO, which nothing is drawn in. The best stored opponent beats the newest naive policy as soon as the responses go round; the control takes the mean of all stored ones.",
    "Seeds 901 to 903: the league's curves, from 0.96 to between 0.26 and 0.28 at 150.",
    "Seeds 901 and 902: attackers with 60,000 steps at rate 0.002 found 0.51 and 0.57 of FSP's exploitability, with 150,000 steps 0.81 and 0.89, at rate 0.005 0.89. Shuffled observations found all of the naive policy's, which one action everywhere beats, and less than nothing of FSP's: the control is on FSP.",
    "Seeds 901 and 902: the single player with 150,000 and 300,000 steps. Uniform draws left the turtle unbeaten in some runs of both lengths; with 300,000 the rusher was beaten in 0.87 of fights under the curriculum of one seed. Larger batches at rate 0.005 brought each beatable opponent above 0.91.",
    "Seeds 901 to 903: the short form with 200,000 steps of attackers, which found 0.87 [0.79, 0.95] of FSP's exploitability; they have 300,000 since then. Ratings of the ring differed by 61 [6, 116]; the control asks for 200.",
    "Seed 901: self-play under both rewards with 100,000 steps, where both only struck.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const schemes = await exactSchemes();
  const leagueJobs = seeds.map((seed) => ({ seed, phases: full ? ITERATIONS : 60 }));
  const leagues = await context.all(leaguePlaying, leagueJobs, ({ seed }) => `league, seed ${seed}`);
  const arms = full ? FROZEN : FROZEN.slice(0, 2);
  const attackJobs = arms.flatMap((arm) => seeds.map((seed) => ({ arm, seed })));
  const attacks = await context.all(attacking, attackJobs, ({ arm, seed }) => `attacker of ${arm}, seed ${seed}`);
  const common = combined(
    { claims: await knownNumbers(schemes) },
    schemeClaims(schemes, leagues),
    trioClaims(schemes, seeds),
    attackClaims(attackJobs, attacks),
  );
  if (!full) return common;
  const singleJobs = DRAWS.flatMap((arm) => seeds.map((seed) => ({ arm, seed })));
  const singles = await context.all(playingAlone, singleJobs, ({ arm, seed }) => `single player, ${arm}, seed ${seed}`);
  const selfJobs = WEIGHTS.flatMap((weight) => seeds.map((seed) => ({ arm: `α = ${weight}` as const, seed })));
  const selves = await context.all(playingItself, selfJobs, ({ arm, seed }) => `self-play, ${arm}, seed ${seed}`);
  return combined(common, singleClaims(schemes, singleJobs, singles), aggressionTables(selfJobs, selves));
}
