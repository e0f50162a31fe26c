// The parts of a code module that the keys of results depend on. Comments, formatting, types and file locations are not among them.

import { z } from "zod";

/** A part in a list of lazily loaded parts, `name: async () => (await import("./file.js")).part`. */
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

/** A module, reduced to what results depend on. */
export type CodeModule = Readonly<z.output<typeof codeModuleSchema>>;
