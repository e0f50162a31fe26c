// Three orchestrators learn when to stop: credited as a team for every decision, credited for stops alone, and, for the
// control, paid what other episodes earned. What each is worth is measured beside the best player on the same episodes.

import { reinforce } from "../../algorithms/policy-gradient/reinforce.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { optimalStop, stopValue } from "../../environments/team/optimal-stop.ts";
import { bestFixedTeam, fixedPlayer, planPlayer } from "../../environments/team/players.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { maximise } from "../../math/maximise.ts";
import { exchangedEpisodes } from "../../rewards/exchanged.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { above, atLeast, worded } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { difference, percent, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { playOnce, teamOf } from "./team.ts";
import { type Written, written } from "./written-traces.ts";

/** Episodes of a training: 1,000 updates of 20. */
const EPISODES = 20_000;
const UPDATES = 1000;
/** Episodes that a player is measured over. */
const WATCHED = 4000;

/** REINFORCE with a softmax of the three numbers that are seen, chosen on seeds 1 to 5 for both kinds of credit. */
const SETTINGS = {
  steps: 10_000_000,
  segments: 1,
  episodes: EPISODES / UPDATES,
  hidden: [],
  discount: 1,
  rate: 0.02,
  entropy: 0.03,
  scaleRewards: false,
  mode: false,
};

const ARMS = {
  team: { settings: {}, reward: privatePay },
  stops: { settings: { credited: [0] }, reward: privatePay },
  dealt: { settings: {}, reward: exchangedEpisodes(privatePay) },
} as const satisfies Readonly<Record<string, { settings: object; reward: RewardPlan }>>;
export type Arm = keyof typeof ARMS;

/** What one training came to. */
export interface Stopping {
  /** E[right answer − costs], estimated from the difference to the best player, whose worth is known. */
  readonly value: number;
  /** The same of the best fixed number of workers, on the same episodes. */
  readonly fixed: number;
  /** Traces of its episodes. */
  readonly traces: Written;
}

/** Trains the three orchestrators of a seed, and watches them. */
export async function stopping(seed: number, signal?: AbortSignal): Promise<Record<Arm, Stopping>> {
  const of = (arm: Arm) => learnt(arm, seed, signal);
  return { team: await of("team"), stops: await of("stops"), dealt: await of("dealt") };
}

async function learnt(arm: Arm, seed: number, signal: AbortSignal | undefined): Promise<Stopping> {
  const { settings, reward } = ARMS[arm];
  const context = trainingContext({ makeEnvironment: () => teamOf(), seed, reward });
  const learner = reinforce.make({ ...SETTINGS, ...settings });
  const {
    players: [player],
  } = await train(learner, context, { updates: UPDATES, signal });
  try {
    const world = teamOf();
    const { protocol } = world;
    const plan = optimalStop(protocol);
    const pays = (agent: Agent) => Float64Array.from({ length: WATCHED }, (_, k) => playOnce(world, agent, seed, k)[0]);
    const best = pays(planPlayer(plan));
    // The best player's exact worth stands in for its luck on these episodes.
    const worth = (agent: Agent) => plan.value + mean(pays(agent).map((pay, k) => pay - best[k]));
    return {
      value: worth(player),
      fixed: worth(fixedPlayer(protocol, bestFixedTeam(protocol).workers)),
      traces: written(world, player, seed, 300),
    };
  } finally {
    player.close?.();
  }
}

/** What the stops are worth that were learnt under each seed. */
export function stoppingClaims(seeds: readonly Readonly<Record<Arm, Stopping>>[]): StudyResult {
  const { protocol } = teamOf();
  const best = optimalStop(protocol).value;
  const { value: fixed, workers } = bestFixedTeam(protocol);
  const arms = comparison(seeds);
  const words = { team: "the team's credit for every decision", stops: "credit at the stops alone" } as const;
  return {
    claims: (["team", "stops"] as const).flatMap((arm) => [
      claim(
        `a stop learnt in ${EPISODES} episodes by REINFORCE, ${words[arm]}: share of the best stop's value`,
        is(percent(arms.mean(arm, ({ value }) => value / best)), worded(atLeast(0.95), "≥ 95 %")),
      ),
      claim(
        `its value less that of the best fixed number of workers, ${words[arm]}`,
        is(difference(arms.values(arm, "value"), arms.values(arm, "fixed")), atLeast(0.02)),
      ),
    ]),
    controls: [dealtRewards(arms.values("dealt", "value"))],
    tables: [
      table("exact values", { "best stop": { value: best }, "best fixed number": { value: fixed, workers } }),
      arms.table("learnt, by what is credited", ["team", "stops", "dealt"], { value: "value" }),
    ],
  };
}

/** What is learnt from other episodes' rewards drifts; a random stop is given the best of what drift may find. */
function dealtRewards(values: readonly number[]) {
  const { protocol } = teamOf();
  const worth = (stop: number) =>
    stopValue(protocol, (_evidence, _workers, _time, chances) => chances.fill(1 - stop).fill(stop, 0, 1));
  const best = maximise(worth, 0, 1, 21, 1e-3);
  return control(
    "learnt from rewards dealt to other episodes, the stop is better than the best random one by more than 0.02",
    [
      is(sampled(values.map((value) => value - best.value)), above(0.02)),
      beside("best random stop's", best.value),
      beside("which stops with chance", best.at),
      beside("choices alike", worth(0.5)),
    ],
  );
}
