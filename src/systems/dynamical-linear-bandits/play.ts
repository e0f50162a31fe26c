// A learner played in a world of the study: what it lost, and whether it lost a share of every round.

import { ar2 } from "../../algorithms/bandits/ar2.ts";
import { dynamicalWidth, dynLinUcb, linearWidth, waitingRounds } from "../../algorithms/bandits/dyn-lin-ucb.ts";
import { exp3, exp3Rate } from "../../algorithms/bandits/exp3.ts";
import { amongFixed, type BanditLearner, blockMeans } from "../../algorithms/bandits/learner.ts";
import { discountedLinUcb, lagged, linUcb } from "../../algorithms/bandits/lin-ucb.ts";
import { ucb1 } from "../../algorithms/bandits/mean-learners.ts";
import { systemBounds } from "../../algorithms/bandits/system-bounds.ts";
import { Random } from "../../core/random.ts";
import { studyJob } from "../../study/study.ts";
import { regretCurve, regretShape } from "../../study/testbeds/bandit.ts";
import { environmentOf, type WorldName, worldOf } from "./systems.ts";

/** `lin-lags` is LinUCB that looks at the last two payoffs as well. */
type LearnerName = "dynlin" | "lin" | "lin-lags" | "discounted" | "ar2" | "exp3" | "batched-exp3" | "ucb1";

/** A learner in a world. */
export interface DynamicalSetting {
  readonly world: WorldName;
  readonly learner: LearnerName;
  /** What `dynlin` learns from. Default "last". */
  readonly samples?: "last" | "all";
  /** ρ̄ instead of ρ(A). */
  readonly radius?: number;
  /** γ of `discounted`. Default 1 − 10/T: a tenth of the rounds counts. */
  readonly discount?: number;
  /** Factor of β; of AR2's confidence; of the range that Exp3 and UCB1 take payoffs to have. */
  readonly scale: number;
  readonly horizon: number;
}

/** What is played. Plain data. */
export interface DynamicalJob<Arm extends string = string> extends DynamicalSetting {
  readonly arm: Arm;
  readonly seed: number;
}

/** What a learner lost. */
export type Losing = Awaited<ReturnType<typeof play>>;

/** Plays one seed; learners that are compared meet the same noise. */
export async function play(job: DynamicalJob) {
  const { world, horizon, seed } = job;
  return regretShape(regretCurve(environmentOf(world, horizon), learnerOf(job), Random.of(seed, "dynamical")));
}

export const playing = studyJob(import.meta.url, play);

/** A learner at its first round, which knows the bounds of the system. */
function learnerOf(job: DynamicalSetting): BanditLearner {
  const { system, actions } = worldOf(job.world);
  const { horizon, scale, samples = "last" } = job;
  const [arms, dimension] = [actions.length, actions[0].length];
  const known = systemBounds(system, actions, job.world.deviation * Math.sqrt(system.C.length));
  const bounds = { ...known, radius: job.radius ?? known.radius };
  const ridge = Math.log(horizon);
  const width = { dimension, ridge, delta: 1 / horizon, scale };
  const features = Float64Array.from(actions.flat());
  const shape = { arms, dimension, ridge };
  // The most that a round pays or costs on average when an arm is kept up: payoffs are taken to lie between −range and range.
  const range = scale * (known.theta + (known.omega * known.input) / (1 - known.radius)) * known.action;
  const shares = (learner: BanditLearner): BanditLearner => ({
    choose: (random) => learner.choose(random),
    learn: (arm, payoff) => learner.learn(arm, Math.min(1, Math.max(0, (payoff + range) / (2 * range)))),
  });
  switch (job.learner) {
    case "dynlin":
      return amongFixed(
        dynLinUcb({ ...shape, radius: bounds.radius, samples, width: dynamicalWidth(bounds, width) }),
        features,
      );
    case "lin":
      return amongFixed(linUcb({ ...shape, width: linearWidth(bounds, width) }), features);
    case "lin-lags": {
      const inner = (wide: number) =>
        linUcb({ ...shape, dimension: wide, width: linearWidth(bounds, { ...width, dimension: wide }) });
      return amongFixed(lagged(arms, dimension, 2, inner), features);
    }
    case "discounted": {
      const discount = job.discount ?? 1 - 10 / horizon;
      const beta = linearWidth(bounds, width);
      const fade = discount ** 2;
      const counted = (rounds: number) => beta((1 - fade ** rounds) / (1 - fade));
      return amongFixed(discountedLinUcb({ ...shape, discount, width: counted }), features);
    }
    case "ar2": {
      const { radius: memory, deviation } = known;
      const epoch = Math.ceil(arms * memory ** -3 * job.world.deviation ** -3);
      const c0 = Math.sqrt(4 * Math.log(1 / (memory * deviation)) + 4 * Math.log(epoch) + 2 * Math.log(4 * arms));
      return ar2(arms, { memory, deviation, confidence: scale * 24 * c0, epoch });
    }
    case "exp3":
      return shares(exp3(arms, exp3Rate(arms, (2 / 3) * horizon)));
    case "batched-exp3": {
      const size = Math.max(1, 1 + waitingRounds(horizon / 2, known.radius));
      return shares(blockMeans(exp3(arms, exp3Rate(arms, ((2 / 3) * horizon) / size)), size));
    }
    case "ucb1":
      return ucb1(arms, { range: 2 * range });
    default:
      return job.learner satisfies never;
  }
}
