// The keys of an experiment file, from the schema that reads it.

import { experimentSchema } from "../experiment.ts";
import { parameterRows } from "../parameter-rows.ts";
import { PARAMETER_HEAD, parameterCells } from "./entries.ts";
import { type Page, page, table } from "./markdown.ts";

export function experimentPage(): Page {
  const rows = parameterRows(experimentSchema).filter((row) => !/[.[]/.test(row.name));
  return page("reference/experiment.md", "Keys of an experiment", [
    table(PARAMETER_HEAD, rows.map(parameterCells)),
    "`agon run FILE --set path=value` changes a value from the command line: `--set environment.horizon=50`. Paths in a file start from the file's folder.",
    "Values: [worlds](README.md#worlds), [agents](README.md#agents), [algorithms](README.md#algorithms), [rewards](rewards.md).",
  ]);
}
