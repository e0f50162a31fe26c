// What one module of code is for the keys of results. Comments, formatting, types and the places of files leave no trace in it.

import { z } from "zod";

/** A part in a list, `name: async () => (await import("./file.js")).part`. */
const listedPart = z.object({ hash: z.string(), imports: z.array(z.string()).readonly() });

export const codeModuleSchema = z.object({
  hash: z.string().describe("of the tokens outside of its list"),
  imports: z.array(z.string()).readonly().describe("files, in the order in which they stand there"),
  packages: z.array(z.string()).readonly().describe("name and version of each"),
  listed: z.record(z.string(), listedPart).readonly().describe("parts that it lists by name"),
  passes: z
    .record(z.string(), z.string())
    .readonly()
    .describe("where names come from that it exports from another module"),
});

/** One module as results depend on it. */
export type CodeModule = Readonly<z.output<typeof codeModuleSchema>>;
