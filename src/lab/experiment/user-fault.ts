// Errors that a user's file throws are no bugs of Agon: they are reported with the line that threw them.

import { fileURLToPath } from "node:url";
import { messageOf, type Problem } from "../../core/errors.ts";

/** Agon's code; an error that is thrown there is a bug of Agon. */
const CODE = fileURLToPath(new URL("../..", import.meta.url));

/** Converts an error to a UserError's problem where the first file in its stack is not Agon's; undefined for every other error. */
export function userFault(error: unknown): Problem | undefined {
  const { stack = "" } = error instanceof Error ? error : {};
  const [, url, line, column] = firstPlace(stack) ?? [];
  if (url === undefined || url.includes("/node_modules/")) return undefined;
  const file = fileURLToPath(url);
  if (file.startsWith(CODE)) return undefined;
  const [what] = messageOf(error).split("\n");
  return { code: "user-code", what, where: `${file}:${line}:${column}`, hint: "this line of your own threw it" };
}

/** Returns the first file in a stack, with line and column. The error's message precedes it, and may be of any length. */
function firstPlace(stack: string): RegExpExecArray | undefined {
  for (const line of stack.split("\n")) {
    const at = /^ +at /.test(line) ? line.indexOf("file://") : -1;
    const place = at < 0 ? null : /^(file:\/\/[^\s)]+):(\d+):(\d+)\)?$/.exec(line.slice(at));
    if (place !== null) return place;
  }
  return undefined;
}
