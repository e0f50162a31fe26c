// `agon schema`: the grammar of experiment files for editors, with the names that this Agon knows.

import { experimentJsonSchema } from "../lab/experiment/experiment-schema.ts";
import { print } from "./output.ts";

/** Prints the JSON Schema. */
export const schema = async (): Promise<number> => print(JSON.stringify(await experimentJsonSchema(), undefined, 2));
