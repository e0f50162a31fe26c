// An episode of a tabular learner in a finite decision process: who chooses, who pays, and the loop between them. The
// world's own reward is what is reported; what the learner is paid is the `pay` object's business.

import type { Random } from "../../core/random.ts";
import { sampleNext, type TabularMdp } from "../../environments/tabular/mdp.ts";

/** A learner over states and actions that are integers. Every call is made in the order of the list. */
export interface TabularLearner {
  /** [states × actions]: action values of a value learner, logits of a policy learner. Live, not a copy. */
  readonly table: Float64Array;
  /** Begins an episode. */
  begin(): void;
  act(state: number, random: Random): number;
  /** One transition with its pay; `ended` where the world itself ended the episode, not where it is cut off. */
  observe(state: number, action: number, pay: number, next: number, ended: boolean): void;
  /** The episode is over. */
  end(): void;
  /** π(a|s) as the learner acts now. */
  probability(state: number, action: number): number;
}

/** What a learner is paid for a transition. It may remember, so it hears where episodes begin and end. */
export interface TransitionPay {
  begin?(): void;
  pay(state: number, action: number, next: number, ended: boolean): number;
  /** Called before the learner's own `end`. */
  end?(): void;
}

/** Pay by a table [states × actions]: the world's own reward, or a designed one. A later change of the table counts. */
export function tablePay(mdp: Pick<TabularMdp, "actions">, table: ArrayLike<number>): TransitionPay {
  const A = mdp.actions;
  return { pay: (state, action) => table[state * A + action] };
}

/** Plays one episode of at most `horizon` steps. `world` and `choices` are the streams of transitions and of actions. */
export function playEpisode(
  mdp: TabularMdp,
  learner: TabularLearner,
  pay: TransitionPay,
  horizon: number,
  world: Random,
  choices: Random,
) {
  const { actions: A, discount, reward, terminal } = mdp;
  let state = firstState(mdp, world);
  let discounted = 0;
  let weight = 1;
  let steps = 0;
  learner.begin();
  pay.begin?.();
  while (steps < horizon && terminal[state] === 0) {
    const action = learner.act(state, choices);
    const next = sampleNext(mdp, state, action, world.uniform());
    const ended = terminal[next] === 1;
    discounted += weight * reward[state * A + action];
    weight *= discount;
    learner.observe(state, action, pay.pay(state, action, next, ended), next, ended);
    state = next;
    steps++;
  }
  pay.end?.();
  learner.end();
  return {
    /** Σ γ^t r(s_t, a_t). */
    discounted,
    steps,
    /** Whether the world ended it. */
    ended: terminal[state] === 1,
  };
}

/** A first state by the process's own distribution; no number is drawn where there is only one. */
export function firstState({ start, states }: TabularMdp, random: Random): number {
  let left = 1;
  for (let s = 0; s < states; s++) {
    if (start[s] === 1) return s;
    if (start[s] === 0) continue;
    if (left === 1) left = random.uniform();
    left -= start[s];
    if (left < 0) return s;
  }
  return start.findLastIndex((p) => p > 0);
}
