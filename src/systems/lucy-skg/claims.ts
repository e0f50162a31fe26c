// What combinations of components show: claims with their bounds, equations, controls and tables.

import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { exponentialShape } from "../../math/exponential-shape.ts";
import { kinesthetic } from "../../rewards/index.ts";
import { above, atLeast } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is, never } from "../../study/claim.ts";
import { curveColumns, gathered } from "../../study/comparison.ts";
import { matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { type Arm, EVERY, type LearningJob, type learn, paysOf } from "./learning.ts";
import { farming, signDisagreements } from "./reward-analysis.ts";
import { components, POSSIBLE, process, task } from "./task.ts";
import { type playTeam, STEPS, type TaskArm, TESTS, type TeamArm, type TeamJob } from "./team.ts";

/** Numbers of the two equations. */
export function knownNumbers(): Claim[] {
  const parts = [0.8, 0.5, 0.2];
  const signed = [parts, parts.with(1, -0.5), [-0.8, -0.5, 0.2], parts.with(1, 0)];
  const listed = signed.map((list) => `[${list.join(", ")}]`.replaceAll("-", "−"));
  const at = (setting: number) => [1000, 2300].map((d) => exponentialShape(d, 2300, setting, setting));
  const known = [0.804615, 0.606531, 0.835552, 0.661515];
  const kinesthetics = matching(listed, signed.map(kinesthetic), [0.430887, -0.430887, -0.430887, 0], 1e-6);
  const shapes = matching(["1000", "2300", "1000 with 1.1", "2300 with 1.1"], [...at(1), ...at(1.1)], known, 1e-6);
  return [
    equation("the kinesthetic combination (eq. 2)", kinesthetics),
    equation("the shape of distances (eq. 3) at a scale of 2300", shapes),
  ];
}

/** Arms that are paid for components at every step. */
const DIRECT = ["mean, direct 0.1", "KRC, direct 0.1", "mean, direct 0.5", "KRC, direct 0.5"] as const;

/** Largest return of a policy under which no ball comes into a goal, from a mean beginning. */
const farmed = (arm: Arm): number => farming(withReward(task, paysOf(arm, 0)), (s) => s >= process.scored).mean;

/** What can be said of the rewards before anything is trained. */
export function analysis(): StudyResult {
  const own = (at: number) => components.subarray(3 * at, 3 * at + 3);
  const sums = POSSIBLE.map((at) => own(at).reduce((a, b) => a + b, 0));
  const combined = POSSIBLE.map((at) => kinesthetic(own(at)));
  const apart = signDisagreements(sums, combined).length;
  const { values } = valueIteration(task);
  const best = values.reduce((sum, value, state) => sum + task.start[state] * value, 0);
  const unsigned = paysOf("no signs", 0);
  const away = POSSIBLE.filter((at) => own(at)[0] < 0 && unsigned[at] > task.reward[at]).length;
  return {
    claims: [
      claim("the mean can be farmed for more than KRC: largest return without a goal at a weight of 0.5, mean − KRC", [
        is(farmed("mean, direct 0.5") - farmed("KRC, direct 0.5"), above(0)),
        beside("largest return by goals alone", best),
        beside("share of the moves whose sum and KRC have different signs", apart / POSSIBLE.length),
      ]),
    ],
    controls: [
      control("without the sign rule: a move away from the ball is paid", [
        never(away, "moves"),
        beside("of all moves", POSSIBLE.length),
      ]),
    ],
    tables: [
      table(
        "largest return of a policy under which no goal is scored",
        DIRECT.map((arm) => [arm, { return: farmed(arm) }] as const),
      ),
    ],
  };
}

type Learned = Awaited<ReturnType<typeof learn>>;

/** Goals by episodes of training. */
export function learningClaims(jobs: readonly LearningJob[], found: readonly Learned[]): StudyResult {
  const arms = gathered<Arm, Learned>(jobs, found);
  const shown = [...new Set(jobs.map(({ arm }) => arm))];
  const early = claim(
    "as direct reward of weight 0.1, KRC learns sooner: goals after 300 and 600 episodes, KRC − mean",
    [
      is(arms.less("KRC, direct 0.1", "mean, direct 0.1", "early"), atLeast(8)),
      beside("KRC − none", arms.less("KRC, direct 0.1", "none", "early")),
    ],
  );
  return {
    claims: [
      early,
      claim("as direct reward of weight 0.5, KRC ends higher: goals after 3,000 episodes, KRC − mean", [
        is(arms.less("KRC, direct 0.5", "mean, direct 0.5", "last"), atLeast(10)),
        beside("KRC", arms.mean("KRC, direct 0.5", "last")),
        beside("mean", arms.mean("mean, direct 0.5", "last")),
      ]),
      claim(
        "limit: as potential, the mean is better: goals of all tests, mean − KRC",
        is(arms.less("mean, potential", "KRC, potential", "area"), above(0)),
      ),
      claim(
        "limit: every direct reward ends below none: goals after 3,000 episodes, none − direct",
        DIRECT.map((arm) => is(arms.less("none", arm, "last"), above(0), arm)),
      ),
    ],
    controls: [
      control(
        "components dealt to other moves at random: KRC learns sooner than none, goals after 300 and 600 episodes",
        is(arms.less("shuffled", "none", "early"), atLeast(8)),
        { of: early },
      ),
    ],
    tables: [
      arms.table("goals in 100 test episodes, by episodes of training", shown, curveColumns(EVERY, 10)),
      arms.table("pay beside goals in the last test: of an episode, and its share of the return by size", shown, {
        pay: "beside",
        share: "share",
      }),
    ],
  };
}

type Played = Awaited<ReturnType<typeof playTeam>>;

/** Self-play of teams. */
export function teamClaims(jobs: readonly TeamJob[], found: readonly Played[]): StudyResult {
  const arms = gathered<TeamArm, Played>(jobs, found, { shares: ["area"] });
  const rise = (name: string, one: TeamArm, other: TeamArm) =>
    claim(`two against two, area under the learning curve: ${name}`, is(arms.ratio(one, other, "area"), atLeast(1.05)));
  return {
    claims: [
      rise("KRC/mean", "KRC", "mean"),
      rise("KRC/goals alone", "KRC", "goals alone"),
      rise("KRC with the team's lead/without", "KRC, τ = 0.3", "KRC"),
    ],
    controls: [],
    tables: [
      arms.table(
        "two against two: share of the points against players that take the shortest way, by steps of training",
        [...new Set(jobs.map(({ arm }) => arm))],
        curveColumns(STEPS / TESTS, TESTS),
      ),
    ],
  };
}

/** The same with auxiliary tasks beside PPO. */
export function taskClaims(
  jobs: readonly { readonly tasks: TaskArm; readonly seed: number }[],
  found: readonly Played[],
): StudyResult {
  const named = jobs.map(({ tasks, seed }) => ({ arm: tasks, seed }));
  const arms = gathered<TaskArm, Played>(named, found, { shares: ["area"] });
  const rise = (arm: TaskArm) => is(arms.ratio(arm, "no task", "area"), atLeast(1.05));
  const area = "area under the learning curve, with the task/without";
  const foreseen = claim(`two against two, reward prediction beside PPO: ${area}`, rise("reward prediction"));
  const seen = claim(`two against two, state reconstruction beside PPO: ${area}`, rise("state reconstruction"));
  const both = claim(`two against two, both beside PPO: ${area}`, rise("both tasks"));
  return {
    claims: [foreseen, seen, both],
    controls: [
      control(`answers of reward prediction permuted within the batch: ${area}`, rise("reward prediction, permuted"), {
        of: foreseen,
      }),
      control(
        `answers of state reconstruction permuted within the batch: ${area}`,
        rise("state reconstruction, permuted"),
        {
          of: seen,
        },
      ),
    ],
    tables: [
      arms.table(
        "two against two, auxiliary tasks beside PPO with the reward KRC: share of the points, by steps of training",
        [...new Set(named.map(({ arm }) => arm))],
        { ...curveColumns(STEPS / TESTS, TESTS), mean: "area" },
      ),
    ],
  };
}
