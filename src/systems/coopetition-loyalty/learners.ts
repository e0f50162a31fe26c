// Members who do not know the theory: each learns its own effort from what it is paid, its utility, and all at the same time.

import { type ActorCritic, actorCritic } from "../../algorithms/tabular/actor-critic.ts";
import { Random } from "../../core/random.ts";
import {
  type LoyaltyWeights,
  type Production,
  targetTotal,
  teamOutput,
  teamPayoff,
  teamUtility,
} from "../../environments/coopetition/team-production.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { nearly } from "../../study/bound.ts";
import { claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { EFFORT_MAXIMUM, VALIDATION_WEIGHTS } from "./targets.ts";
import { EFFORT_FLOOR } from "./team-equilibrium.ts";

const MEMBERS = 4;
const PRODUCTION: Production = { omega: 25, beta: 0.7, cost: 1, maximum: EFFORT_MAXIMUM };
/** Efforts are 0, 5, … 50, the first of them the floor. */
const STEP = 5;
/** Slow, since one's pay moves with three others that explore. */
const RATES = { actorStep: 3e-4, criticStep: 0.01 };
const ROUNDS = 600_000;
/** How far from the equilibrium's total learners may end. */
const TOLERANCE = 0.1;
const LOYAL = 0.9;
const NOTHING: LoyaltyWeights = { benefit: 0, relief: 0 };

/** Mean total effort over the last tenth of the rounds, of members with the same loyalty. */
export function learnedTotal(loyalty: number, weights: LoyaltyWeights, seed: number, rounds = ROUNDS): number {
  const options = { states: 1, actions: EFFORT_MAXIMUM / STEP + 1, discount: 0, ...RATES };
  const members: ActorCritic[] = Array.from({ length: MEMBERS }, () => actorCritic(options));
  const hands = members.map((_, i) => Random.of(seed, "member", i));
  const choices = members.map(() => 0);
  const efforts = members.map(() => 0);
  const totals: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let total = 0;
    for (const [i, member] of members.entries()) {
      choices[i] = member.act(0, hands[i]);
      efforts[i] = Math.max(EFFORT_FLOOR, STEP * choices[i]);
      total += efforts[i];
    }
    const output = teamOutput(total, PRODUCTION);
    const all = output - PRODUCTION.cost * total;
    for (const [i, member] of members.entries()) {
      const own = teamPayoff(output, MEMBERS, efforts[i], PRODUCTION.cost);
      const pay = teamUtility(own, all - own, MEMBERS, efforts[i], loyalty, weights, PRODUCTION.cost, "sum");
      member.observe(0, choices[i], pay, 0, true);
    }
    if (round >= 0.9 * rounds) totals.push(total);
  }
  return mean(totals);
}

/** Teams without loyalty, with it, and with loyalty that does nothing. */
export async function learnedTeams(seed: number): Promise<Readonly<Record<Team, number>>> {
  return {
    disloyal: learnedTotal(0, VALIDATION_WEIGHTS, seed),
    loyal: learnedTotal(LOYAL, VALIDATION_WEIGHTS, seed),
    idle: learnedTotal(LOYAL, NOTHING, seed),
  };
}

type Team = "disloyal" | "loyal" | "idle";

/** S*, or what all members can give. */
export function equilibriumTotal(loyalty: number): number {
  const total = targetTotal(loyalty, MEMBERS, PRODUCTION, VALIDATION_WEIGHTS, "sum");
  return Math.min(total, MEMBERS * EFFORT_MAXIMUM);
}

/** Whether learners find the equilibrium's total effort. */
export async function learning({ seeds, all }: Pick<StudyContext, "seeds" | "all">): Promise<Partial<StudyResult>> {
  const label = (seed: number) => `four learners of effort, seed ${seed}`;
  const teams: Comparison<Team, number> = comparison(await all(studyJob(import.meta.url, learnedTeams), seeds, label));
  const near = (team: Team, loyalty: number) =>
    is(
      teams.mean(team, (total: number) => total),
      nearly(equilibriumTotal(loyalty), TOLERANCE),
    );
  return {
    claims: [
      claim("four learners without loyalty: total effort is that of the equilibrium", near("disloyal", 0)),
      claim(`four learners, θ = ${LOYAL}: total effort is that of the equilibrium`, near("loyal", LOYAL)),
    ],
    controls: [
      control(`four learners, θ = ${LOYAL} and φ_B = φ_C = 0: total effort of the loyal team`, near("idle", LOYAL)),
    ],
  };
}
