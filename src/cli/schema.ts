// `agon schema`: the grammar of experiment files for editors, with the names that this Agon knows.

import { experimentJsonSchema } from "../lab/experiment-schema.ts";
import { print } from "./output.ts";

/** Prints the JSON Schema. */
export async function schema(): Promise<number> {
  print(JSON.stringify(await experimentJsonSchema(), undefined, 2));
  return 0;
}
