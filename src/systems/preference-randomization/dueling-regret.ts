// Plays a dueling learner in a known process, and says exactly what it lost: both policies of each round are evaluated, not
// their episodes.

import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import type { DuelingLearner, Side } from "../../algorithms/preference/dueling-learner.ts";
import type { Random } from "../../core/random.ts";
import { expectedNext, sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import type { Annotator } from "../../feedback/annotator.ts";

/** An episode as an annotator sees it. */
export interface DuelEpisode {
  readonly states: Int32Array;
  readonly actions: Int32Array;
  /** Sum of the true rewards, of which the learner is told nothing. */
  readonly reward: number;
}

/** What is played. */
export interface DuelOptions {
  readonly mdp: TabularMdp;
  readonly horizon: number;
  readonly learner: DuelingLearner;
  readonly annotator: Annotator<DuelEpisode>;
  readonly rounds: number;
  readonly random: Random;
  /** Called after each round. */
  readonly watch?: (round: number) => void;
}

/** A record of all rounds. */
export interface DuelRecord {
  /** Σ over rounds up to this one of 2V* − V(fresh) − V(older), [rounds]. */
  readonly regret: Float64Array;
  /** Return of each round's fresh policy, [rounds]. */
  readonly fresh: Float64Array;
  /** 1 where the annotator answered, [rounds]. */
  readonly asked: Uint8Array;
}

/** Plays all rounds. The process must begin in one state. */
export function playDuels({ mdp, horizon, learner, annotator, rounds, random, watch }: DuelOptions): DuelRecord {
  const start = mdp.start.indexOf(1);
  if (start < 0) throw new Error("the process begins in more than one state");
  const best = finiteHorizonValues(mdp, horizon)[horizon][start];
  const record = { regret: new Float64Array(rounds), fresh: new Float64Array(rounds), asked: new Uint8Array(rounds) };
  const episodes = [0, 1].map(() => ({ states: new Int32Array(horizon), actions: new Int32Array(horizon), reward: 0 }));
  const [first, second] = learner.policies;

  function play(side: Side): void {
    const episode = episodes[side];
    episode.reward = 0;
    let state = start;
    for (let h = 0; h < horizon; h++) {
      const action = learner.act(side, h, state);
      const pay = mdp.reward[state * mdp.actions + action];
      const next = sampleNext(mdp, state, action, random.uniform());
      learner.observe(side, h, state, action, next, pay);
      episode.states[h] = state;
      episode.actions[h] = action;
      episode.reward += pay;
      state = next;
    }
  }

  let lost = 0;
  for (let round = 0; round < rounds; round++) {
    learner.begin();
    record.fresh[round] = stagePolicyReturn(mdp, first, horizon);
    lost += 2 * best - record.fresh[round] - stagePolicyReturn(mdp, second, horizon);
    record.regret[round] = lost;
    play(0);
    play(1);
    if (learner.asks()) {
      const answer = annotator.compare(episodes[0], episodes[1]);
      if (answer !== undefined) {
        learner.tell(answer);
        record.asked[round] = 1;
      }
    }
    watch?.(round);
  }
  return record;
}

/** Exact E[Σ r] of an episode of `horizon` steps under actions [horizon × states], which look at the clock, from where the process begins. */
export function stagePolicyReturn(mdp: TabularMdp, policy: ArrayLike<number>, horizon: number): number {
  const { states: S, actions: A } = mdp;
  let later = new Float64Array(S);
  let values = new Float64Array(S);
  for (let h = horizon - 1; h >= 0; h--) {
    for (let s = 0; s < S; s++) {
      const action = policy[h * S + s];
      values[s] = mdp.reward[s * A + action] + mdp.discount * expectedNext(mdp, s, action, later);
    }
    [later, values] = [values, later];
  }
  let sum = 0;
  for (let s = 0; s < S; s++) sum += mdp.start[s] * later[s];
  return sum;
}
