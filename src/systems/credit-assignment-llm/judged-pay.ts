// Pay by a judge in a room that is a finite process: the same bonuses as a judged world with declared sub-goals, each
// step told and judged once in a lifetime.

import { type TransitionPay, tablePay } from "../../algorithms/tabular/episode.ts";
import { Message } from "../../environments/gridworld/tiles.ts";
import type { Judge, SubgoalVerdict } from "../../feedback/judge.ts";
import { type SubgoalPay, subgoalLedger } from "../../rewards/subgoals.ts";
import { type JudgedMode, type Room, stepFrom, told } from "./rooms.ts";

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
