// Forms in which answers are read, with what each comes to, which forms.yaml lists: the reference shows them, and a test reads them.

import { z } from "zod";
import { checkedYaml } from "../checked-yaml.ts";

/** Texts of one form, each with its reading; null where it cannot be read. */
export interface AnswerForm<Reading> {
  readonly form: string;
  readonly readings: readonly (readonly [text: string, reading: Reading | null])[];
}

const formsOf = <Reading extends z.ZodType>(reading: Reading) =>
  z.array(z.strictObject({ form: z.string(), readings: z.array(z.tuple([z.string(), reading.nullable()])) }));

const forms = checkedYaml(
  new URL("./forms.yaml", import.meta.url),
  z.strictObject({ numbers: formsOf(z.number()), listed: z.array(z.string()), choices: formsOf(z.string()) }),
);

/** Forms of numbers. */
export const NUMBER_FORMS: readonly AnswerForm<number>[] = forms.numbers;

/** The choices of the forms below, A to D. */
export const FORM_CHOICES: readonly string[] = forms.listed;

/** Forms of choices. */
export const CHOICE_FORMS: readonly AnswerForm<string>[] = forms.choices;
