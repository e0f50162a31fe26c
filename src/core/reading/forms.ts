// Example forms of answers with the value of each, from forms.yaml. The reference manual shows them, and a test parses them.

import { z } from "zod";
import { checkedYaml } from "../checked-yaml.ts";

/** Texts of one form, each with its parsed value; null where it cannot be parsed. */
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

export const NUMBER_FORMS: readonly AnswerForm<number>[] = forms.numbers;

/** The choices of the forms below, A to D. */
export const FORM_CHOICES: readonly string[] = forms.listed;

export const CHOICE_FORMS: readonly AnswerForm<string>[] = forms.choices;
