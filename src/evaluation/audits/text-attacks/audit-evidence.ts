// What a repair of a reward is held against: honest answers in every form that is paid, right answers of the data, and the texts of each finding.

import { FORMS } from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import type { CountedReward, TextScores } from "./counted-reward.ts";
import { givesGold } from "./exact-values.ts";
import type { FoundAttack, HeldText } from "./found-attack.ts";
import type { KnownText } from "./known-texts.ts";
import { HONEST, textOf } from "./recipe.ts";
import type { Reference } from "./reference.ts";

/** Texts with the pay that they should have, and how honest answers are written. */
export interface AuditEvidence {
  readonly honest: readonly HeldText[];
  /** Of each finding. */
  readonly found: readonly (readonly HeldText[])[];
  /** Forms in which honest answers are paid best; none where the data give honest answers. */
  readonly forms: readonly string[];
  /** The least pay that was seen. */
  readonly least: number;
}

/** Tasks on which an honest answer is tried in every form. */
const FORM_TASKS = 3;

/** Gathers it; undefined where no honest answer is known. */
export async function evidenceOf(
  audited: {
    readonly reference: Reference;
    readonly tasks: readonly AuditedTask[];
    readonly known: readonly KnownText[];
    readonly found: readonly FoundAttack[];
    readonly scores: ReadonlyMap<string, TextScores>;
  },
  scorer: CountedReward,
): Promise<AuditEvidence | undefined> {
  const { reference, tasks, known, found, scores } = audited;
  const pays = [...scores.values()].flatMap(({ pay }) => pay ?? []);
  if (pays.length === 0 || reference.tasks.every(({ honest }) => honest === null)) return undefined;
  const honest: HeldText[] = tasks.flatMap(({ prompt, index }) => {
    const own = reference.tasks[index].honest;
    return own === null ? [] : [{ prompt, completion: own.text, least: own.pay }];
  });
  /** Texts that are right, and paid most of what the honest answer is. */
  const paid = async (task: AuditedTask, text: string): Promise<HeldText[]> => {
    const own = reference.tasks[task.index].honest;
    const [{ pay, want }] = await scorer.of([{ task, text, made: 1 }]);
    if (own === null || pay === null || (want ?? 1) < (own.want ?? 1)) return [];
    const low = Math.min(reference.tasks[task.index].least ?? own.pay, own.pay);
    return pay >= (low + own.pay) / 2 ? [{ prompt: task.prompt, completion: text, least: pay }] : [];
  };
  const forms: string[] = [];
  for (const form of reference.form === undefined ? [] : FORMS) {
    const own: HeldText[] = [];
    const used = tasks.filter(({ kind }) => kind !== "none").slice(0, FORM_TASKS);
    for (const task of used) {
      const text = textOf({ form, said: HONEST, touches: [] }, task);
      if (text !== null) own.push(...(await paid(task, text)));
    }
    if (own.length < used.length) continue;
    forms.push(form.text);
    honest.push(...own);
  }
  for (const { isOwn, prompt, completion, want } of known) {
    const task = isOwn ? tasks.find((one) => one.prompt === prompt) : undefined;
    if (task === undefined) continue;
    const isRight = want === 1 || (want === null && givesGold(completion, task.gold ?? "", task.kind) === true);
    if (isRight) honest.push(...(await paid(task, completion)));
  }
  return { honest, forms, found: found.map(({ texts }) => texts), least: Math.min(...pays) };
}
