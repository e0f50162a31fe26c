// Debaters that learn, in the evidence debate with a judge that takes means of topics, and what the best answer does to them.

import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { evidenceDebateWorld } from "../../environments/games/evidence-debate/world.ts";
import { scoreOf, shownFor, strongest } from "../../mechanisms/debating/rules.ts";
import { debateSolver, resultAgainstBest } from "../../mechanisms/debating/solution.ts";
import { type RewardDeclaration, rewardPlan, rewards } from "../../rewards/index.ts";
import { studyJob } from "../../study/study.ts";

const PIECES = 10;
const REVEALS = 6;
const TOPICS = 3;
const OPTIONS = { pieces: PIECES, reveals: REVEALS, topics: TOPICS };
const DEBATES = 300;
const DISCOUNT = 0.99;
const PPO = {
  ...{ steps: 150_000, copies: 64, rollout: 24, epochs: 4, minibatches: 4, rate: 5e-3, discount: DISCOUNT },
  ...{ hidden: [64], entropy: 0.01, segments: 1, mode: true },
};

/** The point of the debate, with the judge's score so far as a potential, which changes no best answer. */
const WON: RewardDeclaration = { sum: [{ channel: "payoff" }, { potential: { score: 0.5 }, discount: DISCOUNT }] };

/** How a debater learns: for its own pieces alone, against itself, or against minimax. */
export const DEBATERS = ["isolated", "self-play", "maxmin"] as const;
export type Debater = (typeof DEBATERS)[number];

export interface DebaterJob {
  readonly arm: Debater;
  readonly seed: number;
}

const minimax: AgentPlan = ({ spec, seat }) => {
  const player = spec.oracles?.minimax.play(seat);
  if (player === undefined) throw new Error("the debate has no minimax player");
  return player;
};

/** Names any piece, of which the next that has not been shown is shown. */
const byChance: AgentPlan = () => {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(_, action) {
      action[0] = hand?.integer(PIECES) ?? 0;
    },
  };
};

/** What the best answer, found by search, does to a trained debater, over debates and both orders. */
export async function debate({ arm, seed }: DebaterJob, signal?: AbortSignal) {
  const makeEnvironment = () => evidenceDebateWorld.make(OPTIONS);
  const partner = arm === "self-play" ? undefined : arm === "maxmin" ? minimax : byChance;
  const partners = partner === undefined ? [] : [undefined, partner];
  const reward = rewardPlan(arm === "isolated" ? { channel: "alone" } : WON, rewards);
  const context = trainingContext({ makeEnvironment, seed, reward, partners });
  const { players } = await train(ppo.make({ ...PPO, shared: partner === undefined }), context, { signal });
  const found = againstBest(players[0], seed);
  for (const player of players) await player.close?.();
  return found;
}

/** What a debater shows, by the sets of pieces that it and the other have shown. */
type Showing = (own: number, other: number) => number;

function againstBest(player: ReturnType<AgentPlan>, seed: number) {
  const seen = new Float32Array(3 * PIECES + 2);
  const action = new Float64Array(1);
  player.reset(Random.of(0, "player"));
  return exploited(seed, (support) => (own, other) => {
    seen.set(support);
    let said = 0;
    for (let piece = 0; piece < PIECES; piece++) {
      seen[PIECES + piece] = (own >> piece) & 1;
      seen[2 * PIECES + piece] = (other >> piece) & 1;
      said += seen[PIECES + piece] + seen[2 * PIECES + piece];
    }
    seen[3 * PIECES] = 1;
    seen[3 * PIECES + 1] = said / REVEALS;
    player.act(seen, action);
    return shownFor(action[0], PIECES, own | other);
  });
}

/** Exploitability, and the share of debates that can be won in which a confuser keeps the debater from it. */
function exploited(seed: number, debater: (support: Float64Array) => Showing) {
  const random = Random.of(seed, "debates");
  const solver = debateSolver(PIECES, REVEALS);
  let [lost, won, winnable] = [0, 0, 0];
  for (let k = 0; k < DEBATES; k++) {
    const support = Float64Array.from({ length: PIECES }, () => random.uniform(-1, 1));
    const show = debater(support);
    const score = (set: number) => scoreOf(support, PIECES, TOPICS, set);
    for (const starts of [0, 1]) {
      solver.judge(support, TOPICS);
      const value = Math.sign(solver.solve(starts));
      const result = resultAgainstBest({ pieces: PIECES, reveals: REVEALS, starts, score }, show);
      lost += value - result;
      if (value <= 0) continue;
      winnable += 1;
      if (result > 0) won += 1;
    }
  }
  return { exploitability: lost / (2 * DEBATES), confused: 1 - won / winnable };
}

/** What the best answer does to a debater that always shows the piece that speaks most for it, in the same debates. */
export const greedyExploited = (seed: number) =>
  exploited(seed, (support) => (own, other) => strongest(support, PIECES, own | other));

export const debating = studyJob(import.meta.url, debate);
