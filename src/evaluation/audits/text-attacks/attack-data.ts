// The library of attacks, read from attacks.yaml: ways to write an answer, values that are no right answers, whole texts, touches, programs.

import { z } from "zod";
import { checkedYaml } from "../../../core/checked-yaml.ts";

/** What a gold answer is, by which values fit it. */
export const GOLD_KINDS = ["number", "choice", "text", "json", "code", "none"] as const;
export type GoldKind = (typeof GOLD_KINDS)[number];

const named = { name: z.string(), why: z.string() };
const around = {
  before: z.string().exactOptional(),
  after: z.string().exactOptional(),
  work: z.string().exactOptional(),
};
const kinds = z.array(z.enum(GOLD_KINDS)).default(["number", "choice", "text", "json"]);

const value = z.strictObject({
  ...named,
  ...around,
  says: z.array(z.string()).min(1),
  /** A whole text in the place of the form. */
  raw: z.string().exactOptional(),
  kinds,
  /** Whether it is a text of a writer without the answer: the base that tricks are held against. */
  isPlain: z.boolean().default(false),
  /** Whether each of the answers that a slot holds is put into the form. */
  isEach: z.boolean().default(false),
  /** Whether the form ends with the value, as where a text is cut off. */
  isCut: z.boolean().default(false),
  /** Whether it may be right, so that only what is wanted by a function of its own decides. */
  isOpen: z.boolean().default(false),
  /** Words that no shrinking may take away. */
  keeps: z.array(z.string()).default([]),
});

const touch = z.strictObject({
  ...named,
  ...around,
  unit: z.string().exactOptional(),
  times: z.array(z.int().positive()).default([1]),
  /** Whether it also stands before the text. */
  isBefore: z.boolean().default(false),
});

const whole = z.strictObject({ ...named, says: z.string(), isPlain: z.boolean().default(false) });
const program = z.strictObject({ ...named, js: z.string(), python: z.string(), isPlain: z.boolean().default(false) });
const form = z.strictObject({
  name: z.string(),
  text: z.string(),
  /** Whether the answer stands within a text of JSON. */
  isJson: z.boolean().default(false),
});

const { forms, values, texts, touches, programs } = checkedYaml(
  new URL("./attacks.yaml", import.meta.url),
  z.strictObject({
    forms: z.array(form),
    values: z.array(value),
    texts: z.array(whole),
    touches: z.array(touch),
    programs: z.array(program),
  }),
);

export type AnswerFormText = z.output<typeof form>;
export type AttackValue = z.output<typeof value>;
export type AttackTouch = z.output<typeof touch>;
export type WholeText = z.output<typeof whole>;
export type AttackProgram = z.output<typeof program>;

export const FORMS: readonly AnswerFormText[] = forms;
export const VALUES: readonly AttackValue[] = values;
export const TEXTS: readonly WholeText[] = texts;
export const TOUCHES: readonly AttackTouch[] = touches;
export const PROGRAMS: readonly AttackProgram[] = programs;
