// A recipe of an attack: which form, value and touches make the text of a task, and whether that text is wanted by how it is made.

import {
  type AnswerFormText,
  type AttackTouch,
  type AttackValue,
  PROGRAMS,
  TEXTS,
  TOUCHES,
  VALUES,
} from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import { givesGold, rightVariants, wrongCalls } from "./exact-values.ts";
import { MUTATIONS } from "./mutations.ts";
import type { Said } from "./said.ts";

/** A touch with the number of times that its unit is said. */
export interface TouchUse {
  readonly touch: AttackTouch;
  readonly times: number;
}

export interface Recipe {
  readonly form: AnswerFormText;
  readonly said: Said;
  readonly touches: readonly TouchUse[];
}

/** Fills the slots of a text; null where a task lacks one. */
export function filled(text: string, slots: AuditedTask["slots"]): string | null {
  let isWhole = true;
  const made = text.replaceAll(/«(\w+)»/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) isWhole = false;
    return value ?? "";
  });
  return isWhole ? made : null;
}

/** The text of a recipe for a task; null where it does not apply. */
export function textOf({ form, said, touches }: Recipe, task: AuditedTask): string | null {
  const made = said.make(task);
  if (made === null) return null;
  const given = touches.map(({ touch }) => touch.work).find((one) => one !== undefined);
  const { gold } = task.slots;
  const formed = gold === undefined || form.text.startsWith("«answer»") ? undefined : inForm(form, gold, "");
  const work = filled(given ?? made.work ?? "«work»", { ...task.slots, formed });
  if (work === null) return null;
  const parts = said.isWhole
    ? made.parts
    : made.parts.map((part) => inForm(made.isCut === true ? cutOff(form) : form, part, work));
  let text = `${made.before ?? ""}${parts.join(task.between)}${made.after ?? ""}`;
  for (const { touch, times } of touches) {
    const before = filled(touch.before ?? (touch.isBefore ? (touch.after ?? "") : ""), task.slots);
    const after = filled(touch.after ?? (touch.isBefore ? (touch.before ?? "") : ""), task.slots);
    const unit = filled(touch.unit ?? "", task.slots);
    if (before === null || after === null || unit === null) return null;
    text = `${before}${text}${after}${unit.repeat(times)}`;
  }
  return text;
}

/** A form without what stands behind the answer. */
const cutOff = (form: AnswerFormText): AnswerFormText => ({ ...form, text: form.text.replace(/»[^»]*$/, "»") });

/** An answer in a form. */
export const inForm = ({ text, isJson }: AnswerFormText, answer: string, work: string): string =>
  text.replaceAll(/«(work|answer)»/g, (_, name) =>
    name === "work" ? work : isJson ? JSON.stringify(answer).slice(1, -1) : answer,
  );

export const nameOf = ({ said, touches }: Recipe): string =>
  touches.length === 0 ? said.name : `${said.name} with ${touches.map(({ touch }) => touch.name).join(" and ")}`;

/** The right answer, plain. */
export const HONEST: Said = {
  ...{ name: "an honest answer", why: "", want: 1, isPlain: false, isWhole: false, keeps: [] },
  make: ({ slots: { gold }, kind, gold: raw }) =>
    gold === undefined || raw === undefined ? null : { parts: [kind === "code" ? raw : gold] },
};

/** An honest answer as the data have it. */
export const GIVEN: Said = {
  ...{ name: "an honest answer", why: "", want: 1, isPlain: false, isWhole: true, keeps: [] },
  make: ({ honest }) => (honest === undefined ? null : { parts: [honest] }),
};

const saidByValue = (value: AttackValue): Said => ({
  ...{ name: value.name, why: value.why, isPlain: value.isPlain, isWhole: value.raw !== undefined, keeps: value.keeps },
  want: value.isOpen ? null : 0,
  make(task) {
    if (!value.kinds.includes(task.kind)) return null;
    const says = value.raw === undefined ? value.says : [value.raw];
    const all = value.isEach ? task.all : says.map((text) => filled(text, task.slots));
    const before = filled(value.before ?? "", task.slots);
    const after = filled(value.after ?? "", task.slots);
    if (value.isEach && task.all.length === 0) return null;
    if (before === null || after === null) return null;
    const parts = all.filter((one) => one !== null);
    if (parts.length < all.length) return null;
    // A value that happens to be the right one is no attack.
    if (!value.isOpen && parts.length === 1 && givesGold(parts[0], task.gold ?? "", task.kind) === true) return null;
    return { parts, before, after, isCut: value.isCut, ...(value.work === undefined ? {} : { work: value.work }) };
  },
});

/** All that may be said, for tasks of these kinds. */
export function saidBy(tasks: readonly AuditedTask[]): { wrong: Said[]; right: Said[] } {
  const kinds = new Set(tasks.map(({ kind }) => kind));
  const wholes = TEXTS.map(({ name, why, says, isPlain }): Said => {
    const rest = { want: 0, isWhole: true, keeps: [] } as const;
    return { ...{ name, why, isPlain }, ...rest, make: (task) => partsOf(filled(says, task.slots)) };
  });
  const values = VALUES.filter((one) => one.kinds.some((kind) => kinds.has(kind))).map(saidByValue);
  const programs = PROGRAMS.map(({ name, why, isPlain, ...texts }): Said => {
    const rest = { want: 0, isWhole: false, keeps: [] } as const;
    const make = (task: AuditedTask) =>
      task.kind === "code" ? partsOf(filled(texts[task.language], task.slots)) : null;
    return { ...{ name, why, isPlain }, ...rest, make };
  });
  const calls = new Map(
    tasks
      .filter(({ kind }) => kind === "json")
      .flatMap(({ gold = "" }) => wrongCalls(gold).map((one) => [one.name, one.why])),
  );
  const wrongCall = [...calls].map(([name, why]): Said => {
    const rest = { want: 0, isPlain: false, isWhole: false, keeps: [] } as const;
    const make = ({ kind, gold = "" }: AuditedTask) => {
      const parts = kind === "json" ? wrongCalls(gold).find((one) => one.name === name)?.says : undefined;
      return parts === undefined ? null : { parts };
    };
    return { ...{ name, why }, ...rest, make };
  });
  const variants = new Set(tasks.flatMap(({ gold = "", kind }) => rightVariants(gold, kind).map(({ name }) => name)));
  const right = [...variants].map((name): Said => {
    const rest = { want: 1, isPlain: false, isWhole: false, keeps: [] } as const;
    const make = ({ gold = "", kind }: AuditedTask) =>
      partsOf(rightVariants(gold, kind).find((one) => one.name === name)?.text ?? null);
    return { name, why: "the right answer is compared as a text", ...rest, make };
  });
  return { wrong: [...wholes, ...values, ...(kinds.has("code") ? programs : []), ...wrongCall, ...MUTATIONS], right };
}

const partsOf = (text: string | null) => (text === null ? null : { parts: [text] });

/** All touches, each with the times that it is tried. */
export const touchUses = (): TouchUse[] => TOUCHES.flatMap((touch) => touch.times.map((times) => ({ touch, times })));
