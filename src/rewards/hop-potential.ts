// A judge of one's own as a potential: it says how much closer to the goal a moment is than another, and its hops make the progress that shaping
// pays for. Source: arXiv 2512.23703.

import { scopedValue } from "../core/channel.ts";
import { Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { type Perspective, progressByHops } from "../math/hop.ts";
import { shaping } from "./potential.ts";
import { stateChannels } from "./state-key.ts";

/** State channels of a moment, by name. */
export type JudgedMoment = Readonly<Record<string, number>>;

/** Says how much closer to the goal `after` is than `before`: a hop in [−1, 1], as `hopBetween` defines it. */
export type HopJudge = (start: JudgedMoment, goal: JudgedMoment, before: JudgedMoment, after: JudgedMoment) => number;

export interface HopPotential {
  readonly hop: HopJudge;
  /** State channels where the task is done; the judge is shown these channels, of every moment. */
  readonly goal: JudgedMoment;
  /** γ in (0, 1], the learner's own. */
  readonly discount: number;
  /**
   * How hops make progress, by default the two anchors: a function of the state. Perspectives that carry history keep the optimum in the
   * state with the carried progress alone.
   */
  readonly by?: Perspective;
  /** α of the cautious perspective. */
  readonly caution?: number;
}

/**
 * Pays γ·Φ(s′) − Φ(s), where Φ is progress by the judge's hops; Φ is 0 where the world ended the episode. Throws a UserError where a channel
 * is none of the state, and where the judge's answer is no number in [−1, 1].
 */
export function hopPotential({ hop, goal, discount, by = "anchors", caution }: HopPotential): RewardPlan {
  const names = Object.keys(goal);
  return (spec) => {
    const references = stateChannels(names, spec, "a judge of hops");
    const agents = spec.agents.length;
    const channels = spec.channels.length;
    const moment = (outcomes: Float64Array, seat: number): JudgedMoment =>
      Object.fromEntries(names.map((name, k) => [name, scopedValue(references[k], outcomes, seat, agents, channels)]));
    const asked: HopJudge = (...moments) => {
      const said = hop(...moments);
      if (said >= -1 && said <= 1) return said;
      const what = `the judge says ${said} of the hop to ${JSON.stringify(moments[3])}`;
      throw new UserError({ code: "bad-hop", what, hint: "a hop is a number from −1 to 1" });
    };
    const seats = spec.agents.map(() => ({
      progress: progressByHops(by, caution),
      shaped: shaping(discount),
      start: goal,
      before: goal,
    }));
    return {
      reset(outcomes) {
        for (const [i, seat] of seats.entries()) {
          seat.start = moment(outcomes, i);
          seat.before = seat.start;
          seat.progress.begin();
          const { start } = seat;
          const forward = asked(start, goal, start, start);
          const backward = asked(start, goal, goal, start);
          seat.shaped.begin(seat.progress.next({ incremental: 0, forward, backward }));
        }
      },
      pay(outcomes, status, pay) {
        const ended = (status & Status.terminated) !== 0;
        for (const [i, seat] of seats.entries()) {
          const { start, before } = seat;
          const now = moment(outcomes, i);
          const phi = seat.progress.next({
            incremental: asked(start, goal, before, now),
            forward: asked(start, goal, start, now),
            backward: asked(start, goal, goal, now),
          });
          seat.before = now;
          pay[i] = seat.shaped.step(phi, ended);
        }
      },
    };
  };
}
