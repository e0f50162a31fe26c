// What was thrown by a file of the user's own is no bug of Agon: it is told with the line that threw it.

import { fileURLToPath } from "node:url";
import { messageOf, type Problem } from "../../core/errors.ts";

/** Agon's code: what is thrown in it is its own bug. */
const CODE = fileURLToPath(new URL("../..", import.meta.url));

/** The user's problem where the first line of a file that an error names is none of Agon's; undefined for everything else. */
export function userFault(error: unknown): Problem | undefined {
  const { stack = "" } = error instanceof Error ? error : {};
  const [, url, line, column] = firstPlace(stack) ?? [];
  if (url === undefined || url.includes("/node_modules/")) return undefined;
  const file = fileURLToPath(url);
  if (file.startsWith(CODE)) return undefined;
  const [what] = messageOf(error).split("\n");
  return { code: "user-code", what, where: `${file}:${line}:${column}`, hint: "this line of your own threw it" };
}

/** The first file that a stack names, with line and column. What was thrown stands above it, and may be of any length. */
function firstPlace(stack: string): RegExpExecArray | undefined {
  for (const line of stack.split("\n")) {
    const at = /^ +at /.test(line) ? line.indexOf("file://") : -1;
    const place = at < 0 ? null : /^(file:\/\/[^\s)]+):(\d+):(\d+)\)?$/.exec(line.slice(at));
    if (place !== null) return place;
  }
  return undefined;
}
