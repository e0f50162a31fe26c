// The forms of a declared reward, from the schema that reads them: fields, and the example that each form carries.

import { z } from "zod";
import { rewardForms as forms } from "../../rewards/declaration.ts";
import { flow, parameterRows } from "../parameter-rows.ts";
import { PARAMETER_HEAD, parameterCells } from "./entries.ts";
import { code, name, sentence, table } from "./markdown.ts";

/** What each form is, in a table. */
export function formTable(): string {
  const rows = Object.entries(forms).map(([key, { description = "" }]) => {
    return [`[${name(key)}](#the-form-${key})`, description];
  });
  return table(["form", "what it is"], rows);
}

/** A section for each form. */
export function rewardForms(): string[] {
  return Object.entries(forms).flatMap(([key, form]) => {
    const rows = parameterRows(form).filter((row) => row.name !== "weight");
    return [
      `## The form ${name(key)}`,
      sentence(form.description ?? ""),
      ...examplesOf(form).map((reward) => code("yaml", `reward: ${flow(reward)}`)),
      table(PARAMETER_HEAD, rows.map(parameterCells)),
    ];
  });
}

function examplesOf(form: z.ZodType): unknown[] {
  return [...(z.toJSONSchema(form, { io: "input" }).examples ?? [])];
}
