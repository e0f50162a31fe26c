// Explicable designs: the table of a small chain, which was computed with another solver, and four rooms in which
// Q-learning is paid by the original reward, by its shaping, and by designs in four and six states.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice } from "../../algorithms/planning/policy.ts";
import { changedStates, type OptimalTarget, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { tablePay } from "../../algorithms/tabular/episode.ts";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { median } from "../../evaluation/statistics/moments.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { beside, claim, control, equation, is, never } from "../../study/claim.ts";
import { played } from "../../study/comparison.ts";
import { exact, geometricRatio } from "../../study/figure.ts";
import { largestGap, matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { trained } from "../../study/testbeds/tabular.ts";
import { designExplicable, designGreedily, informativeness } from "./explicable.ts";
import { fourRooms, fourRoomsStates } from "./worlds.ts";

/** Gaps and informativeness on the chain of eight cells, from an independent linear program. */
const GAPS = [0.478297, 1.009738, 1.121931, 1.24659, 1.3851, 1.539, 1.71, 1.9, 0];
const BEST = [-0.3478008, -0.237576, -0.1083, 0];

/** The chain's table, and the control without the goal among the paid states. */
export function chainClaims(programs: LinearPrograms): Partial<StudyResult> {
  const mdp = chain({ length: 8, discount: 0.9, prize: 10 });
  const horizons = [1, 4, 8];
  const designs = [1, 2, 3].map((budget) => designGreedily(programs, mdp, { horizons, first: [7], budget }));
  const everywhere = designExplicable(programs, mdp, { horizons });
  // The best of every choice of states without the goal's. Three or four can keep the target, by fines for going left.
  const without = [1, 2].map((size) => {
    const found = subsets([0, 1, 2, 3, 4, 5, 6], size).flatMap((active) => {
      const design = designExplicable(programs, mdp, { horizons, active });
      return design === undefined ? [] : [design.informativeness];
    });
    return found.length === 0 ? { value: null } : exact(Math.max(...found));
  });
  return {
    claims: [
      equation("chain: gaps δ(s)", is(largestGap(optimalTarget(mdp).gap, GAPS), atMost(1e-6), "largest distance")),
      equation(
        "chain: best I",
        matching(
          ["the original reward", "1 more state", "2 more states", "3 more states", "all states"],
          [
            informativeness(mdp, mdp.reward, { horizons }),
            ...designs.map((design) => design.informativeness),
            everywhere?.informativeness ?? Number.NaN,
          ],
          [...BEST, 0],
          1e-6,
        ),
      ),
    ],
    controls: [
      control(
        "chain: one or two paid states, chosen at best, without the goal's, are as good",
        without.map((figure, k) => is(figure, atLeast(BEST[k] - 1e-6), `${k + 1} paid`)),
        { needs: "any" },
      ),
    ],
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
export function roomsClaims(programs: LinearPrograms, seeds: readonly number[]): Partial<StudyResult> {
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
  const arms = played(ARMS, seeds, (arm, seed) => episodesNeeded(mdp, target, rewards[arm], seed));
  const original = informativeness(mdp, mdp.reward);
  const sooner = (key: keyof Need, words: string) =>
    claim(`four rooms: episodes until ${words}, design B=5 beside the original reward`, [
      is(geometricRatio(arms.values("design B=5", key), arms.values("original", key)), atMost(0.5)),
      ...ARMS.map((arm) => beside(`median, ${arm}`, median(arms.values(arm, key)))),
    ]);
  return {
    claims: [
      sooner("path", "the greedy choice is optimal on its way from the start, no move slipping"),
      sooner("worth", "the greedy policy brings 95% of the optimal return"),
      equation(
        "four rooms: states whose optimal actions change",
        ARMS.map((arm) => never(changedStates(mdp, target, rewards[arm]).length, arm)),
      ),
      equation("four rooms: designs with more states are more informative", [
        is(three.informativeness - original, above(0), "B=3, more than the original"),
        is(five.informativeness - three.informativeness, above(0), "B=5, more than B=3"),
      ]),
    ],
  };
}

/** First episodes after which a policy was good, `LIMIT` where it never was. */
type Need = ReturnType<typeof episodesNeeded>;

/** Q-learning with α = 0.5, ε = 0.1 and episodes of 50 steps, as in the released code; judged by the original reward. */
function episodesNeeded(mdp: TabularMdp, target: OptimalTarget, reward: Float64Array, seed: number) {
  const learner = qLearning({ states: mdp.states, actions: mdp.actions, discount: mdp.discount, step: 0.5 });
  const pay = tablePay(mdp, reward);
  const world = Random.of(seed, "reward design", "world");
  const choices = Random.of(seed, "reward design", "choices");
  const enough = 0.95 * target.values[fourRoomsStates.start];
  const episodes = trained({ mdp, horizon: 50, learner, pay, world, choices });
  let path = LIMIT;
  let worth = LIMIT;
  for (let episode = 1; episode <= LIMIT && (path === LIMIT || worth === LIMIT); episode++) {
    episodes.next();
    const greedy = greedyChoice(mdp, learner.table);
    const finds = reachesGoal(mdp, greedy, (s) => target.optimal[s * mdp.actions + greedy[s]] === 1);
    if (finds && path === LIMIT) path = episode;
    // A solve costs more than an episode; a policy that is lost within rooms need not be solved.
    if (worth === LIMIT && (finds || reachesGoal(mdp, greedy)))
      if (expectedReturn(mdp, deterministicPolicy(mdp, greedy)) >= enough) worth = episode;
  }
  return { path, worth };
}

/** Follows the likeliest successors from the start: whether they end the episode, every state on the way being accepted. */
function reachesGoal(mdp: TabularMdp, greedy: Int32Array, accept: (state: number) => boolean = () => true): boolean {
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
