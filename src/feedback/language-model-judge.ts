// A language model as a judge, whoever runs the model: it is given as a function from a prompt to an answer. Answers are
// kept, one for each change of the screen, so that a step is asked about once and a reward can be paid without waiting.

import { type Judge, type SubgoalDescription, type SubgoalVerdict, type Transition, transitionKey } from "./judge.ts";
import { type GameDescription, readVerdict, verdictPrompt } from "./judge-prompt.ts";

/** Sends a prompt to a model and gives its answer. */
export type Complete = (prompt: string, signal: AbortSignal) => Promise<string>;

/** Who is asked, and about what. */
export interface LanguageModelJudgeOptions {
  readonly complete: Complete;
  readonly game: GameDescription;
  readonly subgoals: readonly SubgoalDescription[];
  /** Answers from before, by `transitionKey`: those of an earlier judge's `answers`, stored and read again. */
  readonly answers?: Iterable<readonly [key: string, verdict: SubgoalVerdict]>;
  /** Questions that are open at once. Default 4. */
  readonly parallel?: number;
}

/** A judge that asks, with what came of it. */
export interface LanguageModelJudge extends Judge {
  prepare(transitions: readonly Transition[], signal: AbortSignal): Promise<void>;
  /** What is known, by `transitionKey`. */
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
