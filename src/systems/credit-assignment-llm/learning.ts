// Pay by a judge in a room that is a finite process, with the same bonuses as a judged world with declared sub-goals; Q-learning for
// that pay, and how many episodes it takes until it nearly always finds the stairs.

import { type TabularLearner, type TransitionPay, tablePay } from "../../algorithms/tabular/episode.ts";
import { epsilonGreedy } from "../../algorithms/tabular/softmax-policy.ts";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { Random } from "../../core/random.ts";
import { Message } from "../../environments/gridworld/tiles.ts";
import type { Judge, SubgoalVerdict } from "../../feedback/judge.ts";
import { type SubgoalPay, subgoalLedger } from "../../rewards/subgoals.ts";
import { episodesUntil, trained } from "../../study/testbeds/tabular.ts";
import { HORIZON, type JudgedMode, type Room, stepFrom, told } from "./rooms.ts";

/** The bonus for each sub-goal: both together stay below the 1 that the stairs pay. */
export const BONUS = 0.25;

const MESSAGES = Math.max(...Object.values(Message)) + 1;
const UNKNOWN = -1;

/** Pay that knows what it has paid for in this episode. */
export interface JudgedPay extends TransitionPay {
  /** How many sub-goals there are. */
  readonly subgoals: number;
  /** Those that count as reached. */
  reached(): SubgoalVerdict;
  /** What the judge said of the last step. */
  said(): SubgoalVerdict;
}

/** The stairs' own 1, and a bonus for each sub-goal that the judge says was reached, once per episode by default. */
export function judgedPay(
  room: Room,
  judge: Judge,
  mode: JudgedMode,
  subgoals: readonly SubgoalPay[] = judge.subgoals.map(() => ({ pay: BONUS })),
): JudgedPay {
  const { mdp } = room;
  const ledger = subgoalLedger(subgoals);
  // What was said before is on the screen before, so that it may matter to a judge.
  const verdicts = new Int8Array(mdp.states * mdp.actions * MESSAGES).fill(UNKNOWN);
  const messages = new Int8Array(mdp.states * mdp.actions).fill(UNKNOWN);
  let message: number = Message.none;
  let verdict: SubgoalVerdict = 0;
  return {
    subgoals: subgoals.length,
    reached: () => ledger.reached,
    said: () => verdict,
    begin() {
      message = Message.none;
      ledger.begin(0);
    },
    pay(state, action, _, ended) {
      const at = state * mdp.actions + action;
      const place = at * MESSAGES + (mode.line === "message" ? message : Message.none);
      if (verdicts[place] === UNKNOWN) {
        const step = stepFrom(room, state, action, message);
        verdicts[place] = judge.verdict(told(step, mode));
        messages[at] = step.after.message;
      }
      message = messages[at];
      verdict = verdicts[place];
      return mdp.reward[at] + ledger.pay(verdict, ended);
    },
  };
}

/** The stairs' own 1 and nothing else. */
export function taskPay({ mdp }: Room): JudgedPay {
  return { ...tablePay(mdp, mdp.reward), subgoals: 0, reached: () => 0, said: () => 0 };
}

interface LearnerSettings {
  /** α. */
  readonly step: number;
  /** Share of random choices. */
  readonly epsilon: number;
  /** First value of every choice; above 0 the learner goes and tries what it does not know. */
  readonly initial: number;
  /** Whether it knows what it was paid for in this episode: which option is running. */
  readonly memory: boolean;
}

/**
 * The learners. The first is the best of 54 settings (α 0.1, 0.5, 1; ε 0.02, 0.05, 0.1; first values from 0 to 1) for the
 * task's own pay, on rooms 1001 to 1020. The second differs in what matters most there: it starts from 0, and finds the
 * stairs by a random walk. The third is the first without knowledge of what it was paid for already.
 */
const LEARNERS = {
  tuned: { step: 1, epsilon: 0.02, initial: 0.1, memory: true },
  wandering: { step: 0.5, epsilon: 0.05, initial: 0, memory: true },
  forgetful: { step: 1, epsilon: 0.02, initial: 0.1, memory: false },
} as const satisfies Record<string, LearnerSettings>;

export type LearnerName = keyof typeof LEARNERS;

/** Episodes whose successes are counted together, and how many of them make learning count as done. */
const WINDOW = 20;
const WANTED = 16;
/** Episodes after which learning counts as having failed. */
export const MOST_EPISODES = 20_000;

/** Trains in a room for as many episodes as are asked for: whether each ends on the stairs. */
export function* training(room: Room, pay: JudgedPay, seed: number, name: LearnerName): Generator<boolean, never> {
  const { mdp } = room;
  const learner = learnerOf(room, pay, LEARNERS[name]);
  const world = Random.of(seed, "environment");
  const choices = Random.of(seed, "learner");
  const episodes = trained({ mdp, horizon: HORIZON, learner, pay, world, choices });
  for (;;) yield episodes.next().value.ended;
}

/** Episodes before the first twenty of which 80% end on the stairs; `MOST_EPISODES` where those never come. */
export const episodesToLearn = (room: Room, pay: JudgedPay, seed: number, name: LearnerName): number =>
  episodesUntil(training(room, pay, seed, name), { window: WINDOW, wanted: WANTED, most: MOST_EPISODES });

/** With a memory its states are a place in the room and the sub-goals that count as reached. */
function learnerOf({ mdp }: Room, pay: JudgedPay, { step, epsilon, initial, memory }: LearnerSettings): TabularLearner {
  const states = memory ? mdp.states * 2 ** pay.subgoals : mdp.states;
  const learner = qLearning({ ...mdp, states, step, initial, choice: epsilonGreedy(epsilon) });
  if (!memory) return learner;
  let before = 0;
  return {
    ...learner,
    act(state, random) {
      before = pay.reached();
      return learner.act(state + mdp.states * before, random);
    },
    observe(state, action, paid, next, ended) {
      learner.observe(state + mdp.states * before, action, paid, next + mdp.states * pay.reached(), ended);
    },
    probability: (state, action) => learner.probability(state + mdp.states * pay.reached(), action),
  };
}
