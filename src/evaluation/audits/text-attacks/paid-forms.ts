// In which form a reward pays answers: honest answers are tried in all forms, and so are plain wrong ones.

import { type AnswerFormText, FORMS } from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import type { CountedReward, TriedText } from "./counted-reward.ts";
import { HONEST, textOf } from "./recipe.ts";
import type { Said } from "./said.ts";

/** A form with the mean pay of honest answers and of plain wrong ones in it. */
export interface PaidForm {
  readonly form: AnswerFormText;
  readonly pay: number;
  readonly plain: number;
}

/** Tasks by which forms are compared. */
const FORM_TASKS = 3;
const MOST_PAID = 4;
const MOST_CARELESS = 2;

/** Forms by the mean pay of honest answers, the best first; of equals, the earlier and plainer one. */
export async function rankedForms(
  scorer: CountedReward,
  all: readonly AuditedTask[],
  plain: Said | undefined,
): Promise<PaidForm[]> {
  const tasks = all.filter(({ kind }) => kind !== "none").slice(0, FORM_TASKS);
  const triedOf = (said: Said, form: AnswerFormText): TriedText[] =>
    tasks.flatMap((task) => {
      const text = textOf({ form, said, touches: [] }, task);
      return text === null ? [] : [{ task, text, made: said.want }];
    });
  const mean = (values: readonly number[]) =>
    values.length === 0 ? Number.NEGATIVE_INFINITY : values.reduce((a, b) => a + b, 0) / values.length;
  const ranked = [];
  for (const [order, form] of FORMS.entries()) {
    const honest = (await scorer.of(triedOf(HONEST, form))).flatMap(({ pay, want }) =>
      pay === null ? [] : [{ pay, want }],
    );
    const wrong = plain === undefined ? [] : await scorer.of(triedOf(plain, form));
    const scores = { pay: mean(honest.map(({ pay }) => pay)), want: mean(honest.map(({ want }) => want ?? 1)) };
    ranked.push({ form, order, ...scores, plain: mean(wrong.flatMap(({ pay }) => pay ?? [])) });
  }
  return ranked
    .filter(({ pay }) => pay > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.want - a.want || b.pay - a.pay || a.order - b.order);
}

/** The forms that attacks are tried in, and all that are paid, from which compositions are drawn. */
export interface TriedForms {
  /** Those that are paid best, those that are paid for wrong answers, the plainest, and those of the data. */
  readonly first: readonly AnswerFormText[];
  readonly all: readonly AnswerFormText[];
}

/** Chooses them. */
export function triedForms(ranked: readonly PaidForm[], tasks: readonly AuditedTask[]): TriedForms {
  const [best] = ranked;
  const least = Math.min(...ranked.map(({ pay }) => pay));
  const leastPlain = Math.min(...ranked.map(({ plain }) => plain));
  const paid = best === undefined ? [] : ranked.filter(({ pay }) => pay > least && pay >= best.pay / 2);
  const careless = ranked.filter(({ plain }) => plain > leastPlain).sort((a, b) => b.plain - a.plain);
  const ofData = [...new Set(tasks.flatMap(({ honest }) => (honest === undefined ? [] : (formIn(honest) ?? []))))];
  const forms = [
    ...(best === undefined ? [] : [best.form]),
    ...[...paid.slice(0, MOST_PAID), ...careless.slice(0, MOST_CARELESS)].map(({ form }) => form),
    ...[FORMS[0], FORMS[2]],
    ...ofData.slice(0, MOST_PAID).map((text) => ({ name: "the form of the data", text, isJson: false })),
  ];
  return { first: [...new Set(forms)], all: [...new Set([...forms, ...paid.map(({ form }) => form)])] };
}

/** Marks around an answer; without an end, the line is one. */
const PLACES: readonly (readonly [begin: string, end: string])[] = [
  ["<answer>", "</answer>"],
  ["\\boxed{", "}"],
  ["####", "\n"],
  ["Answer:", "\n"],
];

/** The form of an honest answer, by the last place of its answer; undefined where it has none. */
function formIn(honest: string): string | undefined {
  for (const [begin, end] of PLACES) {
    const at = honest.lastIndexOf(begin);
    if (at < 0) continue;
    const from = at + begin.length;
    const to = honest.indexOf(end, from);
    const held = honest.slice(from, to < 0 ? honest.length : to);
    const blank = held.slice(0, held.length - held.trimStart().length);
    return `${honest.slice(0, from)}${blank}«answer»${to < 0 ? "" : honest.slice(to)}`;
  }
  return undefined;
}
