// `agon schema`: the JSON Schema of experiment files for editors, with the names that this Agon knows, and those of a weighing and a log's settings.

import { UserError, unknownName } from "../core/errors.ts";
import { experimentJsonSchema } from "../lab/experiment/experiment-schema.ts";
import { weighJsonSchema } from "../lab/weigh/weigh-file.ts";
import { logJsonSchema } from "../logs/log-settings.ts";
import { print } from "./output.ts";

const SCHEMAS: Readonly<Record<string, () => object | Promise<object>>> = {
  experiment: experimentJsonSchema,
  weigh: weighJsonSchema,
  log: logJsonSchema,
};

export async function schema(of = "experiment"): Promise<number> {
  const names = Object.keys(SCHEMAS);
  if (!names.includes(of)) throw new UserError(unknownName("schema", of, names));
  return print(JSON.stringify(await SCHEMAS[of](), undefined, 2));
}
