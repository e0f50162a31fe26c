// Explicable designs: the table of a small chain, which was computed with another solver, and four rooms in which
// Q-learning is paid by the original reward, by its shaping, and by designs in four and six states.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice } from "../../algorithms/planning/policy.ts";
import { changedStates, optimalTarget, type Target } from "../../algorithms/reward-design/invariance.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { playEpisode, tablePay } from "../../algorithms/tabular/episode.ts";
import { qLearning } from "../../algorithms/tabular/q-learning.ts";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { median } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { designExplicable, designGreedily, informativeness } from "./explicable.ts";
import { fourRooms, fourRoomsStates } from "./four-rooms.ts";

/** Informativeness on the chain of eight cells, from an independent linear program. */
const GAPS = [0.478297, 1.009738, 1.121931, 1.24659, 1.3851, 1.539, 1.71, 1.9, 0];
const BEST = [-0.3478008, -0.237576, -0.1083, 0];

/** The chain's table, and the control without the goal among the paid states. */
export function chainChecks(programs: LinearPrograms): { checks: Check[]; control: Control } {
  const mdp = chain({ length: 8, discount: 0.9, prize: 10 });
  const horizons = [1, 4, 8];
  const { gap } = optimalTarget(mdp);
  const furthest = Math.max(...GAPS.map((expected, s) => Math.abs(gap[s] - expected)));
  const designs = BEST.map((_, budget) => designGreedily(programs, mdp, { horizons, first: [7], budget }));
  const everywhere = designExplicable(programs, mdp, { horizons });
  // The best of every choice of 1 to 4 states without the goal's. One or two cannot keep the target; three or four can,
  // by fines for going left, and three of them do better than the greedy choice around the goal.
  const without = BEST.map((_, budget) =>
    Math.max(
      ...subsets([0, 1, 2, 3, 4, 5, 6], budget + 1).map(
        (active) => designExplicable(programs, mdp, { horizons, active })?.informativeness ?? Number.NEGATIVE_INFINITY,
      ),
    ),
  );
  return {
    checks: [
      holds("chain: gaps δ(s)", "the reference to 1e-6", `furthest ${furthest.toExponential(1)}`, furthest <= 1e-6),
      closeTo("chain: I of the original reward", informativeness(mdp, mdp.reward, { horizons }), BEST[0], 1e-6, true),
      ...designs
        .slice(1)
        .map((design, k) =>
          closeTo(`chain: best I with ${k + 1} more states`, design.informativeness, BEST[k + 1], 1e-6, true),
        ),
      closeTo("chain: best I with all states", everywhere?.informativeness ?? Number.NaN, 0, 1e-6, true),
    ],
    control: {
      name: "chain: one or two paid states, chosen at best, without the goal's",
      failed: without.slice(0, 2).every((value, budget) => value < BEST[budget] - 1e-6),
      measured: without
        .map(
          (value, budget) =>
            `${budget + 1}: ${value === Number.NEGATIVE_INFINITY ? "no such reward" : value.toFixed(6)}`,
        )
        .join(", "),
    },
  };
}

/** All subsets of one size. */
function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, k) => subsets(items.slice(k + 1), size - 1).map((rest) => [item, ...rest]));
}

const ARMS = ["original", "potential", "design B=3", "design B=5"] as const;
type Arm = (typeof ARMS)[number];

/** Episodes that Q-learning is given at most. */
const LIMIT = 10_000;

/** Four rooms: what Q-learning needs under each reward. */
export function roomsChecks(
  programs: LinearPrograms,
  seeds: number,
  signal: AbortSignal,
): { checks: Check[]; measured: string } {
  const mdp = fourRooms();
  const target = optimalTarget(mdp);
  const design = (budget: number) =>
    designGreedily(programs, mdp, { first: [fourRoomsStates.goal], budget, ties: "keep", choose: "sparing" });
  const [three, five] = [design(3), design(5)];
  const rewards: Record<Arm, Float64Array> = {
    original: mdp.reward,
    potential: potentialShaping(mdp, target.values),
    "design B=3": three.reward,
    "design B=5": five.reward,
  };
  const changed = ARMS.map((arm) => changedStates(mdp, target, rewards[arm]).length);
  const needs = new Map<Arm, Need[]>();
  for (const arm of ARMS) {
    signal.throwIfAborted();
    needs.set(
      arm,
      Array.from({ length: seeds }, (_, seed) => episodesNeeded(mdp, target, rewards[arm], seed)),
    );
  }
  const of = (arm: Arm, key: keyof Need) => (needs.get(arm) ?? []).map((need) => need[key]);
  const speed = (key: keyof Need, words: string): Check => {
    const [before, after] = [median(of("original", key)), median(of("design B=5", key))];
    const ratio = pairedEffect(of("original", key).map(Math.log), of("design B=5", key).map(Math.log));
    const e = (x: number | null) => Math.exp(x ?? Number.NaN).toFixed(2);
    return holds(
      `four rooms: median episodes until ${words}, design B=5`,
      "≤ 50% of the original's",
      `${after} of ${before} (original), ${median(of("potential", key))} (potential), ${median(of("design B=3", key))} (B=3); geometric mean of the ratios ${e(ratio.mean)} [${e(ratio.low)}, ${e(ratio.high)}], n = ${seeds}`,
      after <= 0.5 * before,
    );
  };
  const gained = five.informativeness - informativeness(mdp, mdp.reward);
  return {
    checks: [
      holds(
        `four rooms: states whose optimal actions change (${ARMS.join(", ")})`,
        "0 everywhere",
        changed.join(", "),
        changed.every((n) => n === 0),
      ),
      holds(
        "four rooms: designs with more states are more informative",
        "I rises from the original over B=3 to B=5",
        [informativeness(mdp, mdp.reward), three.informativeness, five.informativeness]
          .map((i) => i.toFixed(4))
          .join(", "),
        three.informativeness > informativeness(mdp, mdp.reward) && five.informativeness > three.informativeness,
      ),
      speed("path", "the greedy choice is optimal on its way from the start, no move slipping"),
      speed("worth", "the greedy policy brings 95% of the optimal return"),
    ],
    measured: `four rooms: Q-learning needs ${median(of("design B=5", "path"))} episodes with the design in six states (I + ${gained.toFixed(3)}), ${median(of("original", "path"))} with the original reward`,
  };
}

/** First episodes after which a policy was good, `LIMIT` where it never was. */
interface Need {
  readonly path: number;
  readonly worth: number;
}

/** Q-learning with α = 0.5, ε = 0.1 and episodes of 50 steps, as in the released code; judged by the original reward. */
function episodesNeeded(mdp: TabularMdp, target: Target, reward: Float64Array, seed: number): Need {
  const learner = qLearning({ states: mdp.states, actions: mdp.actions, discount: mdp.discount, step: 0.5 });
  const pay = tablePay(mdp, reward);
  const world = Random.of(seed, "reward design", "world");
  const choices = Random.of(seed, "reward design", "choices");
  const enough = 0.95 * target.values[fourRoomsStates.start];
  let path = LIMIT;
  let worth = LIMIT;
  for (let episode = 1; episode <= LIMIT && (path === LIMIT || worth === LIMIT); episode++) {
    playEpisode(mdp, learner, pay, 50, world, choices);
    const greedy = greedyChoice(mdp, learner.table);
    const finds = findsTheWay(mdp, target, greedy);
    if (finds && path === LIMIT) path = episode;
    // A solve costs more than an episode; a policy that is lost within rooms need not be solved.
    if (worth === LIMIT && (finds || reachesGoal(mdp, greedy)))
      if (expectedReturn(mdp, deterministicPolicy(mdp, greedy)) >= enough) worth = episode;
  }
  return { path, worth };
}

/** Whether every state on the way from the start to the end is left by an optimal action. */
function findsTheWay(mdp: TabularMdp, target: Target, greedy: Int32Array): boolean {
  return walk(mdp, greedy, (s) => target.optimal[s * mdp.actions + greedy[s]] === 1);
}

function reachesGoal(mdp: TabularMdp, greedy: Int32Array): boolean {
  return walk(mdp, greedy, () => true);
}

/** Follows the likeliest successors from the start; true when they end the episode with every state accepted. */
function walk(mdp: TabularMdp, greedy: Int32Array, accept: (state: number) => boolean): boolean {
  let s: number = fourRoomsStates.start;
  for (let step = 0; step < mdp.states; step++) {
    if (!accept(s)) return false;
    const at = s * mdp.actions + greedy[s];
    let likeliest = mdp.offset[at];
    for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++)
      if (mdp.probability[k] > mdp.probability[likeliest]) likeliest = k;
    s = mdp.next[likeliest];
    if (mdp.terminal[s] === 1) return true;
  }
  return false;
}
