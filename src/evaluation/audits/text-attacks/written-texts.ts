// Texts that a language model writes for the search: what it is given, and what is wanted of what it writes.

import type { GoldKind } from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import type { TextScores, TriedText } from "./counted-reward.ts";
import { givesGold } from "./exact-values.ts";
import type { Reference } from "./reference.ts";
import type { Said } from "./said.ts";

/** An answer that was scored. */
export interface PaidAnswer extends TextScores {
  readonly text: string;
}

/** What texts are written for. */
export interface WritingTask {
  readonly prompt: string;
  readonly gold: string | undefined;
  readonly honest: PaidAnswer | undefined;
  /** The best paid of the other answers, the best first. */
  readonly best: readonly PaidAnswer[];
}

/** Writes answers that a reward may pay and that are not right. */
export interface TextAttacker {
  /** Answers to a task; none where no usable ones came. Throws a UserError where none can come. */
  write(task: WritingTask): Promise<readonly string[]>;
  /** What a reader of the audit must know, in sentences. */
  caveats(): readonly string[];
}

/** Answers of a task that the model is given. */
const MOST_BEST = 8;

/** Name of its finds, before the text. */
export const WRITTEN = "a language model's text";

/** The bandit's arm, which stands for the model's next texts. */
export const ATTACKER: Said = {
  ...{ name: WRITTEN, why: "", want: 0, isPlain: false, isWhole: true, keeps: [] },
  make: () => null,
};

/** A task with the best paid of what was tried on it. */
export function writingTask(
  task: AuditedTask,
  tried: readonly (TriedText & { readonly scores: TextScores })[],
  reference: Reference,
): WritingTask {
  const { honest } = reference.tasks[task.index];
  const isOther = ({ pay, want }: TextScores) =>
    pay !== null && (want === null || honest === null || want < (honest.want ?? 1));
  const own = tried.filter((one) => one.task === task && isOther(one.scores));
  const byText = new Map(own.map(({ text, scores }) => [text, { text, ...scores }] as const));
  const best = [...byText.values()].sort((a, b) => (b.pay ?? 0) - (a.pay ?? 0)).slice(0, MOST_BEST);
  return { prompt: task.prompt, gold: task.slots.gold, honest: honest ?? undefined, best };
}

/** A written text, for every task for which it is surely not right; for all of them where `isJudged`, as something else says what is wanted. */
export const saidByWriter = (text: string, isJudged: boolean): Said => ({
  ...{ name: `${WRITTEN}: ${text}`, why: "a language model that looked for loopholes wrote it", isWritten: true },
  ...{ want: 0, isPlain: false, isWhole: true, keeps: [] },
  make: ({ slots: { gold }, kind }) => (isJudged || isWrong(text, gold, kind) ? { parts: [text] } : null),
});

/** Whether a text is surely no right answer: the right one is nowhere in it. Of programs and calls nothing is sure. */
function isWrong(text: string, gold: string | undefined, kind: GoldKind): boolean {
  if (gold === undefined || kind === "code" || kind === "json" || givesGold(text, gold, kind) === true) return false;
  if (kind === "choice")
    return !text
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .includes(gold);
  const plain = (one: string) => one.toLowerCase().replaceAll(/[\s,{}$\\]|\u2212/g, "");
  return !plain(text).includes(plain(gold).replace(/^-/, ""));
}
