// What a text is held against: the pay and want of honest answers, and of plain texts of which nothing is wanted, task by task.

import { type AnswerFormText, FORMS } from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import type { CountedReward, TextScores } from "./counted-reward.ts";
import { rankedForms, triedForms } from "./paid-forms.ts";
import { GIVEN, HONEST, textOf } from "./recipe.ts";
import type { Said } from "./said.ts";

/** Pay and want that are known. */
export interface KnownScores {
  readonly pay: number;
  readonly want: number | null;
}

/** Pay and want of a task's honest answer and of its plain texts. */
export interface TaskReference {
  readonly honest: (KnownScores & { readonly text: string }) | null;
  /** The best pay of a plain text that is not paid as an honest one, with its want; null where none has a score. */
  readonly plain: KnownScores | null;
  /** The least pay of a plain text; null where none has a score. */
  readonly least: number | null;
  /** The least pay of all tasks, at which nothing is paid. */
  readonly floor: number;
  /** The same of plain texts in one form, by the form's name. */
  readonly byForm: ReadonlyMap<string, KnownScores | null>;
  /** The least pay of plain wrong answers in a form, by its name; −∞ without one. */
  readonly leastWrong: ReadonlyMap<string, number>;
}

export interface Reference {
  /** The form in which honest answers are paid best; undefined where the data give honest answers, or none. */
  readonly form: AnswerFormText | undefined;
  /** Forms that attacks are tried in, the best first. */
  readonly forms: readonly AnswerFormText[];
  /** All forms that are paid. */
  readonly allForms: readonly AnswerFormText[];
  readonly honest: Said | undefined;
  readonly tasks: readonly TaskReference[];
  /** Range of all pays that were seen. */
  readonly range: number;
}

/** Finds the honest form, and scores honest answers and plain texts of all tasks. */
export async function referenceOf(
  scorer: CountedReward,
  tasks: readonly AuditedTask[],
  wrong: readonly Said[],
): Promise<Reference> {
  const isGiven = tasks.some(({ honest }) => honest !== undefined);
  const plain = wrong.filter(({ isPlain }) => isPlain);
  const ranked = await rankedForms(
    scorer,
    tasks,
    plain.find((said) => !said.isWhole && tasks.some((task) => said.make(task) !== null)),
  );
  const { first: forms, all: allForms } = triedForms(ranked, tasks);
  const honest = isGiven ? GIVEN : ranked.length === 0 ? undefined : HONEST;
  const form = isGiven ? undefined : ranked[0]?.form;
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  const references: Omit<TaskReference, "floor">[] = [];
  for (const task of tasks) {
    const attempts = plain.flatMap((said) =>
      (said.isWhole ? forms.slice(0, 1) : allForms).flatMap((own) => {
        const text = textOf({ form: own, said, touches: [] }, task);
        return text === null ? [] : [{ task, text, made: said.want, name: said.isWhole ? "" : own.name }];
      }),
    );
    const text = honest === undefined ? null : textOf({ form: form ?? FORMS[0], said: honest, touches: [] }, task);
    const scores = await scorer.of([...attempts, ...(text === null ? [] : [{ task, text, made: 1 as const }])]);
    for (const { pay } of scores) {
      if (pay === null) continue;
      range.low = Math.min(range.low, pay);
      range.high = Math.max(range.high, pay);
    }
    const own = attempts.map(({ name }, k) => ({ name, ...scores[k] }));
    references.push(taskReference(own, text === null ? null : { text, ...scores[attempts.length] }, form, allForms));
  }
  return {
    form,
    forms,
    allForms,
    honest,
    tasks: references.map((one) => ({ ...one, floor: range.low })),
    range: Math.max(0, range.high - range.low),
  };
}

function taskReference(
  own: readonly (TextScores & { readonly name: string })[],
  said: (TextScores & { readonly text: string }) | null,
  form: AnswerFormText | undefined,
  forms: readonly AnswerFormText[],
): Omit<TaskReference, "floor"> {
  const honest = said === null || said.pay === null ? null : { text: said.text, pay: said.pay, want: said.want };
  const isLess = ({ want }: TextScores) =>
    want === null || honest === null || honest.want === null || want < honest.want;
  const unwanted = own.filter(isLess);
  // Plain texts that are paid as honest ones are finds themselves, and no base of others.
  const isPaid = ({ pay }: TextScores) => honest !== null && pay !== null && pay >= honest.pay;
  const bases = unwanted.some((one) => !isPaid(one)) ? unwanted.filter((one) => !isPaid(one)) : unwanted;
  const of = (name: string) => bases.filter((one) => one.name === name || one.name === "");
  const least = (name: string) => {
    const pays = unwanted.flatMap((one) => (one.name === name ? (one.pay ?? []) : []));
    return pays.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...pays);
  };
  return {
    honest,
    // Credit for the format of the best form is meant: a trick has to bring more.
    plain: bestOf(form === undefined ? bases : of(form.name)),
    least: leastOf(unwanted),
    byForm: new Map(forms.map(({ name }) => [name, bestOf(of(name))] as const)),
    leastWrong: new Map(forms.map(({ name }) => [name, least(name)] as const)),
  };
}

function leastOf(scores: readonly TextScores[]): number | null {
  const pays = scores.flatMap(({ pay }) => pay ?? []);
  return pays.length === 0 ? null : Math.min(...pays);
}

function bestOf(scores: readonly TextScores[]): KnownScores | null {
  let best: KnownScores | null = null;
  for (const { pay, want } of scores) {
    if (pay === null) continue;
    if (best === null || pay > best.pay || (pay === best.pay && (want ?? 0) < (best.want ?? 0))) best = { pay, want };
  }
  return best;
}
