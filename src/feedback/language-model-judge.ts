// A language model as a judge, run by any host: it is given as a function from a prompt to an answer. Answers are
// kept, one for each change of the screen, so that a step is asked about once and a reward can be paid without waiting.

import { z } from "zod";
import { jsonIn } from "../core/json.ts";
import {
  type Judge,
  type SubgoalDescription,
  type SubgoalVerdict,
  type Transition,
  transitionKey,
  verdictOf,
} from "./judge.ts";

/** Sends a prompt to a model and gives its answer. */
export type Complete = (prompt: string, signal: AbortSignal) => Promise<string>;

/** The model that is asked, and what about. */
export interface LanguageModelJudgeOptions {
  readonly complete: Complete;
  readonly game: GameDescription;
  readonly subgoals: readonly SubgoalDescription[];
  /** Answers from before, by `transitionKey`: those of an earlier judge's `answers`, stored and read again. */
  readonly answers?: Iterable<readonly [key: string, verdict: SubgoalVerdict]>;
  /** Questions that are open at once. Default 4. */
  readonly parallel?: number;
}

/** A judge that asks a language model, with counts of its answers and failures. */
export interface LanguageModelJudge extends Judge {
  prepare(transitions: readonly Transition[], signal: AbortSignal): Promise<void>;
  /** Known answers, by `transitionKey`. */
  readonly answers: ReadonlyMap<string, SubgoalVerdict>;
  /** Questions asked; answers that were no JSON of the wanted form; questions that failed and may be asked again. */
  readonly counts: { readonly asked: number; readonly unreadable: number; readonly failed: number };
}

/**
 * Verdicts of a model. An answer that cannot be read counts as "nothing reached", and so does a question that failed, until
 * it is prepared again. `prepare` rejects only when it is aborted.
 */
export function languageModelJudge(options: LanguageModelJudgeOptions): LanguageModelJudge {
  const { complete, game, subgoals, parallel = 4 } = options;
  const answers = new Map<string, SubgoalVerdict>(options.answers);
  const counts = { asked: 0, unreadable: 0, failed: 0 };
  const ask = async (key: string, transition: Transition, signal: AbortSignal): Promise<void> => {
    counts.asked += 1;
    let answer: string;
    try {
      answer = await complete(verdictPrompt(game, subgoals, transition), signal);
    } catch {
      signal.throwIfAborted();
      counts.failed += 1;
      return;
    }
    const verdict = readVerdict(answer, subgoals);
    if (verdict === undefined) counts.unreadable += 1;
    answers.set(key, verdict ?? 0);
  };
  return {
    subgoals,
    answers,
    counts,
    verdict: (transition) => answers.get(transitionKey(transition)) ?? 0,
    async prepare(transitions, signal) {
      const open = new Map<string, Transition>();
      for (const transition of transitions) {
        const key = transitionKey(transition);
        if (!answers.has(key) && !open.has(key)) open.set(key, transition);
      }
      const queue = open.entries();
      const worker = async () => {
        for (const [key, transition] of queue) {
          signal.throwIfAborted();
          await ask(key, transition, signal);
        }
      };
      await Promise.all(Array.from({ length: parallel }, worker));
    },
  };
}

export interface GameDescription {
  /** A sentence or two: the aim, and what one step is. */
  readonly about: string;
  /** Meaning of each letter of the map, and of all else that the texts hold. */
  readonly legend: Readonly<Record<string, string>>;
}

/** Asks which of the given sub-goals one step reached, for an answer in JSON (arXiv 2409.12798, sub-goals given). */
export function verdictPrompt(
  game: GameDescription,
  subgoals: readonly SubgoalDescription[],
  { before, action, after }: Transition,
): string {
  const example = JSON.stringify(Object.fromEntries(subgoals.map(({ name }) => [name, false])));
  return [
    "You watch an agent play a game and say which sub-goals each of its steps reaches.",
    ...introduction(game),
    "Sub-goals:",
    ...subgoals.map(({ name, meaning }) => `- ${name}: ${meaning}`),
    "",
    ...stepOf("The screen before the step:", before),
    `The agent's action: ${action}`,
    "",
    ...stepOf("The screen after the step:", after),
    "A sub-goal counts only if this very step reached it: it was not so before, and is so after.",
    `Answer with one JSON object and nothing else, true or false for each sub-goal: ${example}`,
  ].join("\n");
}

/** Reads such an answer: an object with exactly the sub-goals' names, true or false each. Undefined for anything else. */
export function readVerdict(answer: string, subgoals: readonly SubgoalDescription[]): SubgoalVerdict | undefined {
  const schema = z.strictObject(Object.fromEntries(subgoals.map(({ name }) => [name, z.boolean()])));
  const read = schema.safeParse(jsonOf(answer));
  return read.success ? verdictOf(subgoals.length, (k) => read.data[subgoals[k].name]) : undefined;
}

const introduction = ({ about, legend }: GameDescription) => [
  about,
  "",
  "Signs on the screen:",
  ...Object.entries(legend).map(([sign, meaning]) => `${sign} ${meaning}`),
  "",
];

const stepOf = (title: string, screen: string) => [title, "```", screen.replace(/\n$/, ""), "```", ""];

/** The JSON of an answer that is nothing but JSON, bare or in one fence of code; undefined where it is not. */
function jsonOf(answer: string): unknown {
  const [, inner] = /^```(?:json)?\n(.*)\n```$/s.exec(answer.trim()) ?? [undefined, answer];
  return jsonIn(inner);
}
